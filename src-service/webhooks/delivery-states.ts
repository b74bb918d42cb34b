import { RETRY_DELAYS_MS, type DeliveryStatus } from '../../src-core/contract/webhooks.ts';

/** Longer than the clocks of two processes differ by. */
const CLOCKS_DIFFER_MS = 60_000;

export const LONGEST_DELAY_MS = Math.max(...RETRY_DELAYS_MS);

/**
 * No moment that was put at most `aheadMs` ahead lies behind the answer, on any process's clock. One that does was written before
 * the service's clock was set back, and is not to be waited for.
 */
export const furthestAhead = (nowMs: number, aheadMs: number): Date => new Date(nowMs + aheadMs + CLOCKS_DIFFER_MS);

export interface DeliveryState {
  readonly status: DeliveryStatus;
  readonly attemptCount: number;
  /** Milliseconds on the service's clock; null when nothing more is tried. */
  readonly nextAttemptMs: number | null;
}

/** What a delivery is after an attempt that ended at `nowMs` (specification, "Webhook delivery status"). */
export function afterAttempt(attemptsBefore: number, isDelivered: boolean, nowMs: number): DeliveryState {
  const attemptCount = attemptsBefore + 1;
  if (isDelivered) return { status: 'SUCCESS', attemptCount, nextAttemptMs: null };
  const delayMs = RETRY_DELAYS_MS[attemptsBefore];
  if (delayMs === undefined) return { status: 'EXHAUSTED', attemptCount, nextAttemptMs: null };
  return { status: 'FAILED', attemptCount, nextAttemptMs: nowMs + delayMs };
}
