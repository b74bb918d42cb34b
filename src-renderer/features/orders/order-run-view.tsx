import { useEffect, useMemo, useState } from 'react';
import { isOwnFault } from '../../../src-core/desk/app-errors.ts';
import type { RunRow } from '../../../src-core/ipc/subjects/orders.ts';
import { useAction, useAnswer, useList } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/class-names.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { VirtualTable } from '../../ui/virtual-table.tsx';
import { useSaveDocument } from '../documents/save-document.ts';
import { SaveTable } from './save-table.tsx';
import { albumOf } from './order-name.ts';
import { usePrintGate } from '../print-gate/print-gate.ts';
import { OrderInLive } from '../promotions/order-in-live.tsx';
import { OwnFault } from '../service/own-fault.tsx';
import { NextLook } from '../service/next-look.tsx';
import { HeldRun } from './held-run.tsx';
import { useReadyBooks } from './order-ready-books.tsx';
import { openOrderReview, type StartedRun } from './order-review-store.ts';
import { ORDER_LINE_PX } from './order-line.ts';
import { sumAmounts } from './order-rows.ts';
import { useRepeatedOrders } from './use-repeated-orders.ts';
import styles from './order-review.module.css';

const SETTLED: ReadonlySet<RunRow['state']> = new Set(['ordered', 'held', 'needsYou']);

export interface OrderRunViewProps extends StartedRun {
  /** It is looked at again: what it does goes on behind a closed window. */
  readonly isAgain: boolean;
  readonly onSent: () => void;
  readonly onTakenBack: () => void;
  /** Nothing of it is under way any more. */
  readonly onDone: () => void;
  readonly onClose: () => void;
  readonly onShowOrders: () => void;
}

/** The run, order by order; at its end what was ordered, held, and what needs a person. */
export function OrderRunView(props: OrderRunViewProps) {
  const { runId, currency, heldUntilMs, awaitCredit, isAgain, onClose, onShowOrders, onSent, onTakenBack, onDone } =
    props;
  const { t, ref, format } = useText();
  const run = useList('orders.run', { runId });
  const stop = useAction('orders.stopRun');
  const { save } = useSaveDocument(({ what }) => t(what === 'run' ? 'orders.run.saved' : 'orders.receipt.saved'));
  const away = useAnswer('app.status', {}).data?.connection?.away ?? null;
  const rows = run.data;
  const totals = useMemo(() => (rows === undefined ? null : totalsOf(rows)), [rows]);
  const [isSent, setSent] = useState(heldUntilMs === null);
  const ordered = useMemo(() => (rows ?? []).flatMap(({ orderUid }) => orderUid ?? []), [rows]);
  const gate = usePrintGate();
  const ready = useReadyBooks();
  const [missing, repeated] = useMemo(() => {
    // What is held for the credit goes on by itself.
    const isMissing = ({ state, isPromoted }: RunRow) =>
      !isPromoted && (state === 'needsYou' || (state === 'held' && !awaitCredit));
    const open = (rows ?? []).filter(isMissing);
    const books = new Set(open.filter(({ repeats }) => repeats === null).flatMap(({ bookIds }) => bookIds));
    return [
      ready.filter(({ bookId }) => books.has(bookId)),
      [...new Set(open.flatMap(({ repeats }) => repeats ?? []))],
    ] as const;
  }, [rows, ready, awaitCredit]);
  const { repeat, isLooking } = useRepeatedOrders(onClose);
  const waiting = rows?.filter(({ state }) => state === 'held').length ?? 0;
  const isDone = rows !== undefined && totals?.settled === rows.length;
  useEffect(() => {
    if (isDone) onDone();
  }, [isDone, onDone]);
  if (rows === undefined || totals === null) return null;
  const state = isDone ? 'done' : stop.isIdle ? 'running' : 'stopping';
  return (
    <>
      <div className={styles.runHead}>
        <h2>{t(titleKey())}</h2>
        <p role="status">
          {t('orders.run.progress', { done: totals.settled, total: rows.length })} ·{' '}
          {t('orders.run.summary', { ordered: totals.ordered, sum: format.money(totals.charged, currency) })}
          {totals.held > 0 && ` · ${t('orders.run.summaryHeld', { count: totals.held })}`}
          {totals.needsYou > 0 && ` · ${t('orders.run.summaryNeedsYou', { count: totals.needsYou })}`}
        </p>
        {heldUntilMs !== null && !isSent && state !== 'done' && (
          <HeldRun
            runId={runId}
            heldUntilMs={heldUntilMs}
            onTakenBack={onTakenBack}
            onSent={() => {
              setSent(true);
              onSent();
            }}
          />
        )}
        {awaitCredit && waiting > 0 && <p>{t('orders.run.awaitsCredit', { count: waiting })}</p>}
        {away !== null && state !== 'done' && (
          <p className={styles.problem}>
            {t('ui.service.awaySince', { time: format.time(away.sinceMs) })}, <NextLook away={away} />
          </p>
        )}
        <ProgressBar
          label={t('orders.run.title')}
          share={rows.length === 0 ? 1 : totals.settled / rows.length}
          tone={state === 'done' ? 'good' : 'plain'}
        />
      </div>
      <VirtualTable
        label={t('orders.run.title')}
        className={styles.runScroll}
        tableClassName={cx(styles.lines, styles.runLines)}
        head={[
          <th key="album" scope="col">
            {t('orders.review.column.album')}
          </th>,
          <th key="state" scope="col">
            {t('orders.run.column.state')}
          </th>,
          <th key="order" scope="col">
            {t('orders.run.column.order')}
          </th>,
          <th key="charge" scope="col" className={styles.number}>
            {t('orders.review.column.charge')}
          </th>,
        ]}
        rows={rows}
        rowKey={keyOf}
        rowHeightPx={ORDER_LINE_PX}
        cells={(row) => (
          <>
            <th scope="row" className={styles.cut} title={row.titles.join('\n')}>
              {albumOf({ bookTitles: row.titles, orderUid: row.intentId }, t)}
              {row.recipientName !== null && <span className={styles.recipient}>→ {row.recipientName}</span>}
            </th>
            <td>
              <span className={styles.runState} data-state={row.state}>
                {t(`orders.run.state.${row.state}`)}
              </span>
              {row.problem !== null && <div className={styles.problem}>{ref(row.problem)}</div>}
              {row.serviceText !== null && <div className={styles.serviceText}>{row.serviceText}</div>}
            </td>
            <td className={styles.uid}>{row.orderUid ?? ''}</td>
            <td className={styles.number}>{row.charge === null ? '' : format.money(row.charge, currency)}</td>
          </>
        )}
      />
      <footer className={styles.footer}>
        <p className={styles.footNote}>{t('orders.run.neverTwice')}</p>
        <OwnFault problem={rows.find(({ problem }) => problem !== null && isOwnFault(problem))?.problem ?? null} />
        {(state === 'done' || isAgain) && <Button onPress={onClose}>{t('orders.review.close')}</Button>}
        {state === 'done' ? (
          <>
            <SaveTable
              label={t('orders.run.save')}
              hints="orders.run"
              documentOf={(kind) => ({ what: 'run', runId, kind })}
              onSave={save}
            />
            <SaveTable
              label={t('orders.receipt.save')}
              hints="orders.receipt"
              isDisabled={ordered.length === 0}
              documentOf={(kind) => ({ what: 'receipt', orderUids: ordered, kind })}
              onSave={save}
            />
            <OrderInLive orderUids={ordered} />
            {missing.length > 0 && (
              <Button
                onPress={() =>
                  gate('order', missing, (bookIds, print) => {
                    onClose();
                    openOrderReview(bookIds, print);
                  })
                }
              >
                {t('orders.run.reviewMissing', { count: missing.length })}
              </Button>
            )}
            {repeated.length > 0 && (
              <Button isBusy={isLooking} onPress={() => repeat(repeated)}>
                {t('orders.run.repeatMissing', { count: repeated.length })}
              </Button>
            )}
            <Button variant="primary" autoFocus onPress={onShowOrders}>
              {t('orders.run.toOrders')}
            </Button>
          </>
        ) : isSent ? (
          <Button isDisabled={state === 'stopping'} onPress={() => stop.mutate({ runId })}>
            {t(state === 'stopping' ? 'orders.run.stopping' : 'orders.run.stop')}
          </Button>
        ) : null}
      </footer>
    </>
  );

  function titleKey() {
    if (!isSent && state !== 'done') return 'orders.run.heldTitle';
    if (awaitCredit && waiting > 0) return 'orders.run.awaitsTitle';
    return state === 'done' ? 'orders.run.doneTitle' : 'orders.run.title';
  }
}

const keyOf = (row: RunRow): string => row.intentId;

function totalsOf(rows: readonly RunRow[]) {
  const count = (wanted: RunRow['state']): number => rows.filter((row) => row.state === wanted).length;
  return {
    settled: rows.filter((row) => SETTLED.has(row.state)).length,
    ordered: count('ordered'),
    held: count('held'),
    needsYou: count('needsYou'),
    charged: sumAmounts(rows.flatMap((row) => (row.state === 'ordered' && row.charge !== null ? [row.charge] : []))),
  };
}
