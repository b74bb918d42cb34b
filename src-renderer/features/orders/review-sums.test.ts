import { describe, expect, it } from 'vitest';
import { confirmableOf, specSums, type ReviewLine } from './review-sums.ts';

const line = (specName: string, quantity: number, itemAmount: number, charge: number): ReviewLine => ({
  bookId: specName,
  title: specName,
  print: 'good',
  specName,
  pageCount: 24,
  quantity,
  unitPrice: itemAmount / quantity,
  itemAmount,
  charge,
});
const lines = [line('SQ', 1, 12_600, 17_160), line('A4', 2, 24_800, 30_580), line('SQ', 1, 13_160, 17_776)];

describe('the review', () => {
  it('sums copies and products per spec', () => {
    expect(specSums(lines)).toEqual([
      { specName: 'SQ', orders: 2, copies: 2, amount: 25_760 },
      { specName: 'A4', orders: 1, copies: 2, amount: 24_800 },
    ]);
  });

  it('confirms everything when the credit is enough', () => {
    expect(confirmableOf({ lines, charge: 65_516, shortBy: 0, fitNow: 3 }, null)).toEqual({
      orders: 3,
      charge: 65_516,
      onlyFitting: false,
    });
  });

  it('confirms nothing while a shortage is undecided', () => {
    expect(confirmableOf({ lines, charge: 65_516, shortBy: 100, fitNow: 2 }, null).orders).toBe(0);
  });

  it('confirms the orders that fit, with their own sum', () => {
    expect(confirmableOf({ lines, charge: 65_516, shortBy: 100, fitNow: 2 }, 'fitting')).toEqual({
      orders: 2,
      charge: 47_740,
      onlyFitting: true,
    });
  });
});
