import type { BoundsMm } from '../../pdf/inspection/geometry.ts';
import type { InspectedPage } from '../../pdf/inspection/inspection.ts';
import { anatomyOf, type SheetAnatomy } from '../../specs/anatomy.ts';
import { sizeMmOf, toleranceMmOf } from '../../specs/book-geometry.ts';
import type { InspectedFileCase } from '../check.ts';
import { isWithin } from './within.ts';

/** A page with the zones of the book that lie on it. */
export interface Sheet {
  readonly page: InspectedPage;
  readonly anatomy: SheetAnatomy;
}

/**
 * The pages that have the size asked for, with their zones. On a page of another size nobody knows where the trim will
 * be; it is refused for its size (G-004), and its zones can be checked once that is right.
 */
export function sheetsOf({
  inspection,
  spec,
  kind,
  pageCount,
  contract,
}: Omit<InspectedFileCase, 'thresholds'>): readonly Sheet[] {
  const wanted = sizeMmOf(spec, kind, pageCount);
  const tolerance = toleranceMmOf(spec, kind, contract);
  return inspection.pages.flatMap((page) => {
    const { widthMm, heightMm, index } = page;
    if (
      !isWithin(widthMm, wanted.widthMm, tolerance.widthMm) ||
      !isWithin(heightMm, wanted.heightMm, tolerance.heightMm)
    )
      return [];
    return [
      { page, anatomy: anatomyOf(spec, { kind, pages: pageCount, pdfPage: index, sheetMm: { widthMm, heightMm } }) },
    ];
  });
}

/** What begins where the page ends is not of the page: marks and slug lines touch the trim, and lines have descenders. */
const TOUCHING_MM = 0.3;

/** Whether a place lies in the bleed or the slug, with nothing of it on the finished page. */
export function isBeyondTrim(bounds: BoundsMm, trim: BoundsMm): boolean {
  return (
    bounds.rightMm <= trim.leftMm + TOUCHING_MM ||
    bounds.leftMm >= trim.rightMm - TOUCHING_MM ||
    bounds.bottomMm <= trim.topMm + TOUCHING_MM ||
    bounds.topMm >= trim.bottomMm - TOUCHING_MM
  );
}
