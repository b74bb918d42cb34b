import { useState, type ReactNode } from 'react';
import { UserPlus } from 'lucide-react';
import { useAction } from '../../bridge.ts';
import { useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { useUndoable } from '../undo/use-undo.ts';
import { AddressBook } from './address-book.tsx';
import styles from './recipients.module.css';

export interface BulkGiving {
  readonly isBusy: boolean;
  /** Opens the address book for these books, whatever is filtered and selected until somebody is chosen. */
  readonly ask: (bookIds: readonly string[]) => void;
  readonly clear: (bookIds: readonly string[]) => void;
  /** The address book while it is open. It stands where a change of the selection does not take it away. */
  readonly sheet: ReactNode;
}

/** One recipient for several books at once, or none of their own; with the way back. */
export function useBulkGiving(): BulkGiving {
  const { t } = useText();
  const [asked, setAsked] = useState<readonly string[] | null>(null);
  const showUndo = useUndoable();
  const { mutateAsync: assign, isPending } = useAction('recipients.assign');
  const give = (bookIds: readonly string[], recipientId: string | null, text: string): void => {
    // Each is a step, also where another one was given meanwhile. One that fails has its toast.
    assign({ bookIds: [...bookIds], recipientId }).then(
      ({ undoId }) => showUndo(text, undoId),
      () => undefined,
    );
  };
  return {
    isBusy: isPending,
    ask: setAsked,
    clear: (bookIds) => give(bookIds, null, t('recipients.cleared', { count: bookIds.length })),
    sheet: asked !== null && (
      <AddressBook
        onClose={() => setAsked(null)}
        onChoose={({ recipientId, address }) => {
          setAsked(null);
          give(asked, recipientId, t('recipients.assigned', { count: asked.length, name: address.recipientName }));
        }}
      />
    ),
  };
}

export interface BulkRecipientProps {
  readonly bookIds: readonly string[];
  readonly giving: BulkGiving;
}

/** The ways to both for the books that are selected. */
export function BulkRecipient({ bookIds, giving: { isBusy, ask, clear } }: BulkRecipientProps) {
  const { t } = useText();
  useCommand('library.setRecipient', () => ask(bookIds));
  useCommand('library.clearRecipient', () => clear(bookIds));
  return (
    <div className={styles.actions}>
      <Button icon={UserPlus} command="library.setRecipient" isBusy={isBusy} onPress={() => ask(bookIds)}>
        {t('recipients.set')}
      </Button>
      <Button command="library.clearRecipient" onPress={() => clear(bookIds)}>
        {t('recipients.clear')}
      </Button>
    </div>
  );
}
