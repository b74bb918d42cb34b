import { useText } from '../../i18n/use-text.ts';
import { LiveQuestion } from '../../ui/live-question.tsx';

export interface SwitchToLiveProps {
  readonly name: string;
  /** Its orders are the built-in service's own. */
  readonly isBuiltIn?: boolean;
  /** What goes on there at once, where anything waits. */
  readonly held?: string | null;
  /** What becomes of the connection in use, where it holds anything. */
  readonly left?: string | null;
  readonly isBusy: boolean;
  readonly onKeep: () => void;
  readonly onSwitch: () => void;
}

/** The one question before real orders and real money, in Live's own colour. */
export function SwitchToLive({
  name,
  isBuiltIn = false,
  held = null,
  left = null,
  isBusy,
  onKeep,
  onSwitch,
}: SwitchToLiveProps) {
  const { t } = useText();
  return (
    <LiveQuestion
      title={t('settings.toLive.title', { name })}
      points={[
        t(isBuiltIn ? 'settings.toLive.moneyBuiltIn' : 'settings.toLive.money'),
        t('settings.toLive.books'),
        ...(held === null ? [] : [<strong key="held">{t('settings.toLive.held', { held })}</strong>]),
        ...(left === null ? [] : [left]),
      ]}
      keepLabel={t('settings.toLive.keep')}
      goLabel={t('settings.toLive.switch')}
      isBusy={isBusy}
      onKeep={onKeep}
      onGo={onSwitch}
    />
  );
}
