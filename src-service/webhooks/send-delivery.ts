import { createHmac } from 'node:crypto';
import {
  DELIVERY_TIMEOUT_MS,
  RESPONSE_BODY_MAX_BYTES,
  type DeliveryFailure,
} from '../../src-core/contract/webhooks.ts';
import type { ServiceContext } from '../context.ts';
import { guardedRequest, OutboundFailed, OutboundRefused } from '../outbound/guarded-request.ts';
import type { webhookDeliveries } from '../store/schema.ts';
import { mayBePlainHttp, type WebhookConfigRow } from './webhook-config.ts';

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

/** What became of one attempt. Exactly one of `responseStatus` and `failureReason` is set. */
export interface AttemptOutcome {
  readonly isDelivered: boolean;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly failureReason: DeliveryFailure | null;
}

export interface Attempt {
  readonly delivery: Pick<DeliveryRow, 'deliveryUid' | 'eventType' | 'body'>;
  readonly config: Pick<WebhookConfigRow, 'webhookUrl' | 'secretKey'>;
  /**
   * Unix time of this attempt. Real time by the database, not the service's clock that the print house moves: receivers
   * hold it against their own clock to keep out old calls that somebody sends again.
   */
  readonly timestampSeconds: number;
  /** Of the whole exchange. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** HMAC-SHA256 of timestamp, a dot and the exact bytes of the body (specification, "Signature"), in hexadecimal. */
export const signatureOf = (secretKey: string, timestampSeconds: number, body: string): string =>
  createHmac('sha256', secretKey).update(`${timestampSeconds}.${body}`).digest('hex');

/** Calls the receiver once. Throws only the reason of `signal`. */
export async function sendDelivery(
  context: Pick<ServiceContext, 'contract' | 'mayCallLocalAddresses'>,
  { delivery, config, timestampSeconds, timeoutMs = DELIVERY_TIMEOUT_MS, signal }: Attempt,
): Promise<AttemptOutcome> {
  try {
    const answer = await guardedRequest(config.webhookUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Book-Print-Service-Webhooks/1',
        'x-webhook-signature': `${context.contract.webhookSignaturePrefix}${signatureOf(config.secretKey, timestampSeconds, delivery.body)}`,
        'x-webhook-timestamp': String(timestampSeconds),
        'x-webhook-event': delivery.eventType,
        'x-webhook-delivery': delivery.deliveryUid,
      },
      body: delivery.body,
      timeoutMs,
      maxBytes: RESPONSE_BODY_MAX_BYTES,
      mayCallLocalAddresses: context.mayCallLocalAddresses,
      allowHttp: mayBePlainHttp(config.webhookUrl, context),
      ...(signal === undefined ? {} : { signal }),
    });
    return {
      isDelivered: answer.status >= 200 && answer.status < 300,
      responseStatus: answer.status,
      responseBody: textOf(answer.body),
      failureReason: null,
    };
  } catch (error) {
    if (!(error instanceof OutboundFailed || error instanceof OutboundRefused)) throw error;
    return { isDelivered: false, responseStatus: null, responseBody: null, failureReason: error.reason };
  }
}

/** A character that the limit of bytes cut in two is left out; PostgreSQL has no text with a NUL in it. */
const textOf = (body: Buffer): string => new TextDecoder().decode(body, { stream: true }).replaceAll('\0', '\uFFFD');
