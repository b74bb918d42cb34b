import { Upload } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import type { QueueProgress, UploadJobView } from '../../../src-core/ipc/subjects/queue.ts';
import { useAction } from '../../bridge.ts';
import { goTo } from '../../route.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Screen } from '../../ui/screen.tsx';
import { ScreenHeader } from '../../ui/toolbar.tsx';
import { useNow } from '../../ui/use-now.ts';
import { HeldBanner } from './held-banner.tsx';
import { JobList } from './job-list.tsx';
import { QueueHeader } from './queue-header.tsx';
import { withProgress } from './queue-rows.ts';

export interface QueueScreenProps {
  readonly jobs: readonly UploadJobView[];
  readonly progress: QueueProgress;
}

/** What is being sent, what waits, and first of all what stopped. */
export function QueueScreen({ jobs, progress }: QueueScreenProps) {
  const { queue } = progress;
  const moving = useMemo(() => withProgress(jobs, progress.jobs), [jobs, progress.jobs]);
  const { t } = useText();
  const nowMs = useNow(1_000);
  const { mutate: retry } = useAction('queue.retry');
  const { mutate: cancel } = useAction('queue.cancel');
  const retryAll = useCallback((jobIds: readonly string[]) => retry({ jobIds: [...jobIds] }), [retry]);
  const retryOne = useCallback((jobId: string) => retry({ jobIds: [jobId] }), [retry]);
  const cancelOne = useCallback((jobId: string) => cancel({ jobIds: [jobId] }), [cancel]);
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
      <ScreenHeader title={t('queue.title')} />
      <QueueHeader queue={queue} jobs={moving} />
      <HeldBanner queue={queue} nowMs={nowMs} onOpenSettings={() => goTo('settings')} />
      <JobList jobs={moving} nowMs={nowMs} onRetry={retryAll} onRetryOne={retryOne} onCancelOne={cancelOne} />
    </Screen>
  );
}
