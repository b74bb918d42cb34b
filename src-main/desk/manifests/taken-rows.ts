import { comparableName } from '../../../src-core/imports/comparable-name.ts';
import type { ManifestBook } from '../../../src-core/manifests/manifest.ts';
import type { StoredManifest, TakenRow } from '../store/stored-manifest.ts';

/**
 * The books that a list was taken over into, by what it calls them. The rows of a list that is sorted and saved again are those of other
 * books, and nothing of a book may be told in a row that speaks of another one.
 */
export type TakenBooks = ReadonlyMap<string, string>;

export function takenBooks({ manifest }: StoredManifest, taken: readonly TakenRow[]): TakenBooks {
  const bookOf = new Map(taken.map(({ row, bookId }) => [row, bookId]));
  return new Map(
    manifest.books.flatMap((book) => {
      const bookId = bookOf.get(book.rows[0] ?? 0);
      return bookId === undefined ? [] : [[calledBy(book), bookId] as const];
    }),
  );
}

/** The rows in which the list speaks of these books now. */
export const takenRowsIn = ({ manifest }: StoredManifest, taken: TakenBooks): TakenRow[] =>
  manifest.books.flatMap((book) => {
    const bookId = taken.get(calledBy(book));
    return bookId === undefined ? [] : book.rows.map((row) => ({ row, bookId }));
  });

/** With all of it: keys may be numbers that are given anew for each order of the rows. */
const calledBy = ({ key, title, externalRef, coverFile, contentsFile }: ManifestBook): string =>
  JSON.stringify([comparableName(key), title, externalRef, coverFile, contentsFile]);
