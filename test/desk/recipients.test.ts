import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { minorFromNumber } from '../../src-core/contract/money.ts';
import type { Order, Shipping } from '../../src-core/contract/orders.ts';
import type { Recipient } from '../../src-core/desk/recipients.ts';
import type { OrderReview } from '../../src-core/ipc/subjects/orders.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { address, importFolder, openBench, until, uploadAll, type Bench } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';

/** Enough for the first orders, and little more. */
const CREDIT = 260_000;
const SHIPPING = 3_000;

let bench: Bench;
let desk: Desk;
let kim: Recipient;
let lee: Recipient;

const save = (recipientName: string, more: Partial<Shipping> = {}) =>
  desk.handlers['recipients.save']({
    recipientId: null,
    address: { ...address, recipientName, ...more },
    kind: 'customer',
  });

beforeAll(async () => {
  bench = await openBench(join(inject('deskTools'), 'desk/preflight-worker.js'), { credit: CREDIT });
  await cp(SAMPLES, join(bench.dir, 'samples'), { recursive: true });
  desk = await bench.openDesk('recipients');
  await importFolder(desk, join(bench.dir, 'samples'));
  await desk.connectBuiltIn(bench.service.hello);
  await uploadAll(desk);
  kim = await save('김민수');
  lee = await save('Lee');
});
afterAll(() => bench.close());

const rows = async () => (await desk.handlers['library.changes']({ since: null })).rows;
const uploaded = async () => (await rows()).filter(({ stage }) => stage === 'uploaded').map(({ bookId }) => bookId);
const stageOf = async (bookId: string) => (await rows()).find((row) => row.bookId === bookId)?.stage;

async function review(
  bookIds: readonly string[],
  more: Partial<Parameters<Desk['handlers']['orders.review']>[0]> = {},
) {
  const answer = await desk.handlers['orders.review']({
    bookIds: [...bookIds],
    together: true,
    apart: [],
    recipientId: null,
    ...more,
  });
  if (!answer.ok) throw new Error(`${answer.problem.key} ${answer.serviceText ?? ''}`);
  return answer.review;
}

async function place({ reviewId }: OrderReview, { to = address as Shipping | null, onlyFitting = false } = {}) {
  const { runId } = await desk.handlers['orders.confirm']({
    reviewId,
    address: to,
    onlyFitting,
    print: HOWEVER_IT_PRINTS,
  });
  const run = await until(
    () => desk.handlers['orders.run']({ runId, since: null }),
    ({ state }) => state === 'done',
    60_000,
  );
  return run.rows;
}

/** As the service has it. */
async function orderOf(orderUid: string | null): Promise<Order> {
  const detail = await desk.handlers['orders.detail']({ orderUid: orderUid ?? '' });
  if (detail === null) throw new Error(`there is no order ${orderUid}`);
  return detail.order;
}

const creditOf = (view: Awaited<ReturnType<Desk['handlers']['credit.view']>>) => view?.balance.totalCreditAmount ?? 0;
const expectMoneyAgrees = async () =>
  expect(await desk.handlers['credit.reconciliation']({})).toMatchObject({ agrees: true, differences: [] });

it('an address is kept once, however it was typed, and found again after a restart', async () => {
  const again = await save(' 김민수 '.trim().normalize('NFD'), { recipientPhone: '01012345678' });
  expect(again.recipientId).toBe(kim.recipientId);
  expect((await desk.handlers['recipients.list']({})).map(({ recipientId }) => recipientId).toSorted()).toEqual(
    [kim.recipientId, lee.recipientId].toSorted(),
  );
  const before = await desk.handlers['recipients.list']({});
  await desk.close();
  desk = await bench.openDesk('recipients');
  await desk.connectBuiltIn(bench.service.hello);
  expect(await desk.handlers['recipients.list']({})).toEqual(before);
});

it('what is another door is another recipient, however alike it is written', async () => {
  const one = await save('최', { address1: '서울 A아파트', address2: '1 1204' });
  const other = await save('최', { address1: '서울 A아파트', address2: '11 204' });
  expect(other.recipientId).not.toBe(one.recipientId);
  const same = await save('최', { address1: '서울  A 아파트', address2: ' 11  204' });
  expect(same.recipientId).toBe(other.recipientId);
});

it('an address that is corrected to one that stands in the book already becomes one with it, and takes its books there', async () => {
  const old = await save('박', { address1: 'old street 1' });
  const right = await save('박', { address1: 'new street 2' });
  const [both = '', one = ''] = await uploaded();
  const consignments = [old, right].map(({ recipientId }) => ({ recipientId, quantity: 2 }));
  await desk.handlers['recipients.setForBook']({ bookId: both, consignments });
  await desk.handlers['recipients.assign']({ bookIds: [one], recipientId: old.recipientId });
  const saved = await desk.handlers['recipients.save']({
    recipientId: old.recipientId,
    address: right.address,
    kind: 'customer',
  });
  expect(saved.recipientId).toBe(right.recipientId);
  const { orders } = await review([both, one]);
  expect(orders.map(({ recipient }) => recipient?.address.address1)).toEqual(['new street 2']);
  expect(orders[0]?.lines.map(({ quantity }) => quantity)).toEqual([4, 1]);
  expect((await desk.handlers['recipients.list']({})).map(({ recipientId }) => recipientId)).not.toContain(
    old.recipientId,
  );
  await desk.handlers['recipients.assign']({ bookIds: [both, one], recipientId: null });
  await desk.handlers['library.setQuantity']({ bookIds: [both], quantity: 1 });
});

it('more copies for one recipient than an order takes are refused by the name of the book', async () => {
  const [book = ''] = await uploaded();
  const consignments = [kim, lee].map(({ recipientId }) => ({ recipientId, quantity: 150 }));
  await desk.handlers['recipients.setForBook']({ bookId: book, consignments });
  const title = (await rows()).find(({ bookId }) => bookId === book)?.title;
  for (const recipientId of [kim.recipientId, null])
    await expect(desk.handlers['recipients.assign']({ bookIds: [book], recipientId })).rejects.toMatchObject({
      code: 'RECIPIENT_TOO_MANY_COPIES',
      text: { params: { title, copies: 300 } },
    });
  expect(await desk.handlers['recipients.ofBook']({ bookId: book })).toHaveLength(2);
  await desk.handlers['recipients.setForBook']({ bookId: book, consignments: [] });
  await desk.handlers['library.setQuantity']({ bookIds: [book], quantity: 1 });
});

it('an address that was typed for an order stands in the book of its environment alone', async () => {
  await desk.handlers['connections.activate']({ connectionId: 'builtin-live' });
  const [ready] = (await rows()).filter(({ stage }) => stage === 'ready');
  const bookIds = [ready?.bookId ?? ''];
  await desk.handlers['queue.upload']({ bookIds, print: HOWEVER_IT_PRINTS });
  await until(
    () => desk.statusSnapshot().queue,
    ({ state }) => state === 'idle',
  );
  await place(await review(bookIds), { to: { ...address, recipientName: '실제 고객', address1: 'live street' } });
  const names = async () => (await desk.handlers['recipients.list']({})).map((one) => one.address.recipientName);
  expect(await names()).toContain('실제 고객');
  await desk.handlers['connections.activate']({ connectionId: 'builtin-sandbox' });
  expect(await names()).not.toContain('실제 고객');
});

it('all books of one recipient become one order with its items; shipping is paid once each', async () => {
  const [a = '', b = '', c = '', d = '', e = ''] = await uploaded();
  await desk.handlers['recipients.assign']({ bookIds: [a, c], recipientId: kim.recipientId });
  await desk.handlers['recipients.assign']({ bookIds: [b], recipientId: lee.recipientId });
  const toOf = new Map((await rows()).map(({ bookId, recipients }) => [bookId, recipients]));
  expect([a, b, c, d].map((bookId) => toOf.get(bookId))).toEqual([['김민수'], ['Lee'], ['김민수'], []]);
  const asked = await review([a, b, c, d, e]);
  expect(asked.orders.map(({ recipient, lines }) => [recipient?.address.recipientName ?? null, lines.length])).toEqual([
    ['김민수', 2],
    ['Lee', 1],
    [null, 2],
  ]);
  expect(asked.shippingFee).toBe(3 * SHIPPING);
  // Five orders would pay it five times, with VAT.
  expect(asked.saved).toBe((2 * SHIPPING * 11) / 10);
  // All of it is covered: what fits saves the same.
  expect(asked.fit.saved).toBe(asked.saved);
  const single = await review([a, b, c, d, e], { together: false });
  expect(single.orders).toHaveLength(5);
  expect(minorFromNumber(single.charge) - minorFromNumber(asked.charge)).toBe(minorFromNumber(asked.saved));

  const placed = await place(asked);
  expect(placed.map(({ state, recipientName, titles }) => [state, recipientName, titles.length])).toEqual([
    ['ordered', '김민수', 2],
    ['ordered', 'Lee', 1],
    ['ordered', address.recipientName, 2],
  ]);
  expect(placed.map(({ charge }) => charge)).toEqual(asked.orders.map(({ charge }) => charge));
  const first = await orderOf(placed[0]?.orderUid ?? null);
  expect(first).toMatchObject({ recipientName: '김민수', items: [{ quantity: 1 }, { quantity: 1 }] });
  for (const bookId of [a, b, c, d, e]) expect(await stageOf(bookId)).toBe('ordered');
  const detail = await desk.handlers['orders.detail']({ orderUid: placed[0]?.orderUid ?? '' });
  expect(detail?.receipt.books.map(({ bookUid, files }) => [bookUid, files.length])).toEqual(
    first.items.map((item) => [item.bookUid, 2]),
  );
  expect(detail?.receipt.books.every(({ print, spec }) => print !== null && spec !== null)).toBe(true);
  // Of this order alone, not of all that were reviewed with it.
  expect(detail?.receipt).toMatchObject({ estimated: asked.orders[0]?.charge, charged: first.paidCreditAmount });
  const listed = (await desk.handlers['orders.changes']({ since: null })).rows;
  expect(listed.find(({ orderUid }) => orderUid === first.orderUid)?.bookTitles).toHaveLength(2);
  await expectMoneyAgrees();
});

it('one book is taken out of an order: it alone may be ordered again', async () => {
  const listed = (await desk.handlers['orders.changes']({ since: null })).rows;
  const order = await orderOf(listed.find(({ recipientName }) => recipientName === '김민수')?.orderUid ?? null);
  const [item] = order.items;
  const before = await desk.handlers['credit.view']({ limit: 1, offset: 0 });
  const cancelled = await desk.handlers['orders.cancelItem']({
    orderUid: order.orderUid,
    itemUid: item?.itemUid ?? '',
    reason: '고객 변심',
  });
  expect(cancelled).toMatchObject({ ok: true });
  // What was paid less what the other book costs with its shipping.
  expect(cancelled.refund).toBe(((item?.itemAmount ?? 0) * 11) / 10);
  const after = await desk.handlers['credit.view']({ limit: 1, offset: 0 });
  expect(creditOf(after) - creditOf(before)).toBe(cancelled.refund);
  const free = await uploaded();
  const titles = (await rows()).filter(({ bookId }) => free.includes(bookId)).map(({ title }) => title);
  expect(titles).toContain(item?.bookTitle);
  const kept = (await rows()).find(({ title }) => title === order.items[1]?.bookTitle);
  expect(kept?.stage).toBe('ordered');
  await expectMoneyAgrees();
});

it('a book for two people is ordered when both have it; a cancelled one is ordered again for that one alone', async () => {
  const [book = ''] = await uploaded();
  await desk.handlers['recipients.setForBook']({
    bookId: book,
    consignments: [
      { recipientId: kim.recipientId, quantity: 2 },
      { recipientId: lee.recipientId, quantity: 1 },
    ],
  });
  expect((await rows()).find(({ bookId }) => bookId === book)?.quantity).toBe(3);
  const placed = await place(await review([book]), { to: null });
  expect(placed.map(({ state, recipientName }) => [state, recipientName])).toEqual([
    ['ordered', '김민수'],
    ['ordered', 'Lee'],
  ]);
  expect(await stageOf(book)).toBe('ordered');
  // Placed once more, an order goes to whom it went, and not to whoever else has the book.
  const [toKim, toLee] = placed.map(({ orderUid }) => orderUid ?? '');
  const whose = ({ orders }: OrderReview) =>
    orders.map(({ recipient, lines }) => [recipient?.address.recipientName, lines[0]?.quantity]);
  expect(whose(await review([book], { again: [toKim ?? ''] }))).toEqual([['김민수', 2]]);
  expect(whose(await review([book], { again: [toKim ?? '', toLee ?? ''] }))).toHaveLength(2);
  await desk.handlers['orders.cancel']({ orderUids: [toLee ?? ''], reason: 'moved' });
  expect(await stageOf(book)).toBe('uploaded');
  expect(whose(await review([book], { again: [toKim ?? ''] }))).toEqual([['김민수', 2]]);
  const again = await review([book]);
  expect(again.orders.map(({ recipient, lines }) => [recipient?.address.recipientName, lines[0]?.quantity])).toEqual([
    ['Lee', 1],
  ]);
  expect(await place(again, { to: null })).toMatchObject([{ state: 'ordered', recipientName: 'Lee' }]);
  expect(await stageOf(book)).toBe('ordered');
  await expectMoneyAgrees();
});

it('a book that is ordered once more stays ordered when the second order is cancelled or cannot be paid', async () => {
  const [book = ''] = (await rows()).filter(({ stage }) => stage === 'ordered').map(({ bookId }) => bookId);
  await desk.handlers['recipients.assign']({ bookIds: [book], recipientId: kim.recipientId });
  const orderUidOf = async () => (await rows()).find(({ bookId }) => bookId === book)?.orderUid;
  const first = await orderUidOf();
  await desk.handlers['credit.charge']({ amount: 60_000 });
  const [again] = await place(await review([book]), { to: null });
  expect(again).toMatchObject({ state: 'ordered' });
  expect(await orderUidOf()).toBe(again?.orderUid);
  // Whoever ordered twice by mistake must not be offered the book a third time.
  await desk.handlers['orders.cancel']({ orderUids: [again?.orderUid ?? ''], reason: 'twice by mistake' });
  expect(await stageOf(book)).toBe('ordered');
  expect(await orderUidOf()).toBe(first);

  await desk.handlers['library.setQuantity']({ bookIds: [book], quantity: 100 });
  const short = await review([book]);
  expect(short.shortBy).toBeGreaterThan(0);
  expect(await place(short, { to: null })).toMatchObject([{ state: 'held' }]);
  expect(await stageOf(book)).toBe('ordered');
  expect(await uploaded()).not.toContain(book);
  await desk.handlers['library.setQuantity']({ bookIds: [book], quantity: 1 });
  await expectMoneyAgrees();
});

it('an address that is nowhere is asked for, and nothing is ordered without it', async () => {
  const [book = ''] = await uploaded();
  await desk.handlers['recipients.assign']({ bookIds: [book], recipientId: null });
  const { reviewId } = await review([book]);
  await expect(
    desk.handlers['orders.confirm']({ reviewId, address: null, onlyFitting: false, print: HOWEVER_IT_PRINTS }),
  ).rejects.toMatchObject({ code: 'ORDER_NEEDS_ADDRESS' });
  expect(await stageOf(book)).toBe('uploaded');
});

it('credit that covers a part of an order: its first books are ordered, the rest waits and is ordered once', async () => {
  const left = await uploaded();
  expect(left.length).toBeGreaterThan(1);
  await desk.handlers['recipients.assign']({ bookIds: left, recipientId: null });
  // As many copies of each as make the last of them too dear.
  const one = await review(left);
  const copies = Math.floor((one.creditNow / one.charge) * 1.6);
  await desk.handlers['library.setQuantity']({ bookIds: left, quantity: Math.max(2, copies) });
  const short = await review(left);
  expect(short.shortBy).toBeGreaterThan(0);
  expect(short.orders).toHaveLength(1);
  expect(short.fit.books).toBeGreaterThan(0);
  expect(short.fit.books).toBeLessThan(left.length);
  // Each sum of the sheet is of what its button would place.
  expect(short.saved).toBe(((left.length - 1) * SHIPPING * 11) / 10);
  expect(short.fit.saved).toBe(((short.fit.books - 1) * SHIPPING * 11) / 10);
  expect(short.orders[0]?.lines.map(({ fits }) => fits)).toEqual(left.map((_, at) => at < short.fit.books));
  const cut = await place(short, { onlyFitting: true });
  expect(cut.map(({ state, titles }) => [state, titles.length])).toEqual([
    ['ordered', short.fit.books],
    ['held', left.length - short.fit.books],
  ]);
  expect(cut[0]?.charge).toBe(short.fit.charge);
  expect((await uploaded()).length).toBe(left.length - short.fit.books);
  const rest = await review(await uploaded());
  await desk.handlers['credit.charge']({ amount: rest.shortBy });
  const placed = await place(await review(await uploaded()));
  expect(placed).toMatchObject([{ state: 'ordered' }]);
  expect(await uploaded()).toEqual([]);
  const orders = await bench.printHouse<unknown[]>('GET', '/orders');
  expect(
    new Set((await desk.handlers['orders.changes']({ since: null })).rows.map(({ orderUid }) => orderUid)).size,
  ).toBe(orders.length);
  await expectMoneyAgrees();
});

it('rows say whom a book goes to, and only those that another name bears on are told again', async () => {
  const [first = ''] = (await rows()).filter(({ stage }) => stage === 'ordered').map(({ bookId }) => bookId);
  await desk.handlers['recipients.assign']({ bookIds: [first], recipientId: lee.recipientId });
  let { mark } = await desk.handlers['library.changes']({ since: null });
  const told = async () => {
    const changes = await desk.handlers['library.changes']({ since: mark });
    ({ mark } = changes);
    return changes.rows.map(({ bookId, recipients }) => [bookId, recipients]);
  };
  await desk.handlers['recipients.save']({
    recipientId: lee.recipientId,
    address: { ...lee.address, recipientName: 'Lee Jiwon' },
    kind: 'customer',
  });
  expect(await told()).toContainEqual([first, ['Lee Jiwon']]);
  await desk.handlers['recipients.assign']({ bookIds: [first], recipientId: null });
  expect(await told()).toEqual([[first, []]]);
  expect((await desk.handlers['library.book']({ bookId: first }))?.recipients).toEqual([]);
});

it('a recipient that was taken out of the address book still gets what is to go there, and comes back with its address', async () => {
  const [book = ''] = (await rows()).filter(({ stage }) => stage === 'ordered').map(({ bookId }) => bookId);
  await desk.handlers['recipients.assign']({ bookIds: [book], recipientId: kim.recipientId });
  await desk.handlers['recipients.remove']({ recipientId: kim.recipientId });
  expect((await desk.handlers['recipients.list']({})).map(({ recipientId }) => recipientId)).not.toContain(
    kim.recipientId,
  );
  expect((await review([book])).orders.map(({ recipient }) => recipient?.address)).toEqual([kim.address]);
  const again = await save('김민수');
  expect(again.recipientId).toBe(kim.recipientId);
});

it('who was taken out of the address book is nowhere after a restart, unless a book goes there, and no order begins with the address', async () => {
  const last = await desk.handlers['orders.lastAddress']({});
  const typed = (await desk.handlers['recipients.list']({})).find(
    (one) => one.address.recipientName === last?.recipientName,
  );
  for (const { recipientId } of [typed, kim].filter((one) => one !== undefined))
    await desk.handlers['recipients.remove']({ recipientId });
  expect(await desk.handlers['orders.lastAddress']({})).toBeNull();
  await desk.close();
  desk = await bench.openDesk('recipients');
  await desk.connectBuiltIn(bench.service.hello);
  expect(await desk.handlers['orders.lastAddress']({})).toBeNull();
  expect((await save('김민수')).recipientId).toBe(kim.recipientId);
  expect(typed?.recipientId).toMatch(/^rcp_/);
  expect((await save(last?.recipientName ?? '')).recipientId).not.toBe(typed?.recipientId);
});
