import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDict, PDFDocument, PDFName } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PdfKind } from '../../src-core/contract/books.ts';
import type { PageRaster } from '../../src-core/preflight/page-pixels.ts';
import { pdfPagesOf } from '../../src-core/specs/book-geometry.ts';
import { BAND_TINT, dashesMmOf } from '../../src-core/specs/guide-pens.ts';
import { GUIDE_COLOURS, guidesOf, type Guide, type GuideKind } from '../../src-core/specs/guides.ts';
import { writeTemplateSvg } from '../../src-core/specs/template-svg.ts';
import { MM_PER_INCH, pointsToMm } from '../../src-core/units.ts';
import { openPageRenderer } from '../../src-node/render/page-renderer.ts';
import { specNamed } from '../../test/fixtures/catalogue.ts';
import { writeTemplatePdf } from './template-pdf.ts';
import { templateWordsOf } from './template-words.ts';
import { sayIn } from './texts.ts';

// Two renderers that know nothing of each other or of us: PDFium draws the PDF, librsvg the SVG.

/** What librsvg is told; sharp takes it twice where sizes are in millimetres: once for them, once for how many of CSS's points an inch has. */
const DENSITY = 120;
/** At which a guide is two pixels wide, and one of them wholly of its colour. */
const PPI = DENSITY ** 2 / 72;
/** Two edges of pixels, of which each renderer may round its own way. */
const NEAR_MM = (2 * MM_PER_INCH) / PPI;

const BOOKS: readonly (readonly [spec: string, kind: PdfKind, pages: number])[] = [
  ['SQUAREBOOK_HC', 'cover', 66],
  ['SQUAREBOOK_HC', 'contents', 24],
  ['PHOTOBOOK_A4_SC', 'cover', 46],
  ['PHOTOBOOK_A5_SC', 'contents', 50],
  ['SQUAREBOOK_LAYFLAT_HC', 'cover', 16],
  ['SQUAREBOOK_LAYFLAT_HC', 'contents', 16],
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'templates-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(BOOKS)('the template of %s, %s, %i pages', (uid, kind, pages) => {
  const spec = specNamed(uid);
  const sheet = guidesOf(spec, kind, pages);
  const kinds = [...new Set(sheet.guides.map((guide) => guide.kind))];
  const words = templateWordsOf({ say: sayIn('ko'), language: 'ko' }, spec, kind, pages);
  let pdf: Uint8Array;
  let asPdf: PageRaster;
  let asSvg: PageRaster;
  beforeAll(async () => {
    pdf = await writeTemplatePdf(spec, kind, pages, words);
    asSvg = await rasterOf(writeTemplateSvg(spec, kind, pages, words));
    asPdf = await printed(await withGuidesPrinted(pdf));
  });

  /** PDFium draws what would be printed. */
  async function printed(bytes: Uint8Array): Promise<PageRaster> {
    const path = join(folder, `${uid}-${kind}-${pages}.pdf`);
    writeFileSync(path, bytes);
    const renderer = await openPageRenderer(path);
    try {
      expect(renderer.pageCount).toBe(pdfPagesOf(spec, kind, pages));
      return await renderer.render(0, Math.max(asSvg.widthPx, asSvg.heightPx));
    } finally {
      renderer.close();
    }
  }

  test('is a sheet of one size in both', async () => {
    const page = (await PDFDocument.load(pdf)).getPage(0);
    const pxOf = (points: number): number => (pointsToMm(points) * PPI) / MM_PER_INCH;
    expect(Math.abs(asSvg.widthPx - pxOf(page.getWidth()))).toBeLessThan(1);
    expect(Math.abs(asSvg.heightPx - pxOf(page.getHeight()))).toBeLessThan(1);
  });

  test('is white paper where the PDF is printed', async () => {
    expect((await printed(pdf)).rgb.every((part) => part === 255)).toBe(true);
  });

  test('is cut in both where the PDF’s own trim box says, which contents have', async () => {
    const { x, width } = (await PDFDocument.load(pdf)).getPage(0).getTrimBox();
    const trim = extentOf(asSvg, 'trim', sheet.widthMm);
    if (kind === 'cover') return expect(pointsToMm(width)).toBeCloseTo(sheet.widthMm, 3);
    expect(Math.abs(trim.leftMm - pointsToMm(x))).toBeLessThan(NEAR_MM);
    expect(Math.abs(trim.rightMm - pointsToMm(x + width))).toBeLessThan(NEAR_MM);
  });

  test('has every guide at the same place in both, where it belongs', () => {
    for (const one of kinds) {
      const guides = sheet.guides.filter((guide) => guide.kind === one);
      const wanted = boundsOf(guides);
      // A line may end in a gap of its dashes; an outline has a side everywhere.
      const gapMm = guides[0]?.form === 'line' ? (dashesMmOf(one)[1] ?? 0) : 0;
      for (const raster of [asPdf, asSvg]) {
        const found = extentOf(raster, one, sheet.widthMm);
        for (const side of ['leftMm', 'topMm', 'rightMm', 'bottomMm'] as const)
          expect(Math.abs(found[side] - wanted[side]), `${one} ${side}`).toBeLessThan(NEAR_MM + gapMm);
      }
    }
  });

  test('has its bands tinted alike, and nothing on the paper between its guides', () => {
    for (const guide of sheet.guides) {
      if (guide.form !== 'band') continue;
      const { kind: of, rect } = guide;
      const tint = rgbOf(of).map((part) => 255 - (255 - part) * BAND_TINT);
      for (const raster of [asPdf, asSvg]) {
        // Off the middle, where no fold is.
        const seen = pixelAt(raster, rect.xMm + rect.widthMm * 0.4, rect.yMm + rect.heightMm * 0.4, sheet.widthMm);
        expect(distance(seen, tint), of).toBeLessThan(4);
      }
    }
    const [safe] = sheet.guides.filter((guide) => guide.kind === 'safe');
    if (safe?.form !== 'outline') throw new Error('a sheet has a safe area');
    for (const raster of [asPdf, asSvg])
      expect(pixelAt(raster, safe.rect.xMm + 10, safe.rect.yMm + 10, sheet.widthMm)).toEqual([255, 255, 255]);
  });
});

/** The same PDF with its layer of guides printed. */
async function withGuidesPrinted(bytes: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes);
  for (const [, found] of document.context.enumerateIndirectObjects())
    if (found instanceof PDFDict && found.get(PDFName.of('Type')) === PDFName.of('OCG'))
      found.delete(PDFName.of('Usage'));
  return document.save();
}

async function rasterOf(svg: string): Promise<PageRaster> {
  const { data, info } = await sharp(Buffer.from(svg), { density: DENSITY })
    .flatten({ background: '#ffffff' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { widthPx: info.width, heightPx: info.height, rgb: data };
}

interface Extent {
  readonly leftMm: number;
  readonly topMm: number;
  readonly rightMm: number;
  readonly bottomMm: number;
}

function boundsOf(guides: readonly Guide[]): Extent {
  const boxes = guides.map((guide) =>
    guide.form === 'line'
      ? [guide.x1Mm, guide.y1Mm, guide.x2Mm, guide.y2Mm]
      : [guide.rect.xMm, guide.rect.yMm, guide.rect.xMm + guide.rect.widthMm, guide.rect.yMm + guide.rect.heightMm],
  );
  const of = (at: number): number[] => boxes.map((box) => box[at] ?? Number.NaN);
  return {
    leftMm: Math.min(...of(0)),
    topMm: Math.min(...of(1)),
    rightMm: Math.max(...of(2)),
    bottomMm: Math.max(...of(3)),
  };
}

/** How far from each other pixels may lie that are of one colour: what lies half on a line is of neither. */
const ONE_COLOUR = 45;

function extentOf({ rgb, widthPx, heightPx }: PageRaster, kind: GuideKind, widthMm: number): Extent {
  const [red = 0, green = 0, blue = 0] = rgbOf(kind);
  const mmPerPx = widthMm / widthPx;
  let [left, top, right, bottom] = [widthPx, heightPx, -1, -1];
  for (let y = 0; y < heightPx; y += 1)
    for (let x = 0; x < widthPx; x += 1) {
      const at = (y * widthPx + x) * 3;
      const off = ((rgb[at] ?? 0) - red) ** 2 + ((rgb[at + 1] ?? 0) - green) ** 2 + ((rgb[at + 2] ?? 0) - blue) ** 2;
      if (off > ONE_COLOUR ** 2) continue;
      left = Math.min(left, x);
      top = Math.min(top, y);
      right = Math.max(right, x);
      bottom = y;
    }
  return {
    leftMm: left * mmPerPx,
    topMm: top * mmPerPx,
    rightMm: (right + 1) * mmPerPx,
    bottomMm: (bottom + 1) * mmPerPx,
  };
}

const pixelAt = (raster: PageRaster, xMm: number, yMm: number, widthMm: number): number[] =>
  colourOf(raster, Math.floor((xMm * raster.widthPx) / widthMm), Math.floor((yMm * raster.widthPx) / widthMm));

const colourOf = ({ rgb, widthPx }: PageRaster, x: number, y: number): number[] => [
  ...rgb.subarray((y * widthPx + x) * 3, (y * widthPx + x) * 3 + 3),
];

const distance = (a: readonly number[], b: readonly number[]): number =>
  Math.hypot(...a.map((part, at) => part - (b[at] ?? 0)));

const rgbOf = (kind: GuideKind): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(GUIDE_COLOURS[kind].slice(at, at + 2), 16));
