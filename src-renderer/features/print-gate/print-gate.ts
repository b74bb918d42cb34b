import { DEFAULT_PRINT_RULE, goesAsItIs, knownPrint, type CheckedBook } from '../../../src-core/desk/print-gate.ts';
import type { PrintTaken } from '../../../src-core/ipc/subjects/checks.ts';
import type { LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import { useAnswer } from '../../bridge.ts';
import { createStore } from '../../ui/store.ts';

type GatedBook = CheckedBook & Pick<LibraryRow, 'bookId'>;

export interface PrintQuestion {
  readonly what: 'upload' | 'order';
  readonly bookIds: readonly string[];
  /** As they were known when it was asked: what the library has no row of is known no better. */
  readonly asked: readonly GatedBook[];
  /** The books that are let go, and by whom. */
  readonly go: (bookIds: readonly string[], taken: PrintTaken) => void;
}

/** What is asked in the sheet of the frame. */
export const printQuestion = createStore<PrintQuestion | null>(null);

/** The books as they are known to print now. */
export const seenOf = (books: readonly GatedBook[]): NonNullable<PrintTaken['seen']> =>
  books.map((book) => ({ bookId: book.bookId, print: knownPrint(book) }));

/** Sends or orders books whose print is known and well, and asks about the others first. */
export function usePrintGate(): (
  what: PrintQuestion['what'],
  books: readonly GatedBook[],
  go: PrintQuestion['go'],
) => void {
  const rule = useAnswer('checks.printRule', {}).data ?? DEFAULT_PRINT_RULE;
  return (what, books, go) => {
    if (books.length === 0) return;
    const seen = seenOf(books);
    const bookIds = seen.map(({ bookId }) => bookId);
    if (seen.every(({ print }) => goesAsItIs(rule, print))) go(bookIds, { seen, by: null });
    else printQuestion.set({ what, bookIds, asked: books, go });
  };
}
