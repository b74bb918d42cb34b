import type { LaneUse } from './upload-pace.ts';

/** Waits between two sweeps over the orders (operator-desk 3.5). */
export const POLL_FRONT_MS = 30_000;
export const POLL_BEHIND_MS = 5 * 60_000;
/** Orders asked for in one list call: the most the service gives. */
export const SWEEP_PAGE = 100;

export interface PollState {
  readonly isInFront: boolean;
  /** Sweeps that failed one after the other. */
  readonly failures: number;
  /** What Retry-After said of the last one. */
  readonly retryAfterMs: number | null;
}

/** How long to wait after a sweep. A failure never makes the next one come sooner. */
export function nextSweepInMs({ isInFront, failures, retryAfterMs }: PollState): number {
  const usual = isInFront ? POLL_FRONT_MS : POLL_BEHIND_MS;
  const slowed = Math.min(POLL_BEHIND_MS, usual * 2 ** Math.min(failures, 4));
  return Math.max(usual, slowed, retryAfterMs ?? 0);
}

/** Requests of a minute that are left to what a person waits for, and to the queue, while tracking numbers are read. */
const KEPT_FREE = 100;
/** A shipped order that was read and had no tracking number is asked about again after so long. */
export const TRACKING_AGAIN_MS = 10 * 60_000;

/** How many whole orders may be read now for their tracking numbers; the others follow with the next sweep. */
export const detailsNow = ({ atMost, sentAgoMs, heldForMs }: LaneUse): number =>
  heldForMs > 0 ? 0 : Math.max(0, atMost - sentAgoMs.length - KEPT_FREE);

/** Pages of older orders that are read for each half minute: all of five hundred orders, and ten thousand within ten minutes. */
const OLDER_PAGES = 5;

/**
 * How many pages behind the newest a sweep reads, where older orders can still move; the next goes on where this one ended. Those
 * of a Sandbox never end, and nobody waits for a hundred calls each half minute. After a sleep it is all of them.
 */
export const olderPages = (sinceLastMs: number): number =>
  Math.max(1, Math.round(sinceLastMs / POLL_FRONT_MS)) * OLDER_PAGES;
