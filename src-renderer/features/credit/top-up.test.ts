import { expect, it } from 'vitest';
import { ledgerPage, parseAmount } from './top-up.ts';

it('reads amounts as people type them', () => {
  expect(['100,000', ' ₩ 5000', '1000원', '12.50', '0', '-5', '1.234', 'abc', '1000000001'].map(parseAmount)).toEqual([
    100_000,
    5_000,
    1_000,
    12.5,
    null,
    null,
    null,
    null,
    null,
  ]);
});

it('counts the rows and pages of the ledger', () => {
  expect(ledgerPage(50, 120)).toEqual({ page: 2, pages: 3, first: 51, last: 100 });
  expect(ledgerPage(100, 120)).toEqual({ page: 3, pages: 3, first: 101, last: 120 });
  expect(ledgerPage(0, 0)).toEqual({ page: 1, pages: 1, first: 0, last: 0 });
});
