import { useAnswer, useList } from '../bridge.ts';
import { QueueScreen } from '../features/queue/queue-screen.tsx';
import { useText } from '../i18n/use-text.ts';
import { AnswerError } from '../ui/error-note.tsx';
import { Screen } from '../ui/screen.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { ScreenHeader } from '../ui/toolbar.tsx';

export function QueueRoute() {
  const { t } = useText();
  const jobs = useList('queue.changes');
  const progress = useAnswer('queue.progress', {});
  const inUse = useAnswer('app.status', {}).data?.connection ?? null;
  if (jobs.data !== undefined && progress.data !== undefined)
    return <QueueScreen jobs={jobs.data} progress={progress.data} inUse={inUse} />;
  return (
    <Screen>
      <ScreenHeader title={t('queue.title')} />
      {jobs.isError ? (
        <AnswerError error={jobs.error} onRetry={() => void jobs.refetch()} />
      ) : (
        <SkeletonRows count={8} label={t('queue.title')} />
      )}
    </Screen>
  );
}
