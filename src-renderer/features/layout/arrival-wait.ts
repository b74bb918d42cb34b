/** So soon what was told is in the tray of a small book, and so much later for every picture that a large one has. */
const LEAST_WAIT_MS = 2_000;
const WAIT_MS_A_PICTURE = 10;
/** A share of what is there that is worth a step by itself. */
const SHARE = 0.1;

/**
 * How long pictures that were told wait for more of them, in ms. Each step that brings pictures has the whole order of the tray in
 * it, twice: 2,000 that came one by one would be hundreds of megabytes in the journal. `there`: pictures that the book has;
 * `told`: those that wait; `sinceMs`: the time since some were taken.
 */
export function arrivalWaitMs({
  there,
  told,
  sinceMs,
}: {
  readonly there: number;
  readonly told: number;
  readonly sinceMs: number;
}): number {
  if (told >= there * SHARE) return 0;
  const longestMs = Math.max(LEAST_WAIT_MS, there * WAIT_MS_A_PICTURE);
  // A clock that was set back says that less than nothing has passed.
  return Math.min(Math.max(longestMs - sinceMs, 0), longestMs);
}
