import { eq } from 'drizzle-orm';
import {
  DELIVERY_TIMEOUT_MS,
  type WebhookEventType,
  type WebhookTestResult,
} from '../../src-core/contract/webhooks.ts';
import type { Caller, ServiceContext } from '../context.ts';
import { leaseEnd } from '../jobs/lease.ts';
import { onlyRow } from '../store/only-row.ts';
import { webhookDeliveries } from '../store/schema.ts';
import { realSeconds } from './claim-deliveries.ts';
import { concludeAttempt } from './conclude-attempt.ts';
import { newDelivery } from './emit-event.ts';
import { SAMPLE_DATA } from './sample-events.ts';
import { sendDelivery } from './send-delivery.ts';
import { findWebhook } from './webhook-config.ts';

/** Longer than the call can take, so that only a dead process loses it. */
const LEASE_MS = DELIVERY_TIMEOUT_MS + 15_000;

/**
 * Sends a sample event to the caller's receiver, once, and answers how that went: a receiver that fails is a result and
 * no failure of the call. It is written down before it is sent and stands in the history like every delivery.
 */
export async function sendTestCall(
  context: ServiceContext,
  caller: Caller,
  eventType: WebhookEventType = 'order.created',
): Promise<WebhookTestResult> {
  const config = await findWebhook(context.db, caller.accountUid);
  const event = {
    accountUid: caller.accountUid,
    environment: caller.environment,
    type: eventType,
    data: SAMPLE_DATA[eventType],
  };
  const delivery = newDelivery(context, event, { isTestCall: true });
  const [begun] = await context.db
    .insert(webhookDeliveries)
    .values({ ...delivery, leasedBy: context.processName, leasedUntil: leaseEnd(LEASE_MS) })
    .returning({ timestampSeconds: realSeconds });
  if (!begun) throw new Error('an inserted row was not answered');
  await concludeAttempt(
    context,
    delivery.deliveryUid,
    await sendDelivery(context, { delivery, config, timestampSeconds: begun.timestampSeconds }),
  );
  const { deliveryUid, status, responseStatus, responseBody } = onlyRow(
    await context.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.deliveryUid, delivery.deliveryUid)),
  );
  return { deliveryUid, eventType, status, responseStatus, responseBody };
}
