import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Order, Shipping } from '../../src-core/contract/orders.ts';
import type { Recipient } from '../../src-core/desk/recipients.ts';
import type { OrderReview } from '../../src-core/ipc/subjects/orders.ts';
import { noteRestored } from '../../src-node/backup/desk-copy.ts';
import { createDesk } from '../../src-main/desk/create-desk.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { EACH_ON_ITS_OWN } from '../fixtures/order-plan.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { address, depsOf, importFolder, openBench, until, uploadAll, type Bench } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';

// Ways by which the same book came to the same person twice, or was forgotten.

const DAY_MS = 24 * 3_600_000;
const workerFile = join(inject('deskTools'), 'desk/preflight-worker.js');

let bench: Bench;
let desk: Desk;
let kim: Recipient;
let lee: Recipient;

beforeAll(async () => {
  bench = await openBench(workerFile, { credit: 10_000_000 });
  await cp(SAMPLES, join(bench.dir, 'samples'), { recursive: true });
  desk = await bench.openDesk('desk');
  await importFolder(desk, join(bench.dir, 'samples'));
  await desk.connectBuiltIn(bench.service.hello);
  await uploadAll(desk);
  [kim, lee] = [await save('김민수'), await save('Lee')];
});
afterAll(() => bench.close());

const save = (recipientName: string): Promise<Recipient> =>
  desk.handlers['recipients.save']({
    recipientId: null,
    address: { ...address, recipientName },
    kind: 'customer',
  });
const rows = async () => (await desk.handlers['library.changes']({ since: null })).rows;
const uploaded = async () => (await rows()).filter(({ stage }) => stage === 'uploaded').map(({ bookId }) => bookId);
const rowOf = async (bookId: string) => (await rows()).find((row) => row.bookId === bookId);
const stageOf = async (bookId: string) => (await rowOf(bookId))?.stage;
const give = (bookId: string, ...to: readonly Recipient[]) =>
  desk.handlers['recipients.setForBook']({
    bookId,
    consignments: to.map(({ recipientId }) => ({ recipientId, quantity: 1 })),
  });

async function review(bookIds: readonly string[]): Promise<OrderReview> {
  const answer = await desk.handlers['orders.review']({
    bookIds: [...bookIds],
    together: true,
    apart: [],
    recipientId: null,
  });
  if (!answer.ok) throw new Error(answer.problem.key);
  return answer.review;
}
const confirm = ({ reviewId }: OrderReview, to: Shipping | null = null) =>
  desk.handlers['orders.confirm']({ reviewId, address: to, onlyFitting: false, print: HOWEVER_IT_PRINTS });
const run = async ({ runId }: { readonly runId: string }) =>
  (
    await until(
      () => desk.handlers['orders.run']({ runId, since: null }),
      ({ state }) => state === 'done',
      60_000,
    )
  ).rows;
const order = async (bookIds: readonly string[]) => run(await confirm(await review(bookIds)));
const cancel = (orderUid: string | null | undefined) =>
  desk.handlers['orders.cancel']({ orderUids: [orderUid ?? ''], reason: 'not wanted' });

/** Who has the book on order, as the service knows it. */
async function whoHas(bookId: string): Promise<string[]> {
  const bookUid = (await rowOf(bookId))?.bookUid;
  const uids = (await bench.printHouse<{ orderUid: string }[]>('GET', '/orders')).map(({ orderUid }) => orderUid);
  const details = await Promise.all(
    uids.map(async (orderUid) => (await desk.handlers['orders.detail']({ orderUid }))?.order as Order),
  );
  return details.flatMap(({ recipientName, items }) =>
    items
      .filter((item) => item.bookUid === bookUid && !item.itemStatus.startsWith('CANCELLED'))
      .map(() => recipientName),
  );
}

it('who has a book already does not get it again when the one who has not is taken off it', async () => {
  const [book = ''] = await uploaded();
  await give(book, kim, lee);
  const placed = await order([book]);
  await cancel(placed[1]?.orderUid);
  expect(await stageOf(book)).toBe('uploaded');
  await give(book, kim);
  expect(await stageOf(book)).toBe('ordered');
  const all = await review([]);
  expect(all.orders.flatMap(({ lines }) => lines).filter(({ bookId }) => bookId === book)).toEqual([]);
  // And who is put on it is still to get it.
  await give(book, kim, lee);
  expect(await stageOf(book)).toBe('uploaded');
  expect((await review([book])).orders.map(({ recipient }) => recipient?.address.recipientName)).toEqual(['Lee']);
  await order([book]);
  expect((await whoHas(book)).toSorted()).toEqual(['Lee', '김민수'].toSorted());
});

it('a second review of a book that is under way orders nothing and does not free it', async () => {
  const book = (await uploaded()).at(-1) ?? '';
  await give(book, kim);
  const [first, second] = [await review([book]), await review([book])];
  await bench.fault({ kind: 'delay', method: 'POST', path: '/orders', times: 1, delayMs: 3_000 });
  const running = await confirm(first);
  expect(await run(await confirm(second))).toMatchObject([{ state: 'needsYou', orderUid: null }]);
  expect(await stageOf(book)).toBe('ordering');
  await run(running);
  expect(await stageOf(book)).toBe('ordered');
  expect(await whoHas(book)).toEqual(['김민수']);
});

it('an older review of a book that was ordered since orders nothing', async () => {
  const book = (await uploaded()).at(-1) ?? '';
  await give(book, kim);
  const [first, second] = [await review([book]), await review([book])];
  await run(await confirm(first));
  expect(await run(await confirm(second))).toMatchObject([{ state: 'needsYou', orderUid: null }]);
  expect(await whoHas(book)).toEqual(['김민수']);
});

it('one of two orders that is cancelled while the other is under way leaves the book to be ordered for that one', async () => {
  const [book = ''] = await uploaded();
  await give(book, kim, lee);
  const asked = await review([book]);
  await bench.fault({ kind: 'delay', method: 'POST', path: '/orders', times: 2, delayMs: 1_500 });
  const { runId } = await confirm(asked);
  const one = await until(
    () => desk.handlers['orders.run']({ runId, since: null }),
    ({ rows: of }) => of[0]?.state === 'ordered',
    60_000,
  );
  await cancel(one.rows[0]?.orderUid);
  await run({ runId });
  expect(await stageOf(book)).toBe('uploaded');
  expect(await order([book])).toMatchObject([{ state: 'ordered', recipientName: '김민수' }]);
  expect((await whoHas(book)).toSorted()).toEqual(['Lee', '김민수'].toSorted());
});

it('a review whose address is missing is still there when it is given', async () => {
  const [book = ''] = await uploaded();
  await give(book);
  const asked = await review([book]);
  await expect(confirm(asked)).rejects.toMatchObject({ code: 'ORDER_NEEDS_ADDRESS' });
  expect(await run(await confirm(asked, address))).toMatchObject([{ state: 'ordered' }]);
  expect(await whoHas(book)).toEqual([address.recipientName]);
  await expect(confirm(asked, address)).rejects.toMatchObject({ code: 'REVIEW_UNKNOWN' });
});

/** Orders are confirmed, a backup is made before any of them is sent, all are sent, and the backup comes back. */
it.each([
  ['an hour', 3_600_000, 0],
  ['two days', 2 * DAY_MS, 0],
  // Nine hours: a computer that takes UTC for the time in Seoul.
  ['thirty hours, with a clock nine hours ahead,', 30 * 3_600_000, 9 * 3_600_000],
])(
  'a desk that comes back from a backup %s later orders nothing again that was ordered after it',
  async (_, laterMs, computerAheadMs) => {
    const name = `first ${laterMs}`;
    bench.clock.aheadMs = computerAheadMs;
    const first = await bench.openDesk(name);
    await importFolder(first, join(bench.dir, 'samples'));
    await first.connectBuiltIn(bench.service.hello);
    await uploadAll(first);
    const before = (await bench.printHouse<unknown[]>('GET', '/orders')).length;
    const asked = await first.handlers['orders.review']({ ...EACH_ON_ITS_OWN, bookIds: [] });
    if (!asked.ok) throw new Error(asked.problem.key);
    const { reviewId, orders } = asked.review;
    await bench.fault({ kind: 'delay', method: 'POST', path: '/orders', times: 1, delayMs: 2_000 });
    const { runId } = await first.handlers['orders.confirm']({
      reviewId,
      address,
      onlyFitting: false,
      print: HOWEVER_IT_PRINTS,
    });
    await cp(join(bench.dir, name), join(bench.dir, `backup ${laterMs}`), { recursive: true });
    await until(
      () => first.handlers['orders.run']({ runId, since: null }),
      ({ state }) => state === 'done',
      60_000,
    );
    await first.close();
    expect(await bench.printHouse<unknown[]>('GET', '/orders')).toHaveLength(before + orders.length);

    // Both clocks go on: the service forgets a key after a day, and says by its own how late it is.
    bench.clock.aheadMs = computerAheadMs + laterMs;
    await bench.printHouse('POST', '/clock', { moveMs: laterMs });
    const deps = depsOf(join(bench.dir, `backup ${laterMs}`), {
      workerFile,
      samplesFolder: join(bench.dir, 'samples'),
      secrets: bench.secrets,
    });
    noteRestored(join(bench.dir, `backup ${laterMs}`, 'desk.db'));
    const restored = await createDesk({ ...deps, clock: bench.clock });
    await restored.connectBuiltIn(bench.service.hello);
    const done = await until(
      () => restored.handlers['orders.run']({ runId, since: null }),
      ({ state }) => state === 'done',
      60_000,
    );
    expect(done.rows.map(({ state }) => state)).toEqual(orders.map(() => 'ordered'));
    const sent = (await restored.handlers['activity.list']({})).filter(
      ({ method, path }) => method === 'POST' && path === '/orders',
    );
    await restored.close();
    bench.clock.aheadMs = 0;
    await bench.printHouse('POST', '/clock', { moveMs: -laterMs });
    if (laterMs > DAY_MS) expect(sent).toEqual([]);
    expect(await bench.printHouse<unknown[]>('GET', '/orders')).toHaveLength(before + orders.length);
  },
);
