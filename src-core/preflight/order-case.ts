import type { PdfKind } from '../contract/books.ts';
import type { Finding } from './finding.ts';
import type { Thresholds } from './thresholds.ts';

/** Other books of the desk that hold the very bytes of a file of this one, told by one of them: one that was ordered, if there is any. */
export interface SameBytes {
  readonly kind: PdfKind;
  /** How many there are. */
  readonly count: number;
  /** Of the one. */
  readonly title: string;
  /** Null while none of them was ordered. */
  readonly orderUid: string | null;
}

/** A book among the others of the desk: what the checks across books may look at. */
export interface OrderCase {
  readonly title: string;
  /** For each kind of file at most once. */
  readonly sameBytes: readonly SameBytes[];
  /** Words on the cover as far as its fonts tell; null while it was not inspected. */
  readonly coverWords: readonly string[] | null;
  /** The other books of the same dropped folder, with the words on their covers. Either may be read only when it is asked for. */
  readonly batch: readonly { readonly title: string; readonly coverWords: readonly string[] | null }[];
  readonly thresholds: Thresholds;
}

export interface OrderCheck {
  readonly id: string;
  /** Its line in the table of rules: `J-003`. */
  readonly rule: string;
  readonly run: (book: OrderCase) => readonly Finding[];
}
