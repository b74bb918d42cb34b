import type { LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import { createStore } from '../../ui/store.ts';

/** The rows that a key leads to from the one that is chosen, the one below first. */
export const booksBeside = createStore<readonly LibraryRow[]>([]);

export const rowsBeside = (rows: readonly LibraryRow[], bookId: string): readonly LibraryRow[] => {
  const at = rows.findIndex((row) => row.bookId === bookId);
  return at === -1 ? [] : [rows[at + 1], rows[at - 1]].flatMap((row) => row ?? []);
};
