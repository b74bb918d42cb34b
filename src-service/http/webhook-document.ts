import { z } from 'zod';
import { webhookEnvelopeSchemaOf } from '../../src-core/contract/webhook-events.ts';
import { webhookEventTypeSchema, type WebhookEventType } from '../../src-core/contract/webhooks.ts';

const header = (name: string, description: string) => ({ name, in: 'header' as const, required: true, description, schema: { type: 'string' as const } });

const HEADERS = [
  header('X-Webhook-Signature', "`sha256=` and the hexadecimal HMAC-SHA256 of timestamp, '.' and the exact body, under the webhook's secretKey"),
  header('X-Webhook-Timestamp', 'Unix seconds of this attempt'),
  header('X-Webhook-Event', 'The kind'),
  header('X-Webhook-Delivery', 'The same at every attempt'),
];

/** The calls to receivers as the OpenAPI document's `webhooks`: what comes, one entry a kind. */
export const webhookDocument = () => Object.fromEntries(webhookEventTypeSchema.options.map((eventType) => [eventType, { post: callOf(eventType) }]));

function callOf(eventType: WebhookEventType) {
  // An object of JSON Schema 2020-12, which OpenAPI 3.1 takes as it is; the types of its dialects don't know each other.
  const { $schema: _dialect, ...schema }: { readonly $schema?: string } = z.toJSONSchema(webhookEnvelopeSchemaOf(eventType), { target: 'draft-2020-12' });
  return {
    tags: ['webhooks'],
    summary: `Sent to the webhook: ${eventType}`,
    security: [],
    parameters: HEADERS,
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { '2XX': { description: 'Received, within 30 seconds. Any other answer is a failure and brings up to three more attempts' } },
  };
}
