import { Upload } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { ConnectionView } from '../../../src-core/ipc/subjects/connections.ts';
import type { QueueProgress, UploadJobView } from '../../../src-core/ipc/subjects/queue.ts';
import { useAction } from '../../bridge.ts';
import { useCommand } from '../../commands/run-command.ts';
import { goTo } from '../../route.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Screen } from '../../ui/screen.tsx';
import { NO_SELECTION, keepInSelection } from '../../ui/table-selection.ts';
import { ScreenHeader, Spacer } from '../../ui/toolbar.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useSortedRows } from '../../ui/use-sorted-rows.ts';
import { AwayBanner } from './away-banner.tsx';
import { DiffersBanner } from './differs-banner.tsx';
import { HeldBanner } from './held-banner.tsx';
import { jobColumns } from './job-columns.ts';
import { JobList } from './job-list.tsx';
import { OrderTools } from './order-tools.tsx';
import { QueueHeader } from './queue-header.tsx';
import { isLater, sectionsOf, withProgress } from './queue-rows.ts';
import { ColumnsMenu } from '../tables/columns-menu.tsx';
import { useTableView } from '../tables/use-table-view.ts';
import { useUndoable } from '../undo/use-undo.ts';
import { TimeTools } from './time-tools.tsx';
import { queueSelection, queueSorting } from './queue-state.ts';

const jobIdOf = ({ jobId }: UploadJobView): string => jobId;

export interface QueueScreenProps {
  readonly jobs: readonly UploadJobView[];
  readonly progress: QueueProgress;
  /** The connection whose queue it is. */
  readonly inUse: ConnectionView | null;
}

/** What is being sent, what waits, and first of all what stopped. */
export function QueueScreen({ jobs, progress, inUse }: QueueScreenProps) {
  const away = inUse?.away ?? null;
  const { queue } = progress;
  const text = useText();
  const { t } = text;
  const columns = useMemo(() => jobColumns(text), [text]);
  const arranged = useTableView('queue');
  const sorting = queueSorting.use();
  const compare = columns.find(({ id }) => id === sorting?.by)?.compare ?? null;
  // Before what moves is put in: a row that is being sent stays in its place.
  const sorted = useSortedRows(jobs, jobIdOf, compare, sorting?.isDown === true);
  const moving = useMemo(() => withProgress(sorted, progress.jobs), [sorted, progress.jobs]);
  const selection = useKeptSelection(sorted);
  const chosenWaiting = useMemo(
    () => jobs.flatMap((job) => (job.state.status === 'waiting' && selection.ids.has(job.jobId) ? [job.jobId] : [])),
    [jobs, selection],
  );
  const differing = useMemo(() => jobs.filter(({ differs }) => differs), [jobs]);
  const nowMs = useNow(1_000);
  const chosenLater = jobs.flatMap((job) => (selection.ids.has(job.jobId) && isLater(job, nowMs) ? [job.jobId] : []));
  const { mutate: retry } = useAction('queue.retry');
  const showUndo = useUndoable();
  const { mutate: cancel } = useAction('queue.cancel', {
    onDone: ({ undoId }, { jobIds }) => showUndo(t('queue.cancelled', { count: jobIds.length }), undoId),
  });
  const retryAll = useCallback((jobIds: readonly string[]) => retry({ jobIds: [...jobIds] }), [retry]);
  const retryOne = useCallback((jobId: string) => retry({ jobIds: [jobId] }), [retry]);
  const cancelSome = useCallback((jobIds: readonly string[]) => cancel({ jobIds: [...jobIds] }), [cancel]);
  useQueueCommands(jobs, selection.ids, retryAll, cancelSome);
  if (jobs.length === 0) {
    return (
      <Screen>
        <ScreenHeader title={t('queue.title')} />
        <EmptyState
          icon={<Upload size={32} strokeWidth={1.25} />}
          title={t('queue.empty.title')}
          text={t('queue.empty.text')}
        >
          <Button onPress={() => goTo('library')}>{t('queue.empty.action')}</Button>
        </EmptyState>
      </Screen>
    );
  }
  return (
    <Screen>
      <ScreenHeader title={t('queue.title')}>
        <Spacer />
        <TimeTools jobIds={chosenWaiting} laterIds={chosenLater} />
        <OrderTools jobIds={chosenWaiting} />
        <ColumnsMenu table="queue" columns={columns} />
      </ScreenHeader>
      <QueueHeader queue={queue} jobs={moving} nowMs={nowMs} />
      {away !== null && <AwayBanner away={away} />}
      <HeldBanner queue={queue} inUse={inUse} nowMs={nowMs} onOpenSettings={() => goTo('settings')} />
      <DiffersBanner jobs={differing} />
      <JobList
        columns={columns}
        view={arranged.view}
        onView={arranged.changeColumns}
        sorting={sorting}
        onSort={queueSorting.set}
        jobs={moving}
        isAway={queue.state === 'away'}
        nowMs={nowMs}
        onRetry={retryAll}
        onRetryOne={retryOne}
        onCancel={cancelSome}
        selection={selection}
        onSelect={queueSelection.set}
      />
    </Screen>
  );
}

/** Those that are chosen, and without any that may be, all that stopped. */
function useQueueCommands(
  jobs: readonly UploadJobView[],
  chosen: ReadonlySet<string>,
  retry: (jobIds: readonly string[]) => void,
  cancel: (jobIds: readonly string[]) => void,
): void {
  const { t } = useText();
  const allStopped = jobs.filter(({ state, actions }) => state.status === 'failed' && actions.retry.allowed);
  const chosenStopped = allStopped.filter(({ jobId }) => chosen.has(jobId));
  const stopped = (chosenStopped.length > 0 ? chosenStopped : allStopped).map(({ jobId }) => jobId);
  const going = jobs.flatMap(({ jobId, actions }) => (chosen.has(jobId) && actions.cancel.allowed ? [jobId] : []));
  useCommand('queue.retry', stopped.length === 0 ? null : () => retry(stopped), t('ui.whyNot.noneStopped'));
  useCommand('queue.cancel', going.length === 0 ? null : () => cancel(going), t('ui.whyNot.noneToCancel'));
}

/** What is chosen of the jobs that there are, in the order in which they are shown. */
function useKeptSelection(jobs: readonly UploadJobView[]) {
  const selection = queueSelection.use();
  const ids = useMemo(() => sectionsOf(jobs).flatMap((one) => one.jobs.map(({ jobId }) => jobId)), [jobs]);
  const formerIds = useRef(ids);
  useEffect(() => {
    const kept = keepInSelection(queueSelection.get(), ids, formerIds.current);
    formerIds.current = ids;
    if (kept !== queueSelection.get()) queueSelection.set(kept);
  }, [ids]);
  return jobs.length === 0 ? NO_SELECTION : selection;
}
