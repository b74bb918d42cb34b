import type { PdfKind } from '../../../src-core/contract/books.ts';
import { canBook } from '../../../src-core/desk/book-machine.ts';
import { comparableName } from '../../../src-core/imports/comparable-name.ts';
import type { LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import { createSearch, searchTextOf } from '../../i18n/choseong.ts';

/** What a book would be to a file that looks for its other half: that half, a file of the same role, or a whole book whose file it replaces. */
export interface PairCandidate {
  readonly row: LibraryRow;
  readonly as: 'partner' | 'sameRole' | 'replaces';
}

/** The role of a book's only file; null where it has both or none. */
export function loneRole({ coverFileId, contentsFileId }: LibraryRow): PdfKind | null {
  if ((coverFileId === null) === (contentsFileId === null)) return null;
  return coverFileId === null ? 'contents' : 'cover';
}

/** Its files may be exchanged: they are not sent, and not made here. */
const isOpen = ({ stage, layout }: LibraryRow): boolean =>
  layout === null && stage !== 'queued' && stage !== 'uploaded' && canBook(stage, 'filesChanged');

/** It is one file, which may be paired. */
export const isLeftOver = (row: LibraryRow): boolean => loneRole(row) !== null && isOpen(row);

/** A left-over file may be paired with it. */
export const isPartner = (own: LibraryRow, other: LibraryRow): boolean =>
  own.bookId !== other.bookId && isOpen(other) && hasFile(other);

/** Which book is the cover's and which the contents' when a file is paired with another book: the file keeps its role. */
export const rolesOf = (own: LibraryRow, other: LibraryRow) =>
  loneRole(own) === 'cover'
    ? { coverBookId: own.bookId, contentsBookId: other.bookId }
    : { coverBookId: other.bookId, contentsBookId: own.bookId };

/**
 * The books that a file may belong to, the likeliest first: halves of the other role by how alike their titles are and
 * whether they came in the same folder, then files of the same role, then whole books.
 */
export function pairCandidates(rows: readonly LibraryRow[], own: LibraryRow, query: string): readonly PairCandidate[] {
  const role = loneRole(own);
  const holds = createSearch(query);
  const title = pairsOfLetters(own.title);
  return rows
    .filter((row) => isPartner(own, row))
    .filter((row) => holds(searchTextOf([row.title, row.batch].join('\0'))))
    .map((row) => {
      const other = loneRole(row);
      const as = other === null ? ('replaces' as const) : other === role ? ('sameRole' as const) : ('partner' as const);
      const likeness = likenessOf(title, pairsOfLetters(row.title)) + (row.batch === own.batch ? 0.2 : 0);
      return { row, as, likeness };
    })
    .sort((a, b) => ORDER[a.as] - ORDER[b.as] || b.likeness - a.likeness)
    .map(({ row, as }) => ({ row, as }));
}

const ORDER = { partner: 0, sameRole: 1, replaces: 2 } as const;
const hasFile = ({ coverFileId, contentsFileId }: LibraryRow): boolean =>
  coverFileId !== null || contentsFileId !== null;

function pairsOfLetters(title: string): ReadonlySet<string> {
  const letters = comparableName(title);
  const pairs = new Set<string>([letters]);
  for (let at = 0; at + 1 < letters.length; at += 1) pairs.add(letters.slice(at, at + 2));
  return pairs;
}

/** The Dice coefficient: 1 for equal titles, 0 for titles without two neighbouring letters in common. */
function likenessOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const pair of a) if (b.has(pair)) common += 1;
  return (2 * common) / (a.size + b.size);
}
