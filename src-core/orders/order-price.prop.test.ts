import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONTRACTS } from '../contract/profiles.ts';
import { itemCancelRefund, priceOrder } from './order-price.ts';

describe('the recorded order of 8 September 2026', () => {
  it('is priced as recorded under the public contract', () => {
    const price = priceOrder([{ unitPriceMinor: 1_260_000n, quantity: 1, booksPerBox: 60 }], CONTRACTS['public-2026-09']);
    expect(price).toMatchObject({ totalMinor: 1_532_700n, chargeMinor: 1_685_000n, boxCount: 1 });
  });

  it('costs 3000 shipping and exact VAT under the specified contract', () => {
    const price = priceOrder([{ unitPriceMinor: 1_260_000n, quantity: 1, booksPerBox: 60 }], CONTRACTS.specified);
    expect(price).toMatchObject({ shippingMinor: 300_000n, totalMinor: 1_560_000n, chargeMinor: 1_716_000n });
  });
});

const line = fc.record({
  unitPriceMinor: fc.bigInt({ min: 1n, max: 10_000_000n }),
  quantity: fc.integer({ min: 1, max: 200 }),
  booksPerBox: fc.constant(60),
});

it.each(Object.keys(CONTRACTS) as (keyof typeof CONTRACTS)[])('%s: refunds of item cancels, in any order, sum to the charge', (name) => {
  const contract = CONTRACTS[name];
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), fc.integer(), (lines, seed) => {
      const chargedMinor = priceOrder(lines, contract).chargeMinor;
      const left = [...lines];
      let refundedMinor = 0n;
      while (left.length > 0) {
        left.splice(Math.abs(seed) % left.length, 1);
        refundedMinor += itemCancelRefund({ chargedMinor, refundedMinor }, left, contract);
        expect(refundedMinor <= chargedMinor).toBe(true);
      }
      expect(refundedMinor).toBe(chargedMinor);
    }),
  );
});
