import { z } from 'zod';
import { paginationQuery, timestampSchema } from './envelope.ts';
import { LIMITS } from './limits.ts';

/** The nine kinds that can be subscribed to (contract-decisions, "The nine events"). */
export const WEBHOOK_EVENTS = [
  'order.created',
  'order.cancelled',
  'order.item_cancelled',
  'order.restored',
  'production.confirmed',
  'production.started',
  'production.completed',
  'shipping.departed',
  'shipping.delivered',
] as const;

/** The nine, and the alert that a delivery was given up. */
export const webhookEventTypeSchema = z.enum([...WEBHOOK_EVENTS, 'webhook.exhausted']);
export type WebhookEventType = z.infer<typeof webhookEventTypeSchema>;

export const DELIVERY_STATUSES = ['PENDING', 'SUCCESS', 'FAILED', 'EXHAUSTED'] as const;
export const deliveryStatusSchema = z.enum(DELIVERY_STATUSES);
export type DeliveryStatus = z.infer<typeof deliveryStatusSchema>;

/** Waits before the second, third and fourth attempt, in milliseconds (specification, "Delivery rules" 2). */
export const RETRY_DELAYS_MS = [60_000, 5 * 60_000, 30 * 60_000] as const;
export const DELIVERY_TIMEOUT_MS = 30_000;
export const EXHAUSTED_COOL_DOWN_MS = 60 * 60_000;

export const webhookConfigBodySchema = z.object({
  webhookUrl: z.string().min(1).max(LIMITS.webhookUrlMaxChars),
  events: z.array(z.enum(WEBHOOK_EVENTS)).nullable().optional(),
  description: z.string().max(LIMITS.webhookDescriptionMaxChars).nullable().optional(),
});
export type WebhookConfigBody = z.infer<typeof webhookConfigBodySchema>;

/** `secretKey` whole in the answer of PUT, masked in that of GET. */
export const webhookConfigSchema = z.object({
  webhookUrl: z.string(),
  events: z.array(webhookEventTypeSchema).nullable(),
  description: z.string().nullable(),
  secretKey: z.string(),
  isActive: z.boolean(),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
});
export type WebhookConfig = z.infer<typeof webhookConfigSchema>;

export const webhookTestBodySchema = z.object({ eventType: webhookEventTypeSchema.optional() });

export const webhookTestResultSchema = z.object({
  deliveryUid: z.string(),
  eventType: webhookEventTypeSchema,
  status: deliveryStatusSchema,
  responseStatus: z.int().nullable(),
  responseBody: z.string().nullable(),
});
export type WebhookTestResult = z.infer<typeof webhookTestResultSchema>;

export const webhookDeliverySchema = webhookTestResultSchema.extend({
  eventUid: z.string(),
  attemptCount: z.int(),
  isTest: z.boolean(),
  nextAttemptAt: timestampSchema.nullable(),
  createdAt: timestampSchema,
  deliveredAt: timestampSchema.nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

export const webhookDeliveryQuerySchema = z.object({
  eventType: webhookEventTypeSchema.optional(),
  status: deliveryStatusSchema.optional(),
  ...paginationQuery(),
});

/** What a receiver gets: `isTest` marks the Sandbox (contract-decisions). */
export interface WebhookEnvelope {
  readonly event_uid: string;
  readonly event_type: WebhookEventType;
  readonly created_at: string;
  readonly isTest: boolean;
  readonly data: Readonly<Record<string, unknown>>;
}
