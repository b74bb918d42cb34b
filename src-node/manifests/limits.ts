import type { AppErrorCode } from '../../src-core/desk/app-errors.ts';
import type { TextRef } from '../../src-core/text-ref.ts';

/** More is no list of books: an order has at most ten thousand lines (LIMITS.orderItemsMax), and a few rows stand above them. */
export const LARGEST = {
  fileBytes: 32 * 1024 * 1024,
  /** What a workbook unfolds to. Twenty thousand rows of thirteen columns are about 20 MB of XML. */
  unpackedBytes: 96 * 1024 * 1024,
  rows: 20_000,
  columns: 256,
} as const;

/** Why a file gives no table: an error of the desk, with the next step in its words. */
export interface NoTable {
  readonly code: Extract<AppErrorCode, `MANIFEST_${string}` | 'TABLE_TOO_LARGE'>;
  readonly params?: NonNullable<TextRef['params']>;
}

export const TOO_MANY_CELLS: NoTable = {
  code: 'MANIFEST_TOO_LARGE',
  params: { rows: LARGEST.rows, columns: LARGEST.columns, mb: LARGEST.fileBytes / 1024 / 1024 },
};

/** Null for a table of a size that a list of books can have. */
export const unlike = (table: readonly (readonly unknown[])[]): NoTable | null =>
  table.length > LARGEST.rows || table.some((row) => row.length > LARGEST.columns) ? TOO_MANY_CELLS : null;
