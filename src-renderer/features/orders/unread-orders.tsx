import type { StatusView } from '../../../src-core/ipc/subjects/app.ts';
import { useText } from '../../i18n/use-text.ts';
import styles from './open-runs.module.css';

/** As many as stand in the line; the others are counted. */
const NAMED = 3;

export interface UnreadOrdersProps {
  readonly orders: StatusView['orders']['unread'];
}

/** Orders of which a newer service says what this version does not know: all others are shown as they stand. */
export function UnreadOrders({ orders }: UnreadOrdersProps) {
  const { t } = useText();
  if (orders.length === 0) return null;
  const named = orders.slice(0, NAMED).map(({ orderUid, status }) => `${orderUid} (${status})`);
  const more = orders.length - named.length;
  return (
    <section className={styles.runs} aria-label={t('orders.unread.label')}>
      <div className={styles.run} data-needs-you="">
        <p role="status">
          <strong>{t('orders.unread.title', { count: orders.length })}</strong>
          <span>{t('orders.unread.which', { orders: named.join(' · '), more })}</span>
        </p>
      </div>
    </section>
  );
}
