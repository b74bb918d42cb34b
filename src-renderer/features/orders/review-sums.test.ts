import { describe, expect, it } from 'vitest';
import type { OrderReview } from '../../../src-core/ipc/subjects/orders.ts';
import { confirmableOf, reviewRows, shownSums, specSums, type ReviewedOrder, type ReviewLine } from './review-sums.ts';

const line = (
  specName: string,
  quantity: number,
  itemAmount: number,
  fits = true,
  fitsCheapest = fits,
): ReviewLine => ({
  bookId: `${specName} ${itemAmount}`,
  title: specName,
  print: 'good',
  specName,
  pageCount: 24,
  quantity,
  unitPrice: itemAmount / quantity,
  itemAmount,
  fits,
  fitsCheapest,
});
const lines = [line('SQ', 1, 12_600), line('A4', 2, 24_800, true, false), line('SQ', 1, 13_160, false)];
const orders: readonly ReviewedOrder[] = [
  { recipient: null, lines: [lines[0] as ReviewLine], charge: 17_160 },
  { recipient: null, lines: lines.slice(1), charge: 45_056 },
];

describe('the review', () => {
  it('sums copies and products per spec', () => {
    expect(specSums(lines)).toEqual([
      { specName: 'SQ', copies: 2, amount: 25_760 },
      { specName: 'A4', copies: 2, amount: 24_800 },
    ]);
  });

  it('shows an order of one book as that book, one of several below its head', () => {
    expect(reviewRows([...orders]).map((row) => row.kind)).toEqual(['book', 'order', 'book', 'book']);
  });

  const sums = {
    copies: 4,
    productAmount: 50_560,
    shippingFee: 6_000,
    packagingFee: 0,
    vatAmount: 5_656,
    saved: 6_600,
  };
  const fit = { copies: 3, productAmount: 37_400, shippingFee: 6_000, packagingFee: 0, vatAmount: 4_340, saved: 3_300 };
  const short: OrderReview = {
    ...sums,
    reviewId: 'r',
    takenAtMs: 0,
    environment: 'sandbox',
    orders: [...orders],
    charge: 62_216,
    creditNow: 62_116,
    creditAfter: -100,
    shortBy: 100,
    fit: { ...fit, orders: 2, books: 2, charge: 47_740, creditAfter: 14_376 },
    fitCheapest: { ...fit, copies: 1, orders: 1, books: 1, charge: 17_160, creditAfter: 44_956 },
    currency: 'KRW',
    warnings: [],
    orderedRecently: [],
  };

  const NOW = { onlyFitting: false, cheapestFirst: false, awaitCredit: false };

  it('confirms everything when the credit is enough', () => {
    expect(confirmableOf({ ...short, shortBy: 0 }, null)).toEqual({ orders: 2, charge: 62_216, ...NOW });
  });

  it('confirms nothing while a shortage is undecided', () => {
    expect(confirmableOf(short, null).orders).toBe(0);
  });

  it('confirms what fits, with its own sum', () => {
    expect(confirmableOf(short, 'fitting')).toEqual({ orders: 2, charge: 47_740, ...NOW, onlyFitting: true });
  });

  it('confirms what fits with the cheapest first, or all of it for when the credit is enough, each with its sum', () => {
    const cheapest = { orders: 1, charge: 17_160, ...NOW, onlyFitting: true, cheapestFirst: true };
    expect(confirmableOf(short, 'cheapest')).toEqual(cheapest);
    expect(shownSums(short, 'cheapest')).toMatchObject({ orders: 1, lines: [lines[0]], charge: 17_160 });
    expect(confirmableOf(short, 'await')).toEqual({ orders: 2, charge: 62_216, ...NOW, awaitCredit: true });
    expect(shownSums(short, 'await')).toMatchObject({ ...sums, orders: 2, lines, charge: 62_216 });
  });

  it('adds up what the button would place, and nothing else', () => {
    const chosen = shownSums(short, 'fitting');
    expect(chosen).toMatchObject({ ...fit, orders: 2, recipients: 1, charge: 47_740, creditAfter: 14_376 });
    expect(chosen.charge).toBe(confirmableOf(short, 'fitting').charge);
    expect(chosen.charge).toBe(chosen.productAmount + chosen.shippingFee + chosen.packagingFee + chosen.vatAmount);
    expect(specSums(chosen.lines).map(({ amount }) => amount)).toEqual([12_600, 24_800]);
    expect(shownSums(short, null)).toMatchObject({ ...sums, orders: 2, charge: 62_216 });
    // A top-up that covers all of it makes the decision void.
    expect(shownSums({ ...short, shortBy: 0 }, 'fitting').charge).toBe(62_216);
  });
});
