import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ORDER_STATUSES, type OrderStatus } from '../contract/orders.ts';
import { CONTRACTS } from '../contract/profiles.ts';
import { canMoveOrder, isCancellable, isFinal, isShippingChangeable, nextInProduction } from './order-machine.ts';
import { itemCancelRefund, priceOrder } from './order-price.ts';

const all = Object.keys(ORDER_STATUSES) as OrderStatus[];

describe('the order machine', () => {
  it('lets a partner cancel in PAID and PDF_READY only', () => {
    expect(all.filter(isCancellable)).toEqual(['PAID', 'PDF_READY']);
  });

  it('lets the address change until production starts', () => {
    expect(all.filter(isShippingChangeable)).toEqual(['PAID', 'PDF_READY', 'CONFIRMED']);
  });

  it('walks production in the order of the status codes', () => {
    const walked: OrderStatus[] = ['PDF_READY'];
    for (let at = nextInProduction('PDF_READY'); at !== null; at = nextInProduction(at)) walked.push(at);
    expect(walked).toEqual(['PDF_READY', 'CONFIRMED', 'IN_PRODUCTION', 'PRODUCTION_COMPLETE', 'SHIPPED', 'DELIVERED']);
  });

  it('gives a partner no way into production, and nobody a way out of DELIVERED', () => {
    const partnerMoves = all.flatMap((from) => all.filter((to) => canMoveOrder(from, to, 'partner')).map((to) => `${from}>${to}`));
    expect(partnerMoves).toEqual(['PAID>CANCELLED_REFUND', 'PDF_READY>CANCELLED_REFUND']);
    for (const actor of ['partner', 'service', 'printHouse'] as const) {
      expect(all.some((to) => canMoveOrder('DELIVERED', to, actor))).toBe(false);
    }
    expect(all.filter(isFinal)).toEqual(['DELIVERED', 'CANCELLED', 'CANCELLED_REFUND', 'ERROR']);
  });
});

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
