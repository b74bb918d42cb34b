import { useAnswer } from '../bridge.ts';
import { SpecsScreen } from '../features/specs/specs-screen.tsx';
import { useText } from '../i18n/use-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { AnswerError } from '../ui/error-note.tsx';
import { Screen } from '../ui/screen.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { ScreenHeader } from '../ui/toolbar.tsx';

export function SpecsRoute() {
  const { t } = useText();
  const answer = useAnswer('specs.list', {});
  const info = useAnswer('app.info', {});
  const status = useAnswer('app.status', {});
  const [first, ...others] = answer.data ?? [];
  return (
    <Screen>
      <ScreenHeader title={t('specs.title')} />
      {answer.isError ? (
        <AnswerError error={answer.error} onRetry={() => void answer.refetch()} />
      ) : answer.data === undefined || info.data === undefined ? (
        <SkeletonRows count={6} label={t('specs.title')} />
      ) : first === undefined ? (
        <EmptyState title={t('specs.empty.title')} text={t('specs.empty.text')} />
      ) : (
        <SpecsScreen
          specs={[first, ...others]}
          contract={info.data.service.contract}
          environment={status.data?.connection?.environment ?? 'sandbox'}
        />
      )}
    </Screen>
  );
}
