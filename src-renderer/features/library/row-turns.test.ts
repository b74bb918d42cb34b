import { expect, test } from 'vitest';
import { libraryRows } from '../../../test/renderer/data/library.ts';
import type { LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import { RowTurns } from './row-turns.ts';

const [BOOK, OTHER] = libraryRows(0, 2) as [LibraryRow, LibraryRow];
const anew = (row: LibraryRow, bytes: string, verdict: LibraryRow['verdict']): LibraryRow => ({
  ...row,
  bytesKey: bytes,
  verdict,
});

test('a book turns once when its file was written anew and judged, and not while it is not judged', () => {
  const turns = new RowTurns();
  const refused = anew(BOOK, 'a', 'refused');
  expect(turns.of([refused, OTHER])).toEqual(new Map());
  expect(turns.of([anew(BOOK, 'b', 'notChecked'), OTHER])).toEqual(new Map());
  const accepted = anew(BOOK, 'b', 'accepted');
  expect(turns.of([accepted, OTHER])).toEqual(new Map([[BOOK.bookId, 'accepted']]));
  expect(turns.of([{ ...accepted, print: 'good' }, OTHER])).toEqual(new Map());
  expect(turns.of([anew(BOOK, 'c', 'accepted'), OTHER])).toEqual(new Map([[BOOK.bookId, 'accepted']]));
});

test('what was judged anew, was given other files, or came, has not turned', () => {
  const turns = new RowTurns();
  turns.of([BOOK]);
  expect(turns.of([{ ...BOOK, verdict: 'refused' }])).toEqual(new Map());
  expect(turns.of([{ ...BOOK, contentsFileId: 'repaired', bytesKey: 'repaired' }])).toEqual(new Map());
  turns.of([]);
  expect(turns.of([anew(BOOK, 'd', 'accepted'), OTHER])).toEqual(new Map());
});
