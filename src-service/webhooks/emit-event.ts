import { and, eq } from 'drizzle-orm';
import type { WebhookEnvelope, WebhookEventType } from '../../src-core/contract/webhooks.ts';
import type { Environment, ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { announce } from '../store/announcements.ts';
import { allEnded } from '../store/sent-ahead.ts';
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
  if (isSubscribed(await subscriptionOf(db, event.accountUid), event.type)) await putIntoOutbox(db, context, event);
}

/** What an account wants to hear of: of all kinds where `events` is null; of none without a row. */
type Subscription = Pick<typeof webhookConfigs.$inferSelect, 'events'> | undefined;

export async function subscriptionOf(db: Db, accountUid: string): Promise<Subscription> {
  const [config] = await db
    .select({ events: webhookConfigs.events })
    .from(webhookConfigs)
    .where(and(eq(webhookConfigs.accountUid, accountUid), eq(webhookConfigs.isActive, true)));
  return config;
}

export const isSubscribed = (to: Subscription, type: WebhookEventType): boolean =>
  to !== undefined && (to.events === null || to.events.includes(type));

/** Writes an event to the outbox whatever the account subscribed to. */
export async function putIntoOutbox(db: Db, context: EventContext, event: ServiceEvent): Promise<void> {
  const row = newDelivery(context, event, { isTestCall: false });
  const written = db.insert(webhookDeliveries).values({ ...row, nextAttemptAt: row.createdAt });
  await allEnded(written.execute(), announce(db, 'webhooks'));
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
