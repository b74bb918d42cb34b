import { RETRY_DELAYS_MS, type DeliveryStatus } from '../../src-core/contract/webhooks.ts';

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
