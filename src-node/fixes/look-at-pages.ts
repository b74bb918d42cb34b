import type { FixTarget } from '../../src-core/fixes/fix.ts';
import type { PageLooks, Side } from '../../src-core/fixes/page-editor.ts';
import { isBlankRaster, sidesWithoutBleed } from '../../src-core/fixes/raster-looks.ts';
import { seenPage } from '../../src-core/fixes/seen-page.ts';
import { fitsTarget, targetSheet } from '../../src-core/fixes/target-sheet.ts';
import type { ReadablePdf } from '../../src-core/pdf/read-facts.ts';
import type { PageRaster } from '../../src-core/preflight/page-pixels.ts';
import type { FixName } from '../../src-core/preflight/finding.ts';
import { isUpsideDown } from '../../src-core/preflight/marks/page-direction.ts';
import { pdfPagesOf } from '../../src-core/specs/book-geometry.ts';
import { inspectPdfFile } from '../inspect-file.ts';
import type { OpenPageRenderer } from './verify-fix.ts';
import { pointsToMm } from '../../src-core/units.ts';

/** Half a millimetre is two pixels and more, also on a cover. */
const LONG_SIDE_PX = 1600;

const BLEED_FIXES: ReadonlySet<FixName> = new Set<FixName>(['bleedByMirror', 'bleedByStretch', 'bleedByScale']);

/** Renders the pages that this repair has to have looked at, and no others; what cannot be rendered stays unseen. */
export async function lookAtPages(
  fix: FixName,
  path: string,
  facts: ReadablePdf,
  target: FixTarget,
  openRenderer: OpenPageRenderer,
): Promise<PageLooks> {
  const blank = new Map<number, boolean>();
  const sides = new Map<number, readonly Side[]>();
  const sheet = targetSheet(target);
  await eachRaster(pagesToSee(fix, facts, target), path, openRenderer, (index, raster) => {
    if (fix === 'dropTrailingBlanks') blank.set(index, isBlankRaster(raster));
    else
      sides.set(
        index,
        sidesWithoutBleed(
          { raster, widthMm: pointsToMm(sheet.widthPt), heightMm: pointsToMm(sheet.heightPt) },
          pointsToMm(sheet.insetPt),
        ),
      );
  });
  const onTheirHead = fix === 'turnUpright' ? pagesOnTheirHead(path) : null;
  return {
    isBlank: (index) => blank.get(index) ?? null,
    isUpsideDown: (index) => onTheirHead?.has(index) ?? null,
    sidesWithoutBleed: (index) => sides.get(index) ?? null,
  };
}

/** What is to be read is known without drawing it. */
function pagesOnTheirHead(path: string): ReadonlySet<number> | null {
  const result = inspectPdfFile(path);
  if (result.status === 'unreadable') return null;
  return new Set(result.inspection.pages.filter(isUpsideDown).map(({ index }) => index));
}

type TakeRaster = (index: number, raster: PageRaster) => void;

async function eachRaster(
  indexes: readonly number[],
  path: string,
  openRenderer: OpenPageRenderer,
  take: TakeRaster,
): Promise<void> {
  if (indexes.length === 0) return;
  try {
    const renderer = await openRenderer(path);
    try {
      for (const index of indexes) take(index, await renderer.render(index, LONG_SIDE_PX));
    } finally {
      renderer.close();
    }
  } catch {
    // The repair asks for every page and is refused by the first that was not seen.
  }
}

function pagesToSee(fix: FixName, facts: ReadablePdf, target: FixTarget): number[] {
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
