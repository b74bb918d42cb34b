import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportedWith } from '../../../src-core/composition/embedded-parts.ts';
import { LIMITS } from '../../../src-core/contract/limits.ts';
import type { ExportChoices } from '../../../src-core/ipc/subjects/layouts.ts';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import { arrange } from '../../../src-core/layout/operations/live.ts';
import { zoomPicture } from '../../../src-core/layout/operations/inside.ts';
import { addPictures, placePicture } from '../../../src-core/layout/operations/pictures.ts';
import { placePages } from '../../../src-core/layout/operations/placed-pages.ts';
import { done, keyOf, pdfPage, sampleBook } from '../../../src-core/layout/testing/sample-book.ts';
import { paintLayout } from '../../../src-node/painting/paint-layout.ts';
import { FONTS_FOLDER } from '../../../test/fixtures/layout/sample-orders.ts';
import { paletteOf } from '../../../test/fixtures/pdf/palettes.ts';
import { drawPicture, SCENES, type Scene } from '../../../test/fixtures/pdf/pictures.ts';
import { expectedExport } from './expected-export.ts';

const TIME_MS = 120_000;
const QUALITIES = [84, 90, 96];
const [WIDTH_PX, HEIGHT_PX] = [3_000, 2_000];

let folder: string;
let book: LayoutDocument;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'expected-'));
  book = sampleBook();
  for (const [index, scene] of SCENES.entries()) await layOut(index, scene);
}, TIME_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A photograph on a page of its own, as cameras of different care pack it; of every second one only a part is shown. */
async function layOut(index: number, scene: Scene): Promise<void> {
  book = await withPicture(book, index, scene, 'jpeg');
  const surfaceId = book.order[index] ?? '';
  const frameId = book.pages[surfaceId]?.order[0] ?? '';
  if (index % 2 === 1) book = done(zoomPicture(book, { surfaceId, frameId, zoom: 1.7 }));
}

async function withPicture(
  document: LayoutDocument,
  index: number,
  scene: Scene,
  format: 'jpeg' | 'png',
): Promise<LayoutDocument> {
  const small = await drawPicture({
    scene,
    palette: paletteOf(index),
    seed: index,
    widthPx: WIDTH_PX / 2,
    heightPx: HEIGHT_PX / 2,
  });
  const large = sharp(small)
    .resize(WIDTH_PX, HEIGHT_PX, { fit: 'fill' })
    .withIccProfile(index % 3 === 0 ? 'p3' : 'srgb');
  const packed = format === 'png' ? large.png() : large.jpeg({ quality: QUALITIES[index % QUALITIES.length] ?? 90 });
  const bytes = await packed.toBuffer();
  const key = createHash('sha256').update(bytes).digest('hex');
  writeFileSync(join(folder, key), bytes);
  const picture = {
    key,
    name: `${index}.${format}`,
    path: key,
    sizeBytes: bytes.length,
    mimeType: `image/${format}` as const,
    widthPx: WIDTH_PX,
    heightPx: HEIGHT_PX,
    takenAtMs: null,
    profile: index % 3 === 0 ? 'Display P3' : 'sRGB',
    rating: 0,
    focus: null,
  };
  const surfaceId = document.order[index] ?? '';
  const taken = done(addPictures(document, { pictures: [picture] }));
  return done(arrange(done(placePicture(taken, { surfaceId, picture: key })), { surfaceId }));
}

async function made(choices: ExportChoices, document = book): Promise<number> {
  const into = mkdtempSync(join(folder, 'made-'));
  const files = await paintLayout(
    {
      document,
      folder: into,
      places: Object.fromEntries(Object.keys(document.pictures).map((key) => [key, join(folder, key)])),
      pictures: exportedWith(choices.maxPpi, choices.colours),
      maxBytes: 1e9,
      madeAtMs: 0,
      producer: 'Some Studio',
      fontsFolder: FONTS_FOLDER,
      graphicsFolder: '',
    },
    { signal: new AbortController().signal, onSheet: () => undefined, onPicture: () => undefined },
  );
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

it.each([
  { maxPpi: null, colours: 'kept' },
  { maxPpi: null, colours: 'sRGB' },
  { maxPpi: 360, colours: 'kept' },
  { maxPpi: 300, colours: 'kept' },
  { maxPpi: 200, colours: 'sRGB' },
] as const)(
  'files with pictures of $maxPpi ppi and colours $colours weigh what was said before, to a third',
  async (choices) => {
    const { cover, contents } = expectedExport(book, choices);
    const bytes = await made(choices);
    expect(bytes / (cover + contents)).toBeGreaterThan(0.67);
    expect(bytes / (cover + contents)).toBeLessThan(1.33);
  },
  TIME_MS,
);

it(
  'large PNGs are expected to weigh what they do as the JPEGs that they become, to a third',
  async () => {
    let scanned = sampleBook();
    for (const [index, scene] of SCENES.slice(0, 3).entries())
      scanned = await withPicture(scanned, index, scene, 'png');
    const choices: ExportChoices = { maxPpi: 360, colours: 'kept' };
    const { cover, contents } = expectedExport(scanned, choices);
    const bytes = await made(choices, scanned);
    expect(bytes / (cover + contents)).toBeGreaterThan(0.67);
    expect(bytes / (cover + contents)).toBeLessThan(1.33);
  },
  TIME_MS,
);

it('pages of a PDF may share nearly all that they weigh: it is said to be the most, and refuses no book before it is painted', () => {
  const empty = sampleBook({ pageCount: 24 });
  const { innerTrimWidthMm: widthMm, innerTrimHeightMm: heightMm } = empty.spec;
  const sizeBytes = LIMITS.pdfMaxBytes / 10;
  const pictures = Array.from({ length: 24 }, (_, index) => ({
    ...pdfPage({ key: keyOf(900 + index), widthMm, heightMm, bleedMm: 3 }),
    sizeBytes,
  }));
  const taken = done(addPictures(empty, { pictures }));
  const choices = { maxPpi: null, colours: 'kept' } as const;
  const withPages = expectedExport(done(placePages(taken, { keys: taken.pictureOrder })), choices);
  expect(withPages.contents).toBeGreaterThan(20 * sizeBytes);
  expect(withPages.isAtMost).toBe(true);
  expect(withPages.largestAtLeast).toBeLessThan(sizeBytes);
  expect(expectedExport(book, choices)).toMatchObject({ isAtMost: false });
});
