import type { Verdict } from '../../../src-core/preflight/verdicts.ts';

/** In the order in which they are shown everywhere. */
export const VERDICTS: readonly Verdict[] = ['accepted', 'warning', 'refused', 'notChecked'];

/** What the service will say. A book that somebody should look at is accepted all the same: how it prints is another question. */
export const serviceVerdict = (verdict: Verdict): Verdict => (verdict === 'warning' ? 'accepted' : verdict);
