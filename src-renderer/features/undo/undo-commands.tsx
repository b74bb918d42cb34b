import { useEffect, useState } from 'react';
import { callStudio } from '../../bridge.ts';
import { commandNames, useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { isInText } from '../../ui/key-events.ts';
import { ownSteps, type StepLine, type StepLines } from './own-steps.ts';
import { stepStack } from './step-stack.ts';
import { useTakeOver } from './use-undo.ts';

/**
 * Undo and redo as menu, palette and keys have them: named by the step that they are about, and grey with the reason where there is
 * none. A text has its own, which only the menu asks for: its keys are the text's.
 */
export function UndoCommands() {
  const { t } = useText();
  const steps = useSteps();
  const own = ownSteps.use();
  const { undo, redo } = own ?? steps;
  const isTextOwn = useIsInText();
  useCommand('edit.undo', runOf('undo', undo, isTextOwn), undo.whyNot);
  useCommand('edit.redo', runOf('redo', redo, isTextOwn), redo.whyNot);
  useEffect(() => {
    commandNames.set((former) => ({ ...former, 'edit.undo': undo.name, 'edit.redo': redo.name }));
    return () => commandNames.set(({ 'edit.undo': _undo, 'edit.redo': _redo, ...others }) => others);
  }, [undo.name, redo.name]);
  const lines = JSON.stringify({
    undo: { label: isTextOwn ? t('ui.command.edit.undo') : undo.name, isEnabled: isTextOwn || undo.run !== null },
    redo: { label: isTextOwn ? t('ui.command.edit.redo') : redo.name, isEnabled: isTextOwn || redo.run !== null },
  });
  useEffect(() => {
    // Without it the menu names what was done before: no work depends on it.
    callStudio('app.showSteps', JSON.parse(lines)).catch(() => undefined);
  }, [lines]);
  return null;
}

/** The library's own steps. */
function useSteps(): StepLines {
  const { t } = useText();
  const { done, undone, ended } = stepStack.use();
  const { run } = useTakeOver();
  // As it is when it is pressed: a second press may come before the first is drawn.
  const takeLast = (side: 'done' | 'undone'): void => {
    const step = stepStack.get()[side].at(-1);
    if (step !== undefined) run(side, step);
  };
  const last = done.at(-1);
  const next = undone.at(-1);
  const undo: StepLine = {
    name: last === undefined ? t('ui.command.edit.undo') : t('ui.undoStep', { what: last.text }),
    run: last === undefined ? null : () => takeLast('done'),
    whyNot: t('ui.nothingToUndo'),
  };
  if (next !== undefined)
    return { undo, redo: { name: t('ui.redoStep', { what: next.text }), run: () => takeLast('undone'), whyNot: '' } };
  const isEnded = ended !== null;
  return {
    undo,
    redo: {
      name: isEnded ? t('ui.cannotRedo', { what: ended.text }) : t('ui.command.edit.redo'),
      run: null,
      whyNot: isEnded ? t(`ui.redoEnded.${ended.why}`, { what: ended.text }) : t('ui.nothingToRedo'),
    },
  };
}

function runOf(way: 'undo' | 'redo', { run }: StepLine, isTextOwn: boolean): (() => void) | null {
  // The one way to a text's own history: whoever chose it in the menu has the focus still in the text.
  if (isTextOwn) return () => void document.execCommand(way);
  return run;
}

function useIsInText(): boolean {
  const [isIn, setIn] = useState(false);
  useEffect(() => {
    const look = (): void => setIn(isInText());
    look();
    document.addEventListener('focusin', look);
    document.addEventListener('focusout', look);
    return () => {
      document.removeEventListener('focusin', look);
      document.removeEventListener('focusout', look);
    };
  }, []);
  return isIn;
}
