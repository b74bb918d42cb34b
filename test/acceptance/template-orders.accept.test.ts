import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { putCover, templateBook } from './composing.ts';
import {
  balanceOf,
  cancel,
  cancelItem,
  expectFailure,
  finalize,
  finalizedBook,
  fundLive,
  HC_CONTENTS_24,
  newBook,
  order,
  placedOrder,
  RENDERED_WITHIN_MS,
  upload,
} from './journeys.ts';
import { Receiver, until } from './receiver.ts';
import { startService, type Host, type Service } from './service.ts';

const LAYFLAT = 'SQUAREBOOK_LAYFLAT_HC';
/** A small book takes about a second, on a busy computer longer. */

let service: Service;
let sandbox: Host;
let live: Host;
/** Rendered long before the tests that order it. */
let renderedBookUid: string;

beforeAll(async () => {
  service = await startService({ credit: 100_000_000, localAddresses: true });
  ({ sandbox, live } = service);
  await fundLive(service, 100_000_000);
  renderedBookUid = await finalizedTemplateBook(live);
  await rendered(live, renderedBookUid);
}, 120_000);
afterAll(() => service.dispose());
/** What a test held back would otherwise be rendered in the next one, and fail there in the place of its book. */
afterEach(async () => {
  await holdRenderings(false);
  await until(
    async () =>
      (await service.printHouse('GET', '/renderings')).body.data.every(
        ({ status }: { status: string }) => status !== 'waiting',
      ),
    'the renderings that were held back',
    RENDERED_WITHIN_MS,
  );
});

async function finalizedTemplateBook(host: Host): Promise<string> {
  const bookUid = await templateBook(host, 16, LAYFLAT);
  const answer = await finalize(host, bookUid);
  expect(answer.status, answer.text).toBe(201);
  return bookUid;
}

async function finalizedMixBook(host: Host): Promise<string> {
  const bookUid = await newBook(host, { creationType: 'MIX_COVER_TEMPLATE' });
  expect((await putCover(host, bookUid)).status).toBe(201);
  expect((await upload(host, bookUid, 'contents', HC_CONTENTS_24)).status).toBe(201);
  expect((await finalize(host, bookUid)).status).toBe(201);
  return bookUid;
}

const holdRenderings = async (held: boolean) =>
  expect((await service.printHouse('POST', '/renderings/hold', { held })).status).toBe(200);
const failNext = async (times: number) =>
  expect((await service.printHouse('POST', '/renderings/fail-next', { times })).status).toBe(200);
const at = (orderUid: string, what: string, body?: unknown) =>
  service.printHouse('POST', `/orders/${orderUid}/${what}`, body);

const pdfStatusOf = async (host: Host, bookUid: string) =>
  (await host.get(`/books?bookUid=${bookUid}`)).body.data[0].pdfStatus;
const becomes = (host: Host, bookUid: string, pdfStatus: 2 | 9) =>
  until(
    async () => (await pdfStatusOf(host, bookUid)) === pdfStatus,
    `pdfStatus ${pdfStatus} of ${bookUid}`,
    RENDERED_WITHIN_MS,
  );
const rendered = (host: Host, bookUid: string) => becomes(host, bookUid, 2);

const statuses = ({ orderStatus, items }: { orderStatus: string; items: { itemStatus: string }[] }) => [
  orderStatus,
  ...items.map((item) => item.itemStatus),
];
const read = async (host: Host, orderUid: string) => statuses((await host.get(`/orders/${orderUid}`)).body.data);

describe('an order of a TEMPLATE or MIX_COVER_TEMPLATE book', () => {
  it.each([
    ['TEMPLATE', finalizedTemplateBook],
    ['MIX_COVER_TEMPLATE', finalizedMixBook],
  ])('is PAID at its creation and PDF_READY when its %s book is rendered, in Live', async (_, bookOf) => {
    await holdRenderings(true);
    const bookUid = await bookOf(live);
    const placed = await placedOrder(live, bookUid);
    expect([...statuses(placed), placed.orderStatusDisplay]).toEqual(['PAID', 'PAID', '결제완료']);
    expect(await read(live, placed.orderUid)).toEqual(['PAID', 'PAID']);
    await holdRenderings(false);
    await rendered(live, bookUid);
    // The promotion is committed with the pdfStatus.
    expect(await read(live, placed.orderUid)).toEqual(['PDF_READY', 'PDF_READY']);
    expect((await at(placed.orderUid, 'advance')).body.data.orderStatus).toBe('CONFIRMED');
  });

  it.each([
    ['TEMPLATE', finalizedTemplateBook],
    ['MIX_COVER_TEMPLATE', finalizedMixBook],
  ])('stops at PAID in Sandbox, also when its %s book is rendered', async (_, bookOf) => {
    await holdRenderings(true);
    const bookUid = await bookOf(sandbox);
    const before = await placedOrder(sandbox, bookUid);
    await holdRenderings(false);
    await rendered(sandbox, bookUid);
    const after = await placedOrder(sandbox, bookUid);
    for (const placed of [before, after]) {
      const { orderUid } = placed;
      expect(statuses(placed)).toEqual(['PAID', 'PAID']);
      expect(await read(sandbox, orderUid)).toEqual(['PAID', 'PAID']);
      expect([(await at(orderUid, 'advance')).status, await read(sandbox, orderUid)]).toEqual([400, ['PAID', 'PAID']]);
    }
    expect((await cancel(sandbox, before.orderUid)).body.data.orderStatus).toBe('CANCELLED_REFUND');
    expect((await at(before.orderUid, 'restore')).body.data.orderStatus).toBe('PAID');
  });

  it('is PAID right after creation also when its book was rendered before, and PDF_READY from the next read on', async () => {
    const receiver = await Receiver.start();
    expect((await live.put('/webhooks/config', { webhookUrl: receiver.url })).status).toBe(200);
    const placed = await placedOrder(live, renderedBookUid);
    expect(statuses(placed)).toEqual(['PAID', 'PAID']);
    expect(await read(live, placed.orderUid)).toEqual(['PDF_READY', 'PDF_READY']);
    const [call] = await receiver.waitFor('order.created');
    expect(call?.event.data).toMatchObject({ order_uid: placed.orderUid, order_status: 'PAID' });
    await live.delete('/webhooks/config');
    await receiver.dispose();
  });

  it('is printed although its book was deleted while it waited: what was paid for is made', async () => {
    await holdRenderings(true);
    const bookUid = await finalizedTemplateBook(live);
    const { orderUid } = await placedOrder(live, bookUid);
    expect((await live.delete(`/books/${bookUid}`)).status).toBe(200);
    await holdRenderings(false);
    await expect.poll(() => read(live, orderUid), { timeout: RENDERED_WITHIN_MS }).toEqual(['PDF_READY', 'PDF_READY']);
    expect((await live.get(`/books/${bookUid}`)).body.data.status).toBe(9);
  });

  it('is printed too when it was cancelled as its book was deleted, and restored after that', async () => {
    await holdRenderings(true);
    const bookUid = await finalizedTemplateBook(live);
    const { orderUid } = await placedOrder(live, bookUid);
    expect((await cancel(live, orderUid)).status).toBe(200);
    expect((await live.delete(`/books/${bookUid}`)).status).toBe(200);
    await holdRenderings(false);
    const jobs = async () => (await service.printHouse('GET', '/renderings')).body.data;
    await until(
      async () => (await jobs()).every(({ status }: { status: string }) => status !== 'waiting'),
      'the rendering to be dropped',
      RENDERED_WITHIN_MS,
    );
    expect((await at(orderUid, 'restore')).body.data.orderStatus).toBe('PAID');
    await expect.poll(() => read(live, orderUid), { timeout: RENDERED_WITHIN_MS }).toEqual(['PDF_READY', 'PDF_READY']);
  });

  it('cannot be produced while it is PAID', async () => {
    await holdRenderings(true);
    const { orderUid } = await placedOrder(live, await finalizedTemplateBook(live));
    expectFailure(await at(orderUid, 'advance'), 400, 'ERR_ORDER_TRANSITION_INVALID');
    expect(await read(live, orderUid)).toEqual(['PAID', 'PAID']);
  });

  it('is cancelled in PAID with a full refund, and no rendering wakes it up', async () => {
    const before = await balanceOf(live);
    await holdRenderings(true);
    const bookUid = await finalizedTemplateBook(live);
    const { orderUid } = await placedOrder(live, bookUid);
    expect((await cancel(live, orderUid)).body.data.orderStatus).toBe('CANCELLED_REFUND');
    expect(await balanceOf(live)).toBe(before);
    await holdRenderings(false);
    await rendered(live, bookUid);
    expect(await read(live, orderUid)).toEqual(['CANCELLED_REFUND', 'CANCELLED']);
  });

  it('that is restored is ready at once when its book is rendered, and waits for it when it is not', async () => {
    const ready = await placedOrder(live, renderedBookUid);
    await cancel(live, ready.orderUid);
    expect(statuses((await at(ready.orderUid, 'restore')).body.data)).toEqual(['PDF_READY', 'PDF_READY']);
    await holdRenderings(true);
    const bookUid = await finalizedTemplateBook(live);
    const waiting = await placedOrder(live, bookUid);
    await cancel(live, waiting.orderUid);
    expect(statuses((await at(waiting.orderUid, 'restore')).body.data)).toEqual(['PAID', 'PAID']);
    await holdRenderings(false);
    await rendered(live, bookUid);
    expect(await read(live, waiting.orderUid)).toEqual(['PDF_READY', 'PDF_READY']);
  });

  it('that the print house holds is not promoted; released it is ready', async () => {
    await holdRenderings(true);
    const bookUid = await finalizedTemplateBook(live);
    const { orderUid } = await placedOrder(live, bookUid);
    expect((await at(orderUid, 'hold')).status).toBe(200);
    await holdRenderings(false);
    await rendered(live, bookUid);
    expect(await read(live, orderUid)).toEqual(['PAID_AWAITING_CONTENT', 'PAID_AWAITING_CONTENT']);
    expect(statuses((await at(orderUid, 'release')).body.data)).toEqual(['PDF_READY', 'PDF_READY']);
  });
});

describe('an order of several books', () => {
  it('is promoted item by item, and itself with the last', async () => {
    await holdRenderings(true);
    const waiting = await finalizedTemplateBook(live);
    const ofPdf = await finalizedBook(live);
    const placed = (
      await order(
        live,
        [ofPdf, renderedBookUid, waiting].map((bookUid) => ({ bookUid, quantity: 1 })),
      )
    ).body.data;
    expect(statuses(placed)).toEqual(['PAID', 'PDF_READY', 'PAID', 'PAID']);
    expect(await read(live, placed.orderUid)).toEqual(['PAID', 'PDF_READY', 'PDF_READY', 'PAID']);
    await holdRenderings(false);
    await rendered(live, waiting);
    expect(await read(live, placed.orderUid)).toEqual(['PDF_READY', 'PDF_READY', 'PDF_READY', 'PDF_READY']);
  });

  it('is ready when the one item that was waited for is cancelled', async () => {
    await holdRenderings(true);
    const waiting = await finalizedTemplateBook(live);
    const placed = (
      await order(
        live,
        [renderedBookUid, waiting].map((bookUid) => ({ bookUid, quantity: 1 })),
      )
    ).body.data;
    const answer = await cancelItem(live, placed.orderUid, placed.items[1].itemUid);
    expect(statuses(answer.body.data)).toEqual(['PDF_READY', 'PDF_READY', 'CANCELLED']);
  });

  it('begins again item by item when it is restored: uploaded PDFs are ready, in Sandbox too, where the others stay PAID', async () => {
    const books = [await finalizedBook(sandbox), await finalizedTemplateBook(sandbox)];
    const placed = (
      await order(
        sandbox,
        books.map((bookUid) => ({ bookUid, quantity: 1 })),
      )
    ).body.data;
    await cancel(sandbox, placed.orderUid);
    const restored = await at(placed.orderUid, 'restore');
    for (const one of [placed, restored.body.data]) expect(statuses(one)).toEqual(['PAID', 'PDF_READY', 'PAID']);
  });
});

describe('orders of a book whose rendering failed', () => {
  it('wait in PAID, new ones too, until the book is finalized again and rendered', async () => {
    await holdRenderings(true);
    const bookUid = await finalizedTemplateBook(live);
    const before = await placedOrder(live, bookUid);
    await failNext(1);
    await holdRenderings(false);
    await becomes(live, bookUid, 9);
    const after = await placedOrder(live, bookUid);
    const given = await placedOrder(live, bookUid);
    for (const { orderUid } of [before, after]) expect(await read(live, orderUid)).toEqual(['PAID', 'PAID']);
    expect((await cancel(live, given.orderUid)).body.data.refundAmount).toBe(given.paidCreditAmount);
    expect((await finalize(live, bookUid)).status).toBe(200);
    await rendered(live, bookUid);
    for (const { orderUid } of [before, after]) expect(await read(live, orderUid)).toEqual(['PDF_READY', 'PDF_READY']);
    expect((await read(live, given.orderUid))[0]).toBe('CANCELLED_REFUND');
  });
});

it('no order is forgotten that is placed while its book comes out of its rendering', async () => {
  await holdRenderings(true);
  const bookUid = await finalizedTemplateBook(live);
  const placed: string[] = [];
  let isDone = false;
  const placing = Array.from({ length: 4 }, async () => {
    while (!isDone) {
      placed.push((await placedOrder(live, bookUid)).orderUid);
      await delay(10);
    }
  });
  await holdRenderings(false);
  await rendered(live, bookUid);
  isDone = true;
  await Promise.all(placing);
  expect(placed.length).toBeGreaterThan(4);
  for (const orderUid of placed) expect(await read(live, orderUid)).toEqual(['PDF_READY', 'PDF_READY']);
});
