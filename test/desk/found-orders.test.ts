import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { MISFORTUNES } from '../../src-core/desk/misfortunes.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import type { CountedLine } from './support/counted-line.ts';
import { orderAll, type Bench } from './support/desk-bench.ts';
import { openSentBook } from './support/sent-book.ts';

const STEM = 'Nordic summer';
const NOT_FOUND = {
  status: 404,
  body: { success: false, message: 'no', errors: ['없습니다'], errorCode: 'ERR_NOT_FOUND' },
};
const NO_ORDERS = {
  status: 200,
  body: {
    success: true,
    message: 'ok',
    data: [],
    pagination: { total: 0, limit: 100, offset: 0, hasNext: false },
  },
};

let bench: Bench;
let line: CountedLine;
let desk: Desk;

const rows = async () => (await desk.handlers['library.changes']({ since: null })).rows;

beforeAll(async () => {
  ({ bench, line, desk } = await openSentBook(join(inject('deskTools'), 'desk/preflight-worker.js'), STEM));
});
afterAll(async () => {
  await line?.close();
  await bench?.close();
});

it('an order that was told as not placed, and stands among the service’s, is told as placed by the next look at these', async () => {
  await bench.fault(MISFORTUNES.orderAnswerLost);
  let tries = 0;
  // The service takes the order and its answer is lost; then a gateway answers in its place.
  line.instead = ({ method, path }) => {
    if (path !== '/v1/orders') return null;
    if (method === 'GET') return NO_ORDERS;
    tries += 1;
    return tries === 1 ? null : NOT_FOUND;
  };
  const { run } = await orderAll(desk);
  expect(run.rows).toMatchObject([{ state: 'needsYou', problem: { key: 'errors.SERVICE_NOT_FOUND' } }]);
  expect(await bench.printHouse<unknown[]>('GET', '/orders')).toHaveLength(1);
  line.instead = () => null;
  await desk.handlers['orders.refresh']({});
  expect(await rows()).toMatchObject([{ stage: 'ordered' }]);
  const { rows: orders } = await desk.handlers['orders.changes']({ since: null });
  const [order] = orders;
  expect(orders).toHaveLength(1);
  expect((await desk.handlers['orders.detail']({ orderUid: order?.orderUid ?? '' }))?.receipt.books).toMatchObject([
    { title: STEM, files: [{}, {}] },
  ]);
  expect(await desk.handlers['credit.reconciliation']({})).toMatchObject({ agrees: true });
  // It is not to be ordered any more.
  const asked = { bookIds: [], together: true, apart: [], recipientId: null };
  expect(await desk.handlers['orders.review'](asked)).toMatchObject({
    ok: false,
    problem: { key: 'errors.REVIEW_EMPTY' },
  });
});
