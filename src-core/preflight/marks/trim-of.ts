import type { BoundsMm } from '../../pdf/inspection/geometry.ts';
import type { InspectedPage } from '../../pdf/inspection/inspection.ts';

/** The trim of a page as its box says, or else `insetMm` from the edge of the sheet. */
export function trimOf(page: InspectedPage, insetMm: number): BoundsMm {
  return (
    page.trimMm ?? {
      leftMm: insetMm,
      topMm: insetMm,
      rightMm: page.widthMm - insetMm,
      bottomMm: page.heightMm - insetMm,
    }
  );
}
