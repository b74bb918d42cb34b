/** Tries of one request before it counts as failed (operator-desk 3.6). */
export const MAX_TRIES = 6;
/** What failed so often is tried once by itself each time so long has gone by, and the operator may do so before. */
export const FAILED_AGAIN_MS = 30 * 60_000;
const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

/**
 * How long to wait after the `failures`-th failure in a row (from 1): doubling from one second up to a minute, of which
 * the upper half is left to chance so that many desks do not come back together. `random` is in [0, 1).
 */
export function backOffMs(failures: number, random: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** (Math.max(1, failures) - 1));
  return Math.round(full / 2 + (full / 2) * random);
}

const SAME_KEY_FIRST_MS = 2_000;
const SAME_KEY_LONGEST_MS = 30_000;

/** Wait before asking again whether the first request with this key has ended: 2 s up to 30 s. */
export const sameKeyWaitMs = (failures: number): number =>
  Math.min(SAME_KEY_LONGEST_MS, SAME_KEY_FIRST_MS * 2 ** (Math.max(1, failures) - 1));

/** The longest that a service may have requests wait; what it asks beyond that is asked again. */
export const LONGEST_RETRY_AFTER_MS = 60 * 60_000;
