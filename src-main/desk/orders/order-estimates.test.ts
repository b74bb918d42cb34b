import { expect, it } from 'vitest';
import type { ApiClient } from '../client/api-client.ts';
import { OrderEstimates, type Line } from './order-estimates.ts';

const line = (bookUid: string): Line => ({
  bookId: bookUid,
  bookUid,
  title: bookUid,
  specUid: null,
  pageCount: null,
  quantity: 1,
  print: 'good',
  stage: 'uploaded',
  orderUid: null,
  orderedAtMs: null,
  isSavedSince: false,
  replaced: null,
  recipientId: null,
});

it('keeps estimates while they hold, and no more of them than reviews need', async () => {
  let nowMs = 0;
  let calls = 0;
  const client = {
    call: ({ jsonBody }: { jsonBody: string }) => {
      calls += 1;
      return Promise.resolve({ data: JSON.parse(jsonBody) as unknown });
    },
  } as unknown as ApiClient;
  const estimates = new OrderEstimates({ nowMs: () => nowMs });
  const order = (name: string, books: number) => Array.from({ length: books }, (_, at) => line(`${name} ${at}`));
  const ask = async (name: string, books = 1) => {
    calls = 0;
    await estimates.of(client, 'here', [order(name, books)]);
    return calls;
  };
  expect([await ask('first'), await ask('first')]).toEqual([1, 0]);
  await ask('large', 8_000);
  expect(await ask('large', 8_000)).toBe(0);
  await ask('larger', 9_000);
  await ask('largest', 9_500);
  expect([await ask('larger', 9_000), await ask('largest', 9_500)]).toEqual([0, 0]);
  // What there was no room for is asked anew, and so is what is too old.
  expect(await ask('first')).toBe(1);
  expect(await ask('large', 8_000)).toBe(1);
  nowMs += 10 * 60_000;
  expect(await ask('large', 8_000)).toBe(1);
});

it('what was saved since it was sent is priced by itself: its pages at the service are others than those on the disk', async () => {
  const priceOf = new Map([
    ['saved', 15_000],
    ['like it', 10_000],
    ['like that', 10_000],
  ]);
  const asked: string[] = [];
  const client = {
    call: ({ jsonBody }: { jsonBody: string }) => {
      const { items } = JSON.parse(jsonBody) as { items: { bookUid: string }[] };
      const [bookUid = ''] = items.map((item) => item.bookUid);
      asked.push(bookUid);
      return Promise.resolve({ data: { items, paidCreditAmount: priceOf.get(bookUid) } });
    },
  } as unknown as ApiClient;
  const of = (bookUid: string) => ({ ...line(bookUid), specUid: 'SQUAREBOOK_HC', pageCount: 60 });
  const orders = [[of('like it')], [{ ...of('saved'), isSavedSince: true }], [of('like that')]];
  const found = await new OrderEstimates({ nowMs: () => 0 }).of(client, 'here', orders);
  expect(found.map(({ whole }) => whole.paidCreditAmount)).toEqual([10_000, 15_000, 10_000]);
  expect(asked).toHaveLength(2);
});
