import type { OrderDetail } from '../../../src-core/ipc/subjects/orders.ts';
import { minorFromNumber, minorToNumber } from '../../../src-core/contract/money.ts';
import { useText } from '../../i18n/use-text.ts';
import styles from './order-inspector.module.css';

export interface OrderMoneyProps {
  readonly order: OrderDetail['order'];
  readonly currency: string;
}

/** What the order cost, as the service recorded it; VAT is what was charged beyond the total. */
export function OrderMoney({ order, currency }: OrderMoneyProps) {
  const { t, format } = useText();
  const vat = minorToNumber(minorFromNumber(order.paidCreditAmount) - minorFromNumber(order.totalAmount));
  const lines: readonly (readonly [string, number])[] = [
    ['products', order.totalProductAmount],
    ['shipping', order.totalShippingFee],
    ['packaging', order.totalPackagingFee],
    ['vat', vat],
  ];
  return (
    <dl className={styles.money}>
      {lines.map(([name, amount]) => (
        <div key={name}>
          <dt>{t(`orders.money.${name}`)}</dt>
          <dd>{format.money(amount, currency)}</dd>
        </div>
      ))}
      <div className={styles.strong}>
        <dt>{t('orders.money.charged')}</dt>
        <dd>{format.money(order.paidCreditAmount, currency)}</dd>
      </div>
      {order.refundAmount !== null && (
        <div>
          <dt>{t('orders.detail.refund')}</dt>
          <dd>{format.money(order.refundAmount, currency)}</dd>
        </div>
      )}
    </dl>
  );
}
