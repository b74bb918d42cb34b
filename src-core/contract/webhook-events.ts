import { z } from 'zod';
import { timestampSchema } from './envelope.ts';
import { orderStatusSchema } from './orders.ts';
import { webhookEventTypeSchema, type WebhookEventType } from './webhooks.ts';

const order = { order_uid: z.string() };
const orderInStatus = { ...order, order_status: orderStatusSchema };
const amount = z.number().describe('In the currency of the account');
const printDay = z.iso.date().describe('A Korean day');

/**
 * `data` of each kind, its fields in wire order: the specification's table "Event kinds and data fields"; of the kinds
 * that it does not show, contract-decisions and service-facts 10.4.
 */
export const WEBHOOK_DATA = {
  'order.created': z.object({
    ...orderInStatus,
    total_amount: amount,
    item_count: z.int(),
    ordered_at: timestampSchema,
  }),
  'order.cancelled': z.object({
    ...orderInStatus,
    cancel_reason: z.string(),
    refund_amount: amount,
    cancelled_at: timestampSchema,
  }),
  'order.item_cancelled': z.object({
    ...order,
    item_uid: z.string(),
    order_status: orderStatusSchema,
    full_cancel: z.boolean().describe('The last item: order.cancelled follows'),
    refund_amount: amount,
    cancel_reason: z.string(),
    cancelled_at: timestampSchema,
  }),
  'order.restored': z.object({ ...orderInStatus, charged_amount: amount, restored_at: timestampSchema }),
  'production.confirmed': z.object({ ...orderInStatus, print_day: printDay, confirmed_at: timestampSchema }),
  'production.started': z.object({ ...orderInStatus, print_day: printDay, started_at: timestampSchema }),
  'production.completed': z.object({ ...orderInStatus, completed_at: timestampSchema }),
  'shipping.departed': z.object({
    ...order,
    item_uid: z.string(),
    tracking_number: z.string(),
    tracking_carrier: z.string(),
    shipped_at: timestampSchema,
  }),
  'shipping.delivered': z.object({ ...orderInStatus, delivered_at: timestampSchema }),
  'webhook.exhausted': z.object({
    delivery_uid: z.string(),
    event_uid: z.string(),
    event_type: webhookEventTypeSchema,
    attempts: z.int(),
    exhausted_at: timestampSchema,
  }),
} as const satisfies Record<WebhookEventType, z.ZodObject>;

export type WebhookData = { readonly [Kind in WebhookEventType]: z.infer<(typeof WEBHOOK_DATA)[Kind]> };

/** What a receiver gets of one kind (specification, "Envelope of every event"). */
export const webhookEnvelopeSchemaOf = (eventType: WebhookEventType) =>
  z.object({
    event_uid: z.string(),
    event_type: z.literal(eventType),
    created_at: timestampSchema,
    isTest: z.boolean().describe('Of the Sandbox, or of a test call'),
    data: WEBHOOK_DATA[eventType],
  });
