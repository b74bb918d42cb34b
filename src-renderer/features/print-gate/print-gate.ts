import { DEFAULT_PRINT_RULE, goesAsItIs, type PrintTaken } from '../../../src-core/desk/print-gate.ts';
import type { LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import { useAnswer } from '../../bridge.ts';
import { createStore } from '../../ui/store.ts';

export interface PrintQuestion {
  readonly what: 'upload' | 'order';
  readonly bookIds: readonly string[];
  /** The books that are let go, and by whom. */
  readonly go: (bookIds: readonly string[], taken: PrintTaken) => void;
}

/** What is asked in the sheet of the frame. */
export const printQuestion = createStore<PrintQuestion | null>(null);

type GatedBook = Pick<LibraryRow, 'bookId' | 'print'>;

/** Sends or orders books whose print is known and well, and asks about the others first. */
export function usePrintGate(): (
  what: PrintQuestion['what'],
  books: readonly GatedBook[],
  go: PrintQuestion['go'],
) => void {
  const rule = useAnswer('checks.printRule', {}).data ?? DEFAULT_PRINT_RULE;
  return (what, books, go) => {
    const bookIds = books.map(({ bookId }) => bookId);
    if (books.every(({ print }) => goesAsItIs(rule, print))) go(bookIds, { prints: ['good', 'look'], by: null });
    else printQuestion.set({ what, bookIds, go });
  };
}
