import { coverRangesOf, coverSizeMm, spineWidthMm, type SpecGeometry } from '../../../src-core/specs/book-geometry.ts';
import { nearestPageCounts, type PageRule } from '../../../src-core/specs/page-rules.ts';

/** The allowed page count nearest to what was typed or dragged to; the lower one when two are as near. */
export function snapPages(rule: PageRule, pages: number): number {
  const { below, above } = nearestPageCounts(rule, Math.round(pages));
  if (below === null) return above ?? rule.pageMin;
  if (above === null) return below;
  return pages - below <= above - pages ? below : above;
}

/** The greatest page count that the rule allows: `pageMax` itself when the steps reach it. */
export const topPages = (rule: PageRule): number => snapPages(rule, rule.pageMax);

/** Page counts between which the cover keeps one size. Ends are counts that the page rule allows. */
export interface CoverSegment {
  readonly minPage: number;
  readonly maxPage: number;
  readonly coverWidthMm: number;
  readonly spineMm: number;
}

/**
 * The cliff meter's segments, lowest first. A soft cover has none: its spine grows with every step.
 * A rule that ends between two allowed counts (64 | 65 with steps of 2) is shown by the counts that can be ordered.
 */
export function coverSegments(spec: SpecGeometry & PageRule): readonly CoverSegment[] {
  return coverRangesOf(spec)
    .map((range) => ({
      minPage: nearestPageCounts(spec, range.minPage).above ?? range.minPage,
      maxPage: nearestPageCounts(spec, range.maxPage).below ?? range.maxPage,
      coverWidthMm: range.widthMm,
      spineMm: spineWidthMm(spec, range.minPage),
    }))
    .filter((segment) => segment.minPage <= segment.maxPage);
}

/** The next count at which the cover changes its size, and by how much; null when none lies above. */
export function nextCliff(
  spec: SpecGeometry & PageRule,
  pages: number,
): { readonly atPages: number; readonly widthChangeMm: number } | null {
  const next = coverSegments(spec).find((segment) => segment.minPage > pages);
  if (next === undefined) return null;
  const nowMm = coverSizeMm(spec, pages).widthMm;
  return { atPages: next.minPage, widthChangeMm: Math.round((next.coverWidthMm - nowMm) * 10) / 10 };
}

/** Where a page count lies on its segment, 0 to 1. */
export function shareOf(segment: Pick<CoverSegment, 'minPage' | 'maxPage'>, pages: number): number {
  const span = segment.maxPage - segment.minPage;
  return span === 0 ? 0.5 : Math.min(1, Math.max(0, (pages - segment.minPage) / span));
}
