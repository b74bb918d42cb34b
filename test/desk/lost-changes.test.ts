import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import type { z } from 'zod';
import { creditTransactionSchema } from '../../src-core/contract/credits.ts';
import { pageOf } from '../../src-core/contract/envelope.ts';
import { minorFromNumber } from '../../src-core/contract/money.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { EACH_ON_ITS_OWN } from '../fixtures/order-plan.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { address, importFolder, openBench, until, uploadAll, type Bench } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';

const OPENING = 1_000_000;
const BOOKS = ['할머니 팔순', 'Nordic summer'];

let bench: Bench;
let desk: Desk;

beforeAll(async () => {
  bench = await openBench(join(inject('deskTools'), 'desk/preflight-worker.js'), { credit: OPENING });
  const folder = join(bench.dir, 'albums');
  await mkdir(folder);
  for (const name of BOOKS)
    for (const kind of ['cover', 'contents'])
      await cp(join(SAMPLES, `${name}_${kind}.pdf`), join(folder, `${name}_${kind}.pdf`));
  desk = await bench.openDesk('desk');
  await importFolder(desk, folder);
  await desk.connectBuiltIn(bench.service.hello);
  await uploadAll(desk);
});
afterAll(() => bench.close());
beforeEach(() => bench.printHouse('DELETE', '/faults'));

const lost = (method: string, path: string, times: number) => bench.fault({ kind: 'loseAnswer', method, path, times });

/** Of the account, from the service itself. */
async function ledger(): Promise<readonly z.output<typeof creditTransactionSchema>[]> {
  const { sandboxUrl, keys } = bench.service.hello;
  const answer = await fetch(`${sandboxUrl}/credits/transactions?limit=100`, {
    headers: { authorization: `Bearer ${keys?.business.sandbox}` },
  });
  return pageOf(creditTransactionSchema).parse(await answer.json()).data;
}
const givenBack = async () => (await ledger()).filter(({ reasonCode }) => reasonCode === 4 || reasonCode === 7);

/** One order of both books. */
async function ordered() {
  const reviewed = await desk.handlers['orders.review']({ ...EACH_ON_ITS_OWN, together: true, bookIds: [] });
  if (!reviewed.ok) throw new Error(reviewed.problem.key);
  const { runId } = await desk.handlers['orders.confirm']({
    ...{ print: HOWEVER_IT_PRINTS, reviewId: reviewed.review.reviewId, address, onlyFitting: false },
  });
  const { rows } = await until(
    () => desk.handlers['orders.run']({ runId, since: null }),
    ({ state }) => state === 'done',
  );
  return (await desk.handlers['orders.detail']({ orderUid: rows[0]?.orderUid ?? '' }))?.order;
}

it('an address whose change is not answered is asked for again, and is the new one', async () => {
  const order = await ordered();
  expect(order?.items).toHaveLength(BOOKS.length);
  await lost('PATCH', '/orders/*/shipping', 2);
  const shipping = { ...address, recipientName: '김하늘' };
  expect(await desk.handlers['orders.changeShipping']({ orderUid: order?.orderUid ?? '', shipping })).toEqual({
    ok: true,
  });
  const now = await desk.handlers['orders.detail']({ orderUid: order?.orderUid ?? '' });
  expect(now?.order.recipientName).toBe('김하늘');
});

it('a book that is taken out of an order, and the order that is cancelled, give their money back once', async () => {
  const [order] = (await desk.handlers['orders.changes']({ since: null })).rows;
  const { items = [] } = (await desk.handlers['orders.detail']({ orderUid: order?.orderUid ?? '' }))?.order ?? {};
  const [first] = items;
  const orderUid = order?.orderUid ?? '';
  const itemUid = first?.itemUid ?? '';
  await lost('POST', '/orders/*/items/*/cancel', 1);
  expect(await desk.handlers['orders.cancelItem']({ orderUid, itemUid, reason: '중복' })).toMatchObject({ ok: true });
  expect(await givenBack()).toHaveLength(1);

  // More often than it is asked for again: somebody asks once more.
  await lost('POST', '/orders/*/cancel', 3);
  expect(await desk.handlers['orders.cancel']({ orderUids: [orderUid], reason: '취소' })).toMatchObject([
    { ok: false },
  ]);
  expect(await givenBack()).toHaveLength(2);
  expect(await desk.handlers['orders.cancel']({ orderUids: [orderUid], reason: '취소' })).toMatchObject([{ ok: true }]);
  expect(await givenBack()).toHaveLength(2);
  const signed = (await ledger()).map(({ direction, amount }) => minorFromNumber(direction === '+' ? amount : -amount));
  expect(
    signed.reduce((sum, amount) => sum + amount, 0n),
    'all of it is back',
  ).toBe(minorFromNumber(OPENING));
});

it('test credit whose answer is lost is seen in the balance, and no second time', async () => {
  const before = desk.statusSnapshot().credit?.balance ?? 0;
  await lost('POST', '/credits/sandbox/charge', 1);
  expect(await desk.handlers['credit.charge']({ amount: 5_000 })).toMatchObject({ ok: false });
  expect(desk.statusSnapshot().credit?.balance).toBe(before + 5_000);
});
