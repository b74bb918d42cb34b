import type { PdfKind } from '../contract/books.ts';
import type { BoundsMm } from '../pdf/inspection/geometry.ts';
import { sizeMmOf, spineWidthMm, type Mm2, type SpecGeometry } from './book-geometry.ts';

export const SIDES = ['left', 'top', 'right', 'bottom'] as const;
export type Side = (typeof SIDES)[number];

/** What a cover has beside its outline. */
export interface CoverZones {
  readonly back: BoundsMm;
  readonly front: BoundsMm;
  readonly spine: BoundsMm;
  readonly spineWidthMm: number;
  /** Hard covers: the bands beside the spine in which the boards are hinged. */
  readonly hinges: readonly BoundsMm[];
  /** Hard covers: what is folded round the boards, as bands above, below, left and right. */
  readonly wraps: readonly BoundsMm[];
}

/**
 * The zones of one PDF page of a book: millimetres from the top left corner of the page as seen.
 * Source: service-facts 8.3 and 8.4; the printer's own guide files have their lines in the same places.
 */
export interface SheetAnatomy {
  readonly kind: PdfKind;
  readonly sheet: BoundsMm;
  /** Where the sheet is cut; of a hard cover the outer edge of the boards, round which it is folded. */
  readonly trim: BoundsMm;
  readonly trimIs: 'cut' | 'folded';
  /** From the trim to the end of the sheet: the bleed, of a hard cover the wrap. */
  readonly beyondMm: Readonly<Record<Side, number>>;
  /** Single pages: the side that is glued into the spine and never seen as an edge. Null where every side is seen. */
  readonly bindingSide: 'left' | 'right' | null;
  /** What a reader sees as one surface, left to right: a page, both halves of a spread, both sides of a cover. */
  readonly faces: readonly BoundsMm[];
  /** Where the sheet is folded from top to bottom within the trim. */
  readonly foldsXMm: readonly number[];
  readonly cover: CoverZones | null;
}

export interface SheetPlace {
  readonly kind: PdfKind;
  /** Book pages, which the spine follows from. */
  readonly pages: number;
  /** PDF page from 0; left and right pages differ in their binding side. */
  readonly pdfPage?: number;
  /**
   * The sheet as it was made, when that is not to the spec: the book lies in its middle, as a print house places it,
   * and what is over or short is bleed.
   */
  readonly sheetMm?: Mm2;
}

/** The zones of one sheet of a book. */
export function anatomyOf(spec: SpecGeometry, place: SheetPlace): SheetAnatomy {
  const nominal = sizeMmOf(spec, place.kind, place.pages);
  const made = place.sheetMm ?? nominal;
  const sheet: BoundsMm = { leftMm: 0, topMm: 0, rightMm: made.widthMm, bottomMm: made.heightMm };
  const isWrapped = place.kind === 'cover' && spec.coverType === 'Hardcover';
  const beyondMm = isWrapped ? (spec.caseWrapMarginMm ?? 0) : spec.bleedMm;
  const trim = insetBy(
    sheet,
    beyondMm + (made.widthMm - nominal.widthMm) / 2,
    beyondMm + (made.heightMm - nominal.heightMm) / 2,
  );
  const common = {
    kind: place.kind,
    sheet,
    trim,
    beyondMm: {
      left: trim.leftMm,
      top: trim.topMm,
      right: made.widthMm - trim.rightMm,
      bottom: made.heightMm - trim.bottomMm,
    },
  };
  if (place.kind === 'cover') return { ...common, ...coverParts(spec, place.pages, common) };
  const middleMm = made.widthMm / 2;
  return spec.bindingType === 'LAYFLAT'
    ? {
        ...common,
        trimIs: 'cut',
        bindingSide: null,
        faces: [
          { ...trim, rightMm: middleMm },
          { ...trim, leftMm: middleMm },
        ],
        foldsXMm: [middleMm],
        cover: null,
      }
    : {
        ...common,
        trimIs: 'cut',
        bindingSide: bindingSideOf(spec, place.pdfPage ?? 0),
        faces: [trim],
        foldsXMm: [],
        cover: null,
      };
}

/** The first page of a left-bound book lies on the right (service-facts 8.4), so that its left side is bound. */
export function bindingSideOf(spec: Pick<SpecGeometry, 'bindingEdge'>, pdfPage: number): 'left' | 'right' {
  const isRightHandPage = (pdfPage % 2 === 0) === (spec.bindingEdge === 'left');
  return isRightHandPage ? 'left' : 'right';
}

type CoverParts = Pick<SheetAnatomy, 'trimIs' | 'bindingSide' | 'faces' | 'foldsXMm' | 'cover'>;

/**
 * Left to right, of a soft cover: bleed, back, spine, front, bleed. Of a hard cover: wrap, board, hinge, spine, hinge,
 * board, wrap, and wrap above and below. Books bound at the right have the front on the left.
 */
function coverParts(
  spec: SpecGeometry,
  pages: number,
  { sheet, trim }: Pick<SheetAnatomy, 'sheet' | 'trim'>,
): CoverParts {
  const isHard = spec.coverType === 'Hardcover';
  const spineMm = spineWidthMm(spec, pages);
  const spineLeftMm = (sheet.rightMm - spineMm) / 2;
  const spineRightMm = spineLeftMm + spineMm;
  const hingeMm = isHard ? (spec.hingeGapMm ?? 0) : 0;
  const left: BoundsMm = { ...trim, rightMm: spineLeftMm - hingeMm };
  const right: BoundsMm = { ...trim, leftMm: spineRightMm + hingeMm };
  // A soft cover's spine is part of the sheet from edge to edge; a hard cover's lies between the boards.
  const across = isHard ? trim : sheet;
  const [back, front] = spec.bindingEdge === 'left' ? [left, right] : [right, left];
  return {
    trimIs: isHard ? 'folded' : 'cut',
    bindingSide: null,
    faces: [left, right],
    foldsXMm: [spineLeftMm, spineRightMm],
    cover: {
      back,
      front,
      spine: { ...across, leftMm: spineLeftMm, rightMm: spineRightMm },
      spineWidthMm: spineMm,
      hinges: isHard
        ? [
            { ...trim, leftMm: spineLeftMm - hingeMm, rightMm: spineLeftMm },
            { ...trim, leftMm: spineRightMm, rightMm: spineRightMm + hingeMm },
          ]
        : [],
      wraps: isHard
        ? [
            { ...sheet, bottomMm: trim.topMm },
            { ...sheet, topMm: trim.bottomMm },
            { ...trim, leftMm: 0, rightMm: trim.leftMm },
            { ...trim, leftMm: trim.rightMm, rightMm: sheet.rightMm },
          ]
        : [],
    },
  };
}

export interface BarcodePlace {
  readonly widthMm: number;
  readonly heightMm: number;
  /** From the trim below and from the fold beside it. */
  readonly fromEdgeMm: number;
}

/** Where a print house adds its bar code: at the lower right of the back, whichever side the book is bound at. */
export function barcodeZoneOf({ back }: CoverZones, { widthMm, heightMm, fromEdgeMm }: BarcodePlace): BoundsMm {
  const rightMm = back.rightMm - fromEdgeMm;
  const bottomMm = back.bottomMm - fromEdgeMm;
  return { leftMm: rightMm - widthMm, topMm: bottomMm - heightMm, rightMm, bottomMm };
}

function insetBy(bounds: BoundsMm, acrossMm: number, downMm: number): BoundsMm {
  return {
    leftMm: bounds.leftMm + acrossMm,
    topMm: bounds.topMm + downMm,
    rightMm: bounds.rightMm - acrossMm,
    bottomMm: bounds.bottomMm - downMm,
  };
}

/** How far inside the trim a place ends on one side; negative when it goes beyond. */
export function insideMm(side: Side, inner: BoundsMm, outer: BoundsMm): number {
  switch (side) {
    case 'left':
      return inner.leftMm - outer.leftMm;
    case 'top':
      return inner.topMm - outer.topMm;
    case 'right':
      return outer.rightMm - inner.rightMm;
    case 'bottom':
      return outer.bottomMm - inner.bottomMm;
  }
}

/** The sides that a reader sees as cut or folded edges: all but the one that is bound. */
export function seenSides({ bindingSide }: Pick<SheetAnatomy, 'bindingSide'>): readonly Side[] {
  return SIDES.filter((side) => side !== bindingSide);
}
