import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cancel, finalizedBook, fundLive, placedOrder } from './journeys.ts';
import { startService, type Service } from './service.ts';

const MINUTE_MS = 60_000;
const STEPS = ['confirm', 'start', 'complete', 'ship', 'deliver'] as const;
const NEVER_MINUTES = 500_000;

let service: Service;
let liveBookUid: string;

beforeAll(async () => {
  service = await startService({ credit: 10_000_000 });
  await fundLive(service, 10_000_000);
  liveBookUid = await finalizedBook(service.live);
});
afterAll(() => service.dispose());
beforeEach(() => setting({ enabled: false, stepMinutes: 10 }));
afterEach(() => setting({ enabled: false }));

async function setting(body: unknown): Promise<{ enabled: boolean; stepMinutes: Record<string, number> }> {
  const answer = await service.printHouse('PUT', '/auto-production', body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
const moveClock = async (minutes: number) =>
  expect((await service.printHouse('POST', '/clock', { moveMs: minutes * MINUTE_MS })).status).toBe(200);
const read = async (orderUid: string) => (await service.live.get(`/orders/${orderUid}`)).body.data;

/** Until the order has the status: the work goes on beside the requests. */
async function reaches(orderUid: string, status: string) {
  await expect.poll(async () => (await read(orderUid)).orderStatus, { timeout: 60_000, interval: 50 }).toBe(status);
  return read(orderUid);
}

describe('automatic production', () => {
  it('is off until it is switched on, and keeps its minutes by step', async () => {
    const { orderUid } = await placedOrder(service.live, liveBookUid);
    await moveClock(1_000);
    await delay(1_500);
    expect((await read(orderUid)).orderStatus).toBe('PDF_READY');
    expect(await setting({ enabled: false, stepMinutes: 7 })).toEqual({
      enabled: false,
      stepMinutes: Object.fromEntries(STEPS.map((step) => [step, 7])),
    });
    expect(await setting({ enabled: false, stepMinutes: { ship: 30 } })).toMatchObject({
      stepMinutes: { confirm: 7, ship: 30 },
    });
    expect((await service.printHouse('GET', '/auto-production')).body.data.stepMinutes.ship).toBe(30);
    for (const body of [
      { enabled: true, stepMinutes: -1 },
      { enabled: true, stepMinutes: { bind: 1 } },
      { stepMinutes: 1 },
    ]) {
      expect((await service.printHouse('PUT', '/auto-production', body)).status).toBe(400);
    }
  });

  it('walks a Live order to DELIVERED on the service’s clock, a step at its time', async () => {
    await setting({ enabled: true, stepMinutes: 10 });
    const { orderUid } = await placedOrder(service.live, liveBookUid);
    for (const status of ['CONFIRMED', 'IN_PRODUCTION', 'PRODUCTION_COMPLETE', 'SHIPPED', 'DELIVERED']) {
      await moveClock(10.1);
      await reaches(orderUid, status);
    }
  });

  it('counts an order’s waiting from when it was switched on', async () => {
    const { orderUid } = await placedOrder(service.live, liveBookUid);
    await moveClock(10_000);
    await setting({ enabled: true });
    await delay(1_500);
    expect((await read(orderUid)).orderStatus).toBe('PDF_READY');
    await moveClock(10.1);
    await reaches(orderUid, 'CONFIRMED');
  });

  it('catches up on every step that a jump of the clock passed over, each at the time it was due', async () => {
    await setting({
      enabled: true,
      stepMinutes: { confirm: 10, start: 20, complete: 30, ship: 40, deliver: NEVER_MINUTES },
    });
    const { orderUid, orderedAt } = await placedOrder(service.live, liveBookUid);
    await moveClock(300);
    const shipped = await reaches(orderUid, 'SHIPPED');
    expect(new Date(shipped.shippedAt).getTime() - new Date(orderedAt).getTime()).toBe(100 * MINUTE_MS);
    expect(shipped.items[0]).toMatchObject({ itemStatus: 'SHIPPED', trackingCarrier: 'HANJIN' });
    await delay(1_500);
    expect((await read(orderUid)).orderStatus).toBe('SHIPPED');
  });

  it('leaves Sandbox orders and cancelled ones where they are', async () => {
    await setting({ enabled: true, stepMinutes: 1 });
    const sandboxOrder = await placedOrder(service.sandbox, await finalizedBook(service.sandbox));
    const cancelled = await placedOrder(service.live, liveBookUid);
    const going = await placedOrder(service.live, liveBookUid);
    expect((await cancel(service.live, cancelled.orderUid)).status).toBe(200);
    await moveClock(60);
    await reaches(going.orderUid, 'DELIVERED');
    expect((await service.sandbox.get(`/orders/${sandboxOrder.orderUid}`)).body.data.orderStatus).toBe('PDF_READY');
    expect((await read(cancelled.orderUid)).orderStatus).toBe('CANCELLED_REFUND');
  });

  it('takes every one of many orders through, and none twice', async () => {
    await setting({ enabled: true, stepMinutes: { confirm: 5, start: 5, complete: NEVER_MINUTES } });
    const placed = await Promise.all(Array.from({ length: 12 }, () => placedOrder(service.live, liveBookUid)));
    await moveClock(60);
    for (const { orderUid } of placed) await reaches(orderUid, 'IN_PRODUCTION');
  });
});
