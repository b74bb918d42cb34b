import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import type { UploadJobView } from '../../../src-core/ipc/subjects/queue.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { useRowHeight } from '../../ui/row-height.ts';
import { JobRow } from './job-row.tsx';
import { sectionsOf, type JobSection } from './queue-rows.ts';
import styles from './queue.module.css';

const COLUMNS = ['book', 'progress', 'speed', 'step', 'tries', 'actions'] as const;

type Line =
  | { readonly type: 'section'; readonly section: JobSection; readonly count: number }
  | { readonly type: 'job'; readonly job: UploadJobView };

export interface JobListProps {
  readonly jobs: readonly UploadJobView[];
  readonly nowMs: number;
  readonly onRetry: (jobIds: readonly string[]) => void;
  readonly onRetryOne: (jobId: string) => void;
  readonly onCancelOne: (jobId: string) => void;
}

/** The jobs in their sections. Only what is on screen is drawn: a queue of ten thousand scrolls as one of thirty does. */
export function JobList({ jobs, nowMs, onRetry, onRetryOne, onCancelOne }: JobListProps) {
  const { t } = useText();
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeightPx = useRowHeight();
  const lines = useMemo(
    () =>
      sectionsOf(jobs).flatMap(({ section, jobs: inSection }): Line[] => [
        { type: 'section', section, count: inSection.length },
        ...inSection.map((job): Line => ({ type: 'job', job })),
      ]),
    [jobs],
  );
  const retryable = useMemo(
    () => jobs.filter((job) => job.state.status === 'failed' && job.actions.retry.allowed).map((job) => job.jobId),
    [jobs],
  );
  // A job that stopped says why below its line, so that lines are as high as they turn out to be.
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    getItemKey: (index) => keyOf(lines[index]),
    overscan: 8,
    scrollMargin: rowHeightPx,
  });
  return (
    <div
      ref={scroller}
      className={styles.scroll}
      tabIndex={0}
      role="grid"
      aria-label={t('queue.title')}
      aria-rowcount={lines.length + 1}
    >
      <div role="row" aria-rowindex={1} className={styles.headRow}>
        {COLUMNS.map((column) => (
          <span key={column} role="columnheader" className={column === 'speed' ? styles.speed : ''}>
            <span className={column === 'actions' ? 'visually-hidden' : ''}>{t(`queue.column.${column}`)}</span>
          </span>
        ))}
      </div>
      <div role="presentation" className={styles.space} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const line = lines[index];
          if (line === undefined) return null;
          return (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              role="presentation"
              className={styles.line}
              style={{ transform: `translateY(${start - rowHeightPx}px)` }}
            >
              {line.type === 'job' ? (
                <JobRow
                  job={line.job}
                  ariaRowIndex={index + 2}
                  nowMs={line.job.nextTryAtMs === null ? 0 : nowMs}
                  onRetry={onRetryOne}
                  onCancel={onCancelOne}
                />
              ) : (
                <div role="row" aria-rowindex={index + 2} className={styles.sectionRow} data-section={line.section}>
                  <span role="gridcell">{t(`queue.section.${line.section}`, { count: line.count })}</span>
                  {line.section === 'failed' && retryable.length > 0 && (
                    <span role="gridcell">
                      <Button variant="quiet" onPress={() => onRetry(retryable)}>
                        {t('queue.retryAll', { count: retryable.length })}
                      </Button>
                    </span>
                  )}
                </div>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

const keyOf = (line: Line | undefined): string =>
  line === undefined ? '' : line.type === 'job' ? line.job.jobId : `section ${line.section}`;
