import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { MISFORTUNES } from '../../src-core/desk/misfortunes.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import type { CountedLine } from './support/counted-line.ts';
import { EACH_ON_ITS_OWN } from '../fixtures/order-plan.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { address, orderAll, until, type Bench } from './support/desk-bench.ts';
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

it('an order whose answer was lost is not told as not placed while the service has one of its reference in a state that nobody here knows', async () => {
  const [order] = (await desk.handlers['orders.changes']({ since: null })).rows;
  await desk.handlers['orders.cancel']({ orderUids: [order?.orderUid ?? ''], reason: 'test' });
  const reviewed = await desk.handlers['orders.review']({ ...EACH_ON_ITS_OWN, bookIds: [] });
  if (!reviewed.ok) throw new Error(reviewed.problem.key);
  await bench.fault(MISFORTUNES.orderAnswerLost);
  let tries = 0;
  let intentId = '';
  let looks = 0;
  line.instead = ({ method, path }) => {
    if (path !== '/v1/orders') return null;
    if (method === 'POST') {
      tries += 1;
      return tries === 1 ? null : NOT_FOUND;
    }
    if (intentId === '') return { status: 503, body: {} };
    looks += 1;
    const unknown = { orderUid: 'or_unknown', externalRef: intentId, orderStatus: 'ON_HOLD' };
    return { status: 200, body: { ...NO_ORDERS.body, data: [unknown] } };
  };
  const { runId } = await desk.handlers['orders.confirm']({
    ...{ print: HOWEVER_IT_PRINTS, reviewId: reviewed.review.reviewId, address, onlyFitting: false },
  });
  const state = async () => (await desk.handlers['orders.run']({ runId, since: null })).rows[0];
  intentId = (await until(state, (row) => row !== undefined))?.intentId ?? '';
  await until(
    async () => looks,
    (so) => so > 0,
    60_000,
  );
  expect(await state()).toMatchObject({ state: 'checking' });
  expect((await desk.handlers['orders.review']({ ...EACH_ON_ITS_OWN, bookIds: [] })).ok).toBe(false);
  line.instead = () => null;
  await until(state, (row) => row?.state === 'ordered', 60_000);
  const placed = await bench.printHouse<{ orderStatus: string }[]>('GET', '/orders');
  expect(placed.map(({ orderStatus }) => orderStatus).toSorted()).toEqual(['CANCELLED_REFUND', 'PDF_READY']);
});
