import { useAnswer } from '../bridge.ts';
import { SettingsScreen } from '../features/settings/settings-screen.tsx';
import { useText } from '../i18n/use-text.ts';
import { AnswerError } from '../ui/error-note.tsx';
import { Screen } from '../ui/screen.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { ScreenHeader } from '../ui/toolbar.tsx';

export function SettingsRoute() {
  const { t } = useText();
  const info = useAnswer('app.info', {});
  const connections = useAnswer('connections.list', {});
  const failed = info.isError ? info : connections.isError ? connections : null;
  return (
    <Screen>
      <ScreenHeader title={t('settings.title')} />
      {failed !== null ? (
        <AnswerError error={failed.error} onRetry={() => void failed.refetch()} />
      ) : info.data === undefined || connections.data === undefined ? (
        <SkeletonRows count={6} label={t('settings.title')} />
      ) : (
        <SettingsScreen info={info.data} connections={connections.data} />
      )}
    </Screen>
  );
}
