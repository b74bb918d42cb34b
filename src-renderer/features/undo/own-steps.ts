import { createStore } from '../../ui/store.ts';

/** What one way does now. */
export interface StepLine {
  /** As menu and palette name it. */
  readonly name: string;
  /** Null: nothing, for the reason beside it. */
  readonly run: (() => void) | null;
  readonly whyNot: string;
}

export interface StepLines {
  readonly undo: StepLine;
  readonly redo: StepLine;
}

/** The steps of what lies over the window and has its own, in place of the library's; null while nothing does. */
export const ownSteps = createStore<StepLines | null>(null);
