import type { TextRef } from '../text-ref.ts';
import type { PdfRectangle } from '../pdf/boxes.ts';
import type { Matrix } from '../pdf/inspection/geometry.ts';
import { PdfRef, isDict, type PdfDict, type PdfValue } from '../pdf/objects.ts';
import { boxValue, type EditablePage, type FixWork } from './page-editor.ts';
import { transformRectangle } from './seen-page.ts';

/** An annotation as it stands in /Annots: the value there, and the dictionary it is or leads to. */
export interface Annotation {
  readonly value: PdfValue;
  readonly dict: PdfDict;
}

export function annotationsOf({ opened: { document }, update }: FixWork, page: EditablePage): Annotation[] {
  const dict = update.dictOf(page.objectNumber) ?? page.dict;
  const annotations = document.resolve(dict.get('Annots'));
  if (!Array.isArray(annotations)) return [];
  return annotations.flatMap((value) => {
    const own = update.resolveDict(value);
    return own === undefined ? [] : [{ value, dict: own }];
  });
}

/** Where an annotation lies in the page's own space; null when it does not say. */
export function rectangleOf({ opened: { document } }: FixWork, { dict }: Annotation): PdfRectangle | null {
  const corners = document.resolve(dict.get('Rect'));
  if (!Array.isArray(corners) || corners.length < 4) return null;
  const [x1, y1, x2, y2] = corners.map((corner) => document.number(corner));
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return null;
  return { left: Math.min(x1, x2), bottom: Math.min(y1, y2), right: Math.max(x1, x2), top: Math.max(y1, y2) };
}

/** The same annotations changed: those with a number under their number, the others within the list. */
export function editedAnnotations(
  work: FixWork,
  annotations: readonly Annotation[],
  edit: (annotation: Annotation) => PdfDict,
): PdfValue[] {
  return annotations.map((annotation) => {
    const edited = edit(annotation);
    if (!(annotation.value instanceof PdfRef)) return edited;
    if (edited !== annotation.dict) work.update.put(annotation.value.objectNumber, edited);
    return annotation.value;
  });
}

/**
 * Moves a page's annotations along with its content. An appearance follows its /Rect in place and size; turning it
 * would mean writing it anew (ISO 32000-1, 12.5.5), and what has no appearance is drawn by every program in its own way:
 * both are refused. Answers the new list, undefined when there is nothing to move, or the problem.
 */
export function movedAnnotations(work: FixWork, page: EditablePage, matrix: Matrix): PdfValue | undefined | TextRef {
  const annotations = annotationsOf(work, page);
  if (annotations.length === 0) return page.dict.get('Annots');
  const isTurned = matrix[1] !== 0 || matrix[2] !== 0;
  const isSafe = annotations.every(({ dict }) => isInvisible(dict) || (dict.has('AP') && !isTurned));
  if (!isSafe) return { key: 'fixes.problem.annotationsInTheWay', params: { page: page.index + 1 } };
  return editedAnnotations(work, annotations, (annotation) => {
    const rectangle = rectangleOf(work, annotation);
    const edited: PdfDict = new Map(annotation.dict);
    if (rectangle !== null) edited.set('Rect', boxValue(transformRectangle(matrix, rectangle)));
    const quads = work.opened.document.resolve(annotation.dict.get('QuadPoints'));
    if (Array.isArray(quads)) edited.set('QuadPoints', movedPoints(work, quads, matrix));
    return edited;
  });
}

/** Links and pop-ups show nothing on paper, but for the frame that a link may have. */
function isInvisible(dict: PdfDict): boolean {
  const subtype = dict.get('Subtype');
  return subtype === 'Popup' || (subtype === 'Link' && !dict.has('AP'));
}

function movedPoints(
  { opened: { document } }: FixWork,
  points: readonly PdfValue[],
  [a, b, c, d, e, f]: Matrix,
): PdfValue[] {
  const moved: number[] = [];
  for (let i = 0; i + 1 < points.length; i += 2) {
    const x = document.number(points[i]) ?? 0;
    const y = document.number(points[i + 1]) ?? 0;
    moved.push(a * x + c * y + e, b * x + d * y + f);
  }
  return moved;
}

export const isProblem = (value: PdfValue | undefined | TextRef): value is TextRef =>
  typeof value === 'object' && value !== null && !isDict(value as PdfValue) && 'key' in value;
