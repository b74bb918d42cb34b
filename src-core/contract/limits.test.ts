import { expect, it } from 'vitest';
import { LIMITS, RATE_PER_MINUTE } from './limits.ts';

/** Those of the "Limits" table that the OpenAPI document does not write down; the others stand in docs/reference/openapi.json. */
it('are those of the specification', () => {
  expect(RATE_PER_MINUTE).toEqual({ general: 300, upload: 200, auth: 10 });
  expect(LIMITS.pictureDownloadMs).toBe(10_000);
  expect(LIMITS.idempotencyMs).toBe(24 * 3_600_000);
});

it('are the ones that were chosen where the specification names none', () => {
  expect(LIMITS.idempotencyLockWaitMs).toBe(2_000);
  expect(LIMITS.entryTextMaxChars).toBe(10_000);
});
