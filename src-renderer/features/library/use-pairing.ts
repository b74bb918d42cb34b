import type { PdfKind } from '../../../src-core/contract/books.ts';
import type { LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import { callStudio, useAction, wireErrorOf } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { selectOne } from '../../ui/table-selection.ts';
import { dismissToast, showToast } from '../../ui/toast-store.ts';
import { lastUndo, librarySelection } from './library-state.ts';
import { rolesOf } from './pair-candidates.ts';

/** Shows a toast of what was done with the way back, which Mod+Z takes too. */
export function useUndoableToast(): (text: string, undoId: string) => void {
  const { t } = useText();
  return (text, undoId) => {
    const takeBack = (): void => {
      lastUndo.set(null);
      dismissToast(toastId);
      callStudio('library.restore', { undoId }).then(
        () => showToast({ text: t('library.restored') }),
        (error: unknown) => {
          const { code, text: reason } = wireErrorOf(error);
          // What was done later goes first; then this one can still be taken back.
          const isEarly = code === 'PAIRING_CHANGED';
          toastId = showToast({ text: reason, tone: 'bad', action: isEarly ? action : null });
        },
      );
    };
    const action = { label: t('ui.undo'), run: takeBack };
    lastUndo.set(() => takeBack);
    let toastId = showToast({ text, action });
  };
}

/** What an operator says of which files make a book; each is one step that can be taken back. */
export function usePairing() {
  const { t } = useText();
  const showUndo = useUndoableToast();
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
