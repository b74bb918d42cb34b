import { expect } from 'vitest';
import { bookListItemSchema } from '../../src-core/contract/books.ts';
import { creditBalanceSchema, creditTransactionSchema } from '../../src-core/contract/credits.ts';
import { successOf } from '../../src-core/contract/envelope.ts';
import { minorFromNumber } from '../../src-core/contract/money.ts';
import { orderListItemSchema, orderSchema, type Order } from '../../src-core/contract/orders.ts';
import type { KillableService } from '../fixtures/killable-service.ts';
import { isSameBytes, type LocalBook } from './desk-harness.ts';

const ORDER_PAYMENT = 3;

/** What the service itself says, over HTTP, about everything that was ever sent to it. */
export async function serviceTruth(service: KillableService) {
  const books = await service.all('/books', bookListItemSchema);
  const listed = await service.all('/orders', orderListItemSchema);
  const orders: Order[] = [];
  for (const { orderUid } of listed)
    orders.push(successOf(orderSchema).parse(await (await service.get(`/orders/${orderUid}`)).json()).data);
  const entries = await service.all('/credits/transactions', creditTransactionSchema);
  const balance = successOf(creditBalanceSchema).parse(await (await service.get('/credits')).json()).data.balance;
  return { books, orders, entries, balance };
}

export type ServiceTruth = Awaited<ReturnType<typeof serviceTruth>>;

/** The ledger adds up to the balance, and what was charged is what the orders say. */
export function expectLedgerAddsUp({ orders, entries, balance }: ServiceTruth): void {
  const signed = entries.map(({ direction, amount }) =>
    direction === '+' ? minorFromNumber(amount) : -minorFromNumber(amount),
  );
  expect(signed.reduce((sum, amount) => sum + amount, 0n)).toBe(minorFromNumber(balance));
  const charges = entries.filter(({ reasonCode }) => reasonCode === ORDER_PAYMENT).map(({ amount }) => amount);
  expect(charges.sort(), 'one charge an order, of its sum').toEqual(
    orders.map(({ paidCreditAmount }) => paidCreditAmount).sort(),
  );
}

/** Each of these books is at the service once, finalized, with the very bytes of its files, and ordered once. */
export async function expectOrderedOnce(
  service: KillableService,
  truth: ServiceTruth,
  expected: readonly LocalBook[],
): Promise<void> {
  for (const { title, coverFile, contentsFile } of expected) {
    const found = truth.books.filter((book) => book.title === title);
    expect(
      found.map(({ status }) => status),
      `${title}: one book, finalized`,
    ).toEqual(['finalized']);
    const bookUid = found[0]?.bookUid ?? '';
    const orders = truth.orders.filter(({ items }) => items.some((item) => item.bookUid === bookUid));
    expect(
      orders.map(({ items }) => items.filter((item) => item.bookUid === bookUid).map(({ quantity }) => quantity)),
      `${title}: one order of one copy`,
    ).toEqual([[1]]);
    expect(await isSameBytes(service, `/books/${bookUid}/pdf-cover`, coverFile), `${title}: the cover's bytes`).toBe(
      true,
    );
    expect(
      await isSameBytes(service, `/books/${bookUid}/pdf-contents`, contentsFile),
      `${title}: the contents' bytes`,
    ).toBe(true);
  }
}
