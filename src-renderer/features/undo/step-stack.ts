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

type Side = 'done' | 'undone';
const OTHER: Readonly<Record<Side, Side>> = { done: 'undone', undone: 'done' };

/** One after the other, in the order in which they were pressed. */
let turn: Promise<unknown> = Promise.resolve();
/** Steps that were pressed behind one after which they do not come to the same any more. */
const overtaken = new WeakSet<DoneStep>();
/** Why a way back from a step that was not taken over after all leads nowhere. */
const NOT_THERE = new Error('the step was not taken over');

/**
 * Takes a step of one side over to the other: there it stands at once, so that what is pressed next is about what was pressed before,
 * however long the desk has to work at it. One that fails is gone, unless a later one has to go first (`isEarly`): the way back stays
 * what it was. What was undone before a step that cannot be done again is not done again either: it was done after it. Null: it is
 * gone already. Throws what the step throws.
 */
export async function takeOver(
  side: Side,
  step: DoneStep,
  isEarly: (error: unknown) => boolean,
): Promise<{ left: number } | null> {
  const former = stepStack.get();
  const at = former[side].indexOf(step);
  if (at < 0) return null;
  const hasLater = at < former[side].length - 1;
  let back: TakeBack | null = null;
  const over: DoneStep = {
    text: step.text,
    takeBack: () => {
      if (back === null) throw NOT_THERE;
      return back();
    },
  };
  const other = OTHER[side];
  stepStack.set({ ...former, [side]: former[side].toSpliced(at, 1), [other]: [...former[other], over] });
  // What was undone before this one was done after it.
  const endRedo = (ended: EndOfRedo): void => {
    for (const one of former.undone) overtaken.add(one);
    stepStack.set((now) => ({ ...now, undone: now.undone.filter((one) => !overtaken.has(one)), ended }));
  };
  const withoutIt = (): void => stepStack.set((now) => ({ ...now, [other]: now[other].filter((one) => one !== over) }));
  const run = async () => {
    if (overtaken.has(step)) {
      withoutIt();
      return null;
    }
    try {
      const { again, left } = await step.takeBack();
      back = again;
      if (again === null) {
        withoutIt();
        if (side === 'done') endRedo({ text: step.text, why: 'byHand' });
      }
      return { left };
    } catch (error) {
      withoutIt();
      if (error === NOT_THERE) return null;
      if (hasLater && isEarly(error)) stepStack.set((now) => ({ ...now, [side]: now[side].toSpliced(at, 0, step) }));
      else if (side === 'undone') endRedo({ text: step.text, why: 'changed' });
      throw error;
    }
  };
  const mine = turn.then(run);
  turn = mine.catch(() => undefined);
  return mine;
}
