import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useId, useMemo, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import type { UploadJobView } from '../../../src-core/ipc/subjects/queue.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { ColumnHeads, HEAD_PX, useColumns, type Arranging } from '../../ui/column-heads.tsx';
import { useFocusInSight } from '../../ui/focus-in-sight.ts';
import { isTypingEvent } from '../../ui/key-events.ts';
import { useRowHeight } from '../../ui/row-height.ts';
import { isEnteredByKey, isRemoveKey, selectionOfKey } from '../../ui/table-keys.ts';
import { moveSelection, toggleInSelection, type TableSelection } from '../../ui/table-selection.ts';
import type { JobColumn } from './job-columns.ts';
import { JobRow } from './job-row.tsx';
import { sectionsOf, type JobSection } from './queue-rows.ts';
import styles from './queue.module.css';

type Line =
  | { readonly type: 'section'; readonly section: JobSection; readonly count: number }
  | { readonly type: 'job'; readonly job: UploadJobView };

export interface JobListProps extends Arranging {
  readonly columns: readonly JobColumn[];
  readonly jobs: readonly UploadJobView[];
  /** Nobody answers for the service that they wait for. */
  readonly isAway: boolean;
  readonly nowMs: number;
  readonly onRetry: (jobIds: readonly string[]) => void;
  readonly onRetryOne: (jobId: string) => void;
  readonly onCancel: (jobIds: readonly string[]) => void;
  readonly selection: TableSelection;
  readonly onSelect: (selection: TableSelection) => void;
}

/** The jobs in their sections. Only what is on screen is drawn: a queue of ten thousand scrolls as one of thirty does. */
export function JobList(props: JobListProps) {
  const { columns, jobs, isAway, nowMs, onRetry, onRetryOne, onCancel, selection, onSelect } = props;
  const baseId = useId();
  const { t } = useText();
  const laidOut = useColumns(columns, props.view);
  const { scroller, shown } = laidOut;
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
    scrollMargin: HEAD_PX,
    scrollPaddingStart: HEAD_PX,
  });
  const ids = useMemo(() => lines.flatMap((line) => (line.type === 'job' ? [line.job.jobId] : [])), [lines]);
  const focusLine = lines.findIndex((line) => line.type === 'job' && line.job.jobId === selection.focusId);
  useFocusInSight(virtual, { key: selection.focusId, index: focusLine, isThere: (key) => ids.includes(key) });
  // A row is drawn again only when it changes itself, so what it calls has to stay the same function.
  const latest = useRef({ ids, selection, onSelect });
  useEffect(() => {
    latest.current = { ids, selection, onSelect };
  });
  const onRowClick = useCallback((event: MouseEvent, jobId: string) => {
    const now = latest.current;
    const how = { range: event.shiftKey, add: event.metaKey || event.ctrlKey };
    now.onSelect(toggleInSelection(now.selection, now.ids, jobId, how));
  }, []);
  const onCancelOne = useCallback((jobId: string) => onCancel([jobId]), [onCancel]);
  const onKeyDown = (event: KeyboardEvent) => {
    // A button in a row has its own keys.
    if (event.target !== event.currentTarget || isTypingEvent(event.nativeEvent)) return;
    const pageRows = () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeightPx) - 2);
    const chosen = selectionOfKey(event, selection, ids, pageRows);
    if (chosen !== null) onSelect(chosen);
    else if (isRemoveKey(event)) {
      const { ids: chosenIds } = selection;
      const taken = jobs.filter((job) => chosenIds.has(job.jobId) && job.actions.cancel.allowed);
      if (taken.length === 0) return;
      onCancel(taken.map(({ jobId }) => jobId));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={scroller}
      className={styles.scroll}
      tabIndex={0}
      role="grid"
      aria-label={t('queue.title')}
      aria-rowcount={lines.length + 1}
      aria-colcount={columns.length}
      aria-multiselectable="true"
      aria-activedescendant={focusLine >= 0 ? `${baseId}-${selection.focusId}` : undefined}
      data-table=""
      style={laidOut.style}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        if (isEnteredByKey(event) && focusLine < 0 && ids[0] !== undefined)
          onSelect(moveSelection(selection, ids, 1, false));
      }}
    >
      <ColumnHeads laidOut={laidOut} {...props} />
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
              style={{ transform: `translateY(${start - HEAD_PX}px)` }}
            >
              {line.type === 'job' ? (
                <JobRow
                  columns={shown}
                  job={line.job}
                  domId={`${baseId}-${line.job.jobId}`}
                  isSelected={selection.ids.has(line.job.jobId)}
                  isFocus={selection.focusId === line.job.jobId}
                  onClick={onRowClick}
                  ariaRowIndex={index + 2}
                  isAway={isAway && line.job.state.status === 'waiting'}
                  nowMs={line.job.nextTryAtMs === null && line.job.sendAtMs === null ? 0 : nowMs}
                  onRetry={onRetryOne}
                  onCancel={onCancelOne}
                />
              ) : (
                <div role="row" aria-rowindex={index + 2} className={styles.sectionRow} data-section={line.section}>
                  <span role="gridcell">{t(`queue.section.${line.section}`, { count: line.count })}</span>
                  {line.section === 'failed' && retryable.length > 0 && (
                    <span role="gridcell">
                      <Button variant="quiet" command="queue.retry" onPress={() => onRetry(retryable)}>
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
