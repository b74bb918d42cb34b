import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import type { ImageFacts } from '../../src-core/pdf/inspection/image-facts.ts';
import { specNamed } from '../../test/fixtures/catalogue.ts';
import { judgeMade } from '../../test/fixtures/preflight/judge-made.ts';
import { decodedAsFarAsItGoes, knownJpegDamage } from './jpeg-damage.ts';

/** Files that Ghostscript writes, and their data damaged as a copy that was broken off or a worn drive damages them. */

const folder = mkdtempSync(join(tmpdir(), 'picture-proof-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ROWS = 800;
/** Grain over all of a page: rows of 600 pixels. */
const PAGE = `<< /PageSize [436.5 612.3] >> setpagedevice
/row 1800 string def
436.5 612.3 scale
600 ${ROWS} 8 [600 0 0 -${ROWS} 0 ${ROWS}]
{ 0 1 1799 { row exch rand 251 mod put } for row } false 3 colorimage showpage`;

let made = 0;
function written(filter: 'FlateEncode' | 'DCTEncode', ...options: readonly string[]): Buffer {
  const path = join(folder, `${++made}.pdf`);
  execFileSync(
    'gs',
    [
      ...['-q', '-dNOPAUSE', '-dBATCH', '-sDEVICE=pdfwrite', '-dAutoFilterColorImages=false', ...options],
      ...[`-dColorImageFilter=/${filter}`, '-dDownsampleColorImages=false', `-sOutputFile=${path}`, '-'],
    ],
    { input: PAGE },
  );
  return readFileSync(path);
}

/** Where the data of the only picture stand. */
function dataOf(file: Buffer): { readonly from: number; readonly to: number } {
  const dict = file.indexOf('/Subtype/Image');
  const from = file.indexOf('stream', dict) + 'stream\n'.length;
  const to = file.lastIndexOf('endstream', file.indexOf('endobj', from));
  return { from, to: file[to - 1] === 0x0a ? to - 1 : to };
}

/** Nothing but zeros from a share of the data on, the last bytes left as they are. */
function zeroed(file: Buffer, share = 0.5, keptBytes = 2): Buffer {
  const { from, to } = dataOf(file);
  return Buffer.from(file).fill(0, Math.round(from + share * (to - from)), to - keptBytes);
}

async function damages(file: Uint8Array): Promise<unknown[]> {
  const plan = { spec: specNamed('PHOTOBOOK_A5_SC'), kind: 'contents', pageCount: 1, ppi: 100 } as const;
  const findings = await judgeMade(file, plan, 3);
  expect(findings.map(({ ruleId }) => ruleId)).toContain('images.resolution');
  return findings
    .filter(({ ruleId }) => ruleId.includes('amaged'))
    .map(({ severity, params, pages, objectCount }) => [severity, params['damage'], pages, objectCount]);
}

describe('the data of a picture', () => {
  it.each(['FlateEncode', 'DCTEncode'] as const)('as %s writes them are sound', async (filter) => {
    expect(await damages(written(filter))).toEqual([]);
    expect(await damages(written(filter, '-dASCII85EncodePages=true'))).toEqual([]);
  });

  it('of a JPEG are lost where zeros stand for them, though they decode to the end', async () => {
    const file = written('DCTEncode');
    expect(await damages(zeroed(file))).toEqual([['error', 'broken', [1], 1]]);
    // Some sectors in the middle, and then the picture goes on.
    const { from, to } = dataOf(file);
    expect(await damages(zeroed(file, 0.3, Math.round(0.6 * (to - from))))).toEqual([['error', 'broken', [1], 1]]);
  });

  it('of a JPEG that is filled up with zeros are whole', async () => {
    const file = written('DCTEncode');
    const { from, to } = dataOf(file);
    const bytes = file.toString('latin1');
    const [data, filled] = [bytes.slice(from, to - 2), `${bytes.slice(from, to - 2)}${'\0'.repeat(5000)}\xff\xd9`];
    const longer = bytes
      .replace(`/Length ${to - from}`, `/Length ${filled.length}`)
      .replace(`${data}\xff\xd9`, () => filled);
    const path = join(folder, `${++made}.pdf`);
    writeFileSync(path, longer, 'latin1');
    // What was moved by it is put right by another program.
    const repaired = join(folder, `${++made}.pdf`);
    spawnSync('qpdf', [path, repaired]);
    expect(await damages(readFileSync(repaired))).toEqual([]);
  });

  it('of a JPEG of one colour are zeros, and whole', async () => {
    const picture = { create: { width: 4000, height: 4000, channels: 3, background: '#fff' } } as const;
    const jpeg = await sharp(picture).jpeg({ optimizeCoding: true }).toBuffer();
    expect(jpeg.indexOf(Buffer.alloc(1024))).toBeGreaterThan(0);
    const decode = (bytes: Uint8Array, failOn: 'none' | 'warning') => sharp(bytes, { failOn }).raw().toBuffer();
    const image = {} as ImageFacts;
    await decodedAsFarAsItGoes(image, jpeg, decode as never);
    expect(knownJpegDamage(image)).toBeNull();
  });

  it('of a JPEG with a plain end are whole, however small it is shown', async () => {
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="3300" height="4600"><rect width="100%" height="100%" fill="hsl(324 40% 55%)"/><circle cx="60%" cy="40%" r="20%" fill="hsl(54 50% 40%)"/></svg>`;
    const jpeg = await sharp(Buffer.from(drawing)).flatten().jpeg({ quality: 80 }).toBuffer();
    expect(jpeg.indexOf(Buffer.alloc(1024))).toBeGreaterThan(0);
    const decode = (bytes: Uint8Array, failOn: 'none' | 'warning') =>
      sharp(bytes, { failOn }).resize(412, 575, { fit: 'fill' }).raw().toBuffer();
    const image = {} as ImageFacts;
    await decodedAsFarAsItGoes(image, jpeg, decode as never);
    expect(knownJpegDamage(image)).toBeNull();
  });

  it('of a JPEG that end in its middle leave grey', async () => {
    const file = written('DCTEncode');
    const { from, to } = dataOf(file);
    // An end of its own, and zeros behind it.
    const cut = zeroed(file);
    cut.set([0xff, 0xd9], Math.round((from + to) / 2));
    expect(await damages(cut)).toEqual([['error', 'cut', [1], 1]]);
  });

  it('of a JPEG within ASCII85 end early', async () => {
    const file = written('DCTEncode', '-dASCII85EncodePages=true');
    const { from, to } = dataOf(file);
    expect(file.toString('latin1')).toMatch(/ASCII85Decode\s*\/DCTDecode/);
    // White space is passed over: what is left of the data is their first half and their end.
    const cut = Buffer.from(file).fill(0x20, Math.round((from + to) / 2), to - 2);
    expect(await damages(cut)).toEqual([['error', 'cut', [1], 1]]);
  });

  it('that are packed cannot be unpacked from their middle on', async () => {
    expect(await damages(zeroed(written('FlateEncode')))).toEqual([['error', 'broken', [1], 1]]);
  });

  it('that are packed end before the last rows', async () => {
    const file = Buffer.from(
      written('FlateEncode').toString('latin1').replace(`/Height ${ROWS}`, '/Height 900'),
      'latin1',
    );
    expect(await damages(file)).toEqual([['error', 'cut', [1], 1]]);
  });

  it('that are all there are held against their checksum', async () => {
    const file = written('FlateEncode');
    const { from, to } = dataOf(file);
    // Where two letters of a code changed their places, as much comes out as before.
    const changed = [0.2, 0.4, 0.6].map((share) => {
      const bytes = Buffer.from(file);
      const at = Math.round(from + share * (to - from));
      bytes.writeUInt8(bytes.readUInt8(at) ^ 4, at);
      return bytes;
    });
    const told = (await Promise.all(changed.map(damages))).flat();
    expect(told.length).toBeGreaterThan(0);
    expect(told).toContainEqual(['warning', 'changed', [1], 1]);
  });

  it('whose checksum alone is spoilt are as they were', async () => {
    const file = written('FlateEncode');
    const { to } = dataOf(file);
    file.writeUInt8(file.readUInt8(to - 1) ^ 1, to - 1);
    expect(await damages(file)).toEqual([]);
  });

  it('without a checksum are taken as they are', async () => {
    const file = written('FlateEncode');
    const { from, to } = dataOf(file);
    const length = new RegExp(`/Length ${to - from}\\b`);
    expect(file.toString('latin1')).toMatch(length);
    const shorter = String(to - from - 4).padEnd(String(to - from).length);
    expect(await damages(Buffer.from(file.toString('latin1').replace(length, `/Length ${shorter}`), 'latin1'))).toEqual(
      [],
    );
  });
});
