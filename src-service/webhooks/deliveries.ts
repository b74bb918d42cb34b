import { and, desc, eq } from 'drizzle-orm';
import type { DeliveryStatus, WebhookDelivery, WebhookEventType } from '../../src-core/contract/webhooks.ts';
import type { Caller } from '../context.ts';
import type { Db } from '../store/db.ts';
import { webhookDeliveries } from '../store/schema.ts';
import { pageOfRows } from '../store/page-of-rows.ts';
import type { DeliveryRow } from './send-delivery.ts';

export interface DeliveryQuery {
  readonly eventType?: WebhookEventType | undefined;
  readonly status?: DeliveryStatus | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** The caller's deliveries of both environments, test calls among them, newest first. */
export async function listDeliveries(
  db: Db,
  caller: Caller,
  query: DeliveryQuery,
): Promise<{ items: WebhookDelivery[]; total: number }> {
  const where = and(
    eq(webhookDeliveries.accountUid, caller.accountUid),
    query.eventType === undefined ? undefined : eq(webhookDeliveries.eventType, query.eventType),
    query.status === undefined ? undefined : eq(webhookDeliveries.status, query.status),
  );
  const { rows, total } = await pageOfRows(db, webhookDeliveries, {
    where,
    orderBy: [desc(webhookDeliveries.sequence)],
    limit: query.limit,
    offset: query.offset,
  });
  return { total, items: rows.map(deliveryView) };
}

const deliveryView = (delivery: DeliveryRow): WebhookDelivery => ({
  deliveryUid: delivery.deliveryUid,
  eventType: delivery.eventType,
  status: delivery.status,
  responseStatus: delivery.responseStatus,
  responseBody: delivery.responseBody,
  eventUid: delivery.eventUid,
  failureReason: delivery.failureReason,
  attemptCount: delivery.attemptCount,
  isTest: delivery.isTestCall || delivery.environment === 'sandbox',
  nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
  createdAt: delivery.createdAt.toISOString(),
  deliveredAt: delivery.deliveredAt?.toISOString() ?? null,
});
