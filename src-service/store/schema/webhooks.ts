import { sql } from 'drizzle-orm';
import { bigserial, boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { DeliveryFailure, DeliveryStatus, WebhookEventType } from '../../../src-core/contract/webhooks.ts';
import { accounts } from './accounts.ts';
import { environment, moment } from './columns.ts';

/** One a account, for both environments (specification, "Environment isolation classes" B). */
export const webhookConfigs = pgTable('webhook_configs', {
  accountUid: text('account_uid')
    .primaryKey()
    .references(() => accounts.accountUid),
  webhookUrl: text('webhook_url').notNull(),
  /** Null: every kind. */
  events: jsonb('events').$type<WebhookEventType[]>(),
  description: text('description'),
  /** Kept whole: every delivery is signed with it. */
  secretKey: text('secret_key').notNull(),
  isActive: boolean('is_active').notNull(),
  /** When webhook.exhausted was last raised: at most once an hour. */
  exhaustedAt: moment('exhausted_at'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

/**
 * The outbox and the history in one: a row is written in the transaction of the change that it tells of, and keeps the
 * exact bytes of its body and all that became of them.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    deliveryUid: text('delivery_uid').primaryKey(),
    /** Order of creation, also within one moment and one transaction. */
    sequence: bigserial('sequence', { mode: 'number' }).notNull(),
    eventUid: text('event_uid').notNull(),
    accountUid: text('account_uid')
      .notNull()
      .references(() => accounts.accountUid),
    environment: environment().notNull(),
    eventType: text('event_type').$type<WebhookEventType>().notNull(),
    /** The order that the event is about: its events go out one after another. Null when it is about none. */
    orderUid: text('order_uid'),
    body: text('body').notNull(),
    isTestCall: boolean('is_test_call').notNull(),
    status: text('status').$type<DeliveryStatus>().notNull(),
    attemptCount: integer('attempt_count').notNull(),
    /** On the service's clock; null when nothing more will be tried. */
    nextAttemptAt: moment('next_attempt_at'),
    leasedBy: text('leased_by'),
    /** Real time: a lease guards against dead processes. */
    leasedUntil: moment('leased_until'),
    responseStatus: integer('response_status'),
    responseBody: text('response_body'),
    failureReason: text('failure_reason').$type<DeliveryFailure>(),
    createdAt: moment('created_at').notNull(),
    deliveredAt: moment('delivered_at'),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('deliveries_due').on(table.nextAttemptAt),
    index('deliveries_of_account').on(table.accountUid, table.sequence),
    index('deliveries_not_begun').on(table.orderUid, table.sequence).where(sql`status = 'PENDING'`),
    index('deliveries_under_way').on(table.leasedUntil).where(sql`leased_until is not null`),
  ],
);
