import type { PdfDocument } from '../../document.ts';
import { PdfStream, type PdfValue } from '../../objects.ts';
import { readCMap } from './cmap.ts';

/** What codes read as by /ToUnicode; null without a map that says anything. */
export function readToUnicode(document: PdfDocument, value: PdfValue | undefined): ReadonlyMap<number, string> | null {
  const stream = document.resolve(value);
  const bytes = stream instanceof PdfStream ? document.decodedBytes(stream) : undefined;
  if (bytes === undefined) return null;
  const { texts } = readCMap(bytes, document);
  return texts.size === 0 ? null : texts;
}
