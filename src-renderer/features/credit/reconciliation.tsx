import type { CreditDifference, CreditReconciliation } from '../../../src-core/ipc/subjects/credit.ts';
import { useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { goTo } from '../../route.ts';
import { Button } from '../../ui/button.tsx';
import { AnswerError } from '../../ui/error-note.tsx';
import { orderFilter } from '../orders/order-filter.ts';
import { NO_ORDER_FILTER } from '../orders/order-rows.ts';
import { useOfConnectionInUse } from './of-connection-in-use.ts';
import styles from './reconciliation.module.css';

const PARTS = ['opening', 'topUp', 'payment', 'chargedAgain', 'refund', 'deduction', 'other'] as const;

/** Whether the ledger, the orders of this desk and the balance tell the same; what does not by its order or its transaction. */
export function Reconciliation() {
  const { t } = useText();
  const { data, isError, error, refetch } = useAnswer('credit.reconciliation', {});
  const told = useOfConnectionInUse(data);
  if (told === undefined)
    return isError ? (
      <AnswerError error={error} onRetry={() => void refetch()} />
    ) : (
      <p className={styles.line} role="status">
        <strong>{t('credit.reconcile.title')}</strong>
        <span>{t('credit.reconcile.reading')}</span>
      </p>
    );
  return told === null ? null : <Told told={told} />;
}

function Told({ told }: { readonly told: CreditReconciliation }) {
  const { t, format } = useText();
  const money = (amount: number) => format.money(amount, told.currency);
  const { differenceCount, noticeCount, unread } = told;
  const state = differenceCount > 0 ? 'differs' : unread > 0 ? 'unread' : noticeCount > 0 ? 'notice' : 'agrees';
  const hidden = differenceCount + noticeCount - told.differences.length;
  return (
    <section className={styles.reconciliation} data-state={state} aria-label={t('credit.reconcile.title')}>
      <p className={styles.line} role={differenceCount > 0 ? 'alert' : undefined}>
        <span className={styles.mark} aria-hidden="true">
          {{ differs: '▲', unread: '◌', notice: '◆', agrees: '●' }[state]}
        </span>
        <strong>{t('credit.reconcile.title')}</strong>
        <span>
          {t(`credit.reconcile.${state}`, {
            entries: told.entries,
            orders: told.orders,
            charged: money(told.charged),
            recorded: money(told.recorded),
            differences: differenceCount,
            notices: noticeCount,
            unread,
          })}
        </span>
      </p>
      <dl className={styles.sums}>
        {PARTS.filter((part) => told.totals[part] !== 0).map((part) => (
          <div key={part}>
            <dt>{t(`credit.sum.${part}`)}</dt>
            <dd>{money(told.totals[part])}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>{t('credit.balance')}</dt>
          <dd>{money(told.balance)}</dd>
        </div>
      </dl>
      {told.differences.length > 0 && (
        <ul className={styles.differences} aria-label={t('credit.difference.list')} tabIndex={0}>
          {told.differences.map((one) => (
            <li key={`${one.kind} ${one.orderUid} ${one.transactionId}`} data-notice={one.isNotice}>
              <DifferenceLine difference={one} currency={told.currency} />
            </li>
          ))}
          {hidden > 0 && <li>{t('credit.difference.more', { count: hidden })}</li>}
        </ul>
      )}
    </section>
  );
}

interface DifferenceLineProps {
  readonly difference: CreditDifference;
  readonly currency: string;
}

function DifferenceLine({ difference, currency }: DifferenceLineProps) {
  const { t, format } = useText();
  const { kind, orderUid, transactionId, atMs, isNotice } = difference;
  const params = {
    order: orderUid ?? '',
    transaction: transactionId ?? '',
    ledger: format.money(difference.ledger ?? 0, currency),
    desk: format.money(difference.desk ?? 0, currency),
  };
  const show = (uid: string) => () => {
    orderFilter.set({ ...NO_ORDER_FILTER, text: uid });
    goTo('orders');
  };
  return (
    <>
      <p className={styles.what}>
        <span aria-hidden="true">{isNotice ? '◆' : '▲'}</span>
        <strong>{t(`credit.difference.${kind}.what`, params)}</strong>
        <span className={styles.quiet}>
          {[
            orderUid,
            transactionId === null ? null : t('credit.difference.transaction', { transaction: transactionId }),
            atMs === null ? null : format.dateTime(atMs),
          ]
            .filter((part) => part !== null)
            .join(' · ')}
        </span>
      </p>
      <p className={styles.todo}>{t(`credit.difference.${kind}.todo`, params)}</p>
      {orderUid !== null && kind !== 'unknownOrder' && (
        <Button variant="quiet" onPress={show(orderUid)}>
          {t('credit.difference.show')}
        </Button>
      )}
    </>
  );
}
