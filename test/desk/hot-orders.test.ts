import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { HotFolderView } from '../../src-core/ipc/subjects/hot-folders.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { openStore } from '../../src-main/desk/store/open-store.ts';
import { hotFolders } from '../../src-main/desk/store/schema.ts';
import { plainStore } from '../../src-main/desk/store/testing/plain-store.ts';
import { address, openBench, until, type Bench } from './support/desk-bench.ts';
import { CountedLine } from './support/counted-line.ts';
import { SAMPLES } from './support/samples.ts';

const STEM = '할머니 팔순';
const MIGRATIONS = resolve(import.meta.dirname, '../../src-main/desk/store/migrations');
const DAY_MS = 24 * 3_600_000;
/** Pages are drawn before anything is green, and the machine may have other work. */
const GREEN_MS = 120_000;
/** Longer than any look and a round of the folder's books. */
const NOTHING_MS = 6_000;
const SOON_MS = 10_000;

let bench: Bench;
let desk: Desk;
let folder: string;
let hotFolderId = '';
let recipientId = '';
let arrived = 0;
/** What one such book costs alone. */
let price = 0;

const view = async (): Promise<HotFolderView> => {
  const [found] = await desk.handlers['hotFolders.list']({});
  if (found === undefined) throw new Error('no hot folder');
  return found;
};
const seen = async () => (await view()).orders;
const inUse = async () =>
  (await desk.handlers['connections.list']({})).find(({ active }) => active)?.connectionId ?? null;
const set = async (dailyLimit: number, more: { recipientId?: string | null; liveConfirmedFor?: string | null } = {}) =>
  desk.handlers['hotFolders.set']({
    connectionId: await inUse(),
    hotFolderId,
    whenGreen: 'order',
    afterwards: 'move',
    specUid: null,
    language: 'en',
    orders: { dailyLimit, recipientId, liveConfirmedFor: null, ...more },
  });
const orders = async () => (await desk.handlers['orders.changes']({ since: null })).rows;
const placed = () => bench.printHouse<{ paidCreditAmount: number }[]>('GET', '/orders');
/** A book like all others, but of its own bytes. */
async function bring(): Promise<void> {
  arrived += 1;
  for (const kind of ['contents', 'cover'] as const) {
    const bytes = await readFile(join(SAMPLES, `${STEM}_${kind}.pdf`));
    await writeFile(
      join(folder, `${STEM} ${arrived}_${kind}.pdf`),
      Buffer.concat([bytes, Buffer.from(`\n% ${Math.random()}\n`)]),
    );
  }
}

beforeAll(async () => {
  bench = await openBench(join(inject('deskTools'), 'desk/preflight-worker.js'), { credit: 10_000_000 });
  bench.clock.toMorning();
  desk = await bench.openDesk('desk');
  await desk.connectBuiltIn(bench.service.hello);
  folder = join(bench.dir, 'hot');
  await mkdir(folder);
  ({ hotFolderId } = await desk.addHotFolder(folder));
  ({ recipientId } = await desk.handlers['recipients.save']({ recipientId: null, address, kind: 'studio' }));
});
afterAll(() => bench.close());

it('orders nothing without a sum, and what was uploaded before is a person’s to order', async () => {
  const connectionId = await inUse();
  const choice = { hotFolderId, afterwards: 'move', specUid: null, language: 'en', connectionId } as const;
  await expect(desk.handlers['hotFolders.set']({ ...choice, whenGreen: 'order', orders: null })).rejects.toMatchObject({
    code: 'HOT_FOLDER_NO_LIMIT',
  });
  await desk.handlers['hotFolders.set']({ ...choice, whenGreen: 'upload', orders: null });
  await bring();
  await until(view, ({ books }) => books.sent === 1, GREEN_MS);
  await set(1_000_000);
  await delay(NOTHING_MS);
  expect(await placed()).toEqual([]);
  expect(await seen()).toMatchObject({ spentToday: 0, orderedToday: 0 });
});

it('a book that nobody was named for waits for a person; with one it is ordered by itself, and counted', async () => {
  await set(1_000_000, { recipientId: null });
  await bring();
  await until(seen, (now) => now?.withoutRecipient === 1, GREEN_MS);
  expect(await placed()).toEqual([]);
  await set(1_000_000);
  const [order] = await until(orders, (all) => all.length === 1, GREEN_MS);
  price = order?.paidCreditAmount ?? 0;
  expect(price).toBeGreaterThan(0);
  expect(await seen()).toMatchObject({ spentToday: price, orderedToday: 1 });
  expect(order).toMatchObject({ recipientName: address.recipientName, paidCreditAmount: price });
});

it('never more than the sum a day, over a restart and a crash in the middle too; the rest goes tomorrow, once', async () => {
  const limit = price * 2 + 1_000;
  await set(limit);
  // The answer of the next order is lost after the service took it.
  await bench.fault({ kind: 'loseAnswer', method: 'POST', path: '/orders', times: 1 });
  for (let book = 0; book < 3; book += 1) await bring();
  await until(seen, (now) => (now?.spentToday ?? 0) > price && now?.tomorrow === 2, GREEN_MS);
  await until(
    async () => (await placed()).length,
    (count) => count === 2,
  );
  await desk.close();
  desk = await bench.openDesk('desk');
  await desk.connectBuiltIn(bench.service.hello);
  await until(seen, (now) => now?.tomorrow === 2, GREEN_MS);
  await delay(NOTHING_MS);
  expect((await placed()).length, 'the day is spent').toBe(2);
  expect((await seen())?.spentToday).toBe(2 * price);

  bench.clock.aheadMs += DAY_MS;
  await until(
    async () => (await placed()).length,
    (count) => count > 2,
    GREEN_MS,
  );
  await until(seen, (now) => now?.tomorrow === 0 && now.spentToday > 0, GREEN_MS);
  const all = await placed();
  const today = all.reduce((sum, { paidCreditAmount }) => sum + paidCreditAmount, 0) - 2 * price;
  expect(today).toBeLessThanOrEqual(limit);
  expect((await seen())?.spentToday).toBe(today);
  await delay(NOTHING_MS);
  expect(await placed()).toHaveLength(all.length);
});

it('a desk that closes waits for no answer that an order of the folder waits for', async () => {
  await desk.close();
  const line = await CountedLine.before(bench.service.hello.sandboxUrl);
  try {
    line.instead = ({ path }) => (path === '/v1/orders/estimate' ? 'silent' : null);
    desk = await bench.openDesk('desk');
    await desk.connectBuiltIn({ ...bench.service.hello, sandboxUrl: line.url });
    await set(10_000_000);
    await bring();
    const isWaiting = () =>
      line.requests.some(({ path, endedMs }) => path === '/v1/orders/estimate' && endedMs === null);
    await until(async () => isWaiting(), Boolean, GREEN_MS);
    expect(await Promise.race([desk.close().then(() => 'closed'), delay(SOON_MS, 'still open')])).toBe('closed');
  } finally {
    await line.close();
  }
  desk = await bench.openDesk('desk');
  await desk.connectBuiltIn(bench.service.hello);
});

it('orders in Live only where a person said so for that connection', async () => {
  await desk.handlers['connections.activate']({ connectionId: 'builtin-live' });
  await expect(set(price * 5)).rejects.toMatchObject({ code: 'HOT_FOLDER_LIVE' });
  await expect(set(price * 5, { liveConfirmedFor: 'builtin-sandbox' })).rejects.toMatchObject({
    code: 'HOT_FOLDER_LIVE',
  });
  await set(price * 5, { liveConfirmedFor: 'builtin-live' });
  expect((await view()).connection?.environment).toBe('live');
  // Said once: another sum is no other connection.
  await set(price * 4);
  await bring();
  await until(view, ({ problem }) => problem?.key === 'desk.hotFolder.creditShort', GREEN_MS);
  expect(await orders()).toEqual([]);
});

it('an empty folder where a drive was mounted is offline, not watched', async () => {
  await desk.close();
  const store = openStore(join(bench.dir, 'desk'), plainStore(MIGRATIONS));
  store.db.update(hotFolders).set({ isMountPoint: true }).run();
  store.close(Date.now());
  await rm(folder, { recursive: true });
  await mkdir(folder);
  desk = await bench.openDesk('desk');
  await until(view, ({ state }) => state === 'offline');
  await delay(2_000);
  expect((await view()).state).toBe('offline');
  await bring();
  await until(view, ({ state, copying }) => state === 'watching' && copying > 0);
});
