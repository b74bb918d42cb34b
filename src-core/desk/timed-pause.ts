import { z } from 'zod';
import { AppError } from './app-errors.ts';

const MINUTE_MS = 60_000;
/** A moment that the operator chose: any that a clock can show; whether it lies ahead is asked by `needTimeAhead`. */
export const momentSchema = z.int().min(0).max(8_640_000_000_000_000);
/** The longest time that the queue is told to wait for: whoever wants more pauses it without an end. */
export const LONGEST_WAIT_MS = 7 * 24 * 60 * MINUTE_MS;

/** When a pause ends: so many minutes after it began, or at a time of the clock. */
export const pauseEndSchema = z.discriminatedUnion('by', [
  z.object({
    by: z.literal('minutes'),
    minutes: z
      .int()
      .min(1)
      .max(LONGEST_WAIT_MS / MINUTE_MS),
  }),
  z.object({ by: z.literal('clock'), atMs: momentSchema }),
]);
export type PauseEnd = z.infer<typeof pauseEndSchema>;

/** A pause as it stands on the disk. An earlier version knew `true` for one without an end. */
export const pauseSchema = z.object({
  by: z.enum(['minutes', 'clock']),
  /** When the clock was looked at last by whoever wrote this. */
  seenAtMs: z.number(),
  untilMs: z.number(),
});
export type TimedPause = z.infer<typeof pauseSchema>;

/** Throws TIME_UNUSABLE for a time that has passed or is more than a week away. */
export function needTimeAhead(atMs: number, nowMs: number): void {
  if (atMs <= nowMs || atMs - nowMs > LONGEST_WAIT_MS) throw new AppError('TIME_UNUSABLE');
}

/** Throws TIME_UNUSABLE. */
export function timedPause(end: PauseEnd, nowMs: number): TimedPause {
  if (end.by === 'minutes') return { by: 'minutes', seenAtMs: nowMs, untilMs: nowMs + end.minutes * MINUTE_MS };
  needTimeAhead(end.atMs, nowMs);
  return { by: 'clock', seenAtMs: nowMs, untilMs: end.atMs };
}

/**
 * The pause as of now; null when it is over. A clock that was set back lengthens no pause of so many minutes: its end moves
 * back with the clock. An end by the clock is that of the clock, whoever sets it. One that is set ahead ends a pause early.
 */
export function pauseNow(pause: TimedPause, nowMs: number): TimedPause | null {
  const backMs = pause.by === 'minutes' ? Math.max(0, pause.seenAtMs - nowMs) : 0;
  const untilMs = pause.untilMs - backMs;
  return nowMs >= untilMs ? null : { ...pause, seenAtMs: nowMs, untilMs };
}
