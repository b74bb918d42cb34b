import { overlapOf, movedBox } from '../composition/lengths.ts';
import type { BoundsMm } from '../pdf/inspection/geometry.ts';
import { anatomyOf } from '../specs/anatomy.ts';
import type { BoxMm, Mm2 } from '../specs/book-geometry.ts';
import type { LayoutDocument } from './document.ts';
import { placesBeside, spreadsOf, type Spread, type SurfacePlace } from './spreads.ts';

/** What a customer is shown before a book is printed. `spreads`: each as large as it will be; `contactSheet`: all of them on a few A4 pages. */
export const PROOF_KINDS = ['spreads', 'contactSheet'] as const;
export type ProofKind = (typeof PROOF_KINDS)[number];

/** What lies open together, cut as it will be. */
export interface OpenPlace {
  /** Null: the cover. */
  readonly spread: Spread | null;
  readonly size: Mm2;
  /** What of the cover's sheet is seen; of pages all of their trim is. */
  readonly seen: BoxMm;
  /** Where pages meet, or the spine is folded. */
  readonly foldsXMm: readonly number[];
  /** From the top left of what is seen. */
  readonly surfaces: readonly SurfacePlace[];
}

/** Where it lies on a page of the proof, in millimetres from the top left of that. */
export interface LaidPlace extends OpenPlace {
  /** From 0. */
  readonly page: number;
  readonly xMm: number;
  readonly yMm: number;
  readonly scale: number;
}

/** A4, lying. */
export const CONTACT_SHEET: Mm2 = { widthMm: 297, heightMm: 210 };
const CONTACT_COLUMNS = 3;
const GAP_MM = 8;
export const MARGIN_MM = 10;
/** For the heading above, and for a spread's name below it. */
const HEADING_MM = 10;
const NAME_MM = 6;
export const NAME_BASELINE_MM = 5;

/** The cover, then every spread, each on its page of the proof. */
export function proofPlaces(document: LayoutDocument, kind: ProofKind): LaidPlace[] {
  const places = [coverPlace(document), ...spreadsOf(document).map((spread) => spreadPlace(document, spread))];
  return kind === 'spreads'
    ? places.map((place, page) => ({ ...place, page, xMm: MARGIN_MM, yMm: MARGIN_MM, scale: 1 }))
    : onContactSheets(places);
}

/** The size of the page of a proof that such a place lies on. */
export function proofPageSize({ size }: OpenPlace, kind: ProofKind): Mm2 {
  if (kind === 'contactSheet') return CONTACT_SHEET;
  return {
    widthMm: size.widthMm + 2 * MARGIN_MM,
    heightMm: size.heightMm + 2 * MARGIN_MM + NAME_BASELINE_MM,
  };
}

function coverPlace(document: LayoutDocument): OpenPlace {
  const { trim, foldsXMm } = anatomyOf(document.spec, { kind: 'cover', pages: document.order.length });
  const seen = boxOf(trim);
  return {
    spread: null,
    size: seen,
    seen,
    foldsXMm: foldsXMm.map((xMm) => xMm - seen.xMm),
    surfaces: placesBeside(document, 'front').map((place) => ({ ...place, ...movedBox(place, -seen.xMm, -seen.yMm) })),
  };
}

function spreadPlace(document: LayoutDocument, spread: Spread): OpenPlace {
  const { innerTrimWidthMm: pageMm, innerTrimHeightMm: heightMm } = document.spec;
  const shown = [spread.left, spread.right].filter((id) => id !== null);
  const size = { widthMm: 2 * pageMm, heightMm };
  return {
    spread,
    size,
    seen: { xMm: 0, yMm: 0, ...size },
    foldsXMm: shown.length === 2 ? [pageMm] : [],
    surfaces: shown.flatMap((id) => placesBeside(document, id).filter(({ surfaceId }) => surfaceId === id)),
  };
}

function onContactSheets(places: readonly OpenPlace[]): LaidPlace[] {
  const roomMm = columnMm();
  // The cover's spine and hinges make it wider than a spread: each is as large as its column lets it be.
  const scales = places.map(({ size }) => contactScale(size));
  const rowMm = Math.max(...places.map(({ size }, index) => size.heightMm * (scales[index] ?? 0))) + NAME_MM + GAP_MM;
  const fromMm = MARGIN_MM + HEADING_MM;
  const rows = Math.max(1, Math.floor((CONTACT_SHEET.heightMm - fromMm - MARGIN_MM + GAP_MM) / rowMm));
  const perSheet = rows * CONTACT_COLUMNS;
  return places.map((place, index) => {
    const scale = scales[index] ?? 1;
    const onSheet = index % perSheet;
    const xMm = MARGIN_MM + (onSheet % CONTACT_COLUMNS) * (roomMm + GAP_MM) + (roomMm - place.size.widthMm * scale) / 2;
    const yMm = fromMm + Math.floor(onSheet / CONTACT_COLUMNS) * rowMm;
    return { ...place, page: Math.floor(index / perSheet), xMm, yMm, scale };
  });
}

const columnMm = (): number =>
  (CONTACT_SHEET.widthMm - 2 * MARGIN_MM - (CONTACT_COLUMNS - 1) * GAP_MM) / CONTACT_COLUMNS;

/** So that it fits its column, and one row fits its sheet. */
export const contactScale = ({ widthMm, heightMm }: Mm2): number =>
  Math.min(columnMm() / widthMm, (CONTACT_SHEET.heightMm - 2 * MARGIN_MM - HEADING_MM - NAME_MM) / heightMm);

/** What of a surface is seen: a panel's hinge and wrap may reach beyond. */
export const seenOf = (place: SurfacePlace, { size }: OpenPlace): BoxMm =>
  overlapOf(place, { xMm: 0, yMm: 0, ...size });

export const boxOf = ({ leftMm, topMm, rightMm, bottomMm }: BoundsMm): BoxMm => ({
  xMm: leftMm,
  yMm: topMm,
  widthMm: rightMm - leftMm,
  heightMm: bottomMm - topMm,
});
