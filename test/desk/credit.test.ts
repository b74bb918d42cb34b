import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { CreditReconciliation } from '../../src-core/ipc/subjects/credit.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { openStore } from '../../src-main/desk/store/open-store.ts';
import { orderIntents } from '../../src-main/desk/store/schema.ts';
import { plainStore } from '../../src-main/desk/store/testing/plain-store.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { address, importFolder, openBench, until, uploadAll, type Bench } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';

const MIGRATIONS = resolve(import.meta.dirname, '../../src-main/desk/store/migrations');

let bench: Bench;
let desk: Desk;
/** Of two books, and of one each. */
let placed: string[];

beforeAll(async () => {
  bench = await openBench(join(inject('deskTools'), 'desk/preflight-worker.js'), { credit: 1_000_000 });
  await cp(SAMPLES, join(bench.dir, 'samples'), { recursive: true });
  desk = await bench.openDesk('credit');
  await importFolder(desk, join(bench.dir, 'samples'));
  await desk.connectBuiltIn(bench.service.hello);
  await uploadAll(desk);
});
afterAll(() => bench.close());

async function order(bookIds: readonly string[]): Promise<string> {
  const reviewed = await desk.handlers['orders.review']({
    bookIds: [...bookIds],
    together: true,
    apart: [],
    recipientId: null,
  });
  if (!reviewed.ok) throw new Error(reviewed.problem.key);
  const { runId } = await desk.handlers['orders.confirm']({
    reviewId: reviewed.review.reviewId,
    address,
    onlyFitting: false,
    print: HOWEVER_IT_PRINTS,
  });
  const run = await until(
    () => desk.handlers['orders.run']({ runId, since: null }),
    ({ state }) => state === 'done',
  );
  return run.rows[0]?.orderUid ?? '';
}

async function reconciled(): Promise<CreditReconciliation> {
  const told = await desk.handlers['credit.reconciliation']({});
  if (told === null) throw new Error('there is no connection');
  return told;
}

const detail = async (orderUid: string | undefined) => {
  const read = await desk.handlers['orders.detail']({ orderUid: orderUid ?? '' });
  if (read === null) throw new Error(`there is no order ${orderUid}`);
  return read.order;
};
const service = (path: string, body: unknown) =>
  fetch(bench.service.hello.sandboxUrl + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bench.service.hello.keys?.business.sandbox}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  }).then(async (answer) => (await answer.json()) as { readonly data: { readonly orderUid: string } });

it('agrees to the hundredth over a top-up, charges, a cancelled item, a cancel, and what the print house cancels and takes up again', async () => {
  expect(await desk.handlers['credit.charge']({ amount: 1_234.56 })).toEqual({ ok: true });
  const { rows } = await desk.handlers['library.changes']({ since: null });
  const books = rows.filter(({ stage }) => stage === 'uploaded').map(({ bookId }) => bookId);
  const [a = '', b = '', c = '', d = '', e = ''] = books;
  placed = [await order([a, b]), await order([c]), await order([d]), await order([e])];
  const charges = await Promise.all(placed.map(detail));
  expect(await reconciled()).toMatchObject({
    entries: 6,
    orders: 4,
    totals: { topUp: 1_001_234.56, refund: 0 },
    agrees: true,
    differences: [],
    unread: 0,
  });

  const { items } = await detail(placed[0]);
  const cancelled = await desk.handlers['orders.cancelItem']({
    orderUid: placed[0] ?? '',
    itemUid: items[0]?.itemUid ?? '',
    reason: 'one is enough',
  });
  expect(cancelled).toMatchObject({ ok: true });
  expect(
    await desk.handlers['orders.cancel']({ orderUids: [placed[1] ?? ''], reason: 'changed my mind' }),
  ).toMatchObject([{ ok: true }]);
  // Behind the desk's back: nothing of it was read when the ledger is held against the orders.
  await bench.printHouse('POST', `/orders/${placed[2]}/cancel`, { reason: '용지 품절', refund: true });
  await bench.printHouse('POST', `/orders/${placed[3]}/cancel`, { reason: '용지 품절', refund: true });
  await bench.printHouse('POST', `/orders/${placed[3]}/restore`, {});

  const told = await reconciled();
  expect(told).toMatchObject({ orders: 4, agrees: true, differences: [], differenceCount: 0, unread: 0 });
  const paid = charges.map(({ paidCreditAmount }) => paidCreditAmount);
  const kept = (paid[0] ?? 0) - ((await detail(placed[0])).refundAmount ?? 0) + (paid[3] ?? 0);
  expect([told.charged, told.recorded]).toEqual([kept, kept]);
  expect(told.totals.chargedAgain).toBe(-(paid[3] ?? 0));
  const sum = Object.values(told.totals).reduce((total, part) => total + Math.round(part * 100), 0) / 100;
  expect(sum).toBe(told.balance);
  expect(told.balance).toBe(desk.statusSnapshot().credit?.balance);
  expect(told.balance).toBe(Math.round((1_001_234.56 - kept) * 100) / 100);
});

it('names an order that was not placed at this desk, and counts it right', async () => {
  const [own] = (await detail(placed[3])).items;
  const { data } = await service('/orders', { items: [{ bookUid: own?.bookUid, quantity: 1 }], shipping: address });
  const told = await reconciled();
  expect(told).toMatchObject({ agrees: true, noticeCount: 1, differenceCount: 0 });
  expect(told.differences).toEqual([
    {
      kind: 'elsewhere',
      orderUid: data.orderUid,
      transactionId: expect.any(Number),
      ledger: (await detail(data.orderUid)).paidCreditAmount,
      desk: null,
      atMs: expect.any(Number),
      isNotice: true,
    },
  ]);
  await service('/orders/' + data.orderUid + '/cancel', { cancelReason: 'by mistake' });
  expect(await reconciled()).toMatchObject({ agrees: true, noticeCount: 1 });
});

it('names the order and the transaction of a charge that the desk noted otherwise, after a restart too', async () => {
  const [orderUid = ''] = placed;
  const { paidCreditAmount } = await detail(orderUid);
  await desk.close();
  const store = openStore(join(bench.dir, 'credit'), plainStore(MIGRATIONS));
  store.db
    .update(orderIntents)
    .set({ chargeMinor: Math.round(paidCreditAmount * 100) - 1 })
    .where(eq(orderIntents.orderUid, orderUid))
    .run();
  store.close(Date.now());
  desk = await bench.openDesk('credit');
  await desk.connectBuiltIn(bench.service.hello);
  const told = await reconciled();
  expect(told).toMatchObject({ agrees: false, differenceCount: 1 });
  const { transactions } = (await desk.handlers['credit.view']({ limit: 100, offset: 0 })) ?? { transactions: [] };
  const payment = transactions.find(({ memo, direction }) => direction === '-' && memo?.includes(orderUid) === true);
  expect(told.differences[0]).toEqual({
    kind: 'charge',
    orderUid,
    transactionId: payment?.transactionId,
    ledger: paidCreditAmount,
    desk: Math.round(paidCreditAmount * 100 - 1) / 100,
    atMs: Date.parse(payment?.createdAt ?? ''),
    isNotice: false,
  });
  expect(told.charged - told.recorded).toBeCloseTo(0.01, 5);
});
