import { mmToPoints, pointsToMm } from '../units.ts';
import { boxSizeMm, visibleBox, type PageFacts, type PdfRectangle } from './boxes.ts';

/** Kept around the TrimBox of a page that does not say how far it bleeds: what the trade gives, before marks begin. */
const USUAL_BLEED_MM = 3;

/** What of a page is placed in another book: boxes in points, as the page's own. */
export interface PlacedBox {
  /** With its bleed, without marks and what lies beyond. */
  readonly sheet: PdfRectangle;
  /** As it is cut; the sheet where the page says nothing. */
  readonly trim: PdfRectangle;
}

/**
 * The part of a page that another book shows: to its BleedBox, or as far around its TrimBox as pages bleed; of a page that says neither,
 * what is seen of it (ISO 32000-1, 14.11.2). Null without a MediaBox.
 */
export function placedBox(page: PageFacts): PlacedBox | null {
  const { mediaBox, bleedBox, trimBox, userUnit } = page;
  const visible = visibleBox(page);
  if (mediaBox === null || visible === null) return null;
  const trim = trimBox === null ? null : within(trimBox, mediaBox);
  if (trim === null) return { sheet: visible, trim: visible };
  const stated = bleedBox === null ? null : within(bleedBox, mediaBox);
  const bleeds = stated !== null && holds(stated, trim) ? stated : within(grown(trim, userUnit), mediaBox);
  return { sheet: bleeds ?? trim, trim };
}

const grown = ({ left, bottom, right, top }: PdfRectangle, userUnit: number): PdfRectangle => {
  const by = mmToPoints(USUAL_BLEED_MM) / userUnit;
  return { left: left - by, bottom: bottom - by, right: right + by, top: top + by };
};

/** What two boxes share; null: nothing. */
function within(box: PdfRectangle, around: PdfRectangle): PdfRectangle | null {
  const left = Math.max(box.left, around.left);
  const bottom = Math.max(box.bottom, around.bottom);
  const right = Math.min(box.right, around.right);
  const top = Math.min(box.top, around.top);
  return left < right && bottom < top ? { left, bottom, right, top } : null;
}

const holds = (outer: PdfRectangle, inner: PdfRectangle): boolean =>
  outer.left <= inner.left && outer.bottom <= inner.bottom && outer.right >= inner.right && outer.top >= inner.top;

/** The sheet as it is seen, turned and in its unit, and where it is cut; millimetres from its top left. */
export function placedSizeMm(page: PageFacts, { sheet, trim }: PlacedBox) {
  const size = boxSizeMm(sheet, page);
  const [left, bottom, right, top] = [
    trim.left - sheet.left,
    trim.bottom - sheet.bottom,
    sheet.right - trim.right,
    sheet.top - trim.top,
  ].map((points) => pointsToMm(points * page.userUnit)) as [number, number, number, number];
  // Turned clockwise, what lay below is on the left.
  const [onLeft, onTop, onRight, below] = (
    {
      0: [left, top, right, bottom],
      90: [bottom, left, top, right],
      180: [right, bottom, left, top],
      270: [top, right, bottom, left],
    } as const
  )[page.rotate];
  return {
    ...size,
    trim: {
      xMm: onLeft,
      yMm: onTop,
      widthMm: size.widthMm - onLeft - onRight,
      heightMm: size.heightMm - onTop - below,
    },
  };
}
