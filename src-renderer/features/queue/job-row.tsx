import { RotateCcw, X } from 'lucide-react';
import { memo, type MouseEvent, type ReactNode } from 'react';
import type { UploadJobView } from '../../../src-core/ipc/subjects/queue.ts';
import { useText } from '../../i18n/use-text.ts';
import type { Text } from '../../i18n/text.ts';
import type { ShownColumn } from '../../ui/column-tracks.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { EndKept } from '../../ui/end-kept.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import type { JobColumn } from './job-columns.ts';
import { isLater, sentShare } from './queue-rows.ts';
import { OwnFault } from '../service/own-fault.tsx';
import { StepBar } from './step-bar.tsx';
import styles from './queue.module.css';

const CELL_CLASS = {
  book: 'title',
  progress: 'progressCell',
  speed: 'speed',
  step: 'stepCell',
  tries: 'tries',
  actions: 'actions',
} as const satisfies Record<JobColumn['id'], string>;

export interface JobRowProps {
  readonly columns: readonly ShownColumn<JobColumn>[];
  readonly job: UploadJobView;
  readonly domId: string;
  readonly isSelected: boolean;
  readonly isFocus: boolean;
  readonly onClick: (event: MouseEvent, jobId: string) => void;
  readonly ariaRowIndex: number;
  /** It waits for a service that nobody answers for. */
  readonly isAway: boolean;
  /** Only looked at while the job waits for its next try or its time. */
  readonly nowMs: number;
  readonly onRetry: (jobId: string) => void;
  readonly onCancel: (jobId: string) => void;
}

/** One book on its way: how far, how fast, which step; and when it stopped, why, in the service's own words. */
export const JobRow = memo(function JobRow(props: JobRowProps) {
  const { columns, job, domId, isSelected, isFocus, onClick, ariaRowIndex, isAway, nowMs, onRetry, onCancel } = props;
  const { t, ref, format } = useText();
  const { retry, cancel } = job.actions;
  return (
    <div
      id={domId}
      role="row"
      aria-rowindex={ariaRowIndex}
      aria-selected={isSelected}
      aria-label={job.title}
      data-focus={isFocus || undefined}
      className={styles.row}
      data-status={job.state.status}
      onClick={(event) => onClick(event, job.jobId)}
    >
      {columns.map(({ column, index }) => (
        <div
          key={column.id}
          role={column.isRowHeader === true ? 'rowheader' : 'gridcell'}
          aria-colindex={index}
          className={styles[CELL_CLASS[column.id]]}
          title={column.id === 'book' ? job.title : undefined}
        >
          {cellOf(column.id)}
        </div>
      ))}
      {(job.problem !== null || job.serviceText !== null) && (
        <div role="gridcell" className={styles.problem}>
          {job.problem !== null && <p className={styles.problemText}>{ref(job.problem)}</p>}
          <OwnFault problem={job.problem} />
          {job.differs && <p>{t('queue.differs.here')}</p>}
          {job.serviceText !== null && (
            <p className={styles.serviceText}>
              {t('queue.serviceSays')}: <q>{job.serviceText}</q>
            </p>
          )}
        </div>
      )}
    </div>
  );

  function cellOf(id: JobColumn['id']): ReactNode {
    switch (id) {
      case 'book':
        return <EndKept text={job.title} />;
      case 'progress':
        return (
          <>
            <ProgressBar label={job.title} share={sentShare(job)} tone={toneOf(job)} />
            <span className={styles.amount}>{amountOf(job, t, format)}</span>
          </>
        );
      case 'speed':
        return job.state.status === 'sending' && job.bytesPerSecond > 0 ? format.speed(job.bytesPerSecond) : '';
      case 'step':
        return (
          <>
            <StepBar title={job.title} state={job.state} />
            <span className={styles.stepWord}>
              {isLater(job, nowMs)
                ? t('queue.stepWord.later', { time: format.moment(job.sendAtMs ?? 0, nowMs) })
                : isAway
                  ? t('queue.stepWord.away')
                  : stepWord(job, t)}
            </span>
          </>
        );
      case 'tries':
        return (
          <>
            {job.nextTryAtMs !== null && !isAway && <span>{nextTry(job, job.nextTryAtMs, nowMs, t, format)}</span>}
            {job.attempts > 1 && <span className={styles.figure}>{t('queue.attempts', { count: job.attempts })}</span>}
          </>
        );
      case 'actions':
        return (
          <>
            {retry.allowed && (
              <IconButton
                icon={RotateCcw}
                label={t('queue.retryOf', { title: job.title })}
                onPress={() => onRetry(job.jobId)}
              />
            )}
            <IconButton
              icon={X}
              label={t('queue.cancelOf', { title: job.title })}
              isDisabled={!cancel.allowed}
              whyNot={cancel.reason === null ? null : ref(cancel.reason)}
              onPress={() => onCancel(job.jobId)}
            />
          </>
        );
    }
  }
});

function amountOf({ sentBytes, totalBytes }: UploadJobView, t: Text['t'], format: Text['format']): string {
  const total = format.bytes(totalBytes);
  return sentBytes > 0 && sentBytes < totalBytes ? t('queue.bytes', { sent: format.bytes(sentBytes), total }) : total;
}

function toneOf(job: UploadJobView): 'plain' | 'good' | 'bad' {
  return job.state.status === 'failed' ? 'bad' : job.state.status === 'done' ? 'good' : 'plain';
}

function stepWord({ state }: UploadJobView, t: Text['t']): string {
  switch (state.status) {
    case 'sending':
      return t(`queue.stepWord.${state.step}`);
    case 'failed':
      return t('queue.stepWord.failed', { step: t(`queue.step.${state.step}`) });
    case 'waiting':
    case 'done':
    case 'cancelled':
      return t(`queue.stepWord.${state.status}`);
  }
}

function nextTry({ state }: UploadJobView, atMs: number, nowMs: number, t: Text['t'], format: Text['format']): string {
  const inMs = atMs - nowMs;
  if (inMs < 1_000) return t('queue.nextTryNow');
  // The wait of one that failed is long: its time says more than a countdown.
  if (state.status === 'failed') return t('queue.againAt', { time: format.moment(atMs, nowMs) });
  return t('queue.nextTryIn', { time: format.duration(inMs) });
}
