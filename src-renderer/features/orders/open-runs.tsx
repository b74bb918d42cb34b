import { useState } from 'react';
import type { OpenRun } from '../../../src-core/ipc/subjects/orders.ts';
import { useAction, useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { showOrderRun } from './order-review-store.ts';
import styles from './open-runs.module.css';

/** More at once would leave no room for the orders. */
const SHOWN = 3;

export interface OpenRunsProps {
  readonly currency: string;
}

/** Runs that are under way or not placed whole: whoever closed their window, or was away when they failed, finds them here. */
export function OpenRuns({ currency }: OpenRunsProps) {
  const { t } = useText();
  const runs = useAnswer('orders.openRuns', {}).data ?? [];
  const [isAll, setAll] = useState(false);
  if (runs.length === 0) return null;
  const shown = isAll ? runs : runs.slice(0, SHOWN);
  return (
    <section className={styles.runs} aria-label={t('orders.openRuns.label')}>
      <ul>
        {shown.map((run) => (
          <OpenRunLine key={run.runId} run={run} currency={currency} />
        ))}
      </ul>
      {runs.length > SHOWN && (
        <Button variant="quiet" aria-expanded={isAll} onPress={() => setAll(!isAll)}>
          {isAll ? t('orders.openRuns.fewer') : t('orders.openRuns.more', { count: runs.length - SHOWN })}
        </Button>
      )}
    </section>
  );
}

function OpenRunLine({ run, currency }: OpenRunsProps & { readonly run: OpenRun }) {
  const { t, format } = useText();
  const putAside = useAction('orders.putRunAside');
  const { runId, createdAtMs, heldUntilMs, awaitsCredit, orders, underWay, ordered, held, needsYou } = run;
  const time = format.dateTime(createdAtMs);
  // What is held goes on by itself only where it waits for the credit.
  const isForSomebody = needsYou > 0 || (held > 0 && awaitsCredit === null);
  const said = [
    ordered > 0 ? t('orders.openRuns.ordered', { count: ordered }) : null,
    underWay > 0 ? t('orders.openRuns.underWay', { count: underWay }) : null,
    held > 0 ? t('orders.openRuns.held', { count: held }) : null,
    needsYou > 0 ? t('orders.openRuns.needsYou', { count: needsYou }) : null,
    awaitsCredit === null ? null : t('orders.openRuns.awaits', { credit: format.money(awaitsCredit, currency) }),
  ].filter((part) => part !== null);
  return (
    <li className={styles.run} data-needs-you={isForSomebody || undefined}>
      <p>
        <strong>{t('orders.openRuns.title', { count: orders, time })}</strong>
        <span>{said.join(' · ')}</span>
      </p>
      {underWay === 0 && awaitsCredit === null && (
        <Button
          variant="quiet"
          aria-label={t('orders.openRuns.putAsideOf', { time })}
          isBusy={putAside.isPending}
          onPress={() => putAside.mutate({ runId })}
        >
          {t('orders.openRuns.putAside')}
        </Button>
      )}
      <Button
        aria-label={t('orders.openRuns.showOf', { time })}
        onPress={() => showOrderRun({ runId, currency, heldUntilMs, awaitCredit: awaitsCredit !== null })}
      >
        {t('orders.openRuns.show')}
      </Button>
    </li>
  );
}
