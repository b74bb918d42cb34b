import { Play } from 'lucide-react';
import type { StatusView } from '../../../src-core/ipc/subjects/app.ts';
import type { UploadJobView } from '../../../src-core/ipc/subjects/queue.ts';
import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { bytesOf } from './queue-rows.ts';
import { LimitButton } from '../sending/limit-button.tsx';
import { PauseMenu } from './pause-menu.tsx';
import styles from './queue.module.css';

export interface QueueHeaderProps {
  readonly queue: StatusView['queue'];
  readonly jobs: readonly UploadJobView[];
  readonly nowMs: number;
}

/** The queue as a whole: how far, how fast, how long and what bounds it; the two pauses. */
export function QueueHeader({ queue, jobs, nowMs }: QueueHeaderProps) {
  const { t, format } = useText();
  const resume = useAction('queue.resume');
  const { sentBytes, totalBytes } = bytesOf(jobs);
  const share = totalBytes > 0 ? sentBytes / totalBytes : queue.total === 0 ? 0 : queue.done / queue.total;
  const isMoving = queue.state === 'running' || queue.state === 'pausing';
  // What is not moving for want of its service may be paused beforehand.
  const mayPause = isMoving || queue.state === 'away' || queue.state === 'later';
  const whyNotResume =
    queue.state === 'idle'
      ? t('queue.state.idle')
      : queue.state === 'held' && queue.resumesAtMs !== null
        ? t('queue.held.byItself')
        : null;
  const isPaused = queue.state === 'paused' || queue.state === 'pausing';
  return (
    <div className={styles.header}>
      <div>
        <p className={styles.totals}>
          <span className={styles.stateWord}>{t(`queue.state.${queue.state}`)}</span>
          {isPaused && queue.resumesAtMs !== null && (
            <span>
              {t('queue.pausedUntil', {
                time: format.moment(queue.resumesAtMs, nowMs),
                in: format.duration(Math.max(0, queue.resumesAtMs - nowMs)),
              })}
            </span>
          )}
          <span>{t('queue.progress', { done: queue.done, total: queue.total })}</span>
          <span className={styles.figure}>
            {t('queue.bytes', { sent: format.bytes(sentBytes), total: format.bytes(totalBytes) })}
          </span>
          {isMoving && queue.bytesPerSecond > 0 && (
            <span className={styles.figure}>{format.speed(queue.bytesPerSecond)}</span>
          )}
          {queue.later !== null && (
            <span>{t('queue.later', { count: queue.later.count, time: format.moment(queue.later.atMs, nowMs) })}</span>
          )}
          {queue.limit !== null && queue.state !== 'idle' && (
            <span className={styles.figure}>
              {queue.limit.untilMs === null
                ? t('queue.limit.now', { mbit: queue.limit.mbitPerSecond })
                : t('queue.limit.nowUntil', {
                    mbit: queue.limit.mbitPerSecond,
                    time: format.moment(queue.limit.untilMs, nowMs),
                  })}
            </span>
          )}
          {isMoving && queue.etaMs !== null && (
            <span>
              {t('queue.etaLeft', { time: format.duration(queue.etaMs) })}
              {queue.etaBound !== null && (
                <span className={styles.figure}>, {t(`queue.etaBound.${queue.etaBound}`)}</span>
              )}
            </span>
          )}
        </p>
        <ProgressBar label={t('queue.title')} share={share} />
      </div>
      <div className={styles.controls}>
        <LimitButton />
        {mayPause ? (
          <PauseMenu />
        ) : (
          <Button
            icon={Play}
            command="queue.pauseOrResume"
            variant="primary"
            isDisabled={whyNotResume !== null}
            whyNot={whyNotResume}
            onPress={() => resume.mutate({})}
          >
            {t('queue.resume')}
          </Button>
        )}
      </div>
    </div>
  );
}
