import type { PdfRectangle } from '../boxes.ts';
import type { PdfDocument } from '../document.ts';
import { dictOf, isDict, type PdfDict, type PdfValue } from '../objects.ts';
import type { AnnotationFacts } from './document-facts.ts';
import type { BoundsMm } from './geometry.ts';

/** Annotation flags, ISO 32000-1, table 165. */
const HIDDEN = 1 << 1;
const PRINT = 1 << 2;
const MAX_ANNOTATIONS = 10_000;

/** An annotation as it stands in its page's list: the value there, and the dictionary that it is or leads to. */
export interface ListedAnnotation {
  readonly value: PdfValue;
  readonly dict: PdfDict;
}

/** In painting order; what is no dictionary is passed over. */
export function listedAnnotations(document: PdfDocument, page: PdfDict): ListedAnnotation[] {
  const listed = document.resolve(page.get('Annots'));
  return (Array.isArray(listed) ? listed.slice(0, MAX_ANNOTATIONS) : []).flatMap((value) => {
    const dict = dictOf(document.resolve(value));
    return dict === undefined ? [] : [{ value, dict }];
  });
}

/** Whether it is shown by nothing. */
export const isHidden = (document: PdfDocument, annotation: PdfDict): boolean =>
  ((document.number(annotation.get('F')) ?? 0) & HIDDEN) !== 0;

/** The annotations of a page in painting order. `place` puts a box on the page as it is seen. */
export function readPageAnnotations(
  document: PdfDocument,
  page: PdfDict,
  place: (box: PdfRectangle) => BoundsMm,
): AnnotationFacts[] {
  return listedAnnotations(document, page).map(({ dict: annotation }) => {
    const subtype = document.resolve(annotation.get('Subtype'));
    const flags = document.number(annotation.get('F')) ?? 0;
    const rectangle = rectangleOf(document, annotation.get('Rect'));
    const appearances = document.resolve(annotation.get('AP'));
    return {
      subtype: typeof subtype === 'string' ? subtype : '',
      isPrinted: (flags & PRINT) !== 0 && !isHidden(document, annotation),
      hasAppearance: isDict(appearances) && dictOf(document.resolve(appearances.get('N'))) !== undefined,
      boundsMm: rectangle === null ? null : place(rectangle),
    };
  });
}

/** Of an annotation's `Rect`; null: it says none. */
export function rectangleOf(document: PdfDocument, value: PdfValue | undefined): PdfRectangle | null {
  const corners = document.resolve(value);
  if (!Array.isArray(corners)) return null;
  const [x1, y1, x2, y2] = corners.slice(0, 4).map((corner) => document.number(corner));
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return null;
  return { left: Math.min(x1, x2), bottom: Math.min(y1, y2), right: Math.max(x1, x2), top: Math.max(y1, y2) };
}
