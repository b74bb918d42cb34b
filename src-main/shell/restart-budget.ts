/** More deaths than this within the window are no accident: then a person has to know. */
export const MOST_RESTARTS = 3;
export const RESTART_WINDOW_MS = 5 * 60_000;
const FIRST_WAIT_MS = 500;

/** The waits grow fourfold: 0.5 s, 2 s, 8 s. Null when the restarts of the last five minutes are used up. */
export function waitBeforeRestart(restartsAtMs: readonly number[], nowMs: number): number | null {
  const recent = recentRestarts(restartsAtMs, nowMs).length;
  return recent >= MOST_RESTARTS ? null : FIRST_WAIT_MS * 4 ** recent;
}

export function recentRestarts(restartsAtMs: readonly number[], nowMs: number): readonly number[] {
  return restartsAtMs.filter((atMs) => nowMs - atMs < RESTART_WINDOW_MS);
}
