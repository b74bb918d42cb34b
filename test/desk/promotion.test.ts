import { appendFile, cp, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Order, Shipping } from '../../src-core/contract/orders.ts';
import type { Input } from '../../src-core/ipc/contract.ts';
import type { PromotionLook } from '../../src-core/ipc/subjects/promotions.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { address, importFolder, openBench, until, uploadAll, type Bench } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';

const SANDBOX = 'builtin-sandbox';
const LIVE = 'builtin-live';
const KIM: Shipping = { ...address, recipientName: '김민수' };
const LEE: Shipping = { ...address, recipientName: 'Lee Seoyeon', address1: 'test street 1' };
const LEE_AT_HOME: Shipping = { ...LEE, address1: '부산 해운대구 센텀중앙로 97', postalCode: '48058' };

let bench: Bench;
let desk: Desk;
let folder: string;
/** Titles in the order in which they are ordered. */
let titles: readonly string[] = [];
let orderUids: readonly string[] = [];

/** Hangul lies on the disk as a Mac writes it. */
const placeOf = async (name: string) =>
  join(folder, (await readdir(folder)).find((one) => one.normalize('NFC') === name.normalize('NFC')) ?? name);
const rows = async () => (await desk.handlers['library.changes']({ since: null })).rows;
const idOf = async (title: string | undefined) => (await rows()).find((row) => row.title === title)?.bookId ?? '';
const activate = (connectionId: string) => desk.handlers['connections.activate']({ connectionId });
const inUse = () => desk.statusSnapshot().connection?.connectionId;
const promotions = () => desk.handlers['promotions.list']({});
const look = () => desk.handlers['promotions.look']({ orderUids: [...orderUids] });
const ordersAt = async () => (await desk.handlers['orders.changes']({ since: null })).rows;
/** As the service has it, without what no two orders have in common. */
async function shapeOf(orderUid: string | null) {
  const detail = await desk.handlers['orders.detail']({ orderUid: orderUid ?? '' });
  if (detail === null) throw new Error(`there is no order ${orderUid}`);
  const { recipientName, address1, items }: Order = detail.order;
  return { recipientName, address1, items: items.map(({ bookTitle, quantity }) => ({ bookTitle, quantity })) };
}
const asConfirmed = (
  seen: PromotionLook,
  more: Partial<Input<'promotions.start'>> = {},
): Input<'promotions.start'> => ({
  connectionId: LIVE,
  orderUids: [...orderUids],
  leaveOut: [],
  take: [],
  addresses: seen.addresses.map(({ key, address: to }) => ({ key, address: to })),
  again: false,
  print: HOWEVER_IT_PRINTS,
  ...more,
});
async function review(promotionId: string) {
  const answer = await desk.handlers['orders.review']({
    bookIds: [],
    together: true,
    apart: [],
    recipientId: null,
    promotionId,
  });
  if (!answer.ok) throw new Error(answer.problem.key);
  return answer.review;
}
async function confirm(reviewId: string, onlyFitting: boolean, to: Shipping | null = null) {
  const { runId } = await desk.handlers['orders.confirm']({
    reviewId,
    address: to,
    onlyFitting,
    print: HOWEVER_IT_PRINTS,
  });
  return until(
    () => desk.handlers['orders.run']({ runId, since: null }),
    ({ state }) => state === 'done',
    60_000,
  );
}

beforeAll(async () => {
  bench = await openBench(join(inject('deskTools'), 'desk/preflight-worker.js'), { credit: 3_000_000 });
  folder = join(bench.dir, 'samples');
  await cp(SAMPLES, folder, { recursive: true });
  desk = await bench.openDesk('promotion');
  await desk.connectBuiltIn(bench.service.hello);
  await importFolder(desk, folder);
  await uploadAll(desk);
  titles = (await rows()).flatMap(({ stage, title }) => (stage === 'uploaded' ? [title] : [])).slice(0, 5);
  const [both = '', second = '', alone = '', batch = '', gone = ''] = await Promise.all(titles.map(idOf));
  const save = (to: Shipping) => desk.handlers['recipients.save']({ recipientId: null, address: to, kind: 'customer' });
  const [kim, lee] = [await save(KIM), await save(LEE)];
  const consignments = [kim, lee].map(({ recipientId }, index) => ({ recipientId, quantity: index + 1 }));
  await desk.handlers['recipients.setForBook']({ bookId: both, consignments });
  await desk.handlers['recipients.assign']({ bookIds: [second, alone], recipientId: kim.recipientId });
  // Not as the library has them, and one on its own.
  const answer = await desk.handlers['orders.review']({
    bookIds: [second, both, alone, batch, gone],
    together: true,
    apart: [[alone]],
    recipientId: null,
  });
  if (!answer.ok) throw new Error(answer.problem.key);
  const run = await confirm(answer.review.reviewId, false, address);
  orderUids = run.rows.map(({ orderUid }) => orderUid ?? '');
});
afterAll(() => bench.close());

it('a proved batch is looked at with its groups, its addresses once each, and every file that is still the very same', async () => {
  const seen = await look();
  expect(seen.orders).toHaveLength(4);
  expect(seen.books.map(({ file }) => file)).toEqual(['same', 'same', 'same', 'same', 'same']);
  expect(seen.addresses.map(({ address: to, orders }) => [to.recipientName, orders]).toSorted()).toEqual(
    [
      ['Lee Seoyeon', 1],
      ['김민수', 2],
      ['홍길동', 1],
    ].toSorted(),
  );
  expect(seen.orders.flatMap(({ before }) => before)).toEqual([]);
  expect(seen.targets.map(({ connectionId }) => connectionId)).toEqual([LIVE]);
});

it('nothing goes while a file that changed or is gone, or an address, is undecided', async () => {
  const [, second = '', , , gone = ''] = titles;
  await appendFile(await placeOf(`${second}_contents.pdf`), '\n% saved again\n');
  await rename(await placeOf(`${gone}_cover.pdf`), join(folder, 'aside.tmp'));
  const seen = await look();
  const fileOf = new Map(seen.books.map(({ title, file }) => [title, file]));
  expect(titles.map((title) => fileOf.get(title))).toEqual(['same', 'changed', 'same', 'same', 'gone']);
  const start = (more: Partial<Input<'promotions.start'>>) =>
    desk.handlers['promotions.start'](asConfirmed(seen, more));
  const changed = seen.books.find(({ file }) => file === 'changed');
  const take = [{ bookId: changed?.bookId ?? '', bytes: changed?.bytes ?? '' }];
  const leaveOut = [await idOf(gone)];
  const undecided = { code: 'PROMOTION_UNDECIDED' };
  await expect(start({})).rejects.toMatchObject(undecided);
  await expect(start({ take })).rejects.toMatchObject(undecided);
  await expect(start({ leaveOut })).rejects.toMatchObject(undecided);
  await expect(
    start({ leaveOut, take: [{ ...take[0], bookId: take[0]?.bookId ?? '', bytes: 'a.b' }] }),
  ).rejects.toMatchObject(undecided);
  await expect(start({ take, leaveOut, addresses: [] })).rejects.toMatchObject(undecided);
  expect(inUse()).toBe(SANDBOX);
  expect(await promotions()).toEqual([]);
});

it('it goes on after a restart in the middle, and becomes the same orders in Live once its sum is confirmed', async () => {
  const seen = await look();
  const changed = seen.books.find(({ file }) => file === 'changed');
  const sandbox = await Promise.all(orderUids.map(shapeOf));
  await bench.fault({ kind: 'delay', method: 'POST', path: '/books/*/pdf-contents', times: 100, delayMs: 300 });
  await desk.handlers['promotions.start'](
    asConfirmed(seen, {
      leaveOut: [await idOf(titles[4])],
      take: [{ bookId: changed?.bookId ?? '', bytes: changed?.bytes ?? '' }],
      addresses: seen.addresses.map(({ key, address: to }) => ({
        key,
        address: to.recipientName === LEE.recipientName ? LEE_AT_HOME : to,
      })),
    }),
  );
  expect(inUse()).toBe(LIVE);
  await desk.close();
  desk = await bench.openDesk('promotion');
  await desk.connectBuiltIn(bench.service.hello);
  expect(inUse()).toBe(LIVE);
  expect(await promotions()).toMatchObject([{ orders: 4, connection: { isInUse: true } }]);
  const [ready] = await until(promotions, ([one]) => one?.state === 'ready', 60_000);
  expect(ready).toMatchObject({ uploaded: 4, troubles: [] });
  expect(await ordersAt(), 'nothing is ordered by itself').toEqual([]);

  expect(await desk.handlers['printHouse.topUp']({ amount: 60_000 })).toEqual({ ok: true });
  const first = await review(ready?.promotionId ?? '');
  expect(first.environment).toBe('live');
  expect(first.shortBy, 'the credit covers a part of it').toBeGreaterThan(0);
  expect(first.fit.books).toBeGreaterThan(0);
  await confirm(first.reviewId, true);
  const [rest] = await until(promotions, ([one]) => one !== undefined && one.state === 'ready');
  expect(rest?.orders).toBeLessThan(4);
  expect(await desk.handlers['printHouse.topUp']({ amount: 2_000_000 })).toEqual({ ok: true });
  await confirm((await review(rest?.promotionId ?? '')).reviewId, false);
  await until(promotions, (open) => open.length === 0);

  const live = await Promise.all((await ordersAt()).map(({ orderUid }) => shapeOf(orderUid)));
  const lines = (orders: readonly Awaited<ReturnType<typeof shapeOf>>[]) =>
    orders
      .flatMap(({ recipientName, address1, items }) =>
        items.map(({ bookTitle, quantity }) => `${recipientName} ${address1} ${bookTitle} ${quantity}`),
      )
      .toSorted();
  const expected = sandbox.map((order) => ({
    ...order,
    address1: order.recipientName === LEE.recipientName ? LEE_AT_HOME.address1 : order.address1,
    items: order.items.filter(({ bookTitle }) => bookTitle !== titles[4]),
  }));
  expect(lines(live)).toEqual(lines(expected));
  // Whom it goes to in Sandbox is as it was.
  const book = await desk.handlers['recipients.ofBook']({ bookId: await idOf(titles[0]) });
  expect(book.map(({ address: to }) => to.address1)).toEqual([KIM.address1, LEE.address1]);
});

it('the same batch once more says what was ordered, is left out unless it is wanted, and sends nothing again', async () => {
  await activate(SANDBOX);
  await rename(join(folder, 'aside.tmp'), join(folder, `${titles[4]}_cover.pdf`.normalize('NFD')));
  await desk.handlers['library.recheck']({ bookIds: [await idOf(titles[4])] });
  const seen = await look();
  expect(seen.orders.every(({ before }) => before.some(({ orderUid }) => orderUid !== null))).toBe(true);
  const changed = seen.books.find(({ file }) => file === 'changed');
  const take = [{ bookId: changed?.bookId ?? '', bytes: changed?.bytes ?? '' }];
  const leaveOut = [await idOf(titles[4])];
  await expect(desk.handlers['promotions.start'](asConfirmed(seen, { take, leaveOut }))).rejects.toMatchObject({
    code: 'PROMOTION_NOTHING',
  });
  const uploads = async () =>
    (await desk.handlers['activity.list']({})).filter(({ path }) => path.includes('/pdf-')).length;
  const before = await uploads();
  const started = desk.handlers['promotions.start'](asConfirmed(seen, { take, leaveOut, again: true }));
  const { promotionId } = await started;
  const [again] = await until(promotions, ([one]) => one?.state === 'ready');
  expect(again?.promotionId).toBe(promotionId);
  expect(await uploads()).toBe(before);
  const { orderedRecently, orders } = await review(promotionId);
  expect(orderedRecently.length).toBeGreaterThan(0);
  // The very groups, and the books in each of them as they stood.
  const wanted = seen.orders
    .map(({ items }) => items.filter(({ bookId }) => !leaveOut.includes(bookId)))
    .map((items) => items.map(({ bookId, quantity }) => ({ bookId, quantity })));
  expect(orders.map(({ lines }) => lines.map(({ bookId, quantity }) => ({ bookId, quantity })))).toEqual(wanted);
  await activate(SANDBOX);
  expect(
    (await look()).orders[0]?.before.some(({ orderUid }) => orderUid === null),
    'it is under way',
  ).toBe(true);
  await desk.handlers['promotions.drop']({ promotionId });
  expect(await promotions()).toEqual([]);
});

it('a book whose file changes after the agreement waits for a person, who takes it or leaves it out', async () => {
  const [both = ''] = titles;
  const seen = await look();
  const taken = seen.books.flatMap(({ bookId, bytes, file }) =>
    file === 'changed' && bytes !== null ? [{ bookId, bytes }] : [],
  );
  await appendFile(await placeOf(`${both}_contents.pdf`), '\n% and again\n');
  await expect(
    desk.handlers['promotions.start'](asConfirmed(seen, { take: taken, again: true })),
    'it is not what was looked at',
  ).rejects.toMatchObject({ code: 'PROMOTION_UNDECIDED' });
  const now = await look();
  const take = now.books.flatMap(({ bookId, bytes, file }) =>
    file === 'changed' && bytes !== null ? [{ bookId, bytes }] : [],
  );
  await desk.handlers['queue.pause']({ how: 'now' });
  const { promotionId } = await desk.handlers['promotions.start'](asConfirmed(now, { take, again: true }));
  await appendFile(await placeOf(`${both}_contents.pdf`), '\n% after the agreement\n');
  await desk.handlers['library.recheck']({ bookIds: [await idOf(both)] });
  const [waiting] = await until(promotions, ([one]) => one?.state === 'needsYou');
  expect(waiting?.troubles).toMatchObject([{ title: both, why: { key: 'desk.promotion.changed' }, canTake: true }]);
  await expect(review(promotionId)).rejects.toThrow('PROMOTION_NOT_READY');
  await desk.handlers['queue.resume']({});
  await desk.handlers['promotions.decide']({
    promotionId,
    bookIds: [await idOf(both)],
    take: true,
    print: HOWEVER_IT_PRINTS,
  });
  await until(promotions, ([one]) => one?.state === 'ready', 60_000);
  await desk.handlers['promotions.decide']({
    promotionId,
    bookIds: [await idOf(both)],
    take: false,
    print: HOWEVER_IT_PRINTS,
  });
  const { orders } = await review(promotionId);
  expect(orders.flatMap(({ lines }) => lines.map(({ title }) => title))).not.toContain(both);
});
