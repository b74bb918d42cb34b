import { expect, it } from 'vitest';
import { amountSchema } from './amounts.ts';

it.each([0.01, 0.1, 12_600.05, 1_000_000_000])('%f is an amount', (amount) => {
  expect(amountSchema.safeParse(amount)).toEqual({ success: true, data: amount });
});

it.each([0, -0.01, 1.005, 0.001, 1_000_000_000.01])('%f is none', (amount) => {
  expect(amountSchema.safeParse(amount).success).toBe(false);
});

it('says which step an amount missed', () => {
  expect(amountSchema.safeParse(1.005).error?.issues).toMatchObject([{ code: 'not_multiple_of', divisor: 0.01 }]);
});
