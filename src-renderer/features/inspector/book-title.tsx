import { Pencil } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { LIMITS } from '../../../src-core/contract/limits.ts';
import { useAction } from '../../bridge.ts';
import { useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { showDetails } from '../../ui/details-fold.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { isComposing } from '../../ui/key-events.ts';
import { useUndoable } from '../undo/use-undo.ts';
import styles from './book-title.module.css';

/** The title, which turns into a field in place. Enter and leaving it save, Escape does not. */
export function BookTitle({ bookId, title }: { readonly bookId: string; readonly title: string }) {
  const { t } = useText();
  const [draft, setDraft] = useState<string | null>(null);
  const showUndo = useUndoable();
  const setTitle = useAction('library.setTitle', {
    onDone: ({ undoId }, { title: wanted }) => showUndo(t('library.set.title', { title: wanted }), undoId),
  });
  useCommand('library.rename', () => {
    showDetails();
    setDraft(title);
  });
  if (draft === null) {
    return (
      <span className={styles.title}>
        <span className={styles.text} title={title}>
          {title}
        </span>
        <IconButton
          command="library.rename"
          label={t('library.book.rename')}
          icon={Pencil}
          onPress={() => setDraft(title)}
        />
      </span>
    );
  }
  const save = (): void => {
    const wanted = draft.trim();
    if (wanted !== '' && wanted !== title) setTitle.mutate({ bookId, title: wanted });
    setDraft(null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter') save();
    else if (event.key === 'Escape') setDraft(null);
  };
  return (
    <input
      className={styles.field}
      aria-label={t('library.book.titleField')}
      value={draft}
      maxLength={LIMITS.titleMaxChars}
      autoFocus
      onChange={(event) => setDraft(event.target.value)}
      onBlur={save}
      onKeyDown={onKeyDown}
    />
  );
}
