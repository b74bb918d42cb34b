import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { WebhookData } from '../../src-core/contract/webhook-events.ts';
import { EXHAUSTED_COOL_DOWN_MS } from '../../src-core/contract/webhooks.ts';
import type { ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import type { DeliveryEnd } from '../ports.ts';
import { webhookConfigs, webhookDeliveries } from '../store/schema.ts';
import { afterAttempt, furthestAhead } from './delivery-states.ts';
import { putIntoOutbox } from './emit-event.ts';
import type { AttemptOutcome, DeliveryRow } from './send-delivery.ts';

/**
 * Writes what became of an attempt, and raises webhook.exhausted with it where it was the last one. Nothing is written
 * when the lease was lost meanwhile: whoever took the delivery over writes.
 */
export async function concludeAttempt(
  context: ServiceContext,
  deliveryUid: string,
  outcome: AttemptOutcome,
): Promise<void> {
  const now = new Date(context.clock.nowMs());
  const end = await context.db.transaction(async (db): Promise<DeliveryEnd | null> => {
    const isHeld = and(
      eq(webhookDeliveries.deliveryUid, deliveryUid),
      eq(webhookDeliveries.leasedBy, context.processName),
    );
    const [held] = await db.select({ accountUid: webhookDeliveries.accountUid }).from(webhookDeliveries).where(isHeld);
    if (!held) return null;
    // First the webhook, then its deliveries: a deactivation locks them in this order too.
    await db.select().from(webhookConfigs).where(eq(webhookConfigs.accountUid, held.accountUid)).for('update');
    const [delivery] = await db.select().from(webhookDeliveries).where(isHeld).for('update');
    if (!delivery) return null;
    const next = afterAttempt(delivery.attemptCount, outcome.isDelivered, now.getTime());
    // Test calls are sent once; the deliveries of a webhook that was deactivated during the attempt are given up.
    const isOnlyAttempt = delivery.nextAttemptAt === null;
    const isExhausted = next.status === 'EXHAUSTED' && !isOnlyAttempt;
    await db
      .update(webhookDeliveries)
      .set({
        status: isOnlyAttempt && !outcome.isDelivered ? 'FAILED' : next.status,
        attemptCount: next.attemptCount,
        nextAttemptAt: isOnlyAttempt || next.nextAttemptMs === null ? null : new Date(next.nextAttemptMs),
        responseStatus: outcome.responseStatus,
        responseBody: outcome.responseBody,
        failureReason: outcome.failureReason,
        deliveredAt: outcome.isDelivered ? now : null,
        leasedBy: null,
        leasedUntil: null,
        updatedAt: now,
      })
      .where(isHeld);
    if (isExhausted) await raiseExhausted(db, context, { ...delivery, attemptCount: next.attemptCount }, now);
    if (outcome.isDelivered) return 'delivered';
    return isExhausted ? 'exhausted' : 'failed';
  });
  if (end !== null) context.measures.delivered(end);
}

/**
 * Tells the account's receiver that a delivery was given up: at most once an hour, whatever was subscribed to, and not
 * about the alert itself. One of the future, as after the service's clock was set back, counts as none.
 */
async function raiseExhausted(db: Db, context: ServiceContext, delivery: DeliveryRow, now: Date): Promise<void> {
  if (delivery.eventType === 'webhook.exhausted') return;
  const raised = await db
    .update(webhookConfigs)
    .set({ exhaustedAt: now })
    .where(
      and(
        eq(webhookConfigs.accountUid, delivery.accountUid),
        eq(webhookConfigs.isActive, true),
        or(
          isNull(webhookConfigs.exhaustedAt),
          lte(webhookConfigs.exhaustedAt, new Date(now.getTime() - EXHAUSTED_COOL_DOWN_MS)),
          gt(webhookConfigs.exhaustedAt, furthestAhead(now.getTime(), 0)),
        ),
      ),
    )
    .returning({ accountUid: webhookConfigs.accountUid });
  if (raised.length === 0) return;
  const data: WebhookData['webhook.exhausted'] = {
    delivery_uid: delivery.deliveryUid,
    event_uid: delivery.eventUid,
    event_type: delivery.eventType,
    attempts: delivery.attemptCount,
    exhausted_at: now.toISOString(),
  };
  await putIntoOutbox(db, context, {
    accountUid: delivery.accountUid,
    environment: delivery.environment,
    type: 'webhook.exhausted',
    data,
  });
}
