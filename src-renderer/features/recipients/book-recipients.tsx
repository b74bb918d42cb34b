import { useState } from 'react';
import { UserPlus, X } from 'lucide-react';
import { LIMITS } from '../../../src-core/contract/limits.ts';
import type { Consignment } from '../../../src-core/desk/recipients.ts';
import { useAction, useAnswer } from '../../bridge.ts';
import { useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { AnswerError } from '../../ui/error-note.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { useUndoable } from '../undo/use-undo.ts';
import { AddressBook } from './address-book.tsx';
import { placeOf } from './recipient-text.ts';
import styles from './recipients.module.css';

export interface BookRecipientsProps {
  readonly bookId: string;
  /** Copies of the book: all of them go to its first recipient. */
  readonly quantity: number;
}

/** Whom one book goes to, and how many copies each of them gets. */
export function BookRecipients({ bookId, quantity }: BookRecipientsProps) {
  const { t } = useText();
  const [isChoosing, setChoosing] = useState(false);
  const answer = useAnswer('recipients.ofBook', { bookId });
  const showUndo = useUndoable();
  const set = useAction('recipients.setForBook', {
    onDone: ({ undoId }, { consignments: next }) =>
      showUndo(t('recipients.setForBook', { count: next.length }), undoId),
  });
  useCommand('library.setRecipient', () => setChoosing(true));
  const hasOne = (answer.data ?? []).length > 0;
  useCommand(
    'library.clearRecipient',
    hasOne ? () => set.mutate({ bookId, consignments: [] }) : null,
    t('recipients.withBatch'),
  );
  if (answer.isError) return <AnswerError error={answer.error} onRetry={() => void answer.refetch()} />;
  const recipients = answer.data ?? [];
  const consignments: readonly Consignment[] = recipients.map(({ recipientId, quantity: copies }) => ({
    recipientId,
    quantity: copies,
  }));
  const write = (next: readonly Consignment[]) => set.mutate({ bookId, consignments: [...next] });
  return (
    <div className={styles.recipients}>
      {recipients.length === 0 && <p className={styles.note}>{t('recipients.withBatch')}</p>}
      {recipients.map(({ recipientId, address, quantity: copies }) => (
        <div key={recipientId} className={styles.recipient}>
          <span className={styles.who}>
            <span>{address.recipientName}</span>
            <span className={styles.place} title={placeOf(address)}>
              {placeOf(address)}
            </span>
          </span>
          <NumberField
            label={t('recipients.copiesFor', { name: address.recipientName })}
            isLabelHidden
            value={copies}
            min={1}
            max={LIMITS.quantityMax}
            onChange={(next) =>
              write(consignments.map((one) => (one.recipientId === recipientId ? { ...one, quantity: next } : one)))
            }
          />
          <IconButton
            icon={X}
            label={t('recipients.removeFromBook', { name: address.recipientName })}
            onPress={() => write(consignments.filter((one) => one.recipientId !== recipientId))}
          />
        </div>
      ))}
      <div className={styles.actions}>
        <Button icon={UserPlus} command="library.setRecipient" onPress={() => setChoosing(true)}>
          {t(recipients.length === 0 ? 'recipients.set' : 'recipients.another')}
        </Button>
      </div>
      {isChoosing && (
        <AddressBook
          onClose={() => setChoosing(false)}
          onChoose={({ recipientId }) => {
            setChoosing(false);
            if (consignments.some((one) => one.recipientId === recipientId)) return;
            write([...consignments, { recipientId, quantity: consignments.length === 0 ? quantity : 1 }]);
          }}
        />
      )}
    </div>
  );
}
