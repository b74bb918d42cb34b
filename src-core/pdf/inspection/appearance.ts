import type { PdfDocument } from '../document.ts';
import { PdfStream, isDict, type PdfDict } from '../objects.ts';
import { multiply, type Matrix } from './geometry.ts';
import { IDENTITY } from './content/graphics-state.ts';
import { matrixOf, numbersOf } from './numbers.ts';
import { boundsUnder } from './page-frame.ts';

/** Annotation flags, ISO 32000-1, table 165. */
const HIDDEN = 1 << 1;
const PRINT = 1 << 2;

export interface Appearance {
  readonly stream: PdfStream;
  /** From the space in which the appearance's own /Matrix ends to millimetres on the page. */
  readonly toPage: Matrix;
}

/** The normal appearance of an annotation that is printed, fitted into its rectangle (12.5.5, algorithm 8.1); else null. */
export function appearanceOf(document: PdfDocument, annotation: PdfDict, base: Matrix): Appearance | null {
  const flags = document.number(annotation.get('F')) ?? 0;
  if ((flags & HIDDEN) !== 0 || (flags & PRINT) === 0) return null;
  const stream = normalAppearance(document, annotation);
  const rect = numbersOf(document, annotation.get('Rect'), 4);
  if (stream === null || rect === null) return null;
  const box = numbersOf(document, stream.dict.get('BBox'), 4);
  if (box === null) return null;
  const matrix = matrixOf(document, stream.dict.get('Matrix')) ?? IDENTITY;
  const shown = boundsUnder(matrix, ...(box as [number, number, number, number]));
  const width = shown.rightMm - shown.leftMm;
  const height = shown.bottomMm - shown.topMm;
  if (width <= 0 || height <= 0) return null;
  const [x0, y0, x1, y1] = rect as [number, number, number, number];
  const scaleX = Math.abs(x1 - x0) / width;
  const scaleY = Math.abs(y1 - y0) / height;
  const fit: Matrix = [
    scaleX,
    0,
    0,
    scaleY,
    Math.min(x0, x1) - shown.leftMm * scaleX,
    Math.min(y0, y1) - shown.topMm * scaleY,
  ];
  return { stream, toPage: multiply(fit, base) };
}

/** /AP /N, or the one of its states that /AS names. */
function normalAppearance(document: PdfDocument, annotation: PdfDict): PdfStream | null {
  const appearances = document.resolve(annotation.get('AP'));
  const normal = isDict(appearances) ? document.resolve(appearances.get('N')) : undefined;
  if (normal instanceof PdfStream) return normal;
  const state = document.resolve(annotation.get('AS'));
  const chosen = isDict(normal) && typeof state === 'string' ? document.resolve(normal.get(state)) : undefined;
  return chosen instanceof PdfStream ? chosen : null;
}
