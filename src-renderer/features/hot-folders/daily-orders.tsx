import { useState } from 'react';
import { BookUser } from 'lucide-react';
import { MOST } from '../../../src-core/ipc/channel-definition.ts';
import type { Recipient } from '../../../src-core/desk/recipients.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { AddressBook } from '../recipients/address-book.tsx';
import styles from './hot-folders.module.css';

/** A sum is set in thousands: finer ones limit nothing. */
const STEP = 1_000;

export interface DailyOrdersProps {
  readonly currency: string;
  readonly dailyLimit: number;
  readonly recipient: Recipient | null;
  readonly onDailyLimit: (dailyLimit: number) => void;
  readonly onRecipient: (recipient: Recipient | null) => void;
}

/** Up to which sum a day a folder orders, and for whom. */
export function DailyOrders({ currency, dailyLimit, recipient, onDailyLimit, onRecipient }: DailyOrdersProps) {
  const { t } = useText();
  const [isChoosing, setChoosing] = useState(false);
  return (
    <div className={styles.orders}>
      <NumberField
        label={t('settings.hot.limit', { currency })}
        value={dailyLimit}
        min={STEP}
        max={MOST}
        step={STEP}
        onChange={onDailyLimit}
      />
      <p className={styles.hint}>{t('settings.hot.limitNote')}</p>
      <div className={styles.to}>
        <p>
          {recipient === null
            ? t('settings.hot.toNobody')
            : t('settings.hot.to', { name: recipient.address.recipientName, address: recipient.address.address1 })}
        </p>
        <Button icon={BookUser} onPress={() => setChoosing(true)}>
          {t('settings.hot.choose')}
        </Button>
        {recipient !== null && (
          <Button variant="quiet" onPress={() => onRecipient(null)}>
            {t('settings.hot.nobody')}
          </Button>
        )}
      </div>
      <p className={styles.hint}>{t('settings.hot.toNote')}</p>
      {isChoosing && (
        <AddressBook
          onClose={() => setChoosing(false)}
          onChoose={(chosen) => {
            setChoosing(false);
            onRecipient(chosen);
          }}
        />
      )}
    </div>
  );
}
