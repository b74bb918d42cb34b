import type { OrderReview } from '../../../src-core/ipc/subjects/orders.ts';
import { useText } from '../../i18n/use-text.ts';
import { shownSums, type ShortageChoice } from './review-sums.ts';
import styles from './order-review.module.css';

export interface MoneyBlockProps {
  readonly review: OrderReview;
  readonly choice: ShortageChoice;
}

/**
 * Every sum of what the button would place, aligned: what it costs, and what the credit becomes. The service's figures, not
 * ours.
 */
export function MoneyBlock({ review, choice }: MoneyBlockProps) {
  const { t, format } = useText();
  const money = (amount: number) => format.money(amount, review.currency);
  const sums = shownSums(review, choice);
  const { orders } = sums;
  const fee = orders === 0 ? 0 : sums.shippingFee / orders;
  return (
    <table className={styles.money} aria-label={t('orders.review.money')}>
      <tbody>
        <Row name={t('orders.money.products')} value={money(sums.productAmount)} />
        <Row
          name={t('orders.money.shipping')}
          note={t('orders.money.shippingOf', { fee: money(fee), orders })}
          value={money(sums.shippingFee)}
        />
        <Row name={t('orders.money.packaging')} value={money(sums.packagingFee)} />
        <Row name={t('orders.money.vat')} value={money(sums.vatAmount)} />
      </tbody>
      <tbody className={styles.totalRows}>
        <Row name={t('orders.money.total')} value={money(sums.charge)} />
      </tbody>
      <tbody>
        <Row name={t('orders.money.creditNow')} value={money(review.creditNow)} />
        <Row name={t('orders.money.creditAfter')} value={money(sums.creditAfter)} isBad={sums.creditAfter < 0} />
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
  readonly isBad?: boolean;
}

function Row({ name, value, note, isBad = false }: RowProps) {
  return (
    <tr data-bad={isBad}>
      <th scope="row">
        {name}
        {note !== undefined && <span className={styles.moneyNote}>{note}</span>}
      </th>
      <td className={styles.moneyValue}>{value}</td>
    </tr>
  );
}
