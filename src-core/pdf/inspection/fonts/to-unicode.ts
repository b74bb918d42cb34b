import type { PdfDocument } from '../../document.ts';
import type { PdfValue } from '../../objects.ts';
import { smallStream } from '../document-text.ts';
import { MAX_CMAP_BYTES, readCMap } from './cmap.ts';

/** What codes read as by /ToUnicode; null without a map that says anything. */
export function readToUnicode(document: PdfDocument, value: PdfValue | undefined): ReadonlyMap<number, string> | null {
  const bytes = smallStream(document, value, MAX_CMAP_BYTES);
  if (bytes === undefined) return null;
  const { texts } = readCMap(bytes, document);
  return texts.size === 0 ? null : texts;
}
