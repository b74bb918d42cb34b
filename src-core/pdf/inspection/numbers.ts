import type { PdfDocument } from '../document.ts';
import type { PdfValue } from '../objects.ts';
import type { Matrix } from './geometry.ts';

/** The first `count` numbers of an array; null when they are not all there. */
export function numbersOf(document: PdfDocument, value: PdfValue | undefined, count: number): number[] | null {
  const resolved = document.resolve(value);
  if (!Array.isArray(resolved) || resolved.length < count) return null;
  const numbers = resolved.slice(0, count).map((one) => document.number(one));
  return numbers.every((one) => one !== undefined && Number.isFinite(one)) ? (numbers as number[]) : null;
}

export function matrixOf(document: PdfDocument, value: PdfValue | undefined): Matrix | null {
  return numbersOf(document, value, 6) as unknown as Matrix | null;
}
