import type { OrderStatus } from '../../../src-core/contract/orders.ts';
import { useText } from '../../i18n/use-text.ts';
import { ORDER_TRACK, progressOf } from './order-status.ts';
import styles from './order-step-bar.module.css';

/** The status in a word, with its way from paid to delivered as a bar of eight segments. */
export function OrderStepBar({ status }: { readonly status: OrderStatus }) {
  const { t } = useText();
  const { step, of, tone } = progressOf(status);
  const word = t(`orders.status.${status}`);
  return (
    <span className={styles.cell} data-tone={tone}>
      <span className={styles.word}>{word}</span>
      <span className={styles.bar} role="img" aria-label={t('orders.statusStep', { status: word, step, of })}>
        {ORDER_TRACK.map((name, index) => (
          <span key={name} className={styles.segment} data-filled={index < step} />
        ))}
      </span>
    </span>
  );
}
