import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { OrderStatus } from '../../src-core/contract/orders.ts';
import { DEFAULT_LATE_RULE } from '../../src-core/orders/late-orders.ts';
import { createDesk } from '../../src-main/desk/create-desk.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { BIG_KEY, startBigService, type BigService } from './support/big-desk.ts';
import { depsOf, memorySecrets, MovableClock, until } from './support/desk-bench.ts';

const DAY_MS = 86_400_000;
/** A week has at most so many days that are no working days of two. */
const OVER_A_WEEKEND_MS = 5 * DAY_MS;
const WITHOUT_HOLIDAYS = { ...DEFAULT_LATE_RULE, holidays: [] };

let folder: string;
let live: BigService;
let sandbox: BigService;
let desk: Desk;
const clock = new MovableClock();
const secrets = memorySecrets();
/** Ordered months ago, and met by the desk as they stand by then. */
const standing = new Map<number, OrderStatus>([
  [0, 'IN_PRODUCTION'],
  [1, 'PDF_READY'],
  [2, 'DELIVERED'],
]);
const orderServiceOf = (env: 'test' | 'live') =>
  startBigService({ orders: standing.size, env, standing: (at) => ({ status: standing.get(at) ?? 'PAID' }) });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'late-'));
  live = await orderServiceOf('live');
  sandbox = await orderServiceOf('test');
  await open();
});
afterAll(async () => {
  await desk?.close();
  await live?.close();
  await sandbox?.close();
  await rm(folder, { recursive: true, force: true });
});

async function open() {
  const workerFile = join(inject('deskTools'), 'desk/preflight-worker.js');
  desk = await createDesk(depsOf(join(folder, 'desk'), { workerFile, samplesFolder: folder, secrets, clock }));
}
async function use(service: BigService, environment: 'sandbox' | 'live') {
  const input = { name: environment, baseUrl: service.baseUrl, environment, key: BIG_KEY };
  const added = await desk.handlers['connections.add'](input);
  if (!added.ok) throw new Error(JSON.stringify(added));
  await desk.handlers['connections.activate']({ connectionId: added.connection.connectionId });
  await until(rows, ({ length }) => length === standing.size);
}
const rows = async () => (await desk.handlers['orders.changes']({ since: null })).rows;
const late = async () =>
  (await rows()).filter(({ lateAtMs }) => lateAtMs !== null && lateAtMs <= clock.nowMs()).map((row) => row.orderStatus);
const counted = () => desk.statusSnapshot().orders.late;

it('calls an order of the Sandbox never late, however long it stands', async () => {
  await use(sandbox, 'sandbox');
  clock.aheadMs += 100 * DAY_MS;
  expect((await rows()).map(({ lateAtMs }) => lateAtMs)).toEqual([null, null, null]);
  expect(counted()).toBe(0);
});

it('counts from when it met an order that had come to its status unseen, and from the ordering where that is how it began', async () => {
  await use(live, 'live');
  await desk.handlers['orders.setLateRule'](WITHOUT_HOLIDAYS);
  expect(await late()).toEqual(['PDF_READY']);
  expect(counted()).toBe(1);
  clock.aheadMs += 2 * OVER_A_WEEKEND_MS;
  expect((await late()).toSorted()).toEqual(['IN_PRODUCTION', 'PDF_READY']);
  expect(counted()).toBe(2);
});

it('tells all rows anew when the studio takes another time as normal, and keeps the rule over a start', async () => {
  const { mark } = await desk.handlers['orders.changes']({ since: null });
  const days = { ...WITHOUT_HOLIDAYS.days, IN_PRODUCTION: null };
  await desk.handlers['orders.setLateRule']({ ...WITHOUT_HOLIDAYS, days });
  expect(await desk.handlers['orders.changes']({ since: mark })).toMatchObject({ isFresh: true });
  expect(await late()).toEqual(['PDF_READY']);
  expect(counted()).toBe(1);
  await desk.close();
  await open();
  expect(await desk.handlers['orders.lateRule']({})).toMatchObject({ days });
  expect(counted()).toBe(1);
});

it('is over with the next step, which a sweep finds', async () => {
  standing.set(1, 'CONFIRMED');
  clock.aheadMs += 61_000;
  await desk.handlers['orders.refresh']({});
  expect((await rows()).map(({ orderStatus }) => orderStatus)).toContain('CONFIRMED');
  expect(await late()).toEqual([]);
  expect(counted()).toBe(0);
});
