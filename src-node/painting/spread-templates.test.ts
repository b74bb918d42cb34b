import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { composeContents } from '../../src-core/composition/compose.ts';
import { sheetsOf } from '../../src-core/composition/sheets.ts';
import { MM_PER_INCH } from '../../src-core/units.ts';
import { specNamed } from '../../test/fixtures/catalogue.ts';
import { FONTS_FOLDER } from '../../test/fixtures/layout/sample-orders.ts';
import { templatesOf, typefaces } from '../../test/fixtures/layout/shipped-templates.ts';
import { paintSheets } from './paint-book.ts';

const run = promisify(execFile);
const { measure, faceOf } = typefaces;
const spec = specNamed('SQUAREBOOK_LAYFLAT_HC');
const PPI = 60;
const pxOf = (mm: number) => Math.round((mm / MM_PER_INCH) * PPI);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spreads-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** From black at its left to white at its right: any part of it that is missing or doubled is a step. */
async function ramp(widthPx: number, heightPx: number): Promise<Uint8Array> {
  const row = Buffer.from(Array.from({ length: widthPx }, (_, x) => Math.round((x / (widthPx - 1)) * 255)));
  const pixels = Buffer.concat(Array.from({ length: heightPx }, () => row));
  return sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 1 } })
    .png()
    .toBuffer();
}

it('a picture over a spread is painted once and goes on over the fold without a seam', async () => {
  const template = templatesOf(spec).find(
    ({ theme, templateName }) => theme === '사진첩' && templateName === '펼침_파노라마',
  );
  if (template === undefined) throw new Error('there is no spread');
  const [widthPx, heightPx] = [1968, 1016];
  const bytes = await ramp(widthPx, heightPx);
  const picture = { blobKey: 'ramp', mimeType: 'image/png', widthPx, heightPx } as const;
  const pages = composeContents({
    entries: [{ template, values: { photo: { kind: 'picture', picture } }, wish: { breakBefore: 'none', side: null } }],
    ...{ spec, pageCount: spec.pageMin, measure },
    system: { bookTitle: '빛', year: 2026, month: 11, date: 26 },
  });
  const parts: Uint8Array[] = [];
  await paintSheets(
    { spec, pageCount: spec.pageMin, title: '', producer: '', madeAtMs: 0 },
    sheetsOf(spec, pages),
    { faceOf, graphicsFolder: join(FONTS_FOLDER, '../templates/graphics'), fetchPicture: async () => bytes },
    async (part) => void parts.push(Uint8Array.from(part)),
  );
  const path = join(folder, 'spread.pdf');
  await writeFile(path, Buffer.concat(parts));
  await run('qpdf', ['--check', path]);

  const { stdout } = await run('pdfimages', ['-list', path]);
  expect(stdout.split('\n').slice(2).filter(Boolean)).toHaveLength(1);

  await run('pdftoppm', ['-r', String(PPI), '-f', '1', '-l', '1', '-gray', '-png', path, join(folder, 'spread')]);
  const drawn = join(folder, `spread-${'1'.padStart(String(spec.pageMin / 2).length, '0')}.png`);
  const { data, info } = await sharp(drawn).raw().toBuffer({ resolveWithObject: true });
  const across = pxOf(2 * spec.innerTrimWidthMm + 2 * spec.bleedMm);
  expect(Math.abs(info.width - across)).toBeLessThanOrEqual(1);
  const middle = Math.floor(info.height / 2) * info.width * info.channels;
  const row = Array.from({ length: info.width }, (_, x) => data[middle + x * info.channels] ?? 0);
  // As even on the fold as anywhere: what it would be by its place, within what the eye cannot tell.
  for (const [x, level] of row.entries()) {
    if (x < 2 || x >= info.width - 2) continue;
    expect(Math.abs(level - (x / (info.width - 1)) * 255), `${x} of ${info.width}`).toBeLessThanOrEqual(2);
  }
});
