import type { FixTarget } from '../../src-core/fixes/fix.ts';
import type { PageLooks, Side } from '../../src-core/fixes/page-editor.ts';
import { isBlankRaster, sidesWithoutBleed } from '../../src-core/fixes/raster-looks.ts';
import { seenPage } from '../../src-core/fixes/seen-page.ts';
import { fitsTarget, targetSheet } from '../../src-core/fixes/target-sheet.ts';
import type { ReadablePdf } from '../../src-core/pdf/read-facts.ts';
import type { PageRaster } from '../../src-core/preflight/page-pixels.ts';
import type { FixName } from '../../src-core/preflight/finding.ts';
import { isUpsideDown, pagesTurnedAgainst } from '../../src-core/preflight/marks/page-direction.ts';
import { pdfPagesOf } from '../../src-core/specs/book-geometry.ts';
import { inspectPdfFile } from '../opened-file.ts';
import type { OpenPageRenderer } from './verify-fix.ts';
import { pointsToMm } from '../../src-core/units.ts';

/** Half a millimetre is two pixels. */
const PIXELS_PER_MM = 4;
/** A cover as wide as two pages has no more. */
const MOST_LONG_SIDE_PX = 1600;

const BLEED_FIXES: ReadonlySet<FixName> = new Set<FixName>(['bleedByMirror', 'bleedByStretch', 'bleedByScale']);

/** What was seen of pages (from 0). Crosses threads: plain values only. */
export interface SeenLooks {
  readonly blank: readonly (readonly [page: number, isBlank: boolean])[];
  readonly sides: readonly (readonly [page: number, withoutBleed: readonly Side[]])[];
}

/** Pages (from 0) that this repair has to have looked at before it can be planned. */
export function pagesToSee(fix: FixName, facts: ReadablePdf, target: FixTarget): number[] {
  const all = facts.pages.map((_, index) => index);
  if (fix === 'dropTrailingBlanks')
    return target.kind === 'cover' ? [] : all.slice(pdfPagesOf(target.spec, 'contents', target.pageCount));
  if (!BLEED_FIXES.has(fix)) return [];
  // Pages without bleed are known by their size; those of full size have to show whether they use it.
  return all.filter((index) => {
    const geometry = facts.pages[index];
    const seen = geometry === undefined ? null : seenPage(geometry);
    return seen !== null && fitsTarget(target, seen.widthPt, seen.heightPt);
  });
}

/** Renders these pages; what cannot be rendered stays unseen. */
export async function lookAtPages(
  fix: FixName,
  path: string,
  target: FixTarget,
  pages: readonly number[],
  openRenderer: OpenPageRenderer,
): Promise<SeenLooks> {
  const blank: [number, boolean][] = [];
  const sides: [number, readonly Side[]][] = [];
  const sheet = targetSheet(target);
  const widthMm = pointsToMm(sheet.widthPt);
  const heightMm = pointsToMm(sheet.heightPt);
  const longSidePx = Math.min(MOST_LONG_SIDE_PX, Math.ceil(Math.max(widthMm, heightMm) * PIXELS_PER_MM));
  await eachRaster(pages, path, longSidePx, openRenderer, (index, raster) => {
    if (fix === 'dropTrailingBlanks') blank.push([index, isBlankRaster(raster)]);
    else sides.push([index, sidesWithoutBleed({ raster, widthMm, heightMm }, pointsToMm(sheet.insetPt))]);
  });
  return { blank, sides };
}

/** What a repair may ask, of what was seen and what is to be read. */
export function looksOf(fix: FixName, path: string, seen: SeenLooks): PageLooks {
  const blank = new Map(seen.blank);
  const sides = new Map(seen.sides);
  const onTheirHead = fix === 'turnUpright' ? pagesOnTheirHead(path) : null;
  return {
    isBlank: (index) => blank.get(index) ?? null,
    isUpsideDown: (index) => onTheirHead?.has(index) ?? null,
    sidesWithoutBleed: (index) => sides.get(index) ?? null,
  };
}

/** What is to be read, and how pictures lie, is known without drawing it. */
function pagesOnTheirHead(path: string): ReadonlySet<number> | null {
  const result = inspectPdfFile(path);
  if (result.status === 'unreadable') return null;
  const { inspection } = result;
  const found = [...inspection.pages.filter(isUpsideDown), ...pagesTurnedAgainst(inspection)];
  return new Set(found.map(({ index }) => index));
}

type TakeRaster = (index: number, raster: PageRaster) => void;

async function eachRaster(
  indexes: readonly number[],
  path: string,
  longSidePx: number,
  openRenderer: OpenPageRenderer,
  take: TakeRaster,
): Promise<void> {
  if (indexes.length === 0) return;
  try {
    const renderer = await openRenderer(path);
    try {
      for (const index of indexes) take(index, await renderer.render(index, longSidePx));
    } finally {
      renderer.close();
    }
  } catch {
    // The repair asks for every page and is refused by the first that was not seen.
  }
}
