import { Upload } from 'lucide-react';
import { useCallback } from 'react';
import type { StatusView, UploadJobView } from '../../../src-core/ipc/views.ts';
import { useAction } from '../../bridge.ts';
import { goTo } from '../../frame/route.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Screen } from '../../ui/screen.tsx';
import { ScreenHeader } from '../../ui/toolbar.tsx';
import { useNow } from '../../ui/use-now.ts';
import { HeldBanner } from './held-banner.tsx';
import { JobRow } from './job-row.tsx';
import { QueueHeader } from './queue-header.tsx';
import { sectionsOf } from './queue-rows.ts';
import styles from './queue.module.css';

export interface QueueScreenProps {
  readonly jobs: readonly UploadJobView[];
  readonly queue: StatusView['queue'];
}

const COLUMNS = ['book', 'progress', 'speed', 'step', 'tries', 'actions'] as const;

/** What is being sent, what waits, and first of all what stopped. */
export function QueueScreen({ jobs, queue }: QueueScreenProps) {
  const { t } = useText();
  const nowMs = useNow(1_000);
  const { mutate: retry } = useAction('queue.retry');
  const { mutate: cancel } = useAction('queue.cancel');
  const retryOne = useCallback((jobId: string) => retry({ jobIds: [jobId] }), [retry]);
  const cancelOne = useCallback((jobId: string) => cancel({ jobIds: [jobId] }), [cancel]);
  if (jobs.length === 0) {
    return (
      <Screen>
        <ScreenHeader title={t('queue.title')} />
        <EmptyState icon={<Upload size={32} strokeWidth={1.25} />} title={t('queue.empty.title')} text={t('queue.empty.text')}>
          <Button onPress={() => goTo('library')}>{t('queue.empty.action')}</Button>
        </EmptyState>
      </Screen>
    );
  }
  const sections = sectionsOf(jobs);
  const retryable = jobs.filter((job) => job.state.status === 'failed' && job.actions.retry.allowed);
  return (
    <Screen>
      <ScreenHeader title={t('queue.title')} />
      <QueueHeader queue={queue} jobs={jobs} />
      <HeldBanner queue={queue} nowMs={nowMs} onOpenSettings={() => goTo('settings')} />
      <div className={styles.scroll} tabIndex={0} role="grid" aria-label={t('queue.title')} aria-rowcount={jobs.length + sections.length + 1}>
        <div role="row" className={styles.headRow}>
          {COLUMNS.map((column) => (
            <span key={column} role="columnheader" className={column === 'speed' ? styles.speed : ''}>
              <span className={column === 'actions' ? 'visually-hidden' : ''}>{t(`queue.column.${column}`)}</span>
            </span>
          ))}
        </div>
        {sections.map(({ section, jobs: inSection }) => (
          <div key={section} role="rowgroup">
            <div role="row" className={styles.sectionRow} data-section={section}>
              <span role="gridcell">{t(`queue.section.${section}`, { count: inSection.length })}</span>
              {section === 'failed' && retryable.length > 0 && (
                <span role="gridcell">
                  <Button variant="quiet" onPress={() => retry({ jobIds: retryable.map((job) => job.jobId) })}>
                    {t('queue.retryAll', { count: retryable.length })}
                  </Button>
                </span>
              )}
            </div>
            {inSection.map((job) => (
              <JobRow
                key={job.jobId}
                job={job}
                nowMs={job.nextTryAtMs === null ? 0 : nowMs}
                onRetry={retryOne}
                onCancel={cancelOne}
              />
            ))}
          </div>
        ))}
      </div>
    </Screen>
  );
}
