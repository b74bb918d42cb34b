import { visibleBox, type PageFacts, type PdfRectangle } from '../pdf/boxes.ts';
import type { BoundsMm, Matrix } from '../pdf/inspection/geometry.ts';
import { pointsToMm } from '../units.ts';

/** A page with a size: everything that is done to pages needs one. */
export interface SeenPage {
  /** What is seen of it, in its own units. */
  readonly visible: PdfRectangle;
  /** Size as seen, in points. */
  readonly widthPt: number;
  readonly heightPt: number;
  /** From the page's own space to points from the bottom left corner of the page as seen. */
  readonly toSeen: Matrix;
}

/** The page as it is seen, after /Rotate and /UserUnit; null without a MediaBox. */
export function seenPage(page: PageFacts): SeenPage | null {
  const visible = visibleBox(page);
  if (visible === null || visible.left >= visible.right || visible.bottom >= visible.top) return null;
  const { userUnit: unit, rotate } = page;
  const { left, bottom, right, top } = visible;
  const across = (right - left) * unit;
  const up = (top - bottom) * unit;
  const isUpright = rotate % 180 === 0;
  return {
    visible,
    widthPt: isUpright ? across : up,
    heightPt: isUpright ? up : across,
    toSeen: turnedMatrix(visible, rotate, unit),
  };
}

function turnedMatrix({ left, bottom, right, top }: PdfRectangle, rotate: PageFacts['rotate'], unit: number): Matrix {
  switch (rotate) {
    case 0:
      return [unit, 0, 0, unit, -left * unit, -bottom * unit];
    case 90:
      return [0, -unit, unit, 0, -bottom * unit, right * unit];
    case 180:
      return [-unit, 0, 0, -unit, right * unit, top * unit];
    case 270:
      return [0, unit, -unit, 0, top * unit, -left * unit];
  }
}

/** The rectangle around what a matrix makes of one. */
export function transformRectangle(matrix: Matrix, { left, bottom, right, top }: PdfRectangle): PdfRectangle {
  const [a, b, c, d, e, f] = matrix;
  const xs = [a * left + c * bottom, a * right + c * bottom, a * left + c * top, a * right + c * top];
  const ys = [b * left + d * bottom, b * right + d * bottom, b * left + d * top, b * right + d * top];
  return {
    left: Math.min(...xs) + e,
    bottom: Math.min(...ys) + f,
    right: Math.max(...xs) + e,
    top: Math.max(...ys) + f,
  };
}

export function inverse([a, b, c, d, e, f]: Matrix): Matrix {
  const determinant = a * d - b * c;
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ];
}

/** A rectangle in points of the page as seen, as a place from its top left corner. */
export function placeOf({ left, bottom, right, top }: PdfRectangle, heightPt: number): BoundsMm {
  return {
    leftMm: pointsToMm(left),
    topMm: pointsToMm(heightPt - top),
    rightMm: pointsToMm(right),
    bottomMm: pointsToMm(heightPt - bottom),
  };
}

export const wholeOf = (widthPt: number, heightPt: number): PdfRectangle => ({
  left: 0,
  bottom: 0,
  right: widthPt,
  top: heightPt,
});

export function intersection(a: PdfRectangle, b: PdfRectangle): PdfRectangle {
  return {
    left: Math.max(a.left, b.left),
    bottom: Math.max(a.bottom, b.bottom),
    right: Math.min(a.right, b.right),
    top: Math.min(a.top, b.top),
  };
}

/** A hundredth of a point: the size of the rounding that exporting programs do. */
const SAME_WITHIN_PT = 0.01;

export function isSameRectangle(a: PdfRectangle | null, b: PdfRectangle | null, within = SAME_WITHIN_PT): boolean {
  if (a === null || b === null) return a === b;
  return (
    Math.abs(a.left - b.left) <= within &&
    Math.abs(a.bottom - b.bottom) <= within &&
    Math.abs(a.right - b.right) <= within &&
    Math.abs(a.top - b.top) <= within
  );
}
