import { and, eq } from 'drizzle-orm';
import type { WebhookEnvelope, WebhookEventType } from '../../src-core/contract/webhooks.ts';
import type { Db, Environment, ServiceContext } from '../context.ts';
import { announce } from '../store/announcements.ts';
import { webhookConfigs, webhookDeliveries } from '../store/schema.ts';

export interface ServiceEvent {
  readonly accountUid: string;
  readonly environment: Environment;
  readonly type: WebhookEventType;
  /** The payload, in the wire's snake_case names. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Writes an event to the outbox, in the caller's transaction: the change and the word of it commit together or not at
 * all. Nothing is written for an account that has no active webhook or did not subscribe to the kind.
 */
export async function emitEvent(db: Db, context: Pick<ServiceContext, 'ids' | 'clock'>, event: ServiceEvent): Promise<void> {
  const [config] = await db
    .select()
    .from(webhookConfigs)
    .where(and(eq(webhookConfigs.accountUid, event.accountUid), eq(webhookConfigs.isActive, true)));
  if (!config || (config.events !== null && !config.events.includes(event.type))) return;
  const now = new Date(context.clock.nowMs());
  const envelope: WebhookEnvelope = {
    event_uid: `evt_${context.ids.base62(12)}`,
    event_type: event.type,
    created_at: now.toISOString(),
    isTest: event.environment === 'sandbox',
    data: event.data,
  };
  await db.insert(webhookDeliveries).values({
    deliveryUid: `wh_${context.ids.hex(12)}`,
    eventUid: envelope.event_uid,
    accountUid: event.accountUid,
    environment: event.environment,
    eventType: event.type,
    body: JSON.stringify(envelope),
    isTestCall: false,
    status: 'PENDING',
    attemptCount: 0,
    nextAttemptAt: now,
    createdAt: now,
    updatedAt: now,
  });
  await announce(db, 'webhooks');
}
