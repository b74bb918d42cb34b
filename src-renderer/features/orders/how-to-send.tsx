import { useText } from '../../i18n/use-text.ts';
import type { Apart } from './part-orders.ts';
import styles from './order-review.module.css';

/** How books become orders, as the review asks for it. */
export interface OrderPlan {
  readonly together: boolean;
  /** Books that go apart although others go to the same recipient, those of one group with each other. */
  readonly apart: Apart;
  /** Whom books without a recipient go to, from the address book; null for the address that is typed. */
  readonly recipientId: string | null;
}

export const TOGETHER: OrderPlan = { together: true, apart: [], recipientId: null };

export interface HowToSendProps {
  readonly plan: OrderPlan;
  /** What goes together costs so much less than it would apart. */
  readonly saved: number;
  readonly currency: string;
  readonly onPlan: (plan: OrderPlan) => void;
}

/** Whether what one recipient gets goes in one parcel, and what that saves. */
export function HowToSend({ plan, saved, currency, onPlan }: HowToSendProps) {
  const { t, format } = useText();
  return (
    <fieldset className={styles.how} aria-label={t('orders.how.title')}>
      {[true, false].map((together) => (
        <label key={String(together)}>
          <input
            type="radio"
            name="how-to-send"
            checked={plan.together === together}
            onChange={() => onPlan({ ...plan, together, apart: [] })}
          />
          {t(together ? 'orders.how.together' : 'orders.how.each')}
        </label>
      ))}
      {saved > 0 && (
        <span className={styles.saved}>{t('orders.how.saved', { sum: format.money(saved, currency) })}</span>
      )}
    </fieldset>
  );
}
