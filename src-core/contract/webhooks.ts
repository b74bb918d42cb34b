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
export const webhookEventTypeSchema = z.enum([...WEBHOOK_EVENTS, 'webhook.exhausted']).meta({ id: 'WebhookEventType' });
export type WebhookEventType = z.infer<typeof webhookEventTypeSchema>;

export const DELIVERY_STATUSES = ['PENDING', 'SUCCESS', 'FAILED', 'EXHAUSTED'] as const;
export const deliveryStatusSchema = z.enum(DELIVERY_STATUSES).meta({
  id: 'DeliveryStatus',
  description:
    'PENDING waiting or in progress, SUCCESS 2xx received, FAILED awaiting a retry, EXHAUSTED retries used up',
});
export type DeliveryStatus = z.infer<typeof deliveryStatusSchema>;

/** Waits before the second, third and fourth attempt, in milliseconds (specification, "Delivery rules" 2). */
export const RETRY_DELAYS_MS = [60_000, 5 * 60_000, 30 * 60_000] as const;
/** For the whole exchange (specification, "Delivery rules" 1). */
export const DELIVERY_TIMEOUT_MS = 30_000;
/** webhook.exhausted is raised at most this often an account ("limited to once per hour"). */
export const EXHAUSTED_COOL_DOWN_MS = 60 * 60_000;
/** Bytes of a receiver's answer that are kept. */
export const RESPONSE_BODY_MAX_BYTES = 4_000;

const webhookUrlSchema = z.string().min(1).max(LIMITS.webhookUrlMaxChars);

/**
 * `url` is another name of `webhookUrl` (one place of the specification uses it); with both, webhookUrl counts. That it
 * is HTTPS is judged where it is registered. `events`: null or absent is every kind; the alert webhook.exhausted may be
 * named among them and comes in any case.
 */
export const webhookConfigBodySchema = z
  .object({
    webhookUrl: webhookUrlSchema.optional(),
    url: webhookUrlSchema.optional(),
    events: z.array(webhookEventTypeSchema).min(1).max(webhookEventTypeSchema.options.length).optional(),
    description: z.string().max(LIMITS.webhookDescriptionMaxChars).optional(),
  })
  .superRefine(({ webhookUrl, url }, context) => {
    if (webhookUrl === undefined && url === undefined)
      context.addIssue({ code: 'invalid_type', expected: 'string', path: ['webhookUrl'], input: undefined });
  })
  .meta({
    id: 'WebhookConfigChanges',
    description:
      '`url` is another name of webhookUrl, which is required by one of both and counts. HTTPS only. events: null or absent is every kind',
  });
export type WebhookConfigBody = z.infer<typeof webhookConfigBodySchema>;

/** `secretKey` whole in the answer of PUT, masked in that of GET. */
export const webhookConfigSchema = z
  .object({
    webhookUrl: z.string(),
    events: z.array(webhookEventTypeSchema).nullable(),
    description: z.string().nullable(),
    secretKey: z.string(),
    isActive: z.boolean(),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .meta({
    id: 'WebhookConfig',
    description: 'The webhook; secretKey is whole in the answer of PUT, masked in that of GET',
  });
export type WebhookConfig = z.infer<typeof webhookConfigSchema>;

/** May be left out, which reads as null; without a kind, order.created is sent. */
export const webhookTestBodySchema = z
  .object({ eventType: webhookEventTypeSchema.optional() })
  .meta({ id: 'WebhookTest' })
  .nullable();

export const webhookTestResultSchema = z
  .object({
    deliveryUid: z.string(),
    eventType: webhookEventTypeSchema,
    status: deliveryStatusSchema,
    responseStatus: z.int().nullable(),
    responseBody: z.string().nullable(),
  })
  .meta({ id: 'WebhookTestResult', description: 'What became of the one attempt' });
export type WebhookTestResult = z.infer<typeof webhookTestResultSchema>;

/**
 * Why an attempt had no answer with a status: nobody answered (in time), or the address is not one that is called.
 * `deactivated`: the webhook was taken away before the delivery succeeded; `interrupted`: a test call was cut off.
 */
export const DELIVERY_FAILURES = [
  'timeout',
  'connectionFailed',
  'nameNotResolved',
  'addressNotPublic',
  'unsupportedScheme',
  'malformedUrl',
  'credentialsInUrl',
  'deactivated',
  'interrupted',
] as const;
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];

/** `responseStatus`, `responseBody` (its first part) and `failureReason` are those of the last attempt. */
export const webhookDeliverySchema = webhookTestResultSchema
  .extend({
    eventUid: z.string(),
    failureReason: z.enum(DELIVERY_FAILURES).nullable(),
    /** Attempts that have ended. */
    attemptCount: z.int(),
    /** Of the Sandbox, or of a test call. */
    isTest: z.boolean(),
    nextAttemptAt: timestampSchema.nullable(),
    createdAt: timestampSchema,
    deliveredAt: timestampSchema.nullable(),
  })
  .meta({
    id: 'WebhookDelivery',
    description: 'responseStatus, responseBody and failureReason are those of the last attempt',
  });
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

export const webhookDeliveryQuerySchema = z.object({
  eventType: webhookEventTypeSchema.optional(),
  status: deliveryStatusSchema.optional(),
  ...paginationQuery(),
});

/** What a receiver gets: `isTest` marks the Sandbox (contract-decisions), and test calls of either host. */
export interface WebhookEnvelope {
  readonly event_uid: string;
  readonly event_type: WebhookEventType;
  readonly created_at: string;
  readonly isTest: boolean;
  readonly data: Readonly<Record<string, unknown>>;
}
