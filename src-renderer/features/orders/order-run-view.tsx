import type { OrderRunView as OrderRun } from '../../../src-core/ipc/views.ts';
import { useAction, useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/class-names.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { sumAmounts } from './order-rows.ts';
import styles from './order-review.module.css';

type RunRow = OrderRun['rows'][number];

const SETTLED: ReadonlySet<RunRow['state']> = new Set(['ordered', 'held', 'needsYou']);

export interface OrderRunViewProps {
  readonly runId: string;
  readonly currency: string;
  readonly onClose: () => void;
  readonly onShowOrders: () => void;
}

/** The run, order by order; at its end what was ordered, held, and what needs a person. */
export function OrderRunView({ runId, currency, onClose, onShowOrders }: OrderRunViewProps) {
  const { t, ref, format } = useText();
  const run = useAnswer('orders.run', { runId });
  const stop = useAction('orders.stopRun');
  if (run.data === undefined) return null;
  const { rows, state } = run.data;
  const of = (wanted: RunRow['state']) => rows.filter((row) => row.state === wanted);
  const settled = rows.filter((row) => SETTLED.has(row.state)).length;
  const charged = sumAmounts(of('ordered').flatMap((row) => (row.charge === null ? [] : [row.charge])));
  return (
    <>
      <div className={styles.runHead}>
        <h2>{t(state === 'done' ? 'orders.run.doneTitle' : 'orders.run.title')}</h2>
        <p role="status">
          {t('orders.run.progress', { done: settled, total: rows.length })} ·{' '}
          {t('orders.run.summary', { ordered: of('ordered').length, sum: format.money(charged, currency) })}
          {of('held').length > 0 && ` · ${t('orders.run.summaryHeld', { count: of('held').length })}`}
          {of('needsYou').length > 0 && ` · ${t('orders.run.summaryNeedsYou', { count: of('needsYou').length })}`}
        </p>
        <ProgressBar label={t('orders.run.title')} share={rows.length === 0 ? 1 : settled / rows.length} tone={state === 'done' ? 'good' : 'plain'} />
      </div>
      <div className={styles.runScroll} tabIndex={0} role="region" aria-label={t('orders.run.title')}>
        <table className={cx(styles.lines, styles.runLines)}>
          <thead>
            <tr>
              <th scope="col">{t('orders.review.column.album')}</th>
              <th scope="col">{t('orders.run.column.state')}</th>
              <th scope="col">{t('orders.run.column.order')}</th>
              <th scope="col" className={styles.number}>{t('orders.review.column.charge')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.bookId}>
                <th scope="row" className={styles.cut}>{row.title}</th>
                <td>
                  <span className={styles.runState} data-state={row.state}>{t(`orders.run.state.${row.state}`)}</span>
                  {row.problem !== null && <div className={styles.problem}>{ref(row.problem)}</div>}
                  {row.serviceText !== null && <div className={styles.serviceText}>{row.serviceText}</div>}
                </td>
                <td className={styles.uid}>{row.orderUid ?? ''}</td>
                <td className={styles.number}>{row.charge === null ? '' : format.money(row.charge, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <footer className={styles.footer}>
        <p className={styles.footNote}>{t('orders.run.neverTwice')}</p>
        {state === 'done' ? (
          <>
            <Button onPress={onClose}>{t('orders.review.close')}</Button>
            <Button variant="primary" autoFocus onPress={onShowOrders}>{t('orders.run.toOrders')}</Button>
          </>
        ) : (
          <Button isDisabled={state === 'stopping'} onPress={() => stop.mutate({ runId })}>
            {t(state === 'stopping' ? 'orders.run.stopping' : 'orders.run.stop')}
          </Button>
        )}
      </footer>
    </>
  );
}
