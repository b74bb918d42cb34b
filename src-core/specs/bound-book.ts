import { anatomyOf, type CoverZones } from './anatomy.ts';
import type { BoxMm, Mm2, SpecGeometry } from './book-geometry.ts';
import type { BoundsMm } from '../pdf/inspection/geometry.ts';

/** The sides from which a closed book is looked at, in the order in which it is turned from its front to its back. */
export const BOOK_SIDES = ['front', 'spine', 'back'] as const;
export type BookSide = (typeof BOOK_SIDES)[number];

/** A book as its reader has it in hand: the cover folded or glued round its pages. */
export interface BoundBook {
  /**
   * What of the flat cover is seen on each side, in millimetres from the top left of its sheet: a hard cover's sides are a board and its
   * hinge; what is folded in or cut off is in none.
   */
  readonly sides: Readonly<Record<BookSide, BoxMm>>;
  /** Of the closed book: what its spine measures. */
  readonly thicknessMm: number;
  /** A page as it is cut. */
  readonly page: Mm2;
  /** How far the boards go beyond the pages, above and below, and at the fore edge; 0 of a soft cover, which is cut with them. */
  readonly squareMm: { readonly head: number; readonly foreEdge: number };
  /** Of a hard cover, from the spine on: the board is hinged in it. 0 of a soft one. */
  readonly hingeMm: number;
}

/** Sources: service-facts 8.3 (sizes of covers) and 8.4 (their zones); pages begin where the spine ends. */
export function boundBook(spec: SpecGeometry, pages: number): BoundBook {
  const { trim, cover } = anatomyOf(spec, { kind: 'cover', pages });
  if (cover === null) throw new Error('a cover without its zones');
  const page = { widthMm: spec.innerTrimWidthMm, heightMm: spec.innerTrimHeightMm };
  const sides = {
    front: sideOf(cover, trim, 'front'),
    spine: boxOf({ ...cover.spine, topMm: trim.topMm, bottomMm: trim.bottomMm }),
    back: sideOf(cover, trim, 'back'),
  };
  return {
    sides,
    thicknessMm: cover.spineWidthMm,
    page,
    squareMm: {
      head: Math.max(0, (sides.front.heightMm - page.heightMm) / 2),
      foreEdge: Math.max(0, sides.front.widthMm - page.widthMm),
    },
    hingeMm: spec.coverType === 'Hardcover' ? (spec.hingeGapMm ?? 0) : 0,
  };
}

/** From the spine to the edge of that side. */
function sideOf(cover: CoverZones, trim: BoundsMm, side: 'front' | 'back'): BoxMm {
  const isRight = cover[side].leftMm >= cover.spine.rightMm;
  return boxOf(isRight ? { ...trim, leftMm: cover.spine.rightMm } : { ...trim, rightMm: cover.spine.leftMm });
}

const boxOf = ({ leftMm, topMm, rightMm, bottomMm }: BoundsMm): BoxMm => ({
  xMm: leftMm,
  yMm: topMm,
  widthMm: rightMm - leftMm,
  heightMm: bottomMm - topMm,
});
