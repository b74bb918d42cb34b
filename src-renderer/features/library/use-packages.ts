import { PACKAGE_ENDING, type Opened } from '../../../src-core/desk/job-package.ts';
import { packageDropped, useAction, wireErrorOf } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { goTo } from '../../route.ts';
import { showToast } from '../../ui/toast-store.ts';
import { useUndoable } from '../undo/use-undo.ts';

export const isPackage = ({ name }: { readonly name: string }): boolean =>
  name.toLowerCase().endsWith(`.${PACKAGE_ENDING}`);

/** Writes books into one file for another computer. */
export function useSavePackage() {
  const { t } = useText();
  const save = useAction('packages.save', {
    onDone: (done) => {
      if (done === null) return;
      const { books: count, left } = done;
      const text = t(left === 0 ? 'library.package.saved' : 'library.package.savedBut', { count, left });
      showToast({ text, tone: left === 0 ? 'good' : 'plain' });
    },
  });
  return {
    isBusy: save.isPending,
    save: (bookIds: readonly string[]) => {
      if (bookIds.length > 0 && !save.isPending) save.mutate({ bookIds: [...bookIds] });
    },
  };
}

/** Makes the books of a package that are not here yet, by dialog or by drop, with the way back. */
export function useOpenPackage() {
  const { t } = useText();
  const keep = useUndoable();
  /** Null: no package was chosen, or it was stopped, which is told where it was. */
  const tell = (opened: Opened | null): void => {
    if (opened === null) return;
    const { added, known, differing, undoId } = opened;
    const text = t('library.package.opened', { added, known, differing });
    if (undoId === null) showToast({ text });
    else keep(text, undoId, { tone: 'good' });
    goTo('library');
  };
  const open = useAction('packages.open', {
    onDone: tell,
  });
  return {
    tell,
    open: () => open.mutate({}),
    drop: (file: File) => {
      packageDropped(file).then(tell, (error: unknown) => showToast({ text: wireErrorOf(error).text, tone: 'bad' }));
    },
  };
}
