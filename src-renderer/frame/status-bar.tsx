import { Pause, UploadCloud } from 'lucide-react';
import type { StatusView } from '../../src-core/ipc/subjects/app.ts';
import { foldOrders } from '../features/orders/order-filter.ts';
import { VERDICTS } from '../features/library/verdicts.ts';
import { useAnswer } from '../bridge.ts';
import { useText } from '../i18n/use-text.ts';
import { EnvironmentChip } from '../ui/chip.tsx';
import { Money } from '../ui/money.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { StateCount } from '../ui/state-mark.tsx';
import { useNow } from '../ui/use-now.ts';
import { NextLook } from '../features/service/next-look.tsx';
import { goTo } from '../route.ts';
import { PackageLine } from './package-line.tsx';
import styles from './status-bar.module.css';

/** What is connected, how the books stand, what the queue does, how much credit is left. */
export function StatusBar() {
  const { t, format } = useText();
  const status = useAnswer('app.status', {}).data;
  const progress = useAnswer('queue.progress', {}).data;
  if (status === undefined) return null;
  const { connection, counts, credit, orders } = status;
  return (
    <footer className={styles.bar} aria-label={t('ui.status')} data-pane="status">
      {connection !== null && (
        <button type="button" className={styles.part} onClick={() => goTo('settings')} title={connection.host}>
          <EnvironmentChip environment={connection.environment}>
            {t(`ui.environment.${connection.environment}`)}
          </EnvironmentChip>
          <span className={styles.name}>
            {connection.kind === 'builtIn' ? t('ui.builtInService') : connection.name}
          </span>
          {connection.away !== null && (
            <span className={styles.held}>
              ▲ {t('ui.service.awaySince', { time: format.time(connection.away.sinceMs) })},{' '}
              <NextLook away={connection.away} />
            </span>
          )}
        </button>
      )}
      <button type="button" className={styles.part} onClick={() => goTo('library')}>
        {VERDICTS.map((verdict) => (
          <StateCount key={verdict} verdict={verdict} count={counts[verdict]} />
        ))}
      </button>
      {orders.late > 0 && (
        <button
          type="button"
          className={styles.late}
          onClick={() => {
            foldOrders('late');
            goTo('orders');
          }}
        >
          ▲ {t('ui.late', { count: orders.late })}
        </button>
      )}
      <button type="button" className={styles.queue} onClick={() => goTo('queue')}>
        <QueueLine queue={progress?.queue ?? status.queue} />
      </button>
      <PackageLine />
      {credit !== null && (
        <button
          type="button"
          className={styles.part}
          onClick={() => goTo('credit')}
          aria-label={t('ui.creditIs', { amount: credit.balance })}
        >
          <span className={styles.quiet}>{t('ui.credit')}</span>
          <Money amount={credit.balance} currency={credit.currency} />
        </button>
      )}
    </footer>
  );
}

function QueueLine({ queue }: { readonly queue: StatusView['queue'] }) {
  const { t, ref, format } = useText();
  const nowMs = useNow(60_000);
  if (queue.state === 'idle' || queue.total === 0) {
    return queue.failed > 0 ? (
      <span className={styles.bad}>■ {t('ui.queue.failed', { count: queue.failed })}</span>
    ) : (
      <span className={styles.quiet}>{t('ui.queue.idle')}</span>
    );
  }
  const progress = t('ui.queue.progress', { done: queue.done, total: queue.total });
  const isMoving = queue.state === 'running' || queue.state === 'pausing';
  return (
    <>
      {isMoving ? <UploadCloud size={16} aria-hidden="true" /> : <Pause size={16} aria-hidden="true" />}
      <ProgressBar label={progress} share={queue.done / queue.total} className={styles.progress ?? ''} />
      <span>{progress}</span>
      {isMoving && queue.bytesPerSecond > 0 && (
        <span className={styles.detail}>{format.speed(queue.bytesPerSecond)}</span>
      )}
      {isMoving && queue.etaMs !== null && (
        <span className={styles.detail}>
          {t(queue.etaBound === 'rate' ? 'ui.queue.leftByRate' : 'ui.queue.left', {
            time: format.duration(queue.etaMs),
          })}
        </span>
      )}
      {!isMoving && (
        <span className={styles.held}>
          {queue.state === 'away'
            ? t('ui.queue.away')
            : queue.state === 'later' && queue.later !== null
              ? t('ui.queue.later', { time: format.moment(queue.later.atMs, nowMs) })
              : queue.heldReason === null
                ? queue.resumesAtMs === null
                  ? t('ui.queue.paused')
                  : t('ui.queue.pausedUntil', { time: format.moment(queue.resumesAtMs, nowMs) })
                : ref(queue.heldReason)}
        </span>
      )}
      {queue.failed > 0 && <span className={styles.bad}>■ {t('ui.queue.failed', { count: queue.failed })}</span>}
    </>
  );
}
