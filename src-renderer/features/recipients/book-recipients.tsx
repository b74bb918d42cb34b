import { useEffect, useEffectEvent, useRef, useState } from 'react';
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
  const recipients = answer.data ?? [];
  // The whole list is written: one gesture may leave a field and step another, and the second builds on what the first meant.
  const meantRef = useRef<readonly Consignment[] | null>(null);
  const forgetMeant = useEffectEvent(() => {
    if (!set.isPending) meantRef.current = null;
  });
  useEffect(() => forgetMeant(), [answer.dataUpdatedAt, set.isError]);
  const write = (change: (former: readonly Consignment[]) => readonly Consignment[]): void => {
    const former =
      meantRef.current ?? recipients.map(({ recipientId, quantity: copies }) => ({ recipientId, quantity: copies }));
    const next = change(former);
    if (next === former) return;
    meantRef.current = next;
    set.mutate({ bookId, consignments: [...next] });
  };
  useCommand('library.setRecipient', () => setChoosing(true));
  useCommand('library.clearRecipient', recipients.length > 0 ? () => write(() => []) : null, t('recipients.withBatch'));
  if (answer.isError) return <AnswerError error={answer.error} onRetry={() => void answer.refetch()} />;
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
              write((former) =>
                former.map((one) => (one.recipientId === recipientId ? { ...one, quantity: next } : one)),
              )
            }
          />
          <IconButton
            icon={X}
            label={t('recipients.removeFromBook', { name: address.recipientName })}
            onPress={() => write((former) => former.filter((one) => one.recipientId !== recipientId))}
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
            write((former) =>
              former.some((one) => one.recipientId === recipientId)
                ? former
                : [...former, { recipientId, quantity: former.length === 0 ? quantity : 1 }],
            );
          }}
        />
      )}
    </div>
  );
}
