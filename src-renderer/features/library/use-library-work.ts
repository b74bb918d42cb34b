import { callStudio, importDropped, useAction, wireErrorOf } from '../../bridge.ts';
import { goTo, onShown } from '../../route.ts';
import { useText } from '../../i18n/use-text.ts';
import { dismissToast, showToast } from '../../ui/toast-store.ts';
import { useUndoable } from '../undo/use-undo.ts';
import { shownImport } from './library-state.ts';

/** Adds files by dialog, by drop or from the samples, and shows the report of what was found. */
export function useImports() {
  const { t } = useText();
  const keep = useUndoable();
  const started = (answer: { readonly importId: string } | null): void => {
    if (answer === null) return;
    const { importId } = answer;
    shownImport.set(importId);
    keep(t('library.import.step'), () => undoImport(importId), { isQuiet: true });
    goTo('library');
  };
  const pickFolder = useAction('imports.pickFolder', { onDone: started });
  const pickFiles = useAction('imports.pickFiles', { onDone: started });
  const samples = useAction('imports.addSamples', { onDone: started });
  return {
    isBusy: pickFolder.isPending || pickFiles.isPending || samples.isPending,
    pickFolder: () => pickFolder.mutate({}),
    pickFiles: () => pickFiles.mutate({}),
    addSamples: () => samples.mutate({}),
    drop: (files: readonly File[]) => {
      importDropped(files).then(started, (error: unknown) => showToast({ text: wireErrorOf(error).text, tone: 'bad' }));
    },
    undoImport: (importId: string) => {
      undoImport(importId).then(
        ({ removed }) => showToast({ text: t('library.import.undone', { count: removed }) }),
        (error: unknown) => showToast({ text: wireErrorOf(error).text, tone: 'bad' }),
      );
    },
  };
}

/** It is dropped again to be there again. */
async function undoImport(importId: string) {
  const { removed } = await callStudio('imports.undo', { importId });
  shownImport.set(null);
  return { removed, again: null, left: 0 };
}

/** Takes books out of the library, with the way back. */
export function useRemoveBooks(): (bookIds: readonly string[]) => void {
  const { t } = useText();
  const showUndo = useUndoable();
  const remove = useAction('library.remove', {
    onDone: ({ undoId }, { bookIds }) => showUndo(t('library.removed', { count: bookIds.length }), undoId),
  });
  return (bookIds) => {
    if (bookIds.length > 0) remove.mutate({ bookIds: [...bookIds] });
  };
}

/** Checks books again, whatever is known of them. */
export function useRecheck(): (bookIds: readonly string[]) => void {
  const { t } = useText();
  const { mutate } = useAction('library.recheck');
  return (bookIds) => {
    // The answer comes when all of them were read: that it begins is said before, and taken back where it did not.
    const toastId = showToast({ text: t('library.rechecking', { count: bookIds.length }) });
    mutate({ bookIds: [...bookIds] }, { onError: () => dismissToast(toastId) });
  };
}

/** Puts books into the queue and says so; of what a newer version has replaced, that it has. */
export function useUpload() {
  const { t, ref } = useText();
  return useAction('queue.upload', {
    onDone: ({ queued, left, notes: [former, ...others] }) => {
      const text = t('library.queued', { count: queued });
      const told = [
        ...(left === 0 ? [] : [t('library.queuedLeft', { count: left })]),
        ...(former === undefined ? [] : [ref(former)]),
        ...(others.length === 0 ? [] : [t('library.queuedFormerToo', { count: others.length })]),
      ].join(' ');
      showToast({
        text: told === '' ? text : t('library.queuedFormer', { text, told }),
        tone: told === '' ? 'good' : 'plain',
        action: { label: t('library.showQueue'), run: () => goTo('queue') },
        until: (told) => onShown('queue', told),
      });
    },
  });
}
