import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { OrderStatus } from '../../src-core/contract/orders.ts';
import { createDesk } from '../../src-main/desk/create-desk.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { BIG_KEY, startBigService, type BigService } from './support/big-desk.ts';
import { depsOf, memorySecrets, MovableClock, until } from './support/desk-bench.ts';

const ORDERS = 500;
const LIST_CALLS = 5;
/** Of the desk's lane, in a minute. */
const CALLS_A_MINUTE = 285;
const KEPT_FREE = 100;

let folder: string;
let service: BigService;
let desk: Desk;
const clock = new MovableClock();
let statusOf: (at: number) => OrderStatus = () => 'IN_PRODUCTION';
const untracked = new Set<number>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tracking-'));
  service = await startBigService({
    orders: ORDERS,
    standing: (at) => ({ status: statusOf(at), ...(untracked.has(at) ? { trackingNumber: null } : {}) }),
  });
  const workerFile = join(inject('deskTools'), 'desk/preflight-worker.js');
  const secrets = memorySecrets();
  desk = await createDesk(depsOf(join(folder, 'desk'), { workerFile, samplesFolder: folder, secrets, clock }));
  const key = BIG_KEY;
  const added = await desk.handlers['connections.add']({
    name: 'Print house',
    baseUrl: service.baseUrl,
    environment: 'sandbox',
    key,
  });
  expect(added, JSON.stringify(added)).toMatchObject({ ok: true });
  await until(rows, ({ length }) => length === ORDERS);
  await desk.handlers['orders.refresh']({});
});
afterAll(async () => {
  await desk?.close();
  await service?.close();
  await rm(folder, { recursive: true, force: true });
});

async function rows() {
  const all = [];
  for (let since: string | null = null, hasMore = true; hasMore; ) {
    const page: Awaited<ReturnType<Desk['handlers']['orders.changes']>> = await desk.handlers['orders.changes']({
      since,
    });
    all.push(...page.rows);
    ({ mark: since, hasMore } = page);
  }
  return all;
}
const tracked = async () => (await rows()).filter(({ trackingNumber }) => trackingNumber !== null).length;
/** A minute later, so that no call of before counts any more. What it asked for. */
async function sweep() {
  clock.aheadMs += 61_000;
  const from = service.calls.length;
  await desk.handlers['orders.refresh']({});
  const calls = service.calls.slice(from).filter(({ method }) => method === 'GET');
  return {
    lists: calls.filter(({ path }) => path.endsWith('/orders')).length,
    details: calls.filter(({ path }) => /\/orders\/or_/.test(path)).map(({ path }) => path.slice(-8)),
  };
}

it('a sweep of 500 open orders is five list calls and no other', async () => {
  expect(await sweep()).toEqual({ lists: LIST_CALLS, details: [] });
});

it('500 parcels that leave at once have their numbers after three sweeps, each asked for once, a part of each minute left free', async () => {
  statusOf = () => 'SHIPPED';
  const asked: string[] = [];
  for (let at = 0; at < 3; at++) {
    const { lists, details } = await sweep();
    expect(lists).toBe(LIST_CALLS);
    expect(details.length).toBeLessThanOrEqual(CALLS_A_MINUTE - KEPT_FREE - LIST_CALLS);
    asked.push(...details);
    expect(await tracked()).toBe(asked.length);
  }
  expect([asked.length, new Set(asked).size]).toEqual([ORDERS, ORDERS]);
  expect((await sweep()).details).toEqual([]);
});

it("a number leads to its carrier's page, an order without one to none", () => {
  expect(desk.trackingPage('or_00001', null)).toBe(
    'https://trace.cjlogistics.com/next/tracking.html?wblNo=600000000001',
  );
  expect(() => desk.trackingPage('or_99999', null)).toThrow(expect.objectContaining({ code: 'TRACKING_NONE' }));
});

it('a parcel that arrived between two sweeps has its number although the order was read before', async () => {
  statusOf = (at) => (at < 3 ? 'PRODUCTION_COMPLETE' : 'SHIPPED');
  const [orderUid] = ['or_00001'];
  await sweep();
  await desk.handlers['orders.detail']({ orderUid });
  statusOf = (at) => (at < 3 ? 'DELIVERED' : 'SHIPPED');
  expect((await sweep()).details.toSorted()).toEqual(['or_00000', 'or_00001', 'or_00002']);
  expect((await rows()).find((row) => row.orderUid === orderUid)).toMatchObject({
    orderStatus: 'DELIVERED',
    trackingNumber: '600000000001',
  });
  expect((await sweep()).details).toEqual([]);
});

it('a shipped order without a number is asked about again every ten minutes, and then no longer', async () => {
  statusOf = (at) => (at === 7 ? 'PRODUCTION_COMPLETE' : 'SHIPPED');
  await sweep();
  await desk.handlers['orders.detail']({ orderUid: 'or_00007' });
  untracked.add(7);
  statusOf = () => 'SHIPPED';
  expect((await sweep()).details).toContain('or_00007');
  expect((await sweep()).details).toEqual([]);
  clock.aheadMs += 10 * 60_000;
  expect((await sweep()).details).toEqual(['or_00007']);
  untracked.delete(7);
  clock.aheadMs += 10 * 60_000;
  expect((await sweep()).details).toEqual(['or_00007']);
  clock.aheadMs += 10 * 60_000;
  expect((await sweep()).details).toEqual([]);
});
