import type { Verdict } from '../../../src-core/ipc/views.ts';

/** In the order in which they are shown everywhere. */
export const VERDICTS: readonly Verdict[] = ['accepted', 'warning', 'refused', 'notChecked'];
