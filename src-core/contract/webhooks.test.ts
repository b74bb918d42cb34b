import { expect, it } from 'vitest';
import {
  DELIVERY_TIMEOUT_MS,
  EXHAUSTED_COOL_DOWN_MS,
  RESPONSE_BODY_MAX_BYTES,
  RETRY_DELAYS_MS,
  webhookConfigBodySchema,
} from './webhooks.ts';

it('waits as the specification says: 30 seconds for an answer, 1, 5 and 30 minutes between attempts, an hour between alerts', () => {
  const minute = 60_000;
  expect({ answer: DELIVERY_TIMEOUT_MS, retries: RETRY_DELAYS_MS, alerts: EXHAUSTED_COOL_DOWN_MS }).toEqual({
    answer: 30_000,
    retries: [minute, 5 * minute, 30 * minute],
    alerts: 60 * minute,
  });
  expect(RESPONSE_BODY_MAX_BYTES).toBe(4_000);
});

it('wants an address under one of its two names, and says under which', () => {
  const address = 'https://partner.example/hook';
  for (const body of [{ webhookUrl: address }, { url: address }, { webhookUrl: address, url: address }])
    expect(webhookConfigBodySchema.safeParse(body).success).toBe(true);
  expect(webhookConfigBodySchema.safeParse({}).error?.issues).toMatchObject([
    { path: ['webhookUrl'], code: 'invalid_type' },
  ]);
});
