import { visibleSizeMm, type PageFacts } from '../pdf/boxes.ts';
import type { Mm2 } from '../specs/book-geometry.ts';

const NO_SIZE: Mm2 = { widthMm: 0, heightMm: 0 };

/** Visible size of every page, in page order. A page without a MediaBox measures nothing, and so fits nowhere. */
export function visibleSizesMm({ pages }: { readonly pages: readonly PageFacts[] }): readonly Mm2[] {
  // Pages of a book share their geometry object, so each distinct one is measured once.
  const measured = new Map<PageFacts, Mm2>();
  return pages.map((page) => {
    const known = measured.get(page);
    if (known) return known;
    const size = visibleSizeMm(page) ?? NO_SIZE;
    measured.set(page, size);
    return size;
  });
}

/** What pages may differ by and still were exported as one size. */
const ALIKE_MM = 1;
export const areAlike = (a: Mm2, b: Mm2): boolean =>
  Math.abs(a.widthMm - b.widthMm) <= ALIKE_MM && Math.abs(a.heightMm - b.heightMm) <= ALIKE_MM;

/** The size that most pages have, and the pages (from 1) that have another one. Null of no pages. */
export function mostlyOf(file: {
  readonly pages: readonly PageFacts[];
}): { readonly mostly: Mm2; readonly others: readonly number[] } | null {
  const sizes = visibleSizesMm(file);
  const ofSize = new Map<string, { readonly size: Mm2; count: number }>();
  for (const size of sizes) {
    const rounded = `${Math.round(size.widthMm)} ${Math.round(size.heightMm)}`;
    const known = ofSize.get(rounded);
    if (known === undefined) ofSize.set(rounded, { size, count: 1 });
    else known.count += 1;
  }
  const mostly = [...ofSize.values()].sort((a, b) => b.count - a.count)[0]?.size;
  if (mostly === undefined) return null;
  return { mostly, others: sizes.flatMap((size, index) => (areAlike(size, mostly) ? [] : [index + 1])) };
}
