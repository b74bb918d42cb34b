import type { PdfDocument } from '../document.ts';
import { PdfString, isDict, type PdfDict, type PdfStream, type PdfValue } from '../objects.ts';
import { latin1 } from '../bytes.ts';
import { listedAnnotations } from './annotations.ts';
import { appearanceOf } from './appearance.ts';
import { readText } from './document-text.ts';
import type { Matrix } from './geometry.ts';

/** Deeper trees of fields are nobody's. */
const MAX_FIELD_DEPTH = 32;
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
  return value instanceof PdfString ? value.bytes.length > 0 : Array.isArray(value) && value.length > 0;
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

/** Shows letters: /Tj, /TJ or one of the two quotes, between a string or an array and what follows. */
const SHOWS = /[)\]>]\s*(?:T[jJ]|['"])/;

/**
 * Names of the printed fields of a page whose value nothing on the page shows: their files leave it to each program to draw it, and have no
 * appearance, or one without a letter (ISO 32000-1, 12.7.2).
 */
export function undrawnFields(document: PdfDocument, page: PdfDict): string[] {
  const catalogue = document.resolve(document.trailer.get('Root'));
  const form = isDict(catalogue) ? document.resolve(catalogue.get('AcroForm')) : undefined;
  const areDrawnAnew = isDict(form) && document.resolve(form.get('NeedAppearances')) === true;
  return listedAnnotations(document, page).flatMap(({ dict }) => {
    if (dict.get('Subtype') !== 'Widget' || !isPrinted(document, dict)) return [];
    const isText = hasFieldValue(document, dict);
    if (!isText && !isTicked(document, dict)) return [];
    const appearance = appearanceOf(document, dict, PAGE_SPACE);
    const isShown = appearance !== null && !(isText && areDrawnAnew && isWithoutLetters(document, appearance.stream));
    return isShown ? [] : [fieldName(document, dict)];
  });
}

/** Forms within it may show them. */
function isWithoutLetters(document: PdfDocument, stream: PdfStream): boolean {
  const bytes = document.decodedBytes(stream);
  if (bytes === undefined) return false;
  const text = latin1(bytes);
  return !SHOWS.test(text) && !/\bDo\b/.test(text);
}
