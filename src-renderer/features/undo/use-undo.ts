import { callStudio, wireErrorOf } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { dismissToast, showToast, type Toast } from '../../ui/toast-store.ts';
import { pushStep, takeOver, type DoneStep, type TakeBack } from './step-stack.ts';

const takeBackOf =
  (undoId: string): TakeBack =>
  async () => {
    const { undoId: again, left } = await callStudio('steps.takeBack', { undoId });
    return { again: again === null ? null : takeBackOf(again), left };
  };

export interface UndoableToast {
  readonly tone?: Toast['tone'];
  /** What is seen where it is done needs no toast; Mod+Z takes it back all the same. */
  readonly isQuiet?: boolean;
}

/**
 * Keeps a step that can be taken back and says what was done, with the way back in the toast. The step is an `undoId` of the desk's,
 * or what takes it back; with null nothing was changed, and nothing is said.
 */
export function useUndoable(): (text: string, step: string | TakeBack | null, how?: UndoableToast) => void {
  const { t } = useText();
  const { run } = useTakeOver();
  return (text, step, { tone = 'plain', isQuiet = false } = {}) => {
    if (step === null) return;
    const done: DoneStep = { text, takeBack: typeof step === 'string' ? takeBackOf(step) : step };
    pushStep(done);
    if (isQuiet) return;
    const action = {
      label: t('ui.undo'),
      run: () => {
        dismissToast(toastId);
        run('done', done);
      },
    };
    const toastId = showToast({ text, tone, action });
  };
}

/** Takes a step over to the other side, and says what came of it. */
export function useTakeOver() {
  const { t } = useText();
  const run = (side: 'done' | 'undone', step: DoneStep): void => {
    takeOver(side, step, (error) => wireErrorOf(error).code === 'PAIRING_CHANGED').then(
      (taken) => {
        if (taken === null) return;
        const text = t(side === 'done' ? 'ui.undone' : 'ui.redone', { what: step.text });
        showToast({ text: taken.left === 0 ? text : t('ui.undoneBut', { text, count: taken.left }) });
      },
      (error: unknown) => showToast({ text: wireErrorOf(error).text, tone: 'bad' }),
    );
  };
  return { run };
}
