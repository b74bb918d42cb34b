import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  advance,
  balanceOf,
  cancel,
  cancelItem,
  charged,
  finalizedBook,
  fundLive,
  ONE_BOOK,
  order,
  placedOrder,
  setSandboxCredit,
  SHIPPING_FEE,
} from './journeys.ts';
import { Receiver, until } from './receiver.ts';
import { startService, type Host, type Service } from './service.ts';

/** Longer than the service takes to send what there is: what has not come by then does not come. */
const QUIET_MS = 800;

let service: Service;
let sandbox: Host;
let live: Host;
let receiver: Receiver;
let bookUid: string;
let liveBookUid: string;

beforeAll(async () => {
  service = await startService({ credit: 100_000_000, localAddresses: true });
  ({ sandbox, live } = service);
  await fundLive(service, 10_000_000);
  bookUid = await finalizedBook(sandbox);
  liveBookUid = await finalizedBook(live);
});
afterAll(() => service.dispose());

beforeEach(async () => {
  receiver = await Receiver.start();
  expect((await sandbox.put('/webhooks/config', { webhookUrl: receiver.url })).status).toBe(200);
});
afterEach(async () => {
  await sandbox.delete('/webhooks/config');
  await receiver.dispose();
});

const at = (orderUid: string, what: string, body?: unknown) =>
  service.printHouse('POST', `/orders/${orderUid}/${what}`, body);
const read = async (host: Host, orderUid: string) => (await host.get(`/orders/${orderUid}`)).body.data;
const kinds = (orderUid: string) =>
  receiver.calls.filter(({ event }) => event.data['order_uid'] === orderUid).map(({ event }) => event.event_type);

/** The data of the newest event of a kind, exactly as it came: with its keys in their order. */
async function dataOf(type: string, count = 1): Promise<[string, unknown][]> {
  const calls = await receiver.waitFor(type, count);
  return Object.entries(calls[count - 1]?.event.data ?? {});
}

describe('the event', () => {
  it('order.created holds order_uid, order_status, total_amount, item_count and ordered_at', async () => {
    const placed = (
      await order(sandbox, [
        { bookUid, quantity: 1 },
        { bookUid, quantity: 2 },
      ])
    ).body.data;
    expect(await dataOf('order.created')).toEqual([
      ['order_uid', placed.orderUid],
      ['order_status', 'PDF_READY'],
      ['total_amount', placed.totalAmount],
      ['item_count', 2],
      ['ordered_at', placed.orderedAt],
    ]);
  });

  it('order.cancelled holds order_uid, order_status, cancel_reason, refund_amount and cancelled_at', async () => {
    const { orderUid } = await placedOrder(sandbox, bookUid);
    const { cancelledAt } = (await cancel(sandbox, orderUid, '수량 변경')).body.data;
    expect(await dataOf('order.cancelled')).toEqual([
      ['order_uid', orderUid],
      ['order_status', 'CANCELLED_REFUND'],
      ['cancel_reason', '수량 변경'],
      ['refund_amount', ONE_BOOK],
      ['cancelled_at', cancelledAt],
    ]);
  });

  it('order.cancelled of the print house says CANCELLED and 0 when nothing was given back', async () => {
    const { orderUid } = await placedOrder(live, liveBookUid);
    await at(orderUid, 'cancel', { reason: '연락 두절', refund: false });
    expect(Object.fromEntries(await dataOf('order.cancelled'))).toMatchObject({
      order_uid: orderUid,
      order_status: 'CANCELLED',
      refund_amount: 0,
      cancel_reason: '연락 두절',
    });
  });

  it('order.item_cancelled holds the item, its refund and whether it was the last; order.cancelled follows the last', async () => {
    const placed = (
      await order(sandbox, [
        { bookUid, quantity: 1 },
        { bookUid, quantity: 2 },
      ])
    ).body.data;
    await cancelItem(sandbox, placed.orderUid, placed.items[0].itemUid, '한 권');
    const first = await dataOf('order.item_cancelled');
    expect(first).toEqual([
      ['order_uid', placed.orderUid],
      ['item_uid', placed.items[0].itemUid],
      ['order_status', 'PDF_READY'],
      ['full_cancel', false],
      ['refund_amount', charged(12_600)],
      ['cancel_reason', '한 권'],
      ['cancelled_at', expect.stringMatching(/^\d{4}-.*Z$/)],
    ]);
    const { cancelledAt } = (await cancelItem(sandbox, placed.orderUid, placed.items[1].itemUid, '나머지')).body.data;
    expect(Object.fromEntries(await dataOf('order.item_cancelled', 2))).toEqual({
      order_uid: placed.orderUid,
      item_uid: placed.items[1].itemUid,
      order_status: 'CANCELLED_REFUND',
      full_cancel: true,
      refund_amount: charged(2 * 12_600 + SHIPPING_FEE),
      cancel_reason: '나머지',
      cancelled_at: cancelledAt,
    });
    expect(Object.fromEntries(await dataOf('order.cancelled'))).toMatchObject({
      refund_amount: placed.paidCreditAmount,
    });
    expect(kinds(placed.orderUid)).toEqual([
      'order.created',
      'order.item_cancelled',
      'order.item_cancelled',
      'order.cancelled',
    ]);
  });

  it('order.restored holds the status that the order has again and what was charged', async () => {
    const { orderUid } = await placedOrder(sandbox, bookUid);
    await cancel(sandbox, orderUid);
    await at(orderUid, 'restore');
    expect(await dataOf('order.restored')).toEqual([
      ['order_uid', orderUid],
      ['order_status', 'PDF_READY'],
      ['charged_amount', ONE_BOOK],
      ['restored_at', expect.stringMatching(/^\d{4}-.*Z$/)],
    ]);
  });

  it('production.confirmed and production.started hold the print day, production.completed its time', async () => {
    const { orderUid } = await placedOrder(live, liveBookUid);
    await advance(service, orderUid, 3);
    const time = expect.stringMatching(/^\d{4}-.*Z$/);
    const printDay = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/);
    expect(await dataOf('production.confirmed')).toEqual([
      ['order_uid', orderUid],
      ['order_status', 'CONFIRMED'],
      ['print_day', printDay],
      ['confirmed_at', time],
    ]);
    expect(await dataOf('production.started')).toEqual([
      ['order_uid', orderUid],
      ['order_status', 'IN_PRODUCTION'],
      ['print_day', printDay],
      ['started_at', time],
    ]);
    expect(await dataOf('production.completed')).toEqual([
      ['order_uid', orderUid],
      ['order_status', 'PRODUCTION_COMPLETE'],
      ['completed_at', time],
    ]);
    const days = ['production.confirmed', 'production.started'].map(
      (type) => receiver.of(type)[0]?.event.data['print_day'],
    );
    expect(days[0]).toBe(days[1]);
    const koreanDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Seoul' }).format(
      new Date(String(receiver.of('production.confirmed')[0]?.event.data['confirmed_at'])),
    );
    expect(days[0]).toBe(koreanDay);
  });

  it('production.completed comes once, with the last item', async () => {
    const placed = (
      await order(live, [
        { bookUid: liveBookUid, quantity: 1 },
        { bookUid: liveBookUid, quantity: 1 },
      ])
    ).body.data;
    await advance(service, placed.orderUid, 2);
    await at(placed.orderUid, `items/${placed.items[0].itemUid}/complete`);
    await receiver.waitFor('production.started');
    await delay(QUIET_MS);
    expect(receiver.of('production.completed')).toEqual([]);
    await at(placed.orderUid, `items/${placed.items[1].itemUid}/complete`);
    await dataOf('production.completed');
    expect(kinds(placed.orderUid).filter((kind) => kind === 'production.completed')).toHaveLength(1);
  });

  it('shipping.departed comes for every item that goes, with its tracking; shipping.delivered for the order', async () => {
    const placed = (
      await order(live, [
        { bookUid: liveBookUid, quantity: 1 },
        { bookUid: liveBookUid, quantity: 1 },
        { bookUid: liveBookUid, quantity: 1 },
      ])
    ).body.data;
    await cancelItem(live, placed.orderUid, placed.items[1].itemUid);
    await advance(service, placed.orderUid, 3);
    await at(placed.orderUid, 'ship', { trackingNumber: '4711', trackingCarrier: 'LOTTE' });
    await at(placed.orderUid, 'deliver');
    const { shippedAt, deliveredAt } = await read(live, placed.orderUid);
    await receiver.waitFor('shipping.delivered');
    const departed = (itemUid: string) => [
      ['order_uid', placed.orderUid],
      ['item_uid', itemUid],
      ['tracking_number', '4711'],
      ['tracking_carrier', 'LOTTE'],
      ['shipped_at', shippedAt],
    ];
    expect(receiver.of('shipping.departed').map(({ event }) => Object.entries(event.data))).toEqual([
      departed(placed.items[0].itemUid),
      departed(placed.items[2].itemUid),
    ]);
    expect(await dataOf('shipping.delivered')).toEqual([
      ['order_uid', placed.orderUid],
      ['order_status', 'DELIVERED'],
      ['delivered_at', deliveredAt],
    ]);
  });
});

describe('events', () => {
  it('tell of every status that an order comes to, one after the other, with isTest false in Live', async () => {
    const { orderUid } = await placedOrder(live, liveBookUid);
    await advance(service, orderUid, 2);
    await at(orderUid, 'cancel', { reason: '기계 고장', refund: true });
    await at(orderUid, 'restore');
    await advance(service, orderUid, 5);
    const expected = [
      ...['order.created', 'production.confirmed', 'production.started', 'order.cancelled', 'order.restored'],
      ...[
        'production.confirmed',
        'production.started',
        'production.completed',
        'shipping.departed',
        'shipping.delivered',
      ],
    ];
    await until(() => kinds(orderUid).length >= expected.length, 'all events of the order');
    expect(kinds(orderUid)).toEqual(expected);
    expect(new Set(receiver.calls.map(({ event }) => event.isTest))).toEqual(new Set([false]));
  });

  it('come in Sandbox too, marked isTest, for creation and cancels: production does not happen there', async () => {
    const { orderUid } = await placedOrder(sandbox, bookUid);
    expect((await at(orderUid, 'advance')).status).toBe(400);
    await cancel(sandbox, orderUid);
    await dataOf('order.cancelled');
    expect(kinds(orderUid)).toEqual(['order.created', 'order.cancelled']);
    expect(receiver.calls.map(({ event }) => event.isTest)).toEqual([true, true]);
  });

  it('come of nothing that was refused: no credit, no such move, a cancel too many', async () => {
    const personal = sandbox.as(service.keys.personal.sandbox);
    expect((await personal.put('/webhooks/config', { webhookUrl: receiver.url })).status).toBe(200);
    const own = await finalizedBook(personal);
    await setSandboxCredit(personal, ONE_BOOK);
    const { orderUid } = await placedOrder(personal, own);
    expect((await order(personal, [{ bookUid: own, quantity: 1 }])).status).toBe(402);
    await cancel(personal, orderUid);
    expect((await cancel(personal, orderUid)).status).toBe(400);
    await setSandboxCredit(personal, 0);
    expect((await at(orderUid, 'restore')).status).toBe(402);
    await receiver.waitFor('order.cancelled');
    await delay(QUIET_MS);
    expect(receiver.calls.map(({ event }) => event.event_type)).toEqual(['order.created', 'order.cancelled']);
    expect(await balanceOf(personal)).toBe(0);
    await personal.delete('/webhooks/config');
  });

  it('come once for requests that were repeated with one key, also at the same moment', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 6 }, () => order(sandbox, [{ bookUid, quantity: 1 }], key)));
    const { orderUid } = answers.find((answer) => answer.status === 201)?.body.data ?? {};
    const cancelKey = randomUUID();
    await Promise.all(Array.from({ length: 4 }, () => cancel(sandbox, orderUid, '변심', cancelKey)));
    await receiver.waitFor('order.cancelled');
    await delay(QUIET_MS);
    expect(receiver.calls.map(({ event }) => event.event_type)).toEqual(['order.created', 'order.cancelled']);
  });

  it('go to the account whose order it is, and to no other', async () => {
    const personal = sandbox.as(service.keys.personal.sandbox);
    await setSandboxCredit(personal, ONE_BOOK);
    const recorded = async () => (await personal.get('/webhooks/deliveries?limit=1')).body.pagination.total;
    const before = await recorded();
    const foreign = await placedOrder(personal, await finalizedBook(personal));
    const own = await placedOrder(sandbox, bookUid);
    await receiver.waitFor('order.created');
    await delay(QUIET_MS);
    expect(receiver.calls.map(({ event }) => event.data['order_uid'])).toEqual([own.orderUid]);
    expect(foreign.orderUid).not.toBe(own.orderUid);
    // Theirs has no receiver: there is nothing to send, nor to give up.
    expect(await recorded()).toBe(before);
  });

  it('come from automatic production as well, each step at the time it was due', async () => {
    expect((await service.printHouse('PUT', '/auto-production', { enabled: true, stepMinutes: 10 })).status).toBe(200);
    const { orderUid, orderedAt } = await placedOrder(live, liveBookUid);
    await service.printHouse('POST', '/clock', { moveMs: 24 * 60 * 60_000 });
    await until(() => kinds(orderUid).includes('shipping.delivered'), 'the delivery', 20_000);
    await service.printHouse('PUT', '/auto-production', { enabled: false });
    expect(kinds(orderUid)).toEqual([
      'order.created',
      'production.confirmed',
      'production.started',
      'production.completed',
      'shipping.departed',
      'shipping.delivered',
    ]);
    const own = receiver.calls.map(({ event }) => event.data).filter((data) => data['order_uid'] === orderUid);
    const times = ['confirmed_at', 'started_at', 'completed_at', 'shipped_at', 'delivered_at'].map((field) =>
      own.map((data) => data[field]).find((value) => value !== undefined),
    );
    expect(times.map((time) => (new Date(String(time)).getTime() - new Date(orderedAt).getTime()) / 60_000)).toEqual([
      10, 20, 30, 40, 50,
    ]);
  });
});
