import type { OrderReview } from '../../../src-core/ipc/subjects/orders.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import styles from './order-review.module.css';

export interface RecentlyOrderedProps {
  readonly recent: OrderReview['orderedRecently'];
  readonly isAccepted: boolean;
  readonly onShow: () => void;
  readonly onAccept: () => void;
}

/** Stops a second order of the same books by mistake: the safe way out is the default. */
export function RecentlyOrdered({ recent, isAccepted, onShow, onAccept }: RecentlyOrderedProps) {
  const { t, format } = useText();
  if (recent.length === 0 || isAccepted) return null;
  return (
    <section className={styles.recent} role="alert">
      <h3 className={styles.recentTitle}>▲ {t('orders.recent.title', { count: recent.length })}</h3>
      <ul>
        {recent.slice(0, 5).map((book) => (
          <li key={book.bookId}>{t('orders.recent.line', { title: book.title, time: format.dateTime(book.atMs) })}</li>
        ))}
      </ul>
      <div className={styles.recentActions}>
        <Button variant="primary" autoFocus onPress={onShow}>
          {t('orders.recent.show')}
        </Button>
        <Button variant="quiet" onPress={onAccept}>
          {t('orders.recent.again')}
        </Button>
      </div>
    </section>
  );
}
