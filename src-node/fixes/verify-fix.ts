import type { PlannedPage } from '../../src-core/fixes/fix.ts';
import { changedPixels, type SizedRaster } from '../../src-core/fixes/compare-looks.ts';
import { isSameRectangle, seenPage } from '../../src-core/fixes/seen-page.ts';
import type { TextRef } from '../../src-core/text-ref.ts';
import { type PageFacts } from '../../src-core/pdf/boxes.ts';
import type { ReadablePdf } from '../../src-core/pdf/read-facts.ts';
import { readPdfFile } from '../pdf-file.ts';
import type { PageRenderer } from '../render/page-renderer.ts';
import { pointsToMm } from '../../src-core/units.ts';

/** An engine that is not the one which planned the repair, for looking at pages before and after. */
export type OpenPageRenderer = (path: string) => Promise<PageRenderer>;

/** Boxes are written with eight decimals. */
const BOX_WITHIN_PT = 1e-5;
/** About 90 pixels an inch on the page of a photo book: a hair is a pixel. */
const LONG_SIDE_PX = 900;
/** A page that grows or shrinks by more is compared at other resolutions rather than in a picture that fills the memory. */
const MAX_SIDE_PX = 4000;

/** Pages with the same content in other boxes that stand for all of them. */
const COMPARED_BOX_PAGES = 6;

/** A repaired file that is to be held against its plan. Crosses threads: plain values only. */
export interface Verification {
  readonly before: ReadablePdf;
  readonly inputPath: string;
  readonly fixedPath: string;
  readonly pages: readonly PlannedPage[];
}

/**
 * Read anew from its first byte, with no damage that was not there before, each page with the geometry it was to get. Null when
 * it is what it was to be; otherwise what is not.
 */
export function structureProblem({ before, fixedPath, pages }: Verification): TextRef | null {
  const after = readPdfFile(fixedPath);
  if (after.status !== 'read' || after.recovery !== 'none' || after.encrypted !== null)
    return { key: 'fixes.problem.failedStructure' };
  const known = new Set(before.damage.map(({ code }) => code));
  if (after.damage.some(({ code }) => !known.has(code))) return { key: 'fixes.problem.failedStructure' };
  if (after.pageCount !== pages.length)
    return { key: 'fixes.problem.failedPageCount', params: { expected: pages.length, found: after.pageCount } };
  const wrong = pages.findIndex((page, index) => !isSameGeometry(page.geometry, after.pages[index]));
  return wrong < 0 ? null : { key: 'fixes.problem.failedBoxes', params: { page: wrong + 1 } };
}

function isSameGeometry(wanted: PageFacts, found: PageFacts | undefined): boolean {
  if (found === undefined || found.rotate !== wanted.rotate || found.userUnit !== wanted.userUnit) return false;
  return (['mediaBox', 'cropBox', 'bleedBox', 'trimBox', 'artBox'] as const).every((box) =>
    isSameRectangle(found[box], wanted[box], BOX_WITHIN_PT),
  );
}

/** Rendered by another engine, with every kept part of these pages (from 0) looking as it did; null when it does. */
export async function looksProblem(
  { before, inputPath, fixedPath, pages }: Verification,
  indexes: readonly number[],
  openRenderer: OpenPageRenderer,
): Promise<TextRef | null> {
  try {
    const old = await openRenderer(inputPath);
    try {
      const fixed = await openRenderer(fixedPath);
      try {
        if (fixed.pageCount !== pages.length)
          return { key: 'fixes.problem.failedPageCount', params: { expected: pages.length, found: fixed.pageCount } };
        for (const index of indexes) {
          const page = pages[index];
          if (page !== undefined && !(await looksKept(old, fixed, before, page, index)))
            return { key: 'fixes.problem.failedLooks', params: { page: index + 1 } };
        }
        return null;
      } finally {
        fixed.close();
      }
    } finally {
      old.close();
    }
  } catch {
    // Whatever kept the engine from drawing it: what was not seen is not proved.
    return { key: 'fixes.problem.notRendered' };
  }
}

/** All pages whose content was touched; of those with other boxes alone, some from the first to the last. */
export function pagesToCompare(pages: readonly PlannedPage[]): number[] {
  const of = (touched: PlannedPage['touched']) =>
    pages.flatMap((page, index) => (page.touched === touched && page.kept.length > 0 ? [index] : []));
  const boxed = of('boxes');
  const step = Math.max(1, (boxed.length - 1) / (COMPARED_BOX_PAGES - 1));
  const some = Array.from(
    { length: Math.min(boxed.length, COMPARED_BOX_PAGES) },
    (_, i) => boxed[Math.round(i * step)] ?? 0,
  );
  return [...of('content'), ...some];
}

async function looksKept(
  old: PageRenderer,
  fixed: PageRenderer,
  before: ReadablePdf,
  page: PlannedPage,
  index: number,
): Promise<boolean> {
  const after = await sized(fixed, index, page.geometry, () => LONG_SIDE_PX);
  for (const part of page.kept) {
    const geometry = before.pages[part.fromPage];
    if (geometry === undefined) return false;
    // By the longer side, which has as many pixels as asked; the shorter one is rounded.
    const pixelsPerMm = LONG_SIDE_PX / Math.max(after.widthMm, after.heightMm);
    const { from, to, turned } = part;
    const grown = (turned % 180 === 0 ? to.rightMm - to.leftMm : to.bottomMm - to.topMm) / (from.rightMm - from.leftMm);
    const original = await sized(old, part.fromPage, geometry, (longSideMm) =>
      Math.min(MAX_SIDE_PX, Math.round(longSideMm * pixelsPerMm * grown)),
    );
    if (changedPixels(original, after, part, page.free) > 0) return false;
  }
  return true;
}

async function sized(
  renderer: PageRenderer,
  index: number,
  geometry: PageFacts,
  longSidePx: (longSideMm: number) => number,
): Promise<SizedRaster> {
  const seen = seenPage(geometry);
  if (seen === null) throw new RangeError(`page ${index + 1} has no size`);
  const widthMm = pointsToMm(seen.widthPt);
  const heightMm = pointsToMm(seen.heightPt);
  return {
    raster: await renderer.render(index, Math.max(1, longSidePx(Math.max(widthMm, heightMm)))),
    widthMm,
    heightMm,
  };
}
