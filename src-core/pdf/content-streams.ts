import type { PdfDocument } from './document.ts';
import { PdfStream, type PdfValue } from './objects.ts';

/** A page's content that cannot be read to its end, so that it cannot be placed. */
export class ContentUnreadable extends Error {
  constructor() {
    super('the content of the page cannot be read');
    this.name = 'ContentUnreadable';
  }
}

/** The streams of a page's /Contents, in their order; what is no stream is passed over. */
export function contentStreamsOf(document: PdfDocument, contents: PdfValue | undefined): PdfStream[] {
  const resolved = document.resolve(contents);
  const parts = Array.isArray(resolved) ? resolved.map((part) => document.resolve(part)) : [resolved];
  return parts.filter((part) => part instanceof PdfStream);
}

/** All of them as one, decoded; between two of them a token ends (ISO 32000-1, table 30). Throws ContentUnreadable, LimitExceeded. */
export function joinedContent(document: PdfDocument, value: PdfValue | undefined): Uint8Array {
  const parts = contentStreamsOf(document, value).map((stream) => {
    const bytes = document.decodedBytes(stream);
    if (bytes === undefined) throw new ContentUnreadable();
    return bytes.slice();
  });
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length + 1, 0)).fill(0x0a);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length + 1;
  }
  return all;
}
