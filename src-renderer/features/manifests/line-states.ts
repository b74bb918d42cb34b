import type { LineState } from '../../../src-core/manifests/check-lines.ts';
import type { Verdict } from '../../../src-core/preflight/verdicts.ts';

/** The shape of a state, as of the library's verdicts: a person has to act, may look, need not. */
export const SHAPE_OF: Readonly<Record<LineState, Verdict>> = {
  problem: 'refused',
  noFiles: 'refused',
  duplicate: 'warning',
  atService: 'warning',
  changed: 'warning',
  noLine: 'notChecked',
  ready: 'accepted',
  uploaded: 'accepted',
};

/** States that keep a line from being taken over by itself. */
export const HELD: readonly LineState[] = ['problem', 'noFiles', 'duplicate', 'atService'];

/** Of these, the ones that the operator may take over all the same. */
export const TAKEN_BY_WORD: readonly LineState[] = ['duplicate', 'atService'];
