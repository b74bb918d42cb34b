import { webhookEnvelopeSchemaOf } from '../../../src-core/contract/webhook-events.ts';
import { webhookEventTypeSchema, type WebhookEventType } from '../../../src-core/contract/webhooks.ts';
import type { Schemas } from './schemas.ts';

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

/** What comes with every call to a receiver, by the name of the component. */
export const WEBHOOK_HEADERS = {
  WebhookSignature: header(
    'X-Webhook-Signature',
    "`sha256=` and the hexadecimal HMAC-SHA256 of timestamp, '.' and the exact body, under the webhook's secretKey",
  ),
  WebhookTimestamp: header('X-Webhook-Timestamp', 'Unix seconds of this attempt'),
  WebhookEvent: header('X-Webhook-Event', 'The kind'),
  WebhookDelivery: header('X-Webhook-Delivery', 'The same at every attempt'),
} as const;

/** The calls to receivers as the OpenAPI document's `webhooks`: what comes, one entry a kind. */
export const webhooksSection = (schemas: Schemas) =>
  Object.fromEntries(
    webhookEventTypeSchema.options.map((eventType) => [eventType, { post: callOf(eventType, schemas) }]),
  );

function callOf(eventType: WebhookEventType, schemas: Schemas) {
  return {
    operationId: `on${inOneWord(eventType)}`,
    tags: ['webhooks'],
    summary: `Sent to the webhook: ${eventType}`,
    security: [],
    parameters: Object.keys(WEBHOOK_HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: schemas.add(
            `${inOneWord(eventType)}Event`,
            schemas.write(webhookEnvelopeSchemaOf(eventType), 'answer'),
          ),
        },
      },
    },
    responses: {
      '2XX': {
        description: 'Received, within 30 seconds. Any other answer is a failure and brings up to three more attempts',
      },
    },
  };
}

/** `order.item_cancelled` as `OrderItemCancelled`. */
const inOneWord = (eventType: WebhookEventType) =>
  eventType
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
