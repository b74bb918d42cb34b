import { createStore } from '../../ui/store.ts';

/** What takes a step back; the answer does it again, null where that is done by hand alone. */
export type TakeBack = () => Promise<{ readonly again: TakeBack | null; readonly left: number }>;

export interface DoneStep {
  /** What was done, as its toast says it. */
  readonly text: string;
  readonly takeBack: TakeBack;
}

/** A step after which there is no way forward: it is done again by hand alone, or would not come to the same any more. */
export interface EndOfRedo {
  readonly text: string;
  readonly why: 'byHand' | 'changed';
}

interface StepStack {
  readonly done: readonly DoneStep[];
  readonly undone: readonly DoneStep[];
  /** Null while what was undone can be done again. */
  readonly ended: EndOfRedo | null;
}

const NOTHING_DONE: StepStack = { done: [], undone: [], ended: null };
/** As many as the desk remembers. */
const STEPS_KEPT = 100;

/** What was done in this library, last step last. Nothing after a start: nobody remembers what it would take back. */
export const stepStack = createStore<StepStack>(NOTHING_DONE);

export function pushStep(step: DoneStep): void {
  stepStack.set(({ done }) => ({ done: [...done, step].slice(-STEPS_KEPT), undone: [], ended: null }));
}

export const forgetSteps = (): void => stepStack.set(NOTHING_DONE);

const endRedo = (ended: EndOfRedo): void => stepStack.set((now) => ({ ...now, undone: [], ended }));

type Side = 'done' | 'undone';
const OTHER: Readonly<Record<Side, Side>> = { done: 'undone', undone: 'done' };

/** One after the other: who presses twice takes two steps back, the later one first. */
let underWay: Promise<unknown> = Promise.resolve();

/**
 * Takes a step of one side over to the other. One that fails is gone, unless a later one has to go first (`isEarly`): the way back
 * stays what it was. What was undone before a step that cannot be done again is not done again either: it was done after it. Null: it is gone already. Throws what the step throws.
 */
export function takeOver(
  side: Side,
  step: DoneStep,
  isEarly: (error: unknown) => boolean,
): Promise<{ left: number } | null> {
  const run = async () => {
    const former = stepStack.get();
    const at = former[side].indexOf(step);
    if (at < 0) return null;
    stepStack.set({ ...former, [side]: former[side].toSpliced(at, 1) });
    try {
      const { again, left } = await step.takeBack();
      if (again !== null)
        stepStack.set((now) => ({
          ...now,
          [OTHER[side]]: [...now[OTHER[side]], { text: step.text, takeBack: again }],
        }));
      else if (side === 'done') endRedo({ text: step.text, why: 'byHand' });
      return { left };
    } catch (error) {
      const hasLater = at < former[side].length - 1;
      if (hasLater && isEarly(error)) stepStack.set((now) => ({ ...now, [side]: now[side].toSpliced(at, 0, step) }));
      else if (side === 'undone') endRedo({ text: step.text, why: 'changed' });
      throw error;
    }
  };
  const mine = underWay.then(run);
  underWay = mine.catch(() => undefined);
  return mine;
}
