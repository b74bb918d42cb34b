import { z } from 'zod';
import { nextTimeOfDay, timeOfDayAt, timeOfDaySchema } from './times-of-day.ts';

const BYTES_A_MBIT = 1_000_000 / 8;
/** Phases that are looked ahead: a week of days and nights. What lies behind them is taken for one phase. */
const PHASES_AHEAD = 15;

/** How fast all uploads together may send, and when that holds. */
export const sendLimitSchema = z.object({
  /** Null: as fast as it goes. */
  mbitPerSecond: z.int().min(1).max(10_000).nullable(),
  /** Times of day on this computer's clock, over midnight where `to` is the earlier one; null: always. */
  hours: z
    .object({ from: timeOfDaySchema.max(5), to: timeOfDaySchema.max(5) })
    .refine(({ from, to }) => from !== to)
    .nullable(),
});
export type SendLimit = z.infer<typeof sendLimitSchema>;

export const NO_LIMIT: SendLimit = { mbitPerSecond: null, hours: null };

/** A time in which one limit holds, from the one before on. */
export interface SendPhase {
  /** Null: none. */
  readonly bytesPerSecond: number | null;
  /** Infinity of the last one. */
  readonly forMs: number;
}

/** What holds now, and until when; null: from now on. */
export function limitAt(
  { mbitPerSecond, hours }: SendLimit,
  nowMs: number,
): { readonly mbitPerSecond: number | null; readonly untilMs: number | null } {
  if (mbitPerSecond === null || hours === null) return { mbitPerSecond, untilMs: null };
  const { from, to } = hours;
  const now = timeOfDayAt(nowMs);
  const holds = from < to ? now >= from && now < to : now >= from || now < to;
  return { mbitPerSecond: holds ? mbitPerSecond : null, untilMs: nextTimeOfDay(holds ? to : from, nowMs) };
}

export const bytesPerSecondOf = (mbitPerSecond: number | null): number | null =>
  mbitPerSecond === null ? null : mbitPerSecond * BYTES_A_MBIT;

export function phasesFrom(limit: SendLimit, nowMs: number): readonly SendPhase[] {
  const phases: SendPhase[] = [];
  for (let atMs = nowMs; ; ) {
    const { mbitPerSecond, untilMs } = limitAt(limit, atMs);
    const isLast = untilMs === null || phases.length === PHASES_AHEAD - 1;
    phases.push({ bytesPerSecond: bytesPerSecondOf(mbitPerSecond), forMs: isLast ? Infinity : untilMs - atMs });
    if (isLast) return phases;
    atMs = untilMs;
  }
}
