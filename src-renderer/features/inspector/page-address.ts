import type { PdfKind } from '../../../src-core/contract/books.ts';

/** A page of a book on screen. */
export interface PageAddress {
  readonly kind: PdfKind;
  /** From 1, as the PDF counts. */
  readonly page: number;
}
