import { cp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Output } from '../../src-core/ipc/contract.ts';
import type { HouseMove } from '../../src-core/ipc/subjects/print-house.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { BIG_KEY, startBigService } from './support/big-desk.ts';
import { importFolder, openBench, orderAll, until, type Bench } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';

let bench: Bench;
let desk: Desk;
let orderUids: readonly string[] = [];

beforeAll(async () => {
  bench = await openBench(join(inject('deskTools'), 'desk/preflight-worker.js'), { credit: 1_000_000 });
  await cp(SAMPLES, join(bench.dir, 'samples'), { recursive: true });
  desk = await bench.openDesk('simulator');
  await importFolder(desk, join(bench.dir, 'samples'));
  await desk.connectBuiltIn(bench.service.hello);
});
afterAll(() => bench.close());

const use = async (environment: 'sandbox' | 'live') => {
  const one = (await desk.handlers['connections.list']({})).find((row) => row.environment === environment);
  await desk.handlers['connections.activate']({ connectionId: one?.connectionId ?? '' });
};
const move = (which: readonly string[], name: HouseMove, more: { trackingNumber?: string; reason?: string } = {}) =>
  desk.handlers['printHouse.move']({
    orderUids: [...which],
    move: name,
    trackingNumber: more.trackingNumber ?? null,
    reason: more.reason ?? null,
  });
const view = async (): Promise<NonNullable<Output<'printHouse.view'>>> => {
  const seen = await desk.handlers['printHouse.view']({});
  if (seen === null) throw new Error('there is no print house');
  return seen;
};
const order = async (orderUid: string | undefined) => {
  await desk.handlers['orders.refresh']({});
  return (await desk.handlers['orders.changes']({ since: null })).rows.find((row) => row.orderUid === orderUid);
};
/** With its transactions, which follow the order. */
const historyOf = (orderUid: string | undefined, transactions = 1) =>
  until(
    async () => {
      const detail = await desk.handlers['orders.detail']({ orderUid: orderUid ?? '' });
      if (detail === null) throw new Error(`there is no order ${orderUid}`);
      return detail;
    },
    ({ timeline }) => timeline.filter(({ text }) => text.params?.['transaction'] !== undefined).length >= transactions,
  );
const orderedOf = async (books: number) => {
  const rows = (await desk.handlers['library.changes']({ since: null })).rows.filter(({ stage }) => stage === 'ready');
  const bookIds = rows.slice(0, books).map(({ bookId }) => bookId);
  await desk.handlers['queue.upload']({ bookIds, print: HOWEVER_IT_PRINTS });
  await until(
    () => desk.statusSnapshot().queue,
    ({ state }) => state === 'idle',
    60_000,
  );
  const { run } = await orderAll(desk);
  return run.rows.map(({ orderUid }) => orderUid ?? '');
};

it('says of a Sandbox order, in the service’s words, that it stops there', async () => {
  const [orderUid] = await orderedOf(1);
  const [refused] = await move([orderUid ?? ''], 'next');
  expect(refused).toMatchObject({ ok: false, problem: { key: 'errors.SERVICE_REFUSED' } });
  expect(refused?.serviceText).toContain('PDF_READY');
  expect((await order(orderUid))?.orderStatus).toBe('PDF_READY');
});

it('buys Live credit, and an order walks step by step to the door, its number there with the next sweep', async () => {
  await use('live');
  expect(await desk.handlers['printHouse.topUp']({ amount: 300_000 })).toEqual({ ok: true });
  expect((await view()).environment).toBe('live');
  orderUids = await orderedOf(3);
  const [first] = orderUids;
  const seen: unknown[] = [];
  for (let step = 0; step < 5; step++) {
    const [moved] = await move([first ?? ''], 'next', { trackingNumber: '600123456789' });
    expect(moved).toEqual({ orderUid: first, ok: true, problem: null, serviceText: null });
    const row = await order(first);
    seen.push([row?.orderStatus, row?.trackingNumber]);
  }
  expect(seen).toEqual([
    ['CONFIRMED', null],
    ['IN_PRODUCTION', null],
    ['PRODUCTION_COMPLETE', null],
    ['SHIPPED', '600123456789'],
    ['DELIVERED', '600123456789'],
  ]);
  const { timeline, order: told } = await historyOf(first);
  expect(timeline.map(({ text, source }) => [text.key.split('.').slice(1).join('.'), source])).toEqual([
    ['timeline.sent.cover', 'desk'],
    ['timeline.sent.contents', 'desk'],
    ['timeline.finalized', 'desk'],
    ['timeline.payment', 'service'],
    ['status.PDF_READY', 'service'],
    ['status.CONFIRMED', 'sweep'],
    ['status.IN_PRODUCTION', 'sweep'],
    ['status.PRODUCTION_COMPLETE', 'sweep'],
    ['status.SHIPPED', 'service'],
    ['timeline.parcel', 'service'],
    ['status.DELIVERED', 'service'],
  ]);
  expect(timeline.find(({ text }) => text.key === 'desk.timeline.payment')).toMatchObject({
    text: { params: { transaction: expect.stringMatching(/^\d+$/) } },
    money: { amount: told.paidCreditAmount, currency: 'KRW' },
    atMs: Date.parse(told.paidAt ?? ''),
  });
  expect(timeline.find(({ text }) => text.key === 'desk.timeline.parcel')?.text.params).toMatchObject({
    number: '600123456789',
  });
  const atOf = (status: string) => timeline.find(({ text }) => text.key === `orders.status.${status}`)?.atMs;
  expect([atOf('SHIPPED'), atOf('DELIVERED')]).toEqual(
    [told.shippedAt, told.deliveredAt].map((at) => Date.parse(at ?? '')),
  );
  expect((await move([first ?? ''], 'next'))[0]).toMatchObject({ ok: false });
});

it('takes an order the whole way at once, with a number of the service’s making', async () => {
  const [, second] = orderUids;
  expect((await move([second ?? ''], 'delivered'))[0]?.ok).toBe(true);
  expect(await order(second)).toMatchObject({ orderStatus: 'DELIVERED', trackingNumber: expect.any(String) });
  // No sweep saw it on its way: the service's own record has it all the same.
  const { timeline, order: told } = await historyOf(second);
  expect(timeline.find(({ text }) => text.key === 'orders.status.SHIPPED')).toEqual({
    atMs: Date.parse(told.shippedAt ?? ''),
    text: { key: 'orders.status.SHIPPED' },
    tone: 'plain',
    source: 'service',
  });
});

it('cancels with the money back, and takes it up again', async () => {
  const [, , third] = orderUids;
  const balance = async () =>
    (await desk.handlers['credit.view']({ limit: 1, offset: 0 }))?.balance.totalCreditAmount ?? 0;
  const before = await balance();
  const paid = (await order(third))?.paidCreditAmount;
  expect((await move([third ?? ''], 'closeWithRefund', { reason: '용지 품절' }))[0]?.ok).toBe(true);
  expect((await order(third))?.orderStatus).toBe('CANCELLED_REFUND');
  expect(await balance()).toBe(before + (paid ?? 0));
  const stageOf = async () =>
    (await desk.handlers['library.changes']({ since: null })).rows.find(({ orderUid }) => orderUid === third)?.stage;
  expect(await stageOf()).toBeUndefined();
  expect((await move([third ?? ''], 'restore'))[0]?.ok).toBe(true);
  expect((await order(third))?.orderStatus).toBe('PDF_READY');
  const { timeline } = await historyOf(third, 3);
  const told = timeline.map(({ text, source, money }) => [text.key.split('.').at(-1), source, money?.amount]);
  expect(told.slice(3)).toEqual([
    ['payment', 'service', paid],
    ['PDF_READY', 'service', undefined],
    ['refund', 'service', paid],
    ['CANCELLED_REFUND', 'sweep', undefined],
    ['chargedAgain', 'service', paid],
    ['PDF_READY', 'sweep', undefined],
  ]);
  // Or it would be ordered, and charged, a second time with whatever is ready.
  expect(await stageOf()).toBe('ordered');
  expect((await move([third ?? ''], 'hold'))[0]?.ok).toBe(true);
  expect((await move([third ?? ''], 'release'))[0]?.ok).toBe(true);
  // Each for itself: what nobody knows stops none of the others.
  expect((await move(['or_unknown00000', third ?? ''], 'next')).map(({ ok }) => ok)).toEqual([false, true]);
});

it('moves the clock, lets production go by itself, and brings bad luck until it is taken back', async () => {
  expect((await view()).clock.offsetMs).toBe(0);
  expect(await desk.handlers['printHouse.moveClock']({ byMs: 86_400_000 })).toEqual({ ok: true });
  expect((await view()).clock.offsetMs).toBe(86_400_000);
  expect(await desk.handlers['printHouse.moveClock']({ byMs: null })).toEqual({ ok: true });
  expect((await view()).clock.offsetMs).toBe(0);
  await desk.handlers['printHouse.produce']({ enabled: true, minutesAStep: 0.01 });
  expect((await view()).production).toEqual({ enabled: true, minutesAStep: 0.01 });
  await until(
    // Seldom enough that the minute has requests left for the tracking number.
    () => delay(500).then(() => order(orderUids[2])),
    (row) => row?.orderStatus === 'DELIVERED' && row.trackingNumber !== null,
  );
  await desk.handlers['printHouse.produce']({ enabled: false, minutesAStep: 60 });
  await desk.handlers['printHouse.misfortune']({ misfortune: 'listSlow' });
  expect((await view()).misfortunes).toEqual([{ text: { key: 'simulator.misfortune.listSlow' }, left: 3 }]);
  await desk.handlers['printHouse.clearMisfortunes']({});
  expect((await view()).misfortunes).toEqual([]);
});

it('an answer that was lost on purpose costs one order and no second one', async () => {
  await desk.handlers['printHouse.misfortune']({ misfortune: 'orderAnswerLost' });
  const before = (await bench.printHouse<unknown[]>('GET', '/orders')).length;
  expect(await orderedOf(1)).toHaveLength(1);
  expect((await bench.printHouse<unknown[]>('GET', '/orders')).length).toBe(before + 1);
  expect((await view()).misfortunes).toEqual([]);
});

it('the gateway knows no payment that nobody opened', async () => {
  expect(await desk.handlers['printHouse.endPayment']({ orderId: 'po_none', end: 'approve' })).toMatchObject({
    ok: false,
    problem: { key: 'errors.SERVICE_NOT_FOUND' },
  });
  expect((await view()).payments).toEqual([]);
});

it('no other service has a print house here: nothing is asked of it, and nothing of the embedded one in its name', async () => {
  const remote = await startBigService({ orders: 1 });
  const added = await desk.handlers['connections.add']({
    name: 'Print house',
    baseUrl: remote.baseUrl,
    environment: 'sandbox',
    key: BIG_KEY,
  });
  if (!added.ok) throw new Error('not added');
  await desk.handlers['connections.activate']({ connectionId: added.connection.connectionId });
  await until(
    async () => (await desk.handlers['orders.changes']({ since: null })).rows,
    ({ length }) => length === 1,
  );
  const paths = () =>
    remote.calls.map(({ method, path }) => `${method} ${path}`).filter((call) => !call.startsWith('GET'));
  const clock = await bench.printHouse<{ offsetMs: number }>('GET', '/clock');
  const none = { problem: { key: 'errors.PRINT_HOUSE_NONE' } };
  expect(await desk.handlers['printHouse.view']({})).toBeNull();
  await expect(move(['or_00000'], 'next')).rejects.toMatchObject({ code: 'PRINT_HOUSE_NONE' });
  for (const told of [
    desk.handlers['printHouse.moveClock']({ byMs: 1_000 }),
    desk.handlers['printHouse.produce']({ enabled: true, minutesAStep: 1 }),
    desk.handlers['printHouse.misfortune']({ misfortune: 'orderFails' }),
    desk.handlers['printHouse.clearMisfortunes']({}),
    desk.handlers['printHouse.topUp']({ amount: 1_000 }),
    desk.handlers['printHouse.endPayment']({ orderId: 'po_1', end: 'approve' }),
  ])
    expect(await told).toMatchObject(none);
  expect(paths()).toEqual([]);
  expect(await bench.printHouse('GET', '/faults')).toEqual([]);
  expect((await bench.printHouse<{ offsetMs: number }>('GET', '/clock')).offsetMs).toBe(clock.offsetMs);
  await remote.close();
});

it('a hello that names another computer opens no door: the token goes nowhere', async () => {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    response.end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '0.0.0.0', done));
  const { port } = server.address() as AddressInfo;
  const { hello } = bench.service;
  await desk.connectBuiltIn({
    ...hello,
    keys: null,
    printHouse: { url: `http://print-house.invalid:${port}`, token: 'secret' },
  });
  await use('live');
  expect(await desk.handlers['printHouse.view']({})).toBeNull();
  expect(await desk.handlers['printHouse.clearMisfortunes']({})).toMatchObject({
    problem: { key: 'errors.PRINT_HOUSE_NONE' },
  });
  expect(asked).toBe(0);
  await new Promise((done) => server.close(done));
});
