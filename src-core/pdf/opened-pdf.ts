import type { ByteSource } from '../ports.ts';
import type { PdfDocument } from './document.ts';
import type { PdfLimits } from './limits.ts';
import type { PageLeaf } from './page-tree.ts';
import { findObjects } from './recovery.ts';
import { readOpenedPdf, type PdfTools, type ReadablePdf, type UnreadablePdf } from './read-facts.ts';

/** A file whose structure was read, kept open for a closer look: level 2 goes on where level 1 ended. */
export interface OpenedPdf {
  readonly facts: ReadablePdf;
  readonly document: PdfDocument;
  /** One a page, in reading order, as `facts.pages`. */
  readonly leaves: readonly PageLeaf[];
}

export type OpenResult =
  | { readonly status: 'opened'; readonly opened: OpenedPdf }
  | { readonly status: 'unreadable'; readonly facts: UnreadablePdf };

/**
 * Reads the structure like `readPdfFacts` and keeps hold of the document and its page dictionaries. Never throws. An object
 * that is asked for later and is not where the table says is looked for in the whole file.
 */
export function openPdf(source: ByteSource, tools: PdfTools, limits: Partial<PdfLimits> = {}): OpenResult {
  const { facts, document, leaves } = readOpenedPdf(source, tools, limits);
  document.lookForMisplaced = () => findObjects(document);
  return facts.status === 'read'
    ? { status: 'opened', opened: { facts, document, leaves } }
    : { status: 'unreadable', facts };
}
