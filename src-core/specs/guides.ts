import type { PdfKind } from '../contract/books.ts';
import type { BoundsMm } from '../pdf/inspection/geometry.ts';
import { anatomyOf, type CoverZones, type SheetAnatomy } from './anatomy.ts';
import type { BoxMm, Mm2, SpecGeometry } from './book-geometry.ts';

/**
 * Where trim, bleed, safe area, spine, hinge, wrap and folds lie on a page, for people to see.
 * Guides never decide anything: sizes and tolerance do (operator-desk 5.2, rule 1).
 */
export type GuideKind = 'bleed' | 'trim' | 'safe' | 'spine' | 'hinge' | 'wrap' | 'fold';

/** What a guide is drawn in, in the window and in templates. */
export const GUIDE_COLOURS: Readonly<Record<GuideKind, `#${string}`>> = {
  bleed: '#e0182d',
  trim: '#111111',
  safe: '#0a9a48',
  spine: '#1f6feb',
  hinge: '#8437e8',
  wrap: '#4f545b',
  fold: '#e26a00',
};

export type Guide =
  | {
      readonly kind: GuideKind;
      readonly form: 'outline' | 'band';
      /** From the top left corner of the PDF page, as all places of guides. */
      readonly rect: BoxMm;
      readonly valueMm: number | null;
    }
  | {
      readonly kind: GuideKind;
      readonly form: 'line';
      readonly x1Mm: number;
      readonly y1Mm: number;
      readonly x2Mm: number;
      readonly y2Mm: number;
      readonly valueMm: number | null;
    };

export interface GuideSheet extends Mm2 {
  readonly guides: readonly Guide[];
}

/** Kept clear of faces and text inside the trim: book printers ask for 3 mm and prefer 5 mm. */
export const SAFE_MARGIN_MM = 5;

/** The guides of one PDF page of a book of so many pages: its anatomy (`anatomyOf`) as lines to draw. */
export function guidesOf(spec: SpecGeometry, kind: PdfKind, pages: number): GuideSheet {
  const sheet = anatomyOf(spec, { kind, pages });
  return {
    widthMm: sheet.sheet.rightMm,
    heightMm: sheet.sheet.bottomMm,
    guides: sheet.trimIs === 'folded' ? foldedGuides(sheet) : cutGuides(sheet),
  };
}

function cutGuides(sheet: SheetAnatomy): Guide[] {
  const { cover, trim } = sheet;
  return [
    { kind: 'bleed', form: 'outline', rect: rectOf(sheet.sheet), valueMm: sheet.beyondMm.top },
    ...(cover === null ? [] : [spineOf(cover)]),
    { kind: 'trim', form: 'outline', rect: rectOf(trim), valueMm: null },
    // The halves of a spread share one safe area: a picture may go over the fold.
    ...(cover === null ? [trim] : sheet.faces).map(safeOn),
    ...sheet.foldsXMm.map((xMm) => verticalFold(xMm, sheet.sheet.bottomMm)),
  ];
}

/**
 * The fold lines are those of the printer's own guide file (service-facts 8.3): for 24 pages of SQUAREBOOK_HC at
 * x = 17, 267, 277, 527 mm and y = 17, 271 mm.
 */
function foldedGuides({ sheet, trim, beyondMm, faces, foldsXMm, cover }: SheetAnatomy): Guide[] {
  const bands = (kind: GuideKind, zones: readonly BoundsMm[] = [], valueMm: number): Guide[] =>
    zones.map((zone) => ({ kind, form: 'band', rect: rectOf(zone), valueMm }));
  const hinge = cover?.hinges[0];
  return [
    ...bands('wrap', cover?.wraps, beyondMm.top),
    ...(hinge === undefined ? [] : bands('hinge', cover?.hinges, hinge.rightMm - hinge.leftMm)),
    ...(cover === null ? [] : [spineOf(cover)]),
    { kind: 'trim', form: 'outline', rect: rectOf(trim), valueMm: null },
    ...faces.map(safeOn),
    ...[trim.leftMm, ...foldsXMm, trim.rightMm].map((xMm) => verticalFold(xMm, sheet.bottomMm)),
    horizontalFold(trim.topMm, sheet.rightMm),
    horizontalFold(trim.bottomMm, sheet.rightMm),
  ];
}

const spineOf = (cover: CoverZones): Guide => ({
  kind: 'spine',
  form: 'band',
  rect: rectOf(cover.spine),
  valueMm: cover.spineWidthMm,
});

function rectOf({ leftMm, topMm, rightMm, bottomMm }: BoundsMm): BoxMm {
  return { xMm: leftMm, yMm: topMm, widthMm: rightMm - leftMm, heightMm: bottomMm - topMm };
}

function safeOn(face: BoundsMm): Guide {
  const { xMm, yMm, widthMm, heightMm } = rectOf(face);
  const rect = {
    xMm: xMm + SAFE_MARGIN_MM,
    yMm: yMm + SAFE_MARGIN_MM,
    widthMm: widthMm - 2 * SAFE_MARGIN_MM,
    heightMm: heightMm - 2 * SAFE_MARGIN_MM,
  };
  return { kind: 'safe', form: 'outline', rect, valueMm: SAFE_MARGIN_MM };
}

const verticalFold = (xMm: number, heightMm: number): Guide => ({
  kind: 'fold',
  form: 'line',
  x1Mm: xMm,
  y1Mm: 0,
  x2Mm: xMm,
  y2Mm: heightMm,
  valueMm: null,
});

const horizontalFold = (yMm: number, widthMm: number): Guide => ({
  kind: 'fold',
  form: 'line',
  x1Mm: 0,
  y1Mm: yMm,
  x2Mm: widthMm,
  y2Mm: yMm,
  valueMm: null,
});
