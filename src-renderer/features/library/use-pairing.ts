import type { PdfKind } from '../../../src-core/contract/books.ts';
import type { LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { selectOne } from '../../ui/table-selection.ts';
import { useUndoable } from '../undo/use-undo.ts';
import { librarySelection } from './library-state.ts';
import { rolesOf } from './pair-candidates.ts';

/** What an operator says of which files make a book; each is one step that can be taken back. */
export function usePairing() {
  const { t } = useText();
  const showUndo = useUndoable();
  const pair = useAction('library.pair', {
    onDone: ({ undoId, bookId }) => {
      librarySelection.set(selectOne(bookId));
      showUndo(t('library.pair.done'), undoId);
    },
  });
  const swap = useAction('library.swapRoles', { onDone: ({ undoId }) => showUndo(t('library.pair.swapped'), undoId) });
  const setRole = useAction('library.setRole', {
    onDone: ({ undoId }, { role }) => showUndo(t('library.pair.roleSet', { role }), undoId),
  });
  const takeApart = useAction('library.takeApart', {
    onDone: ({ undoId }) => showUndo(t('library.pair.apart'), undoId),
  });
  const leaveOut = useAction('library.leaveOut', {
    onDone: ({ undoId }, { bookIds }) => showUndo(t('library.pair.leftOut', { count: bookIds.length }), undoId),
  });
  return {
    isBusy: pair.isPending,
    /** The file keeps its role. */
    pair: (own: LibraryRow, other: LibraryRow) => pair.mutate(rolesOf(own, other)),
    swap: (bookId: string) => swap.mutate({ bookId }),
    setRole: (bookId: string, role: PdfKind) => setRole.mutate({ bookId, role }),
    takeApart: (bookId: string) => takeApart.mutate({ bookId }),
    leaveOut: (bookIds: readonly string[]) => leaveOut.mutate({ bookIds: [...bookIds] }),
  };
}
