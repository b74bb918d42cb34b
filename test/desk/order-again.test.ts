import { appendFile, copyFile, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Shipping } from '../../src-core/contract/orders.ts';
import { MISFORTUNES } from '../../src-core/desk/misfortunes.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { CountedLine, isUpload } from './support/counted-line.ts';
import { address, importFolder, openBench, orderAll, until, uploadAll, type Bench } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';

/** As the service's ledger has them. */
const ORDER_PAYMENT = 3;

let bench: Bench;
let line: CountedLine;
let desk: Desk;
/** An order of a book that was then taken out of the library. */
let former: string;
let removal: string;

const rowsOf = async (one: Desk) => (await one.handlers['library.changes']({ since: null })).rows;
const booksOf = (orderUid: string) => desk.handlers['orders.booksOf']({ orderUids: [orderUid] });
const prepare = (orderUid: string) => desk.handlers['orders.again']({ orderUids: [orderUid] });
/** A run whose every order is decided. */
const ended = (one: Desk, runId: string) =>
  until(
    () => one.handlers['orders.run']({ runId, since: null }),
    ({ state }) => state === 'done',
    60_000,
  );
const receiptOf = async (orderUid: string) => (await desk.handlers['orders.detail']({ orderUid }))?.receipt;
const filesOf = async (orderUid: string) => (await receiptOf(orderUid))?.books.flatMap(({ files }) => files) ?? [];
const charges = async () =>
  (await desk.handlers['credit.view']({ limit: 100, offset: 0 }))?.transactions.filter(
    ({ reasonCode }) => reasonCode === ORDER_PAYMENT,
  ) ?? [];

/** Answers the folder that it came from. */
async function sent(one: Desk, stem: string): Promise<string> {
  const folder = await mkdtemp(join(bench.dir, 'drop '));
  for (const kind of ['cover', 'contents'])
    await copyFile(join(SAMPLES, `${stem}_${kind}.pdf`), join(folder, `${stem}_${kind}.pdf`));
  await importFolder(one, folder);
  await until(
    () => rowsOf(one),
    (rows) => rows.some(({ title, stage }) => title === stem && stage === 'ready'),
  );
  await uploadAll(one);
  return folder;
}

async function sentAndOrdered(one: Desk, stem: string): Promise<string> {
  await sent(one, stem);
  const { run } = await orderAll(one);
  return run.rows[0]?.orderUid ?? expect.unreachable('not ordered');
}

/** The order once more, as the window asks for it; answers its number and what crossed the wire meanwhile. */
async function again(orderUid: string) {
  const from = line.requests.length;
  const { books } = await prepare(orderUid);
  const answer = await desk.handlers['orders.review']({
    bookIds: books.map(({ bookId }) => bookId),
    together: true,
    apart: [],
    recipientId: null,
    again: [orderUid],
    asOrdered: true,
  });
  if (!answer.ok) throw new Error(answer.problem.key);
  const { runId } = await desk.handlers['orders.confirm']({
    reviewId: answer.review.reviewId,
    address: null,
    onlyFitting: false,
    print: HOWEVER_IT_PRINTS,
  });
  const { rows } = await ended(desk, runId);
  expect(rows.map(({ state }) => state)).toEqual(['ordered']);
  return {
    orderUid: rows[0]?.orderUid ?? '',
    titles: rows[0]?.titles,
    review: answer.review,
    sent: line.requests.slice(from),
  };
}

beforeAll(async () => {
  bench = await openBench(join(inject('deskTools'), 'desk/preflight-worker.js'), { credit: 1_000_000 });
  line = await CountedLine.before(bench.service.hello.sandboxUrl);
  desk = await bench.openDesk('here');
  await desk.connectBuiltIn({ ...bench.service.hello, sandboxUrl: line.url });
  former = await sentAndOrdered(desk, 'Nordic summer');
  const [book] = await rowsOf(desk);
  ({ undoId: removal } = await desk.handlers['library.remove']({ bookIds: [book?.bookId ?? ''] }));
});
afterAll(async () => {
  await line?.close();
  await bench?.close();
});

it('a book that was taken out of the library is ordered again: no byte of it is sent, it is charged once, and its receipt knows the bytes', async () => {
  expect(await booksOf(former)).toEqual({ bookIds: [], others: 1 });
  const before = await charges();
  const { orderUid, titles, sent } = await again(former);
  expect(orderUid).not.toBe(former);
  expect(titles).toEqual(['Nordic summer']);
  expect(sent.filter(isUpload)).toEqual([]);
  // What carries a body is an estimate or the order, of some hundred bytes.
  expect(sent.filter(({ bytes }) => bytes > 2_000)).toEqual([]);
  expect(sent.filter(({ method, path }) => method === 'POST' && path === '/v1/orders')).toHaveLength(1);
  expect(await charges()).toHaveLength(before.length + 1);
  const files = await filesOf(orderUid);
  expect(files.map(({ kind }) => kind).toSorted()).toEqual(['contents', 'cover']);
  expect(files).toEqual(await filesOf(former));
  expect((await receiptOf(orderUid))?.charged).toBe((await receiptOf(former))?.charged);
  // Nobody asked for its row.
  expect(await rowsOf(desk)).toEqual([]);
});

it('also where the answer is lost: one order, one charge', async () => {
  const before = await charges();
  await bench.fault(MISFORTUNES.orderAnswerLost);
  await again(former);
  expect(await charges()).toHaveLength(before.length + 1);
  expect(await desk.handlers['credit.reconciliation']({})).toMatchObject({ agrees: true });
});

it('what was taken out comes back as it is: ordered, and by its row from then on', async () => {
  await desk.handlers['steps.takeBack']({ undoId: removal });
  const [book] = await rowsOf(desk);
  expect(book).toMatchObject({ title: 'Nordic summer', stage: 'ordered' });
  expect(await booksOf(former)).toEqual({ bookIds: [book?.bookId], others: 0 });
  expect((await prepare(former)).books.map(({ bookId }) => bookId)).toEqual([book?.bookId]);
});

it('a book that another computer sent and ordered is ordered by its number; nothing is said of bytes that this desk never saw', async () => {
  const other = await bench.openDesk('other');
  await other.connectBuiltIn(bench.service.hello);
  const theirs = await sentAndOrdered(other, '제주의 봄');
  await desk.handlers['orders.refresh']({});
  expect(await booksOf(theirs)).toEqual({ bookIds: [], others: 1 });
  const { books, gone } = await prepare(theirs);
  expect(books).toEqual([{ bookId: expect.any(String), title: '제주의 봄', print: 'notChecked', checkedLevel: null }]);
  expect(gone).toEqual([]);
  // As often as it is asked for it is one book.
  expect((await prepare(theirs)).books).toEqual(books);
  const before = await charges();
  const { orderUid, sent, review } = await again(theirs);
  expect(review.orders[0]?.lines).toMatchObject([{ title: '제주의 봄', quantity: 1 }]);
  expect(sent.filter(isUpload)).toEqual([]);
  expect(await charges()).toHaveLength(before.length + 1);
  const receipt = await receiptOf(orderUid);
  expect(receipt?.books).toMatchObject([{ title: '제주의 봄', files: [] }]);
  expect(receipt?.charged).toBe(review.orders[0]?.charge);
  expect((await rowsOf(desk)).map(({ title }) => title)).toEqual(['Nordic summer']);
  // It is in no selection of what is still to be ordered, cancelled or not.
  await desk.handlers['orders.cancel']({ orderUids: [orderUid], reason: '연습' });
  expect(
    await desk.handlers['orders.review']({ bookIds: [], together: true, apart: [], recipientId: null }),
  ).toMatchObject({ ok: false, problem: { key: 'errors.REVIEW_EMPTY' } });
  expect((await again(theirs)).titles).toEqual(['제주의 봄']);
});

/** An order of a desk's books that are sent there, all in one. */
async function orderOf(one: Desk, bookIds: string[], to: Shipping): Promise<string> {
  const asked = { bookIds, together: true, apart: [], recipientId: null };
  const answer = await one.handlers['orders.review'](asked);
  if (!answer.ok) throw new Error(answer.problem.key);
  const { reviewId } = answer.review;
  const confirmed = { reviewId, address: to, onlyFitting: false, print: HOWEVER_IT_PRINTS };
  const { runId } = await one.handlers['orders.confirm'](confirmed);
  const { rows } = await ended(one, runId);
  return rows[0]?.orderUid ?? expect.unreachable('not ordered');
}

const idsOf = async (one: Desk, ...titles: string[]) =>
  (await rowsOf(one)).flatMap(({ title, bookId }) => (titles.includes(title) ? [bookId] : []));

/** Several orders of another computer at once, as the window reviews them. */
async function reviewAll(orderUids: string[]) {
  const { books } = await desk.handlers['orders.again']({ orderUids });
  return desk.handlers['orders.review']({
    bookIds: books.map(({ bookId }) => bookId),
    together: true,
    apart: [],
    recipientId: null,
    again: orderUids,
    asOrdered: true,
  });
}

describe('orders of another computer', () => {
  const KIM = { ...address, recipientName: '김하나', address1: '부산광역시 해운대구 1' };
  const LEE = { ...address, recipientName: '이두리', address2: '2층', memo: '문 앞' };
  let other: Desk;
  let toKim: string;
  let toLee: string;
  beforeAll(async () => {
    other = await bench.openDesk('another');
    await other.connectBuiltIn(bench.service.hello);
    await sent(other, 'Kim & Lee wedding');
    const bookIds = await idsOf(other, 'Kim & Lee wedding');
    toKim = await orderOf(other, bookIds, KIM);
    await other.handlers['library.setQuantity']({ bookIds, quantity: 3 });
    toLee = await orderOf(other, bookIds, LEE);
    await desk.handlers['orders.refresh']({});
  });

  it('go each to whom it went, with its own copies, and nothing is asked of the operator', async () => {
    const answer = await reviewAll([toKim, toLee]);
    if (!answer.ok) throw new Error(answer.problem.key);
    const { orders, reviewId } = answer.review;
    expect(orders.map(({ recipient, lines }) => [recipient?.address, lines.map(({ quantity }) => quantity)])).toEqual([
      [KIM, [1]],
      [LEE, [3]],
    ]);
    // Nobody is in the address book for a review alone.
    const names = async () => (await desk.handlers['recipients.list']({})).map((one) => one.address.recipientName);
    expect(await names()).not.toContain('이두리');
    const confirmed = { reviewId, address: null, onlyFitting: false, print: HOWEVER_IT_PRINTS };
    const { runId } = await desk.handlers['orders.confirm'](confirmed);
    const { rows } = await ended(desk, runId);
    const placed = await Promise.all(
      rows.map(async ({ orderUid }) => (await desk.handlers['orders.detail']({ orderUid: orderUid ?? '' }))?.order),
    );
    expect(placed).toMatchObject([
      { recipientName: '김하나', address1: KIM.address1, items: [{ quantity: 1 }] },
      { recipientName: '이두리', address2: '2층', shippingMemo: '문 앞', items: [{ quantity: 3 }] },
    ]);
    expect(await names()).toEqual(expect.arrayContaining(['김하나', '이두리']));
  });

  it('go where they go by now, without what was taken out of them since', async () => {
    await sent(other, '할머니 팔순');
    await sent(other, 'Nordic summer');
    const theirs = await orderOf(other, await idsOf(other, '할머니 팔순', 'Nordic summer'), KIM);
    await desk.handlers['orders.refresh']({});
    // Somebody looks at it here before it is changed there.
    await desk.handlers['orders.detail']({ orderUid: theirs });
    const order = (await other.handlers['orders.detail']({ orderUid: theirs }))?.order;
    const item = order?.items.find(({ bookTitle }) => bookTitle === 'Nordic summer');
    const { ok } = await other.handlers['orders.cancelItem']({
      orderUid: theirs,
      itemUid: item?.itemUid ?? '',
      reason: '한 권만',
    });
    expect(ok).toBe(true);
    const { address1 } = LEE;
    await other.handlers['orders.changeShipping']({ orderUid: theirs, shipping: { address1 } });
    const answer = await reviewAll([theirs]);
    if (!answer.ok) throw new Error(answer.problem.key);
    expect(
      answer.review.orders.map(({ recipient, lines }) => [recipient?.address, lines.map(({ title }) => title)]),
    ).toEqual([[{ ...KIM, address1 }, ['할머니 팔순']]]);
  });

  it('make one row of a book, however often they are asked for at the same time', async () => {
    await sent(other, 'Park family 2026');
    const theirs = await orderOf(other, await idsOf(other, 'Park family 2026'), KIM);
    await desk.handlers['orders.refresh']({});
    const [first, second] = await Promise.all([prepare(theirs), prepare(theirs)]);
    expect(first.books).toHaveLength(1);
    expect(second.books).toEqual(first.books);
  });

  describe('that wait for credit', () => {
    const waiting = async (reviewId: string, to: Shipping | null) => {
      const confirmed = { reviewId, address: to, onlyFitting: false, print: HOWEVER_IT_PRINTS, awaitCredit: true };
      const { runId } = await desk.handlers['orders.confirm'](confirmed);
      return { runId, rows: async () => (await desk.handlers['orders.run']({ runId, since: null })).rows };
    };
    const goesOn = async ({ runId, rows }: Awaited<ReturnType<typeof waiting>>) => {
      await desk.handlers['orders.refresh']({});
      const placed = await until(rows, (all) => all.every(({ state }) => state === 'ordered' || state === 'needsYou'));
      expect(placed).toMatchObject([{ recipientName: '김하나', state: 'ordered', problem: null }]);
      expect((await desk.handlers['orders.openRuns']({})).filter((run) => run.runId === runId)).toEqual([]);
    };
    const reviewOf = async (asked: ReturnType<typeof reviewAll>) => {
      const answer = await asked;
      if (!answer.ok) throw new Error(answer.problem.key);
      return answer.review;
    };

    it('go all the same while another order of their book is placed for somebody else', async () => {
      const before = await charges();
      const ofKim = await waiting((await reviewOf(reviewAll([toKim]))).reviewId, null);
      await again(toLee);
      await goesOn(ofKim);
      expect(await charges()).toHaveLength(before.length + 2);
    });

    it('go all the same where an address was typed for them', async () => {
      const before = await charges();
      const bookIds = await idsOf(desk, 'Nordic summer');
      const asked = { bookIds, together: true, apart: [], recipientId: null };
      const typed = await waiting((await reviewOf(desk.handlers['orders.review'](asked))).reviewId, KIM);
      await again(former);
      const [held] = await typed.rows();
      expect(held?.state).not.toBe('needsYou');
      await goesOn(typed);
      expect(await charges()).toHaveLength(before.length + 2);
    });

    it('are placed once where the same order is placed again while they wait', async () => {
      const before = await charges();
      const first = await waiting((await reviewOf(reviewAll([toKim]))).reviewId, null);
      const second = await waiting((await reviewOf(reviewAll([toKim]))).reviewId, null);
      expect(await first.rows()).toEqual([]);
      await goesOn(second);
      expect(await charges()).toHaveLength(before.length + 1);
    });
  });

  it('that were not placed again stand among the open runs until somebody sees to them, and know what they repeat', async () => {
    const answer = await reviewAll([toLee]);
    if (!answer.ok) throw new Error(answer.problem.key);
    const { reviewId } = answer.review;
    line.instead = ({ method, path }) =>
      method === 'POST' && path === '/v1/orders'
        ? { status: 400, body: { success: false, message: 'no', errors: ['안 됩니다'], errorCode: 'ERR_VALIDATION' } }
        : null;
    const confirmed = { reviewId, address: null, onlyFitting: false, print: HOWEVER_IT_PRINTS };
    const { runId } = await desk.handlers['orders.confirm'](confirmed);
    const { rows } = await ended(desk, runId);
    line.instead = () => null;
    expect(rows).toMatchObject([{ state: 'needsYou', repeats: toLee, recipientName: '이두리' }]);
    const open = async () => (await desk.handlers['orders.openRuns']({})).filter((run) => run.runId === runId);
    expect(await open()).toMatchObject([{ needsYou: 1 }]);
    expect((await again(toLee)).review.orders[0]?.recipient?.address).toEqual(LEE);
    expect(await open()).toEqual([]);
  });
});

it('a book that was changed since is named, sent anew or not, whether or not a neighbour is still in the library', async () => {
  const own = await bench.openDesk('own');
  await own.connectBuiltIn(bench.service.hello);
  await sent(own, 'Nordic summer');
  const folder = await sent(own, 'Kim & Lee wedding');
  const [a = '', b = ''] = [await idsOf(own, 'Kim & Lee wedding'), await idsOf(own, 'Nordic summer')].flat();
  const orderUid = await orderOf(own, [a, b], address);
  const ask = async () => {
    const { books, changed, gone } = await own.handlers['orders.again']({ orderUids: [orderUid] });
    return { books: books.map(({ bookId }) => bookId), changed, gone };
  };
  expect(await ask()).toEqual({ books: [a, b], changed: [], gone: [] });
  await appendFile(join(folder, 'Kim & Lee wedding_contents.pdf'), '\n% anew\n');
  // Who reviews looks at the files.
  await own.handlers['orders.review']({ bookIds: [a], together: true, apart: [], recipientId: null });
  await until(
    () => own.handlers['library.book']({ bookId: a }),
    (book) => book?.savedSinceSentAtMs !== null,
  );
  await own.handlers['library.sendAnew']({ bookId: a });
  const without = { books: [b], changed: ['Kim & Lee wedding'], gone: [] };
  expect(await ask()).toEqual(without);
  await until(
    () => rowsOf(own),
    (rows) => rows.some(({ bookId, stage }) => bookId === a && stage === 'ready'),
  );
  await uploadAll(own);
  expect(await ask()).toEqual(without);
  expect(await own.handlers['orders.booksOf']({ orderUids: [orderUid] })).toEqual({ bookIds: [b], others: 1 });
  await own.handlers['library.remove']({ bookIds: [b] });
  expect(await ask()).toEqual(without);
});

it('what the service has no more is named, and nothing is ordered', async () => {
  const [book] = await rowsOf(desk);
  await desk.handlers['library.remove']({ bookIds: [book?.bookId ?? ''] });
  line.instead = ({ method, path }) =>
    method === 'GET' && path.startsWith('/v1/books/')
      ? { status: 404, body: { success: false, message: 'no', errors: ['없습니다'], errorCode: 'ERR_NOT_FOUND' } }
      : null;
  expect(await prepare(former)).toMatchObject({ books: [], gone: ['Nordic summer'] });
  line.instead = () => null;
  expect((await prepare(former)).books).toHaveLength(1);
});
