import { useState } from 'react';
import { UserPlus } from 'lucide-react';
import { useAction } from '../../bridge.ts';
import { useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { useUndoable } from '../undo/use-undo.ts';
import { AddressBook } from './address-book.tsx';
import styles from './recipients.module.css';

/** One recipient for several books at once, or none of their own; with the way back. */
export function BulkRecipient({ bookIds }: { readonly bookIds: readonly string[] }) {
  const { t } = useText();
  const [isChoosing, setChoosing] = useState(false);
  const showUndo = useUndoable();
  const assign = useAction('recipients.assign');
  const give = (recipientId: string | null, text: string) =>
    assign.mutate(
      { bookIds: [...bookIds], recipientId },
      {
        onSuccess: ({ undoId }) => {
          showUndo(text, undoId);
        },
      },
    );
  const clear = (): void => give(null, t('recipients.cleared', { count: bookIds.length }));
  useCommand('library.setRecipient', () => setChoosing(true));
  useCommand('library.clearRecipient', clear);
  return (
    <div className={styles.actions}>
      <Button
        icon={UserPlus}
        command="library.setRecipient"
        isBusy={assign.isPending}
        onPress={() => setChoosing(true)}
      >
        {t('recipients.set')}
      </Button>
      <Button command="library.clearRecipient" onPress={clear}>
        {t('recipients.clear')}
      </Button>
      {isChoosing && (
        <AddressBook
          onClose={() => setChoosing(false)}
          onChoose={({ recipientId, address }) => {
            setChoosing(false);
            give(recipientId, t('recipients.assigned', { count: bookIds.length, name: address.recipientName }));
          }}
        />
      )}
    </div>
  );
}
