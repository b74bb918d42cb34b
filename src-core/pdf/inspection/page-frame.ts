import { boxSizeMm, visibleBox, type PageFacts, type PdfRectangle } from '../boxes.ts';
import type { BoundsMm, Matrix } from './geometry.ts';
import { pointsToMm } from '../../units.ts';

/** How default user space lies on the page as it is seen. */
export interface PageFrame {
  /** To millimetres from the top left corner, y downwards. */
  readonly matrix: Matrix;
  readonly widthMm: number;
  readonly heightMm: number;
}

const NO_BOX: PdfRectangle = { left: 0, bottom: 0, right: 0, top: 0 };

/** /Rotate turns clockwise (ISO 32000-1, table 30), /UserUnit enlarges. */
export function pageFrame(page: PageFacts): PageFrame {
  const box = visibleBox(page) ?? NO_BOX;
  const k = pointsToMm(page.userUnit);
  const size = boxSizeMm(box, page);
  const matrix = ((): Matrix => {
    switch (page.rotate) {
      case 90:
        return [0, k, k, 0, -box.bottom * k, -box.left * k];
      case 180:
        return [-k, 0, 0, k, box.right * k, -box.bottom * k];
      case 270:
        return [0, -k, -k, 0, box.top * k, box.right * k];
      default:
        return [k, 0, 0, -k, -box.left * k, box.top * k];
    }
  })();
  return { matrix, ...size };
}

/** A box of the page as a place on it. */
export function placeOf({ matrix }: PageFrame, box: PdfRectangle): BoundsMm {
  return boundsUnder(matrix, box.left, box.bottom, box.right, box.top);
}

/** The upright bounds of a rectangle under a matrix. */
export function boundsUnder(m: Matrix, left: number, bottom: number, right: number, top: number): BoundsMm {
  const xs = [
    left * m[0] + bottom * m[2],
    right * m[0] + bottom * m[2],
    right * m[0] + top * m[2],
    left * m[0] + top * m[2],
  ];
  const ys = [
    left * m[1] + bottom * m[3],
    right * m[1] + bottom * m[3],
    right * m[1] + top * m[3],
    left * m[1] + top * m[3],
  ];
  return {
    leftMm: Math.min(...xs) + m[4],
    topMm: Math.min(...ys) + m[5],
    rightMm: Math.max(...xs) + m[4],
    bottomMm: Math.max(...ys) + m[5],
  };
}
