/** `away`: something waits for a service that nobody answers for; `later`: all that waits waits for its time. */
export const QUEUE_STATES = ['idle', 'running', 'pausing', 'paused', 'held', 'away', 'later'] as const;
export type QueueState = (typeof QUEUE_STATES)[number];

/**
 * What one press does to the queue, in the window and outside of it: null while there is nothing to pause, or while what holds it
 * ends by itself.
 */
export function queueTurn({
  state,
  resumesAtMs,
}: {
  readonly state: QueueState;
  readonly resumesAtMs: number | null;
}): 'pause' | 'resume' | null {
  if (state === 'idle' || (state === 'held' && resumesAtMs !== null)) return null;
  return state === 'paused' || state === 'pausing' || state === 'held' ? 'resume' : 'pause';
}
