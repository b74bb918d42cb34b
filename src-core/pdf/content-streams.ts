import type { PdfDocument } from './document.ts';
import { PdfStream, type PdfValue } from './objects.ts';

/** The streams of a page's /Contents, in their order; what is no stream is passed over. */
export function contentStreamsOf(document: PdfDocument, contents: PdfValue | undefined): PdfStream[] {
  const resolved = document.resolve(contents);
  const parts = Array.isArray(resolved) ? resolved.map((part) => document.resolve(part)) : [resolved];
  return parts.filter((part) => part instanceof PdfStream);
}
