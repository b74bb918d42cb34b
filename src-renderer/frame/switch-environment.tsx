import { callStudio, wireErrorOf } from '../bridge.ts';
import { useCommand } from '../commands/run-command.ts';
import { useConnectionSwitch } from '../features/service/use-connection-switch.tsx';
import { useText } from '../i18n/use-text.ts';
import { goTo } from '../route.ts';
import { showToast } from '../ui/toast-store.ts';

/** From Sandbox to Live, which is asked about, and back; where there are several of the other environment, in the settings. */
export function SwitchEnvironment() {
  const { t } = useText();
  const { switchTo, question } = useConnectionSwitch();
  const turn = async (): Promise<void> => {
    const all = await callStudio('connections.list', {});
    const now = all.find(({ active }) => active)?.environment ?? null;
    const others = all.filter(({ environment }) => environment !== now);
    const [only] = others;
    if (only !== undefined && others.length === 1) return switchTo(only, all);
    const environment = t(`settings.environment.${now === 'live' ? 'sandbox' : 'live'}`);
    showToast({ text: t('ui.switchEnvironment.which', { environment, count: others.length }) });
    goTo('settings');
  };
  useCommand('connections.switchEnvironment', () => {
    turn().catch((error: unknown) => showToast({ text: wireErrorOf(error).text, tone: 'bad' }));
  });
  return question;
}
