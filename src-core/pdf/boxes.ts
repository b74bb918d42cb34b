import { pointsToMm } from '../units.ts';

/** A rectangle in points (1/72 inch) before /UserUnit and /Rotate, normalised: left <= right, bottom <= top. */
export interface PdfRectangle {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

export type PageRotation = 0 | 90 | 180 | 270;

/**
 * The geometry of one page as the file states it. MediaBox, CropBox and Rotate include what the page inherits;
 * the other boxes and UserUnit do not inherit (ISO 32000-1, table 30). A box the file does not state is null.
 */
export interface PageFacts {
  readonly mediaBox: PdfRectangle | null;
  readonly cropBox: PdfRectangle | null;
  readonly bleedBox: PdfRectangle | null;
  readonly trimBox: PdfRectangle | null;
  readonly artBox: PdfRectangle | null;
  /** Clockwise, in degrees. */
  readonly rotate: PageRotation;
  /** Size of one unit of the boxes in points. */
  readonly userUnit: number;
}

export interface SizeMm {
  readonly widthMm: number;
  readonly heightMm: number;
}

/**
 * What of a page is seen: the MediaBox cut by the CropBox. A CropBox that leaves nothing is passed over, as viewers do.
 * Null when the page has no MediaBox.
 */
export function visibleBox(page: PageFacts): PdfRectangle | null {
  const { mediaBox, cropBox } = page;
  if (mediaBox === null || cropBox === null) return mediaBox;
  const left = Math.max(mediaBox.left, cropBox.left);
  const bottom = Math.max(mediaBox.bottom, cropBox.bottom);
  const right = Math.min(mediaBox.right, cropBox.right);
  const top = Math.min(mediaBox.top, cropBox.top);
  return left < right && bottom < top ? { left, bottom, right, top } : mediaBox;
}

/**
 * The size of a page as it is seen and measured against the book spec: the visible box, after UserUnit and Rotate.
 * Full precision; whoever compares or shows it rounds once, at the end. Null when the page has no MediaBox.
 */
export function visibleSizeMm(page: PageFacts): SizeMm | null {
  const box = visibleBox(page);
  return box === null ? null : boxSizeMm(box, page);
}

/** The size of any of the page's boxes, after UserUnit and Rotate, in full precision. */
export function boxSizeMm(box: PdfRectangle, page: Pick<PageFacts, 'rotate' | 'userUnit'>): SizeMm {
  const acrossMm = pointsToMm((box.right - box.left) * page.userUnit);
  const upMm = pointsToMm((box.top - box.bottom) * page.userUnit);
  return page.rotate % 180 === 0 ? { widthMm: acrossMm, heightMm: upMm } : { widthMm: upMm, heightMm: acrossMm };
}
