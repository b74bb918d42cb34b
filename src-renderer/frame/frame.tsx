import { useEffect, useState } from 'react';
import { callStudio, followCommands, useAnswer } from '../bridge.ts';
import { useText } from '../i18n/use-text.ts';
import { ToastRegion } from '../ui/toast.tsx';
import { WelcomeRoute } from '../routes/welcome.tsx';
import { LiveRegion } from './live-region.tsx';
import { Rail } from './rail.tsx';
import { goTo, useSection } from './route.ts';
import { SECTION_SCREENS } from './sections.tsx';
import { runCommand, useCommand } from './commands.ts';
import { commandOfKey } from './shortcuts.ts';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { StatusBar } from './status-bar.tsx';
import { focusNextPane } from './panes.ts';
import styles from './frame.module.css';

function useKeysAndMenu(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const command = commandOfKey(event);
      if (command !== null && runCommand(command)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    const unfollow = followCommands((command) => runCommand(command));
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      unfollow();
    };
  }, []);
}

/** Welcome until there is a connection that works; then rail, section, status bar. */
export function Frame() {
  const { t } = useText();
  const status = useAnswer('app.status', {}).data;
  useKeysAndMenu();
  const environment = status?.connection?.environment ?? null;
  useEffect(() => {
    document.title = environment === null ? t('ui.appName') : t('ui.windowTitle', { environment: t(`ui.environment.${environment}`) });
  }, [environment, t]);
  if (status === undefined) return null;
  return (
    <>
      {status.phase === 'ready' ? <Studio isLive={environment === 'live'} /> : <WelcomeRoute status={status} />}
      <ToastRegion />
    </>
  );
}

function Studio({ isLive }: { readonly isLive: boolean }) {
  const { t } = useText();
  const section = useSection();
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const Screen = SECTION_SCREENS[section];
  useSectionCommands();
  useQueueCommands();
  useCommand('help.shortcuts', () => setIsSheetOpen(true));
  useCommand('screen.filter', () => document.querySelector<HTMLInputElement>('[data-filter]')?.focus());
  useCommand('pane.next', focusNextPane);
  return (
    <div className={styles.frame} data-live={isLive || undefined}>
      <Rail section={section} />
      <main className={styles.main} aria-label={t(`ui.section.${section}`)} data-pane="main">
        <Screen key={section} />
      </main>
      <StatusBar />
      <LiveRegion />
      {isSheetOpen && <ShortcutSheet onClose={() => setIsSheetOpen(false)} />}
    </div>
  );
}

function useSectionCommands(): void {
  useCommand('go.library', () => goTo('library'));
  useCommand('go.queue', () => goTo('queue'));
  useCommand('go.orders', () => goTo('orders'));
  useCommand('go.credit', () => goTo('credit'));
  useCommand('go.specs', () => goTo('specs'));
  useCommand('go.settings', () => goTo('settings'));
}

function useQueueCommands(): void {
  const state = useAnswer('app.status', {}).data?.queue.state;
  const isResting = state === 'paused' || state === 'pausing';
  useCommand('queue.pauseOrResume', () => void (isResting ? callStudio('queue.resume', {}) : callStudio('queue.pause', { how: 'afterThisFile' })));
  useCommand('queue.stopNow', () => void callStudio('queue.pause', { how: 'now' }));
}
