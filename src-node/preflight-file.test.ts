import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { CheckLevel } from '../src-core/preflight/verdicts.ts';
import { specNamed } from '../test/fixtures/catalogue.ts';
import { RawPdfWriter } from '../test/fixtures/pdf/raw-pdf.ts';
import { judgeMade } from '../test/fixtures/preflight/judge-made.ts';

/** Files of programs that nobody here had a hand in. */

const folder = mkdtempSync(join(tmpdir(), 'foreign-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
const newPath = () => join(folder, `${++made}.pdf`);

/** One page of the book's size, full of grain as a photo of 600 by 800 pixels. */
function ghostscript(...options: readonly string[]): Buffer {
  const path = newPath();
  const page = `<< /PageSize [436.5 612.3] >> setpagedevice /row 1800 string def 436.5 612.3 scale
    600 800 8 [600 0 0 -800 0 800] { 0 1 1799 { row exch rand 251 mod put } for row } false 3 colorimage showpage`;
  const device = ['-q', '-dNOPAUSE', '-dBATCH', '-sDEVICE=pdfwrite', '-dDownsampleColorImages=false'];
  execFileSync('gs', [...device, `-sOutputFile=${path}`, ...options, '-'], { input: page });
  return readFileSync(path);
}

function qpdf(file: Uint8Array, ...options: readonly string[]): Buffer {
  const [from, to] = [newPath(), newPath()];
  writeFileSync(from, file);
  execFileSync('qpdf', [from, ...options, to]);
  return readFileSync(to);
}

async function told(file: Uint8Array, level: CheckLevel = 2): Promise<string[]> {
  const plan = { spec: specNamed('PHOTOBOOK_A5_SC'), kind: 'contents', pageCount: 1, ppi: 100 } as const;
  const findings = await judgeMade(file, plan, level);
  return findings.map(({ ruleId, severity, params }) =>
    [severity, ruleId, params['damage'] ?? params['worst']].filter((part) => part !== undefined).join(' '),
  );
}

describe('of files of other programs', () => {
  it('one that wants a password is told so, and not that its pages are damaged', async () => {
    const locked = qpdf(ghostscript(), '--encrypt', 'user', 'owner', '256', '--');
    const findings = await told(locked);
    expect(findings).toContain('block file.encrypted');
    expect(findings.filter((one) => one.includes('Undecoded'))).toEqual([]);
  });

  it('one whose content is damaged is told so', async () => {
    const file = ghostscript();
    const content = file.indexOf('stream', file.indexOf('/FlateDecode')) + 20;
    expect(await told(file.fill(0, content, content + 8))).toContain('error structure.contentUndecoded');
  });

  it('one whose page refers to content that the file does not have is told so, and none that has none', async () => {
    const file = ghostscript().toString('latin1');
    expect(await told(Buffer.from(file.replace(/\/Contents \d 0 R/, '/Contents 0 0 R'), 'latin1'))).toContain(
      'error structure.missingResource',
    );
    const blank = await told(Buffer.from(file.replace(/\/Contents \d 0 R/, '/Contents null '), 'latin1'));
    expect(blank.filter((one) => one.includes('missing'))).toEqual([]);
  });

  describe('JPEGs within ASCII85 are looked into:', () => {
    const JPEG = ['-dAutoFilterColorImages=false', '-dColorImageFilter=/DCTEncode', '-dASCII85EncodePages=true'];
    const squeezedBy = (factor: number) =>
      `<< /ColorImageDict << /QFactor ${factor} /HSamples [1 1 1 1] /VSamples [1 1 1 1] >> >> setdistillerparams`;

    it('how hard they are squeezed', async () => {
      const squeezed = ghostscript(...JPEG, '-c', squeezedBy(3), '-f');
      expect(squeezed.toString('latin1')).toMatch(/ASCII85Decode\s*\/DCTDecode/);
      expect((await told(squeezed)).filter((one) => one.includes('compression'))).toEqual([
        expect.stringMatching(/^error images\.compression \d+$/),
      ]);
      const fine = ghostscript(...JPEG, '-c', squeezedBy(0.15), '-f');
      expect((await told(fine)).filter((one) => one.includes('compression'))).toEqual([]);
    });

    it('whether they are of the size that the file says', async () => {
      const file = ghostscript(...JPEG)
        .toString('latin1')
        .replace('/Height 800', '/Height 700');
      expect(await told(Buffer.from(file, 'latin1'))).toContain('error images.damaged sizeDiffers');
    });
  });
});

/** Written by hand, each with one thing that it refers to and does not have. */
describe('a page of which a part is not in the file', () => {
  const SAMPLES = Buffer.alloc(300 * 400, 128);
  const IMAGE = '/Subtype /Image /Width 300 /Height 400 /BitsPerComponent 8';

  function page(
    image: string,
    resources = '',
    content = 'q 436 0 0 612 0 0 cm /I Do Q',
    box = '0 0 436.5 612.3',
  ): Uint8Array {
    const writer = new RawPdfWriter()
      .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
      .object(2, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>')
      .object(
        3,
        `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents [5 0 R null] /Resources << /XObject << /I 4 0 R ${resources} >> >> >>`,
      )
      .stream(4, `${IMAGE} ${image}`, SAMPLES)
      .stream(5, '', Buffer.from(content))
      .object(6, '<< /Subtype /Form /BBox [0 0 9 9] >>');
    writer.table({ trailer: '/Root 1 0 R' });
    return writer.finish();
  }

  const faults = async (file: Uint8Array) => (await told(file)).filter((one) => /missingRes|damaged|broken/i.test(one));

  it('whole as it is', async () => {
    expect(await faults(page('/ColorSpace /DeviceGray'))).toEqual([]);
    // Null in so many words is nothing that is missed.
    expect(await faults(page('/ColorSpace /DeviceGray /SMask null /Mask null'))).toEqual([]);
  });

  it.each([
    ['a mask', '/ColorSpace /DeviceGray /SMask 99 0 R', 'error images.damaged maskMissing'],
    ['a stencil', '/ColorSpace /DeviceGray /Mask 99 0 R', 'error images.damaged maskMissing'],
    ['a profile', '/ColorSpace [/ICCBased 99 0 R]', 'error colour.brokenProfile'],
  ])('%s of a picture', async (_, image, expected) => expect(await faults(page(image))).toEqual([expected]));

  it('a box of six numbers, which Poppler passes over and takes the page for a letter', async () => {
    const six = page('/ColorSpace /DeviceGray', '', 'q 436 0 0 612 0 0 cm /I Do Q', '0 0 436.5 612.3 0 0');
    expect(await faults(six)).toEqual(['warning file.damaged']);
  });

  it('a form that is no stream', async () => {
    const file = page('/ColorSpace /DeviceGray', '/F 6 0 R', '/F Do');
    expect(await faults(file)).toEqual(['error structure.missingResource']);
  });
});
