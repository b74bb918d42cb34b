import type { Shipping } from '../contract/orders.ts';
import type { TextRef } from '../text-ref.ts';
import type { ManifestField } from './columns.ts';

/** A spreadsheet or CSV file as text, cell by cell, in the rows and columns that a spreadsheet shows. */
export type Table = readonly (readonly string[])[];

/** What is said of one cell, or of a whole row. Rows and columns count from 1, as a spreadsheet shows them. */
export interface ManifestNote {
  readonly row: number;
  readonly column: number | null;
  /** A `problem` keeps its book out; a `repair` was made and is only told. */
  readonly kind: 'problem' | 'repair';
  readonly text: TextRef;
}

/** A line that says where copies of a book go. */
export interface ManifestRecipient {
  readonly row: number;
  readonly shipping: Shipping;
  /** Copies for this recipient. */
  readonly quantity: number;
}

/** One book, of one row or of several with the same key. What the manifest doesn't say is null. */
export interface ManifestBook {
  /** As written in its first row; of a book without a key, what its file is called. */
  readonly key: string;
  readonly title: string | null;
  /** A spec by its identifier or name, not yet looked up. */
  readonly spec: string | null;
  /** All copies. Null where no row tells any: each recipient stands with one then. */
  readonly quantity: number | null;
  readonly externalRef: string | null;
  readonly coverFile: string | null;
  readonly contentsFile: string | null;
  readonly recipients: readonly ManifestRecipient[];
  /** Its rows, from 1. */
  readonly rows: readonly number[];
  /** None of its rows has a problem. */
  readonly isSound: boolean;
}

export interface ManifestColumn {
  /** From 1. */
  readonly column: number;
  readonly name: string;
  /** Null for a column that is kept as it is and comes back in the result. */
  readonly field: ManifestField | null;
}

export interface Manifest {
  /** The row that names the columns, from 1. */
  readonly headerRow: number;
  readonly columns: readonly ManifestColumn[];
  readonly books: readonly ManifestBook[];
  readonly notes: readonly ManifestNote[];
  /** Sheets beside it that name columns too. Missing where there are none. */
  readonly otherLists?: readonly string[];
}

/** Of a cell that is shown in a sentence. */
const SHOWN_CHARS = 60;

export function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return [...line].length <= SHOWN_CHARS ? line : `${[...line].slice(0, SHOWN_CHARS - 1).join('')}…`;
}
