import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONTRACTS, type Contract } from '../contract/profiles.ts';
import { itemCancelRefund, priceOrder, type PricedLine } from './order-price.ts';

/** An order as it is right after its charge. */
const charge = (lines: readonly PricedLine[], contract: Contract) => {
  const { shippingMinor, totalMinor, chargeMinor } = priceOrder(lines, contract);
  return { shippingMinor, totalMinor, chargedMinor: chargeMinor, refundedMinor: 0n };
};

describe('the recorded order of 8 September 2026', () => {
  it('is priced as recorded under the public contract', () => {
    const price = priceOrder(
      [{ unitPriceMinor: 1_260_000n, quantity: 1, booksPerBox: 60 }],
      CONTRACTS['public-2026-09'],
    );
    expect(price).toMatchObject({ totalMinor: 1_532_700n, chargeMinor: 1_685_000n, boxCount: 1 });
  });

  it('costs 3000 shipping and exact VAT under the specified contract', () => {
    const price = priceOrder([{ unitPriceMinor: 1_260_000n, quantity: 1, booksPerBox: 60 }], CONTRACTS.specified);
    expect(price).toMatchObject({ shippingMinor: 300_000n, totalMinor: 1_560_000n, chargeMinor: 1_716_000n });
  });
});

describe('an order', () => {
  const line = (quantity: number, booksPerBox = 60, unitPriceMinor = 1_260_000n) => ({
    unitPriceMinor,
    quantity,
    booksPerBox,
  });

  it('of several lines is the sum of its copies, with shipping once, and fills its boxes across the lines', () => {
    expect(priceOrder([line(3), line(2, 40, 500_000n)], CONTRACTS.specified)).toEqual({
      itemMinor: [3_780_000n, 1_000_000n],
      productMinor: 4_780_000n,
      shippingMinor: 300_000n,
      packagingMinor: 0n,
      totalMinor: 5_080_000n,
      chargeMinor: 5_588_000n,
      boxCount: 1,
    });
    expect(
      [
        [line(30), line(20, 40)],
        [line(31), line(20, 40)],
        [line(120), line(1)],
      ].map((lines) => priceOrder(lines, CONTRACTS.specified).boxCount),
    ).toEqual([1, 2, 3]);
  });

  it('fills its boxes to the last copy, however many lines it has', () => {
    const lines = Array.from({ length: 3_240 }, () => line(199));
    const boxesOf = (more: readonly PricedLine[]) => priceOrder([...lines, ...more], CONTRACTS.specified).boxCount;
    expect([boxesOf([]), boxesOf([line(1, 80)]), boxesOf([line(80, 80)]), boxesOf([line(81, 80)])]).toEqual([
      10_746, 10_747, 10_747, 10_748,
    ]);
  });

  it('of nothing costs nothing, not even shipping', () => {
    expect(priceOrder([], CONTRACTS.specified)).toEqual({
      itemMinor: [],
      productMinor: 0n,
      shippingMinor: 0n,
      packagingMinor: 0n,
      totalMinor: 0n,
      chargeMinor: 0n,
      boxCount: 0,
    });
  });

  it('gives back for an item what the rest does not cost, and never less than nothing', () => {
    const paid = charge([line(1), line(2)], CONTRACTS.specified);
    expect(itemCancelRefund(paid, [line(2)], CONTRACTS.specified)).toBe(1_386_000n);
    expect(itemCancelRefund({ ...paid, refundedMinor: 1_386_000n }, [], CONTRACTS.specified)).toBe(3_102_000n);
    expect(itemCancelRefund({ ...paid, refundedMinor: paid.chargedMinor }, [line(2)], CONTRACTS.specified)).toBe(0n);
    const other = charge([line(2)], CONTRACTS.specified);
    expect(itemCancelRefund({ ...other, chargedMinor: other.chargedMinor + 1n }, [line(2)], CONTRACTS.specified)).toBe(
      1n,
    );
  });

  it.each([
    ['specified', 'public-2026-09'],
    ['public-2026-09', 'specified'],
  ] as const)('that was charged under %s is given back by it, also where %s runs by now', (then, now) => {
    const lines = [line(1, 60, 1_260_000n), line(3, 60, 1_288_000n), line(7, 60, 1_000_000n)];
    for (const [at] of lines.entries()) {
      const remaining = lines.toSpliced(at, 1);
      const paid = charge(lines, CONTRACTS[then]);
      expect(itemCancelRefund(paid, remaining, CONTRACTS[now])).toBe(
        itemCancelRefund(paid, remaining, CONTRACTS[then]),
      );
      expect(itemCancelRefund(paid, remaining, CONTRACTS[now])).toBe(
        paid.chargedMinor - charge(remaining, CONTRACTS[then]).chargedMinor,
      );
    }
    // A charge that either rounding comes to.
    const even = [line(1, 60, 1_000_000n), line(1, 60, 1_000_100n), line(1, 60, 999_900n)];
    const paid = charge(even, CONTRACTS[then]);
    expect(itemCancelRefund(paid, even.slice(1, 2), CONTRACTS[now])).toBe(
      paid.chargedMinor - charge(even.slice(1, 2), CONTRACTS[then]).chargedMinor,
    );
  });
});

const line = fc.record({
  unitPriceMinor: fc.bigInt({ min: 1n, max: 10_000_000n }),
  quantity: fc.integer({ min: 1, max: 200 }),
  booksPerBox: fc.constant(60),
});

it.each(Object.keys(CONTRACTS) as (keyof typeof CONTRACTS)[])(
  '%s: refunds of item cancels, in any order, sum to the charge',
  (name) => {
    const contract = CONTRACTS[name];
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), fc.integer(), (lines, seed) => {
        const paid = charge(lines, contract);
        const left = [...lines];
        let refundedMinor = 0n;
        while (left.length > 0) {
          left.splice(Math.abs(seed) % left.length, 1);
          refundedMinor += itemCancelRefund({ ...paid, refundedMinor }, left, contract);
          expect(refundedMinor <= paid.chargedMinor).toBe(true);
        }
        expect(refundedMinor).toBe(paid.chargedMinor);
      }),
    );
  },
);
