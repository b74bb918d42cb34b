import { and, eq } from 'drizzle-orm';
import type { WebhookEnvelope, WebhookEventType } from '../../src-core/contract/webhooks.ts';
import type { Environment, ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { announce } from '../store/announcements.ts';
import { webhookConfigs, webhookDeliveries } from '../store/schema.ts';

export interface ServiceEvent {
  readonly accountUid: string;
  readonly environment: Environment;
  readonly type: WebhookEventType;
  /** The payload, in the wire's snake_case names. Events with one `order_uid` go out in the order of their emission. */
  readonly data: Readonly<Record<string, unknown>>;
}

type EventContext = Pick<ServiceContext, 'ids' | 'clock'>;

/**
 * Writes an event to the outbox, in the caller's transaction: the change and the word of it commit together or not at
 * all. Nothing is written for an account that has no active webhook or did not subscribe to the kind.
 */
export async function emitEvent(db: Db, context: EventContext, event: ServiceEvent): Promise<void> {
  const [config] = await db
    .select()
    .from(webhookConfigs)
    .where(and(eq(webhookConfigs.accountUid, event.accountUid), eq(webhookConfigs.isActive, true)));
  if (!config || (config.events !== null && !config.events.includes(event.type))) return;
  await putIntoOutbox(db, context, event);
}

/** Writes an event to the outbox whatever the account subscribed to. */
export async function putIntoOutbox(db: Db, context: EventContext, event: ServiceEvent): Promise<void> {
  const row = newDelivery(context, event, { isTestCall: false });
  await db.insert(webhookDeliveries).values({ ...row, nextAttemptAt: row.createdAt });
  await announce(db, 'webhooks');
}

/** A delivery of an event, with the exact bytes that every attempt sends, not yet due. */
export function newDelivery(
  context: EventContext,
  event: ServiceEvent,
  { isTestCall }: { readonly isTestCall: boolean },
): typeof webhookDeliveries.$inferInsert & { createdAt: Date } {
  const now = new Date(context.clock.nowMs());
  const envelope: WebhookEnvelope = {
    event_uid: `evt_${context.ids.base62(12)}`,
    event_type: event.type,
    created_at: now.toISOString(),
    isTest: isTestCall || event.environment === 'sandbox',
    data: event.data,
  };
  const orderUid = event.data['order_uid'];
  return {
    deliveryUid: `wh_${context.ids.hex(12)}`,
    eventUid: envelope.event_uid,
    accountUid: event.accountUid,
    environment: event.environment,
    eventType: event.type,
    orderUid: typeof orderUid === 'string' && !isTestCall ? orderUid : null,
    body: JSON.stringify(envelope),
    isTestCall,
    status: 'PENDING',
    attemptCount: 0,
    nextAttemptAt: null,
    createdAt: now,
    updatedAt: now,
  };
}
