import { callStudio, useAction, wireErrorOf } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { goTo } from '../../route.ts';
import { showToast } from '../../ui/toast-store.ts';
import { useSaveDocument } from '../documents/save-document.ts';
import { useUndoable } from '../undo/use-undo.ts';
import { openManifest } from '../library/open-manifest.ts';

/** Chooses a list, shows the last one again, saves an empty one. */
export function useManifests() {
  const { t } = useText();
  const pick = useAction('manifests.pick', {
    onDone: (answer) => {
      if (answer !== null) openManifest.set(answer.manifestId);
    },
  });
  const { save } = useSaveDocument(t('manifests.templateSaved'));
  return {
    pick: () => pick.mutate({}),
    saveTemplate: (kind: 'csv' | 'xlsx') => save({ what: 'manifestTemplate', kind }),
    openLatest: () =>
      void callStudio('manifests.latest', {}).then(
        (manifestId) => {
          if (manifestId === null) showToast({ text: t('manifests.noneYet') });
          else openManifest.set(manifestId);
        },
        (error: unknown) => showToast({ text: wireErrorOf(error).text, tone: 'bad' }),
      ),
  };
}

/** Takes a list over, with the way back in a toast and under Mod+Z. */
export function useTakeManifest(onTaken: () => void) {
  const { t } = useText();
  const showUndo = useUndoable();
  return useAction('manifests.take', {
    onDone: ({ undoId, books }) => {
      showUndo(t('manifests.taken', { count: books }), undoId, { tone: 'good' });
      onTaken();
      goTo('library');
    },
  });
}
