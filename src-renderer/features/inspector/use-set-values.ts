import { useAction, useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { useUndoable } from '../undo/use-undo.ts';

/** Sets the spec of books, with the way back. */
export function useSetSpec() {
  const { t } = useText();
  const showUndo = useUndoable();
  const specs = useAnswer('specs.list', {}).data ?? [];
  return useAction('library.setSpec', {
    onDone: ({ undoId }, { bookIds, specUid }) => {
      const spec = specs.find(({ bookSpecUid }) => bookSpecUid === specUid)?.name ?? specUid;
      showUndo(t('library.set.spec', { count: bookIds.length, spec }), undoId);
    },
  });
}

/** Sets the copies of books, with the way back. */
export function useSetQuantity() {
  const { t } = useText();
  const showUndo = useUndoable();
  return useAction('library.setQuantity', {
    onDone: ({ undoId }, { bookIds, quantity }) =>
      showUndo(t('library.set.copies', { count: bookIds.length, copies: quantity }), undoId),
  });
}
