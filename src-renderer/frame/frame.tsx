import { useEffect } from 'react';
import type { Command } from '../../src-core/commands.ts';
import { followCommands, useAnswer } from '../bridge.ts';
import { useText } from '../i18n/use-text.ts';
import { countTyped, isInText } from '../ui/key-events.ts';
import { topDialog } from '../ui/top-dialog.ts';
import { StoreTroubleRoute } from '../routes/store-trouble.tsx';
import { WelcomeRoute } from '../routes/welcome.tsx';
import { AnswerError } from '../ui/error-note.tsx';
import { ToastRegion } from '../ui/toast.tsx';
import { showToast } from '../ui/toast-store.ts';
import { isTaken, runCommand, whyNotNow } from '../commands/run-command.ts';
import { commandsOfKey, isQuickLookCommand } from '../commands/command-keys.ts';
import { Studio } from './studio.tsx';
import { Manual } from '../features/manual/manual.tsx';

function useKeysAndMenu(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      // What a part on screen took is not taken twice.
      if (event.defaultPrevented) return;
      const meant = commandsOfKey(event).filter((command) => !isBelowDialog(command));
      if (meant.length === 0) return;
      if (meant.some(runWithTyped)) event.preventDefault();
      // A chord is pressed on purpose: whoever pressed it hears why nothing comes of it.
      else if (event.metaKey || event.ctrlKey) tellWhyNot(meant);
    };
    // A button with the focus would take Mod+Enter for Enter, before it gets here: the last press would be made once more.
    const onChordOnButton = (event: KeyboardEvent): void => {
      const isOnButton = event.target instanceof HTMLElement && event.target.closest('button') !== null;
      if (!isOnButton || event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
      onKeyDown(event);
      if (event.defaultPrevented) event.stopPropagation();
    };
    window.addEventListener('keydown', onKeyDown);
    window.addEventListener('keydown', onChordOnButton, true);
    const unfollow = followCommands((command) => {
      if (isBelowDialog(command)) return;
      if (!runWithTyped(command)) tellWhyNot([command]);
    });
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('keydown', onChordOnButton, true);
      unfollow();
    };
  }, []);
}

const isOfSteps = (command: Command): boolean => command === 'edit.undo' || command === 'edit.redo';

/** Neither a key nor the menu moves the focus: what is being typed counts first, unless it is what is taken back. */
function runWithTyped(command: Command): boolean {
  if (isTaken(command) && !isOfSteps(command)) countTyped();
  return runCommand(command);
}

function tellWhyNot(commands: readonly Command[]): void {
  const [why] = commands.flatMap((command) => whyNotNow(command) ?? []);
  if (why !== undefined) showToast({ text: why });
}

/**
 * Below a dialog nothing may happen, by key or by the menu, except that the manual comes and that the pages shown large are walked
 * through. A text has an undo of its own, also in a dialog.
 */
function isBelowDialog(command: Command): boolean {
  const top = topDialog();
  if (top === null) return false;
  if (isOfSteps(command)) return !isInText();
  if (command === 'help.manual') return top.querySelector('[data-manual]') !== null;
  return top.querySelector('[data-quick-look]') === null || !isQuickLookCommand(command);
}

/**
 * Welcome until there is a connection; from then on the studio, also while the service of this computer starts or does not: the
 * library, the checks and the layouts are there without it.
 */
export function Frame() {
  const { t } = useText();
  const status = useAnswer('app.status', {});
  useKeysAndMenu();
  const environment = status.data?.connection?.environment ?? null;
  useEffect(() => {
    document.title =
      environment === null ? t('ui.appName') : t('ui.windowTitle', { environment: t(`ui.environment.${environment}`) });
  }, [environment, t]);
  if (status.data === undefined)
    return status.isError ? <AnswerError error={status.error} onRetry={() => void status.refetch()} /> : null;
  if (status.data.phase === 'noStore')
    return (
      <>
        <StoreTroubleRoute status={status.data} />
        <Manual begins="trouble" />
      </>
    );
  return (
    <>
      {status.data.connection === null ? (
        <WelcomeRoute status={status.data} />
      ) : (
        <Studio key={status.data.connection.connectionId} isLive={environment === 'live'} status={status.data} />
      )}
      <Manual begins={status.data.connection === null ? 'first-day' : null} />
      <ToastRegion />
    </>
  );
}
