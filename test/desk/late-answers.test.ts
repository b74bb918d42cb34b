import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import type { Desk } from '../../src-main/desk/desk.ts';
import type { CountedLine } from './support/counted-line.ts';
import { orderAll, type Bench } from './support/desk-bench.ts';
import { openSentBook } from './support/sent-book.ts';

const STEM = 'Nordic summer';

let bench: Bench;
let line: CountedLine;
let desk: Desk;

beforeAll(async () => {
  ({ bench, line, desk } = await openSentBook(join(inject('deskTools'), 'desk/preflight-worker.js'), STEM));
});
afterEach(() => {
  line.slowly = () => null;
});
afterAll(async () => {
  await line?.close();
  await bench?.close();
});

const books = async () => (await desk.handlers['library.changes']({ since: null })).rows;
const orders = async () => (await desk.handlers['orders.changes']({ since: null })).rows;

/** Orders the book, and answers the order's number. */
async function order(): Promise<string> {
  const { run } = await orderAll(desk);
  return run.rows[0]?.orderUid ?? '';
}

/** What is asked on that way is answered by the service at once, and arrives when `let go` is called. */
function slowLine(method: string, path: string) {
  let letGo = () => undefined as void;
  let isRead = () => undefined as void;
  const gone = new Promise<void>((done) => (letGo = done));
  const read = new Promise<void>((done) => (isRead = done));
  line.slowly = (asked) => {
    if (asked.method !== method || asked.path !== path) return null;
    isRead();
    return gone;
  };
  return { read, letGo: () => letGo() };
}

it('a list of orders that was read before an order was cancelled, and arrives behind that, does not bring it back', async () => {
  const orderUid = await order();
  await desk.handlers['orders.refresh']({});
  const { read, letGo } = slowLine('GET', '/v1/orders');
  const sweep = desk.handlers['orders.refresh']({});
  await read;
  expect(await desk.handlers['orders.cancel']({ orderUids: [orderUid], reason: 'twice' })).toMatchObject([
    { ok: true },
  ]);
  letGo();
  await sweep;
  expect((await orders()).find((row) => row.orderUid === orderUid)?.orderStatus).toBe('CANCELLED_REFUND');
  expect(await books()).toMatchObject([{ stage: 'uploaded' }]);
  expect(desk.statusSnapshot().orders).toMatchObject({ changedSinceSeen: 0 });
});

it('an order that was read before it was cancelled, and arrives behind that, is the cancelled one', async () => {
  const orderUid = await order();
  const { read, letGo } = slowLine('GET', `/v1/orders/${orderUid}`);
  const detail = desk.handlers['orders.detail']({ orderUid });
  await read;
  expect(await desk.handlers['orders.cancel']({ orderUids: [orderUid], reason: 'twice' })).toMatchObject([
    { ok: true },
  ]);
  letGo();
  expect((await detail)?.order.orderStatus).toBe('CANCELLED_REFUND');
  expect((await orders()).find((row) => row.orderUid === orderUid)?.orderStatus).toBe('CANCELLED_REFUND');
  expect(await books()).toMatchObject([{ stage: 'uploaded' }]);
});

it('an order whose cancelling was not answered, and which the print house took up again, is cancelled anew and not by what was answered then', async () => {
  const orderUid = await order();
  await bench.fault({ kind: 'loseAnswer', method: 'POST', path: '/orders/*/cancel', times: 3 });
  const asked = { orderUids: [orderUid], reason: 'twice' };
  expect(await desk.handlers['orders.cancel'](asked)).toMatchObject([{ ok: false }]);
  await desk.handlers['orders.refresh']({});
  expect(await books()).toMatchObject([{ stage: 'uploaded' }]);
  await bench.printHouse('POST', `/orders/${orderUid}/restore`, {});
  await desk.handlers['orders.refresh']({});
  expect(await books()).toMatchObject([{ stage: 'ordered' }]);
  const [result] = await desk.handlers['orders.cancel'](asked);
  const { order: now } = (await desk.handlers['orders.detail']({ orderUid })) ?? {};
  expect([result?.ok, now?.orderStatus]).toEqual([true, 'CANCELLED_REFUND']);
});
