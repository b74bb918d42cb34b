import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFName, PDFRawStream, grayscale, type PDFPage } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PdfKind } from '../../src-core/contract/books.ts';
import { CONTRACTS } from '../../src-core/contract/profiles.ts';
import type { InspectedFileCase } from '../../src-core/preflight/check.ts';
import type { Finding } from '../../src-core/preflight/finding.ts';
import { judgeRendered } from '../../src-core/preflight/judge-deeper.ts';
import { specNamed } from '../../test/fixtures/catalogue.ts';
import { MEASURED_BY } from '../../src-core/preflight/page-pixels.ts';
import { resolveThresholds, thresholdsOfSpec } from '../../src-core/preflight/thresholds.ts';
import { spineWidthMm } from '../../src-core/specs/book-geometry.ts';
import { bytesOf, goodBook, type EditableBook } from '../../test/fixtures/preflight/good-book.ts';
import { OpenedFile } from '../opened-file.ts';
import { gatherPixels } from './gather-pixels.ts';
import { mmToPoints } from '../../src-core/units.ts';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'pixels-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SPEC = specNamed('SQUAREBOOK_SC');
const PPI = 60;
/** Fewer than the spec allows: that is said of the structure, and what is rendered here is looked at page by page. */
const FEW_PAGES = 8;

async function judged(
  change: (book: EditableBook) => void | Promise<void> = () => undefined,
  kind: PdfKind = 'contents',
  { photos = 6, pageCount = FEW_PAGES }: { readonly photos?: number; readonly pageCount?: number } = {},
): Promise<Finding[]> {
  const book = await goodBook({ spec: SPEC, kind, pageCount, ppi: PPI, photos });
  await change(book);
  const path = join(folder, 'book.pdf');
  writeFileSync(path, await bytesOf(book));
  const opened = OpenedFile.open(path);
  const result = opened.inspect();
  if (result.status === 'unreadable') throw new Error('not readable');
  const { inspection } = result;
  const thresholds = resolveThresholds({ spec: thresholdsOfSpec(SPEC) });
  const file: InspectedFileCase = {
    facts: inspection.facts,
    inspection,
    kind,
    spec: SPEC,
    pageCount,
    contract: CONTRACTS.specified,
    thresholds,
  };
  const { pixels } = await gatherPixels(opened, file, thresholds.of(MEASURED_BY).value);
  opened.close();
  expect(pixels).toHaveLength(inspection.facts.pageCount);
  expect(pixels).not.toContain(null);
  return judgeRendered({ ...file, pixels });
}

const named = (findings: readonly Finding[]) =>
  findings
    .filter(({ ruleId }) => ruleId !== 'image.samePhoto')
    .map(({ ruleId, severity, pages }) => [ruleId, severity, pages]);

/** All of a page painted over with one picture: grain of `colour`, but for bands of white that wide in millimetres. */
async function repaint(
  book: EditableBook,
  index: number,
  white: { readonly left?: number; readonly right?: number; readonly top?: number; readonly bottom?: number },
  colour = '#3c6e8f',
) {
  const { widthMm, heightMm } = book.sizeMm;
  const scale = 8;
  const px = (mm: number) => Math.round(mm * scale);
  const { left = 0, right = 0, top = 0, bottom = 0 } = white;
  const inner = await sharp({
    create: { width: px(widthMm - left - right), height: px(heightMm - top - bottom), channels: 3, background: colour },
  })
    .png()
    .toBuffer();
  const picture = sharp({
    create: { width: px(widthMm), height: px(heightMm), channels: 3, background: '#fff' },
  }).composite([{ input: inner, left: px(left), top: px(top) }]);
  await place(book, index, new Uint8Array(await picture.jpeg({ quality: 95 }).toBuffer()));
}

async function place(book: EditableBook, index: number, jpeg: Uint8Array): Promise<void> {
  const page = pageAt(book, index);
  page.drawImage(await book.document.embedJpg(jpeg), { x: 0, y: 0, ...page.getSize() });
}

function pageAt(book: EditableBook, index: number): PDFPage {
  const page = book.pages[index];
  if (page === undefined) throw new Error(`no page ${index}`);
  return page;
}

describe('level 3', () => {
  it('finds nothing in a good book', async () => {
    const pageCount = SPEC.pageMin;
    expect(named(await judged(undefined, 'contents', { pageCount }))).toEqual([]);
    expect(named(await judged(undefined, 'cover', { pageCount }))).toEqual([]);
  });

  it('B-001: white inside a picture, from the trim on', async () => {
    const bleed = SPEC.bleedMm;
    expect(named(await judged((book) => repaint(book, 3, { top: bleed })))).toEqual([
      ['bleed.whiteInPicture', 'error', [4]],
    ]);
    expect(named(await judged((book) => repaint(book, 3, { top: bleed - 1.5 })))).toEqual([
      ['bleed.whiteInPicture', 'error', [4]],
    ]);
  });

  it('B-001: the bound side is not seen, and a hair is within tolerance', async () => {
    // PDF page 4 is a left page: bound at its right.
    expect(named(await judged((book) => repaint(book, 3, { right: SPEC.bleedMm })))).toEqual([]);
    expect(named(await judged((book) => repaint(book, 3, { bottom: 0.2 })))).toEqual([]);
  });

  it('B-002: a white strip just inside the trim, but not a margin', async () => {
    const found = await judged((book) => repaint(book, 3, { left: SPEC.bleedMm + 0.8 }));
    expect(named(found)).toEqual([['edge.whiteSliver', 'error', [4]]]);
    expect(found.find(({ ruleId }) => ruleId === 'edge.whiteSliver')?.measured?.value).toBeCloseTo(0.8, 0);
    expect(named(await judged((book) => repaint(book, 3, { left: SPEC.bleedMm + 2.2 })))).toEqual([]);
  });

  it('G-016 and I-015: a picture without anything in it', async () => {
    expect(named(await judged((book) => repaint(book, 5, {}, '#fff')))).toEqual([
      ['page.blankPicture', 'info', [6]],
      ['image.oneTone', 'info', [6]],
    ]);
    expect(named(await judged((book) => repaint(book, 0, {}, '#fff')))[0]).toEqual([
      'page.blankPicture',
      'warning',
      [1],
    ]);
    expect(named(await judged((book) => repaint(book, 5, {}, '#010101')))).toEqual([['image.oneTone', 'info', [6]]]);
  });

  it('I-015: a thin drawing shows something, words on top of a picture are not in it', async () => {
    const drawn = (stroke: string) => async (book: EditableBook) => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><rect width="900" height="900" fill="#fff"/>
        <path d="M100 800 L300 500 L500 600 L800 120" fill="none" stroke="${stroke}" stroke-width="3"/></svg>`;
      await place(book, 5, new Uint8Array(await sharp(Buffer.from(svg)).jpeg({ quality: 95 }).toBuffer()));
      pageAt(book, 5).drawText('Figure 1', { x: 90, y: 90, size: 9, font: book.font });
    };
    const oneTone = async (stroke: string) =>
      named(await judged(drawn(stroke))).filter(([ruleId]) => ruleId === 'image.oneTone');
    expect(await oneTone('#fff')).toEqual([['image.oneTone', 'info', [6]]]);
    expect(await oneTone('#000')).toEqual([]);
    expect(await oneTone('#e8d030')).toEqual([]);
  });

  it('G-016: a page with one short line on it is none without anything in it', async () => {
    const findings = await judged(async ({ document, pages }) => {
      const [, , photoPage] = pages;
      if (photoPage === undefined) throw new Error('too few pages');
      document.removePage(2);
      const page = document.insertPage(2, [photoPage.getWidth(), photoPage.getHeight()]);
      const font = await document.embedFont('Helvetica');
      page.drawText('for M.', { x: page.getWidth() / 2, y: page.getHeight() / 2, size: 9, font });
    });
    expect(named(findings).filter(([ruleId]) => String(ruleId).startsWith('page.blank'))).toEqual([]);
  });

  it('I-014: a photo used again, smaller and compressed anew', async () => {
    const repeats = async (change?: (book: EditableBook) => void | Promise<void>) =>
      (await judged(change, 'contents', { photos: FEW_PAGES })).filter(({ ruleId }) => ruleId === 'image.samePhoto');
    const before = (await repeats())[0]?.pages ?? [];
    const after = await repeats(async (book) => {
      const page = pageAt(book, FEW_PAGES - 1);
      page.drawRectangle({ x: 0, y: 0, ...page.getSize() });
      const jpeg = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#888' } })
        .composite([{ input: spiral(), left: 0, top: 0 }])
        .jpeg({ quality: 60 })
        .toBuffer();
      const again = await sharp(jpeg).resize(200, 200).jpeg({ quality: 40 }).toBuffer();
      for (const [bytes, x] of [
        [jpeg, 30],
        [again, 90],
      ] as const)
        page.drawImage(await book.document.embedJpg(new Uint8Array(bytes)), {
          x: mmToPoints(x),
          y: mmToPoints(60),
          width: mmToPoints(50),
          height: mmToPoints(50),
        });
    });
    expect(before).not.toContain(FEW_PAGES);
    expect(after[0]?.pages).toContain(FEW_PAGES);
  });

  it('B-012: an edge of colour on a fold of the spine, but not beside it', async () => {
    const withSpine = (extraMm: number) =>
      judged((book) => {
        const page = pageAt(book, 0);
        const half = mmToPoints(spineWidthMm(SPEC, FEW_PAGES) / 2 + extraMm);
        page.drawRectangle({ x: 0, y: 0, ...page.getSize(), color: grayscale(0.9) });
        page.drawRectangle({
          x: page.getWidth() / 2 - half,
          y: 0,
          width: 2 * half,
          height: page.getHeight(),
          color: grayscale(0.2),
        });
      }, 'cover');
    expect(named(await withSpine(0))).toEqual([['fold.colourEdge', 'info', [1]]]);
    expect(named(await withSpine(6))).toEqual([]);
  });

  it('B-008: a picture over two facing pages with its halves at different heights', async () => {
    const acrossFacing = (downMm: number) =>
      judged(async (book) => {
        // PDF pages 4 and 5 face each other; where they meet the picture is the same on both.
        const bars = await sharp(barred()).jpeg({ quality: 90 }).toBuffer();
        for (const [index, lower] of [
          [3, 0],
          [4, downMm],
        ] as const) {
          const page = pageAt(book, index);
          page.drawImage(await book.document.embedJpg(new Uint8Array(bars)), {
            x: 0,
            y: -mmToPoints(10 + lower),
            width: page.getWidth(),
            height: page.getHeight() + mmToPoints(30),
          });
        }
      });
    expect(named(await acrossFacing(5))).toEqual([['fold.facingStep', 'info', [4, 5]]]);
    expect(named(await acrossFacing(0))).toEqual([]);
  });

  it('C-001: too much ink in a picture in CMYK', async () => {
    const inky = async (isTurned: boolean) => {
      const jpeg = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#ddd' } })
        .toColourspace('cmyk')
        .jpeg({ quality: 95 })
        .toBuffer();
      return judged(async (book) => {
        const image = await book.document.embedJpg(new Uint8Array(jpeg));
        await image.embed();
        const stream = book.document.context.lookup(image.ref);
        if (!(stream instanceof PDFRawStream)) throw new Error('the picture was not embedded');
        if (isTurned) stream.dict.delete(PDFName.of('Decode'));
        pageAt(book, 2).drawImage(image, { x: 0, y: 0, ...pageAt(book, 2).getSize() });
      });
    };
    expect(named(await inky(false)).map(([ruleId]) => ruleId)).not.toContain('colour.pictureInk');
    const found = (await inky(true)).find(({ ruleId }) => ruleId === 'colour.pictureInk');
    expect([found?.severity, found?.pages]).toEqual(['info', [3]]);
    expect(found?.measured?.value).toBeGreaterThan(340);
  });

  it('C-001: of a picture that is placed small and large, at each of its sizes', async () => {
    const corner = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#ddd' } })
      .png()
      .toBuffer();
    const jpeg = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#000' } })
      .composite([{ input: corner, left: 0, top: 0 }])
      .toColourspace('cmyk')
      .jpeg({ quality: 95 })
      .toBuffer();
    const findings = await judged(async (book) => {
      const image = await book.document.embedJpg(new Uint8Array(jpeg));
      await image.embed();
      const stream = book.document.context.lookup(image.ref);
      if (!(stream instanceof PDFRawStream)) throw new Error('the picture was not embedded');
      // Turned, black becomes the lighter of the two.
      stream.dict.delete(PDFName.of('Decode'));
      const smallPt = mmToPoints(24);
      pageAt(book, 1).drawImage(image, { x: 100, y: 100, width: smallPt, height: smallPt });
      pageAt(book, 2).drawImage(image, { x: 0, y: 0, ...pageAt(book, 2).getSize() });
    });
    expect(findings.find(({ ruleId }) => ruleId === 'colour.pictureInk')?.pages).toEqual([3]);
  });
});

/** Bars of uneven height and lightness. */
function barred(): Buffer {
  const bars = Array.from(
    { length: 60 },
    (_, i) =>
      `<rect y="${i * 10}" width="600" height="${4 + ((i * 7) % 6)}" fill="rgb(${(i * 83) % 200},${(i * 83) % 200},${(i * 37) % 200})"/>`,
  );
  return Buffer.from(
    `<svg width="600" height="600"><rect width="600" height="600" fill="#999"/>${bars.join('')}</svg>`,
  );
}

function spiral(): Buffer {
  return Buffer.from(
    '<svg width="300" height="300"><rect width="180" height="90" fill="#222"/><circle cx="210" cy="190" r="70" fill="#eee"/><rect y="220" width="90" height="80" fill="#555"/></svg>',
  );
}
