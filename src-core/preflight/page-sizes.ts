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
