import type { FixTarget } from '../../src-core/fixes/fix.ts';
import type { PageLooks, Side } from '../../src-core/fixes/page-editor.ts';
import { isBlankRaster, sidesWithoutBleed } from '../../src-core/fixes/raster-looks.ts';
import { seenPage } from '../../src-core/fixes/seen-page.ts';
import { fitsTarget, targetSheet } from '../../src-core/fixes/target-sheet.ts';
import type { ReadablePdf } from '../../src-core/pdf/read-facts.ts';
import type { FixName } from '../../src-core/preflight/finding.ts';
import { pdfPagesOf } from '../../src-core/specs/book-geometry.ts';
import type { OpenPageRenderer } from './verify-fix.ts';

/** Half a millimetre is two pixels and more, also on a cover. */
const LONG_SIDE_PX = 1600;

const BLEED_FIXES: ReadonlySet<FixName> = new Set<FixName>(['bleedByMirror', 'bleedByStretch', 'bleedByScale']);

/** Renders the pages that this repair has to have looked at, and no others. */
export async function lookAtPages(fix: FixName, path: string, facts: ReadablePdf, target: FixTarget, openRenderer: OpenPageRenderer): Promise<PageLooks> {
  const blank = new Map<number, boolean>();
  const sides = new Map<number, readonly Side[]>();
  const wanted = pagesToSee(fix, facts, target);
  if (wanted.length > 0) {
    const renderer = await openRenderer(path);
    try {
      const sheet = targetSheet(target);
      for (const index of wanted) {
        const raster = await renderer.render(index, LONG_SIDE_PX);
        if (fix === 'dropTrailingBlanks') blank.set(index, isBlankRaster(raster));
        else sides.set(index, sidesWithoutBleed(raster, sheet.insetPt / sheet.widthPt, sheet.insetPt / sheet.heightPt));
      }
    } finally {
      renderer.close();
    }
  }
  return { isBlank: (index) => blank.get(index) ?? null, sidesWithoutBleed: (index) => sides.get(index) ?? null };
}

function pagesToSee(fix: FixName, facts: ReadablePdf, target: FixTarget): number[] {
  const all = facts.pages.map((_, index) => index);
  if (fix === 'dropTrailingBlanks') return target.kind === 'cover' ? [] : all.slice(pdfPagesOf(target.spec, 'contents', target.pageCount));
  if (!BLEED_FIXES.has(fix)) return [];
  // Pages without bleed are known by their size; those of full size have to show whether they use it.
  return all.filter((index) => {
    const geometry = facts.pages[index];
    const seen = geometry === undefined ? null : seenPage(geometry);
    return seen !== null && fitsTarget(target, seen.widthPt, seen.heightPt);
  });
}
