import type { TextRef } from '../text-ref.ts';
import type { LayoutDocument } from './document.ts';

/** Why an operation was not done: a sentence for the operator. The document is as it was. */
export interface Refusal {
  readonly refused: TextRef;
}

/** What every operation gives back: the next document, the very same one where nothing was to be changed, or why not. */
export type Outcome = LayoutDocument | Refusal;

export const refused = (reason: TextRef): Refusal => ({ refused: reason });

export function isRefusal(outcome: object): outcome is Refusal {
  return 'refused' in outcome;
}
