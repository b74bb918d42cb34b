import type { OrderReview } from '../../../src-core/ipc/subjects/orders.ts';
import { useText } from '../../i18n/use-text.ts';
import styles from './order-review.module.css';

/** Every sum of the run, aligned: what it costs, and what the credit becomes. The service's figures, not ours. */
export function MoneyBlock({ review }: { readonly review: OrderReview }) {
  const { t, format } = useText();
  const money = (amount: number) => format.money(amount, review.currency);
  const orders = review.lines.length;
  const isShort = review.shortBy > 0;
  const fee = orders === 0 ? 0 : review.shippingFee / orders;
  return (
    <table className={styles.money} aria-label={t('orders.review.money')}>
      <tbody>
        <Row name={t('orders.money.products')} value={money(review.productAmount)} />
        <Row
          name={t('orders.money.shipping')}
          note={t('orders.money.shippingOf', { fee: money(fee), orders })}
          value={money(review.shippingFee)}
        />
        <Row name={t('orders.money.packaging')} value={money(review.packagingFee)} />
        <Row name={t('orders.money.vat')} value={money(review.vatAmount)} />
      </tbody>
      <tbody className={styles.totalRows}>
        <Row name={t('orders.money.total')} value={money(review.charge)} />
      </tbody>
      <tbody>
        <Row name={t('orders.money.creditNow')} value={money(review.creditNow)} />
        <Row name={t('orders.money.creditAfter')} value={money(review.creditAfter)} isBad={isShort} />
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
