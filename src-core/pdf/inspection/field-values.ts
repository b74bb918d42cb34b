import type { PdfDocument } from '../document.ts';
import type { PdfRectangle } from '../boxes.ts';
import { PdfString, isDict, type PdfDict, type PdfStream, type PdfValue } from '../objects.ts';
import { latin1 } from '../bytes.ts';
import { listedAnnotations, rectangleOf } from './annotations.ts';
import { appearanceOf } from './appearance.ts';
import { readText, smallStream } from './document-text.ts';
import type { Matrix } from './geometry.ts';
import { textOfBytes } from './text-strings.ts';

/** Deeper trees of fields are nobody's. */
const MAX_FIELD_DEPTH = 32;
const MAX_TEXT_BYTES = 4 * 1024 * 1024;
const PAGE_SPACE: Matrix = [1, 0, 0, 1, 0, 0];
/** Annotation flags, ISO 32000-1, table 165: printed and not hidden. */
const isPrinted = (document: PdfDocument, field: PdfDict): boolean =>
  ((document.number(field.get('F')) ?? 0) & 0b110) === 0b100;

/** A field with its parents, itself first: /T, /FT and /V may stand with any of them (ISO 32000-1, 12.7.3.1). */
function* withParents(document: PdfDocument, field: PdfDict): Generator<PdfDict> {
  let at: PdfValue | undefined = field;
  for (let depth = 0; isDict(at) && depth < MAX_FIELD_DEPTH; depth++) {
    yield at;
    at = document.resolve(at.get('Parent'));
  }
}

/** Whether something was written or chosen in a field. */
export function hasFieldValue(document: PdfDocument, field: PdfDict): boolean {
  const all = [...withParents(document, field)];
  const first = (key: string) => all.map((dict) => document.resolve(dict.get(key)) ?? undefined).find(isThere);
  const [type, value] = [first('FT'), first('V')];
  if (type !== 'Tx' && type !== 'Ch') return false;
  const values = Array.isArray(value) ? value.map((one) => document.resolve(one)) : [value];
  return values.some((one) => isWritten(document, one));
}

/** Long texts are streams (12.7.4.3). Blanks, and the mark of UTF-16 alone that stays of a text that was emptied, show nothing. */
function isWritten(document: PdfDocument, value: PdfValue | undefined): boolean {
  const bytes = value instanceof PdfString ? value.bytes : smallStream(document, value, MAX_TEXT_BYTES);
  return bytes !== undefined && textOfBytes(bytes).trim() !== '';
}

/** Whether a box is ticked, or the one of its group that is chosen. */
function isTicked(document: PdfDocument, field: PdfDict): boolean {
  const all = [...withParents(document, field)];
  const type = all.map((dict) => document.resolve(dict.get('FT')) ?? undefined).find(isThere);
  const state = document.resolve(field.get('AS')) ?? document.resolve(field.get('V'));
  return type === 'Btn' && typeof state === 'string' && state !== 'Off';
}

const isThere = (value: PdfValue | undefined): value is PdfValue => value !== undefined;

/** The name of a field, of its parents' and its own; empty where none is said. */
function fieldName(document: PdfDocument, field: PdfDict): string {
  return [...withParents(document, field)]
    .map((dict) => readText(document, dict.get('T'), undefined) ?? '')
    .filter((name) => name !== '')
    .toReversed()
    .join('.');
}

/** Shows letters: /Tj, /TJ or one of the two quotes, behind an array or a string with something in it. */
const SHOWS = /(?:[^(]\)|[^<\s]\s*>|\])\s*(?:T[jJ]|['"])/;

/**
 * Names of the printed fields of a page whose value nothing on the page shows: their files leave it to each program to draw it, and have no
 * appearance, or one without a letter (ISO 32000-1, 12.7.2). `box`: what of the page is seen; a field beside it, or without a size, is seen nowhere.
 */
export function undrawnFields(document: PdfDocument, page: PdfDict, box: PdfRectangle): string[] {
  const catalogue = document.resolve(document.trailer.get('Root'));
  const form = isDict(catalogue) ? document.resolve(catalogue.get('AcroForm')) : undefined;
  const areDrawnAnew = isDict(form) && document.resolve(form.get('NeedAppearances')) === true;
  return listedAnnotations(document, page).flatMap(({ dict }) => {
    if (dict.get('Subtype') !== 'Widget' || !isPrinted(document, dict) || !isWithin(document, dict, box)) return [];
    const isText = hasFieldValue(document, dict);
    if (!isText && !isTicked(document, dict)) return [];
    const appearance = appearanceOf(document, dict, PAGE_SPACE);
    const isShown = appearance !== null && !(isText && areDrawnAnew && isWithoutLetters(document, appearance.stream));
    return isShown ? [] : [fieldName(document, dict)];
  });
}

function isWithin(document: PdfDocument, field: PdfDict, { left, bottom, right, top }: PdfRectangle): boolean {
  const rect = rectangleOf(document, field.get('Rect'));
  if (rect === null) return false;
  const across = Math.min(rect.right, right) - Math.max(rect.left, left);
  return across > 0 && Math.min(rect.top, top) - Math.max(rect.bottom, bottom) > 0;
}

/** Forms within it may show them. */
function isWithoutLetters(document: PdfDocument, stream: PdfStream): boolean {
  const bytes = document.decodedBytes(stream);
  if (bytes === undefined) return false;
  const text = latin1(bytes);
  return !SHOWS.test(text) && !/\bDo\b/.test(text);
}
