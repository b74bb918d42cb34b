import { useState } from 'react';
import { BookUser } from 'lucide-react';
import { recipientKey } from '../../../src-core/desk/recipients.ts';
import type { OrderReview } from '../../../src-core/ipc/subjects/orders.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { AddressBook } from '../recipients/address-book.tsx';
import { AddressFields } from '../recipients/address-fields.tsx';
import { addressFaults, addressOf, draftOf, type AddressDraft } from '../recipients/address-form.ts';
import styles from './order-review.module.css';

export interface BatchAddressProps {
  readonly review: OrderReview;
  readonly recipientId: string | null;
  readonly draft: AddressDraft;
  readonly onDraft: (draft: AddressDraft) => void;
  readonly onRecipient: (recipientId: string | null) => void;
}

/** Where everything goes that has no recipient of its own. */
export function BatchAddress({ review, recipientId, draft, onDraft, onRecipient }: BatchAddressProps) {
  const { t } = useText();
  const [isChoosing, setChoosing] = useState(false);
  const open = review.orders.filter(({ recipient }) => recipient === null);
  const books = open.reduce((sum, { lines }) => sum + lines.length, 0);
  const all = review.orders.reduce((sum, { lines }) => sum + lines.length, 0);
  const same = addressFaults(draft).size > 0 ? null : sameRecipient(review, draft);
  return (
    <>
      <h3>{t('orders.address.title')}</h3>
      {books > 0 && (
        <>
          <Button icon={BookUser} onPress={() => setChoosing(true)}>
            {t('orders.address.fromBook')}
          </Button>
          <AddressFields draft={draft} onDraft={onDraft} showFaults={false} />
          {same !== null && (
            <p className={styles.sameAddress}>
              {t('orders.address.same')}{' '}
              <Button variant="quiet" onPress={() => onRecipient(same)}>
                {t('orders.address.sameJoin')}
              </Button>
            </p>
          )}
        </>
      )}
      {recipientId !== null && (
        <p className={styles.footNote}>
          {t('orders.address.chosen')}{' '}
          <Button variant="quiet" onPress={() => onRecipient(null)}>
            {t('orders.address.typed')}
          </Button>
        </p>
      )}
      <p className={styles.footNote}>
        {books === all
          ? t('orders.address.sameForAll')
          : t('orders.address.forOthers', { count: books, others: all - books })}
      </p>
      {isChoosing && (
        <AddressBook
          onClose={() => setChoosing(false)}
          onChoose={(recipient) => {
            setChoosing(false);
            onDraft(draftOf(recipient.address));
            onRecipient(recipient.recipientId);
          }}
        />
      )}
    </>
  );
}

/** Who has the typed address already, in this review: two orders to one door are one shipping too many. */
function sameRecipient(review: OrderReview, draft: AddressDraft): string | null {
  const key = recipientKey(addressOf(draft));
  const found = review.orders.find(({ recipient }) => recipient !== null && recipientKey(recipient.address) === key);
  return found?.recipient?.recipientId ?? null;
}
