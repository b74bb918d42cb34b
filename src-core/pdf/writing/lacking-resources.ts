import type { PdfDocument } from '../document.ts';
import { PdfStream, dictOf, isDict, type PdfDict, type PdfValue } from '../objects.ts';

/** Whether a dictionary is that of a form, a pattern of cells, or a font whose letters are drawn: all of them paint with resources. */
export const paints = (dict: PdfDict): boolean =>
  dict.get('Subtype') === 'Form' || dict.get('PatternType') === 1 || isDrawnFont(dict);

const isDrawnFont = (dict: PdfDict): boolean => dict.get('Subtype') === 'Type3';

const SOLIDUS = 0x2f;

/**
 * Whether something that paints has no resources of its own and names some, which it would look for on its page (ISO 32000-1, tables 75, 95
 * and 112: none should). The letters of many drawn fonts are outlines alone, and name nothing.
 */
export function lacksResources(document: PdfDocument, value: PdfStream | PdfDict): boolean {
  const dict = dictOf(value);
  if (dict === undefined || !paints(dict) || isDict(document.resolve(dict.get('Resources')))) return false;
  if (value instanceof PdfStream) return mayName(document, value);
  const letters = document.resolve(dict.get('CharProcs'));
  return isDict(letters) && [...letters.values()].some((letter) => mayName(document, document.resolve(letter)));
}

function mayName(document: PdfDocument, stream: PdfValue | undefined): boolean {
  if (!(stream instanceof PdfStream)) return false;
  const bytes = document.decodedBytes(stream);
  return bytes === undefined || bytes.includes(SOLIDUS);
}
