import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overprintUpdate } from '../../src-core/pdf/overprint/overprint-update.ts';
import type { PageRaster } from '../../src-core/preflight/page-pixels.ts';
import { paletteOf } from '../../test/fixtures/pdf/palettes.ts';
import { drawPicture } from '../../test/fixtures/pdf/pictures.ts';
import { RawPdfWriter } from '../../test/fixtures/pdf/raw-pdf.ts';
import { OpenedFile } from '../opened-file.ts';
import { fingerprint, nodePdfTools } from '../pdf-file.ts';
import { openCheckedPictures } from './page-pictures.ts';
import { openCheckedRenderer, openPageRenderer } from './page-renderer.ts';

const LONG_SIDE_PX = 300;
const WHITE = [255, 255, 255];
const CYAN = [0, 174, 239];

let folder: string;
let photo: Uint8Array;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'overprint-road-'));
  photo = await drawPicture({ scene: 'couple', palette: paletteOf(1), seed: 3, widthPx: 1200, heightPx: 800 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Book {
  /** Of each page of 300 by 200 points; `/Over gs` overprints in mode 1, `/Im Do` is a photo, `/Fm Do` a form. */
  readonly contents: readonly string[];
  readonly form?: string;
  readonly end?: (writer: RawPdfWriter) => void;
  /** Of the pages' dictionaries. */
  readonly page?: string | ((index: number) => string);
  readonly formResources?: string;
  readonly more?: (writer: RawPdfWriter) => void;
}

function book({ contents, form = '', end, page = '', formResources = '/Resources 3 0 R', more }: Book): string {
  const writer = new RawPdfWriter()
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(
      2,
      `<< /Type /Pages /Count ${contents.length} /Kids [${contents.map((_, index) => `${20 + 2 * index} 0 R`).join(' ')}]
        /MediaBox [0 0 300 200] /Resources 3 0 R >>`,
    )
    .object(
      3,
      '<< /ExtGState << /Over << /OP true /OPM 1 >> /BpsMultiply << /BM /Screen >> >> /XObject << /Im 4 0 R /Fm 5 0 R >> >>',
    )
    .stream(
      4,
      '/Type /XObject /Subtype /Image /Width 1200 /Height 800 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode',
      photo,
    )
    .stream(5, '/Type /XObject /Subtype /Form /BBox [0 0 300 200] ' + formResources, Buffer.from(form));
  more?.(writer);
  contents.forEach((content, index) => {
    writer
      .object(
        20 + 2 * index,
        `<< /Type /Page /Parent 2 0 R /Contents ${21 + 2 * index} 0 R ${page instanceof Function ? page(index) : page} >>`,
      )
      .stream(21 + 2 * index, '', Buffer.from(content));
  });
  if (end === undefined) writer.table({ trailer: '/Root 1 0 R' });
  else end(writer);
  const path = join(folder, `${Math.random().toString(36).slice(2)}.pdf`);
  writeFileSync(path, writer.finish());
  return path;
}

async function drawn(path: string, pages: number): Promise<PageRaster[]> {
  const file = OpenedFile.open(path);
  const renderer = await openCheckedRenderer(file);
  const rasters = [];
  for (let index = 0; index < pages; index++) rasters.push(await renderer.render(index, LONG_SIDE_PX));
  renderer.close();
  file.close();
  return rasters;
}

async function asIs(path: string, page: number): Promise<PageRaster> {
  const renderer = await openPageRenderer(path);
  const raster = await renderer.render(page, LONG_SIDE_PX);
  renderer.close();
  return raster;
}

function updateOf(path: string) {
  const file = OpenedFile.open(path);
  try {
    const result = file.inspect();
    if (result.status === 'unreadable' || file.structure.status === 'unreadable') throw new Error('not readable');
    return overprintUpdate(file.structure.opened, result.inspection, nodePdfTools, fingerprint);
  } finally {
    file.close();
  }
}

function at({ rgb, widthPx, heightPx }: PageRaster, x: number, y: number): number[] {
  const from = 3 * (Math.floor(((200 - y) / 200) * heightPx) * widthPx + Math.floor((x / 300) * widthPx));
  return [...rgb.subarray(from, from + 3)];
}

async function toldOf(path: string, pages: number) {
  const pictures = await openCheckedPictures(path);
  const told = [];
  for (let page = 1; page <= pages; page++) told.push((await pictures.of(page))?.overprint);
  pictures.close();
  return told;
}

const meanOf = ({ rgb }: PageRaster) => rgb.reduce((sum, value) => sum + value, 0) / rgb.length;

const FIELD = '1 0 0 0 k 0 0 300 200 re f';
const LOST = '/Over gs 0 0 0 0 k 100 50 100 100 re f';

describe('pages that overprint', () => {
  test('are drawn as they print, and the others of the file as they are', async () => {
    const path = book({ contents: [`${FIELD} ${LOST}`, `${FIELD} 0 0 0 0 k 100 50 100 100 re f`, LOST] });
    const [lost, kept, bare] = (await drawn(path, 3)) as [PageRaster, PageRaster, PageRaster];
    expect(at(lost, 150, 100)).toEqual(CYAN);
    expect(at(kept, 150, 100)).toEqual(WHITE);
    expect(kept).toEqual(await asIs(path, 1));
    expect(bare).toEqual(await asIs(path, 2));
    expect(at(await asIs(path, 0), 150, 100)).toEqual(WHITE);
    expect([...(updateOf(path)?.pages ?? [])]).toEqual([0]);
  });

  test('have their photos decoded at the size shown as all others', async () => {
    const picture = 'q 280 0 0 180 10 10 cm /Im Do Q';
    const path = book({ contents: [`${picture} ${LOST}`, picture] });
    const [mixed, alone] = (await drawn(path, 2)) as [PageRaster, PageRaster];
    // White that vanishes leaves the photo as it is.
    expect(Math.abs(meanOf(mixed) - meanOf(alone))).toBeLessThan(0.5);
    expect(meanOf(await asIs(path, 0)) - meanOf(alone)).toBeGreaterThan(3);
  });

  test('show a form in each place as it meets the page there', async () => {
    const painted = '/Over gs 0 0 0 0 k /Fm Do';
    const path = book({
      contents: [`${FIELD} ${painted}`, `${FIELD} 0 0 0 0 k /Fm Do`, `${FIELD} ${painted}`],
      form: '100 50 100 100 re f',
    });
    const rasters = await drawn(path, 3);
    expect(rasters.map((raster) => at(raster, 150, 100))).toEqual([CYAN, WHITE, CYAN]);
    // One form for both pages.
    const text = Buffer.from(updateOf(path)?.bytes ?? []).toString('latin1');
    expect(text.match(/\/Subtype \/Form/g)).toHaveLength(1);
  });

  test('show a form without resources of its own with those of whoever paints it', async () => {
    const painted = `${FIELD} /Over gs 0 0 0 0 k /Fm Do`;
    const path = book({
      contents: [painted, painted],
      form: '100 50 100 100 re f q 20 0 0 20 0 0 cm /Ink Do Q',
      formResources: '',
      page: (index) =>
        `/Resources << /ExtGState << /Over << /OP true /OPM 1 >> >> /XObject << /Fm 5 0 R /Ink ${6 + index} 0 R >> >>`,
      more: (writer) => {
        const image = '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceRGB';
        writer.stream(6, image, Buffer.from([200, 30, 30])).stream(7, image, Buffer.from([30, 160, 30]));
      },
    });
    const rasters = await drawn(path, 2);
    expect(rasters.map((raster) => at(raster, 150, 100))).toEqual([CYAN, CYAN]);
    expect(rasters.map((raster) => at(raster, 10, 10))).toEqual([
      [200, 30, 30],
      [30, 160, 30],
    ]);
  });

  test('keep what they name like the blend mode that is added', async () => {
    const path = book({ contents: [`${FIELD} ${LOST} /BpsMultiply gs 0 1 0 0 k 0 0 50 50 re f`] });
    const [page] = (await drawn(path, 1)) as [PageRaster];
    expect(at(page, 20, 20)).toEqual(at(await asIs(path, 0), 20, 20));
    expect(at(page, 150, 100)).toEqual(CYAN);
  });

  test('are turned and cut as they are', async () => {
    const path = book({ contents: [`${FIELD} ${LOST}`], page: '/Rotate 90 /CropBox [50 0 300 200]' });
    const [page] = (await drawn(path, 1)) as [PageRaster];
    const plain = await asIs(path, 0);
    expect([page.widthPx, page.heightPx]).toEqual([plain.widthPx, plain.heightPx]);
    expect(meanOf(page)).toBeCloseTo((CYAN[0]! + CYAN[1]! + CYAN[2]!) / 3, 0);
  });

  test('are given in files with cross-reference streams too', async () => {
    const path = book({
      contents: [`${FIELD} ${LOST}`],
      end: (writer) => writer.streamSection(60, { trailer: '/Root 1 0 R' }),
    });
    expect(at((await drawn(path, 1))[0] as PageRaster, 150, 100)).toEqual(CYAN);
  });

  test('of a damaged file are drawn as another engine sees them', async () => {
    const path = book({
      contents: [`${FIELD} ${LOST}`],
      end: (writer) => writer.table({ trailer: '/Root 1 0 R', startxref: 7 }),
    });
    expect(at((await drawn(path, 1))[0] as PageRaster, 150, 100)).toEqual(WHITE);
  });

  test('are found in bounded work, and left as they are where more marks overprint than an engine mixes in time', () => {
    const page = (count: number) =>
      book({
        contents: [
          `${FIELD} ${'1 0 0 0 k 10 10 5 5 re f '.repeat(6000)} ${'/Over gs 0 0 1 0 k 200 100 9 9 re f '.repeat(count)}`,
        ],
      });
    expect(updateOf(page(1999))?.pages.size).toBe(1);
    // Each of thirty thousand marks would be held against all before it.
    expect(updateOf(page(30_000))).toBeNull();
  });

  test('are told where they are pictures for people', async () => {
    const path = book({ contents: [`${FIELD} ${LOST}`, FIELD] });
    expect(await toldOf(path, 2)).toEqual(['simulated', 'none']);
  });

  test('are told as not simulated where that was not possible', async () => {
    const many = `${FIELD} ${'/Over gs 0 0 1 0 k 200 100 9 9 re f '.repeat(2001)}`;
    const damaged = book({
      contents: [`${FIELD} ${LOST}`, FIELD],
      end: (writer) => writer.table({ trailer: '/Root 1 0 R', startxref: 7 }),
    });
    const misplaced = book({
      contents: [`${FIELD} ${LOST}`, FIELD],
      end: (writer) => writer.misplace(21, 9).table({ trailer: '/Root 1 0 R' }),
    });
    expect(await toldOf(damaged, 2)).toEqual(['notSimulated', 'none']);
    expect(await toldOf(misplaced, 2)).toEqual(['notSimulated', 'none']);
    expect(await toldOf(book({ contents: [many, `${FIELD} ${LOST}`] }), 2)).toEqual(['notSimulated', 'simulated']);
  });

  test('are told as not simulated where the engine does not draw them mixed', async () => {
    const path = book({ contents: [`${FIELD} ${LOST}`, `${FIELD} ${LOST}`] });
    const file = OpenedFile.open(path);
    const made = file.overprint();
    if (made === null) throw new Error('nothing to simulate');
    // The first page of the two is no page any more, in the same number of bytes.
    const text = Buffer.from(made.bytes).toString('latin1');
    const broken = text.replace(/20 0 obj\s*<<[^]*?endobj/, (page) => `20 0 obj null endobj`.padEnd(page.length));
    expect(broken).not.toBe(text);
    file.overprint = () => ({ ...made, bytes: Buffer.from(broken, 'latin1') });
    const renderer = await openCheckedRenderer(file);
    const page = await renderer.render(0, LONG_SIDE_PX);
    expect(at(page, 150, 100)).toEqual(WHITE);
    expect(renderer.overprintOf(0)).toBe('notSimulated');
    await renderer.render(1, LONG_SIDE_PX);
    expect(renderer.overprintOf(1)).toBe('simulated');
    renderer.close();
    file.close();
  });

  test('in full black alone are drawn as they are', async () => {
    const path = book({ contents: [`${FIELD} /Over gs 0 0 0 1 k 100 50 100 100 re f`] });
    expect(updateOf(path)).toBeNull();
    // What would shine through is the difference of one black and another.
    expect(at((await drawn(path, 1))[0] as PageRaster, 150, 100).every((value) => value <= 35)).toBe(true);
  });
});
