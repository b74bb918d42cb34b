import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { templateBook } from './composing.ts';
import {
  cancel,
  cancelItem,
  finalize,
  finalizedBook,
  fundLive,
  order,
  placedOrder,
  RENDERED_WITHIN_MS,
} from './journeys.ts';
import { LookedInto } from './looked-into.ts';
import { until } from './receiver.ts';
import { startReplicas, type ReplicatedService } from './replicas.ts';
import type { Host } from './service.ts';

/** Which orders a rendering that ends makes ready, and whom it waits for. */
const LAYFLAT = 'SQUAREBOOK_LAYFLAT_HC';
/** A small book takes about a second, on a busy computer longer. */
const MINUTE_MS = 60_000;

let service: ReplicatedService;
let sandbox: Host;
let live: Host;
let database: LookedInto;

beforeAll(async () => {
  service = await startReplicas({ credit: 10_000_000 }, 1);
  ({ sandbox, live } = service);
  await fundLive(service, 10_000_000);
  database = await LookedInto.open(service);
}, 120_000);
afterAll(async () => {
  await database.close();
  await service.dispose();
});
afterEach(() => holdRenderings(false));

const holdRenderings = async (held: boolean) =>
  expect((await service.printHouse('POST', '/renderings/hold', { held })).status).toBe(200);

/** Its rendering waits for as long as renderings are held. */
async function unrendered(host: Host): Promise<string> {
  await holdRenderings(true);
  const bookUid = await templateBook(host, 16, LAYFLAT);
  expect((await finalize(host, bookUid)).status).toBe(201);
  return bookUid;
}

const rendered = (host: Host, bookUid: string) =>
  until(
    async () => (await host.post(`/books/${bookUid}/pdf-result`)).body.data.pdfStatus === 2,
    `the rendering of ${bookUid}`,
    RENDERED_WITHIN_MS,
  );
const read = async (host: Host, orderUid: string) => (await host.get(`/orders/${orderUid}`)).body.data;
const statuses = async (host: Host, orderUid: string) => {
  const { orderStatus, items } = await read(host, orderUid);
  return [orderStatus, ...items.map((item: { itemStatus: string }) => item.itemStatus)];
};

describe('a book that comes out of its rendering waits for no order that does not wait for it:', () => {
  it.each([
    ['one of another book', () => live, async () => (await placedOrder(live, await unrendered(live))).orderUid],
    [
      'one of it that was cancelled',
      () => live,
      async (bookUid: string) => {
        const { orderUid } = await placedOrder(live, bookUid);
        expect((await cancel(live, orderUid)).status).toBe(200);
        return orderUid;
      },
    ],
    [
      'one of the Sandbox, which stays PAID',
      () => sandbox,
      async (bookUid: string) => (await placedOrder(sandbox, bookUid)).orderUid,
    ],
  ])('%s', async (_, hostOf, othersOrder) => {
    const host = hostOf();
    // First come, first rendered.
    const bookUid = await unrendered(host);
    await placedOrder(host, bookUid);
    const orderUid = await othersOrder(bookUid);
    await database.underWay('SELECT 1 FROM orders WHERE order_uid = $1 FOR UPDATE', [orderUid], async () => {
      await holdRenderings(false);
      await rendered(host, bookUid);
    });
  });
});

it('an item that was cancelled stays so when its book is rendered', async () => {
  const [first, second] = [await unrendered(live), await unrendered(live)];
  const items = [first, second].map((bookUid) => ({ bookUid, quantity: 1 }));
  const placed = (await order(live, items)).body.data;
  expect((await cancelItem(live, placed.orderUid, placed.items[0].itemUid)).status).toBe(200);
  await holdRenderings(false);
  await rendered(live, first);
  await rendered(live, second);
  expect(await statuses(live, placed.orderUid)).toEqual(['PDF_READY', 'CANCELLED', 'PDF_READY']);
});

it('what makes a Live order ready leaves those of the Sandbox PAID, and their items', async () => {
  const inSandbox = await unrendered(sandbox);
  await holdRenderings(false);
  await rendered(sandbox, inSandbox);
  const { orderUid } = await placedOrder(sandbox, inSandbox);
  const inLive = await unrendered(live);
  const promoted = await placedOrder(live, inLive);
  await holdRenderings(false);
  await rendered(live, inLive);
  expect(await statuses(live, promoted.orderUid)).toEqual(['PDF_READY', 'PDF_READY']);
  expect(await statuses(sandbox, orderUid)).toEqual(['PAID', 'PAID']);
});

it('an order that is ready has been so since it came to it, whatever of it is cancelled later: automatic production counts ten minutes from there', async () => {
  const bookUid = await finalizedBook(live);
  const automatic = async (how: Record<string, unknown>) =>
    expect((await service.printHouse('PUT', '/auto-production', how)).status).toBe(200);
  const moveClock = async (moveMs: number) =>
    expect((await service.printHouse('POST', '/clock', { moveMs })).status).toBe(200);
  await automatic({ enabled: true, stepMinutes: 10 });
  const items = [1, 2].map((quantity) => ({ bookUid, quantity }));
  const placed = (await order(live, items)).body.data;
  await moveClock(5 * MINUTE_MS);
  expect((await cancelItem(live, placed.orderUid, placed.items[0].itemUid)).status).toBe(200);
  await moveClock(5 * MINUTE_MS);
  await until(async () => (await read(live, placed.orderUid)).orderStatus === 'CONFIRMED', 'the confirmation');
  await automatic({ enabled: false });
});
