import { PDFDocument, PDFName, PDFNumber, degrees, rgb, type PDFPage } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FixTarget } from '../../src-core/fixes/fix.ts';
import { FixBench, contentsOf, coverOf } from '../../test/fixtures/fixes/fix-bench.ts';
import { makeContentsPdf, makeCoverPdf } from '../../test/fixtures/pdf/photo-books.ts';
import { visibleSizeMm, type PageFacts } from '../../src-core/pdf/boxes.ts';
import { coverSizeMm, spineWidthMm } from '../../src-core/specs/book-geometry.ts';
import { readPdfFile } from '../pdf-file.ts';
import { openPageRenderer } from '../render/page-renderer.ts';
import { pointsToMm } from '../../src-core/units.ts';

/** Red over blue. */
const TWO_PIXELS = await sharp(Uint8Array.from([200, 30, 30, 30, 30, 200]), {
  raw: { width: 1, height: 2, channels: 3 },
})
  .png()
  .toBuffer();
const bench = new FixBench();
afterAll(() => bench.close());

const PAGES = 2;
/** No repair looks into a picture. */
const PPI = 72;
const single = contentsOf('SQUAREBOOK_HC', PAGES);
const spread = contentsOf('SQUAREBOOK_LAYFLAT_HC', PAGES);
const points = (mm: number) => (mm * 72) / 25.4;
const made = new Map<string, Promise<Uint8Array>>();
/** Drawing the pictures of a book takes longer than repairing it. */
function bookOf(widthMm: number, heightMm: number, pages = PAGES): Promise<Uint8Array> {
  const key = `${widthMm} ${heightMm} ${pages}`;
  const known =
    made.get(key) ?? makeContentsPdf({ pages, widthMm, heightMm, title: '고침', style: 'travel', seed: 3, ppi: PPI });
  made.set(key, known);
  return known;
}
const WIDTH_MM = 249;
const HEIGHT_MM = 254;

let book: Uint8Array;
beforeAll(async () => {
  book = await bookOf(WIDTH_MM, HEIGHT_MM);
});

/** The book with its pages changed, saved as most programs do. */
async function changed(
  bytes: Uint8Array,
  change: (page: PDFPage, index: number, document: PDFDocument) => void,
  useObjectStreams = true,
): Promise<string> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  document.getPages().forEach((page, index) => change(page, index, document));
  return bench.file(await document.save({ useObjectStreams, updateFieldAppearances: false }));
}

const sizesOf = (pages: readonly PageFacts[]) =>
  pages
    .map((page) => visibleSizeMm(page))
    .map((size) => [size?.widthMm.toFixed(2), size?.heightMm.toFixed(2)].join('x'));
const trimSizes = (pages: readonly PageFacts[]) =>
  pages.map(({ trimBox }) =>
    trimBox === null
      ? ''
      : [pointsToMm(trimBox.right - trimBox.left).toFixed(1), pointsToMm(trimBox.top - trimBox.bottom).toFixed(1)].join(
          'x',
        ),
  );
const all = <T>(value: T, count = PAGES): T[] => Array.from({ length: count }, () => value);

describe('boxes and flags', () => {
  test('a rotated page is seen as before and says no rotation', async () => {
    const path = await changed(await bookOf(WIDTH_MM, HEIGHT_MM, 4), (page, index) =>
      page.setRotation(degrees(index * 90)),
    );
    const before = readPdfFile(path);
    const { facts, outcome } = await bench.fixed(path, 'bakeRotation', single);
    expect(outcome.pages).toEqual([2, 3, 4]);
    expect(facts.pages.map(({ rotate }) => rotate)).toEqual(all(0, 4));
    expect(sizesOf(facts.pages)).toEqual(before.status === 'read' ? sizesOf(before.pages) : []);
  });

  test('pages whose words stand on their heads are turned round, by their flag or by their content, and no others', async () => {
    const document = await PDFDocument.create();
    const font = await document.embedFont('Helvetica');
    const kinds = [
      [0, 0],
      [180, 0],
      [0, 180],
      [180, 180],
      [90, 270],
      [90, 90],
    ] as const;
    for (const [flag, words] of kinds) {
      const page = document.addPage([points(WIDTH_MM), points(HEIGHT_MM)]);
      page.drawRectangle({ x: 20, y: 20, width: 120, height: 60, color: rgb(0.6, 0.2, 0.2) });
      page.drawText('Words to be read', { x: 300, y: 350, size: 30, font, rotate: degrees(words) });
      page.setTrimBox(points(3), points(3), points(243), points(248));
      page.setRotation(degrees(flag));
    }
    const path = bench.file(await document.save());
    const { facts, outcome } = await bench.fixed(path, 'turnUpright', single);
    expect(outcome.pages).toEqual([2, 3, 5]);
    expect(facts.pages.map(({ rotate }) => rotate)).toEqual([0, 0, 0, 180, 270, 90]);
    expect(trimSizes(facts.pages)).toEqual(all('243.0x248.0', 6));
  });

  test('a page of a picture alone that is turned against all others is turned round', async () => {
    const document = await PDFDocument.create();
    const photo = await document.embedPng(TWO_PIXELS);
    for (const rotation of [0, 0, 180, 0, 0]) {
      const page = document.addPage([points(WIDTH_MM), points(HEIGHT_MM)]);
      page.drawImage(photo, { x: 0, y: 0, width: page.getWidth(), height: page.getHeight() });
      page.setTrimBox(points(3), points(3), points(243), points(248));
      page.setRotation(degrees(rotation));
    }
    const { facts, outcome } = await bench.fixed(bench.file(await document.save()), 'turnUpright', single);
    expect(outcome.pages).toEqual([3]);
    expect(facts.pages.map(({ rotate }) => rotate)).toEqual(all(0, 5));
  });

  test('a page in another unit has the same size on paper in points', async () => {
    const path = await changed(
      book,
      (page) => {
        page.node.set(PDFName.of('UserUnit'), PDFNumber.of(2));
        page.scale(0.5, 0.5);
        page.setTrimBox(points(1.5), points(1.5), points(243 / 2), points(248 / 2));
        page.setBleedBox(0, 0, points(WIDTH_MM / 2), points(HEIGHT_MM / 2));
      },
      false,
    );
    const { facts } = await bench.fixed(path, 'bakeUserUnit', single);
    expect(facts.pages.map(({ userUnit }) => userUnit)).toEqual(all(1));
    expect(sizesOf(facts.pages)).toEqual(all('249.00x254.00'));
    expect(trimSizes(facts.pages)).toEqual(all('243.0x248.0'));
  });

  test('an origin elsewhere is brought to 0, 0', async () => {
    const path = await changed(book, (page) => {
      page.translateContent(100, -50);
      page.setMediaBox(100, -50, page.getWidth(), page.getHeight());
      page.setTrimBox(110, -40, 600, 600);
      page.setBleedBox(100, -50, page.getWidth(), page.getHeight());
    });
    const { facts } = await bench.fixed(path, 'moveOrigin', single);
    expect(facts.pages.map(({ mediaBox }) => [mediaBox?.left, mediaBox?.bottom])).toEqual(all([0, 0]));
    expect(facts.pages[0]?.trimBox?.left).toBeCloseTo(10, 6);
  });

  test('swapped width and height: a rotation that did it is taken away, other pages are turned', async () => {
    const wide = await bookOf(303, 216);
    const path = await changed(wide, (page, index) => {
      if (index % 2 === 1) return;
      page.setSize(page.getHeight(), page.getWidth());
      page.setTrimBox(0, 0, 10, 10);
      page.setBleedBox(0, 0, 10, 10);
      page.setRotation(degrees(90));
    });
    const target = contentsOf('PHOTOBOOK_A4_SC', PAGES);
    const { facts } = await bench.fixed(path, 'turnPages', target);
    expect(facts.pages.map(({ rotate }) => rotate)).toEqual(all(0));
    expect(sizesOf(facts.pages)).toEqual(all('216.00x303.00'));
  });

  test('what the crop box hides comes back, or goes for good', async () => {
    const path = await changed(book, (page) => page.setCropBox(20, 30, 500, 600));
    const reset = await bench.fixed(path, 'resetCropBox', single);
    expect(sizesOf(reset.facts.pages)).toEqual(all('249.00x254.00'));
    const cut = await bench.fixed(path, 'cropToVisible', single);
    expect(cut.facts.pages[0]?.mediaBox).toEqual({ left: 20, bottom: 30, right: 520, top: 630 });
    expect(cut.facts.pages[0]?.cropBox).toBeNull();
  });

  test('a crop box beyond the sheet is taken away', async () => {
    const path = await changed(book, (page) => page.setCropBox(-10, -10, 800, 800));
    const { facts } = await bench.fixed(path, 'resetCropBox', single);
    expect(facts.pages.map(({ cropBox }) => cropBox)).toEqual(all(null));
  });

  test("printer's marks around the bleed are cut away", async () => {
    const path = await changed(book, (page) => {
      const { width, height } = page.getSize();
      page.setBleedBox(0, 0, width, height);
      page.setMediaBox(-30, -30, width + 60, height + 60);
      page.drawLine({ start: { x: -25, y: 10 }, end: { x: -5, y: 10 }, thickness: 0.5 });
    });
    const { facts } = await bench.fixed(path, 'cropToVisible', single);
    expect(sizesOf(facts.pages)).toEqual(all('249.00x254.00'));
  });
});

describe('pages of another size', () => {
  test('of the same shape are scaled to the spec', async () => {
    const { facts, outcome } = await bench.fixed(
      bench.file(await bookOf(WIDTH_MM * 0.75, HEIGHT_MM * 0.75)),
      'scaleToFit',
      single,
    );
    expect(sizesOf(facts.pages)).toEqual(all('249.00x254.00'));
    expect(outcome.edits).toEqual([{ key: 'fixes.edit.scaleToFit', params: { pages: PAGES, percent: 133.3 } }]);
  });

  test('of another shape are refused with what they would lose', async () => {
    const { outcome } = await bench.make(bench.file(await bookOf(216, 303)), 'scaleToFit', single);
    expect(outcome).toMatchObject({ ok: false, problem: { key: 'fixes.problem.otherShape', params: { page: 1 } } });
  });

  test.each(['bleedByMirror', 'bleedByStretch', 'bleedByScale'] as const)(
    'of trim size get their bleed: %s',
    async (fix) => {
      const { facts } = await bench.fixed(bench.file(await bookOf(WIDTH_MM - 6, HEIGHT_MM - 6)), fix, single);
      expect(sizesOf(facts.pages)).toEqual(all('249.00x254.00'));
      expect(trimSizes(facts.pages)).toEqual(all('243.0x248.0'));
    },
  );

  test('with less bleed than the order asks for keep what they have', async () => {
    const { facts } = await bench.fixed(
      bench.file(await bookOf(WIDTH_MM - 2.5, HEIGHT_MM - 2.5)),
      'bleedByMirror',
      single,
    );
    expect(sizesOf(facts.pages)).toEqual(all('249.00x254.00'));
  });

  test('half a millimetre smaller than the trim leave no paper at the trim', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([points(242.2), points(247.2)]);
    page.drawRectangle({ x: -5, y: -5, width: 1000, height: 1000, color: rgb(0, 0, 0) });
    const { path } = await bench.fixed(bench.file(await document.save()), 'bleedByMirror', single);
    const { rgb: pixels } = await (await openPageRenderer(path)).render(0, 1000);
    expect(pixels.reduce((most, value) => Math.max(most, value), 0)).toBeLessThan(30);
  });

  test.each(['bleedByMirror', 'bleedByStretch', 'bleedByScale'] as const)(
    'of full size that end at the trim get their bleed: %s',
    async (fix) => {
      const document = await PDFDocument.create();
      const page = document.addPage([points(WIDTH_MM), points(HEIGHT_MM)]);
      page.drawRectangle({
        x: points(3),
        y: points(3),
        width: points(243),
        height: points(248),
        color: rgb(0.2, 0.5, 0.8),
      });
      page.drawRectangle({
        x: points(40),
        y: points(60),
        width: points(80),
        height: points(50),
        color: rgb(0.9, 0.3, 0.1),
      });
      const { facts, path } = await bench.fixed(bench.file(await document.save()), fix, single);
      expect(sizesOf(facts.pages)).toEqual(['249.00x254.00']);
      const renderer = await openPageRenderer(path);
      const { rgb: pixels, widthPx, heightPx } = await renderer.render(0, 500);
      const at = (x: number, y: number) => [...pixels.subarray((y * widthPx + x) * 3, (y * widthPx + x) * 3 + 3)];
      for (const corner of [
        at(1, 1),
        at(widthPx - 2, 1),
        at(1, heightPx - 2),
        at(widthPx - 2, heightPx - 2),
        at(1, heightPx >> 1),
      ]) {
        expect(corner[0]).toBeLessThan(60);
        expect(corner[2]).toBeGreaterThan(190);
      }
    },
  );
});

describe('spreads and single pages', () => {
  /** The numbers that the colours in the left and the right half of each page stand for. */
  async function pagesSeen(path: string, pages: number): Promise<number[][]> {
    const renderer = await openPageRenderer(path);
    const seen: number[][] = [];
    for (let page = 0; page < pages; page++) {
      const { rgb: samples, widthPx, heightPx } = await renderer.render(page, 100);
      const at = (share: number) => samples[3 * (widthPx * (heightPx >> 1) + Math.floor(widthPx * share))] ?? 0;
      seen.push([at(0.25), at(0.75)].map((red) => Math.round((red / 255) * 5)));
    }
    renderer.close();
    return seen;
  }

  test('a spread becomes two pages whose bleed at the fold goes on in the other', async () => {
    const { facts, outcome } = await bench.fixed(bench.file(await bookOf(492, HEIGHT_MM, 1)), 'splitSpreads', single);
    expect(sizesOf(facts.pages)).toEqual(all('249.00x254.00'));
    expect(trimSizes(facts.pages)).toEqual(all('243.0x248.0'));
    expect(outcome).toMatchObject({ pageCountBefore: 1, pageCountAfter: 2, pages: [1, 2] });
  });

  test('single pages become spreads', async () => {
    const { facts, outcome } = await bench.fixed(bench.file(book), 'joinSpreads', spread);
    expect(sizesOf(facts.pages)).toEqual(all('492.00x254.00', 1));
    expect(outcome).toMatchObject({ pageCountBefore: 2, pageCountAfter: 1 });
  });

  test.each(['left', 'right'] as const)('the pages of a book bound on the %s keep their order', async (bindingEdge) => {
    const bound = (target: FixTarget): FixTarget => ({ ...target, spec: { ...target.spec, bindingEdge } });
    const document = await PDFDocument.create({ updateMetadata: false });
    for (let page = 1; page <= 4; page++) {
      const { width, height } = { width: points(WIDTH_MM), height: points(HEIGHT_MM) };
      document.addPage([width, height]).drawRectangle({ x: 0, y: 0, width, height, color: rgb(page / 5, 0, 0) });
    }
    const joined = await bench.fixed(bench.file(await document.save()), 'joinSpreads', bound(spread));
    expect(await pagesSeen(joined.path, 2)).toEqual(
      bindingEdge === 'left'
        ? [
            [1, 2],
            [3, 4],
          ]
        : [
            [2, 1],
            [4, 3],
          ],
    );
    const split = await bench.fixed(joined.path, 'splitSpreads', bound(single));
    expect(await pagesSeen(split.path, 4)).toEqual([1, 2, 3, 4].map((page) => [page, page]));
  });

  test('an odd number of pages is not joined', async () => {
    const { outcome } = await bench.make(bench.file(await bookOf(WIDTH_MM, HEIGHT_MM, 3)), 'joinSpreads', spread);
    expect(outcome).toEqual({ ok: false, problem: { key: 'fixes.problem.oddPageCount', params: { pages: 3 } } });
  });
});

describe('blank pages at the end', () => {
  test('are dropped when they are white', async () => {
    const path = await changed(book, (page, index, document) => {
      if (index === 0)
        document
          .addPage([page.getWidth(), page.getHeight()])
          .drawRectangle({ x: 0, y: 0, width: 700, height: 700, color: rgb(1, 1, 1) });
    });
    const { facts, outcome } = await bench.fixed(path, 'dropTrailingBlanks', single);
    expect(facts.pageCount).toBe(PAGES);
    expect(outcome.pages).toEqual([]);
  });

  test('stay when one of them is not', async () => {
    const { outcome } = await bench.make(bench.file(book), 'dropTrailingBlanks', contentsOf('SQUAREBOOK_HC', 1));
    expect(outcome).toEqual({
      ok: false,
      problem: { key: 'fixes.problem.pageNotBlank', params: { page: 2, reason: 'notBlank' } },
    });
  });
});

describe('a hard cover', () => {
  test('gets its wrap filled', async () => {
    const target = coverOf('SQUAREBOOK_HC', 24);
    const size = coverSizeMm(target.spec, 24);
    const wrap = target.spec.caseWrapMarginMm ?? 0;
    const cover = await makeCoverPdf({
      widthMm: size.widthMm - 2 * wrap,
      heightMm: size.heightMm - 2 * wrap,
      spineWidthMm: spineWidthMm(target.spec, 24),
      title: '표지',
      style: 'family',
      seed: 5,
      ppi: PPI,
    });
    const { facts } = await bench.fixed(bench.file(cover), 'bleedByMirror', target);
    expect(sizesOf(facts.pages)).toEqual([`${size.widthMm.toFixed(2)}x${size.heightMm.toFixed(2)}`]);
  });
});
