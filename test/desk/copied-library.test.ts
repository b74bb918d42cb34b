import { copyFile, cp, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Order } from '../../src-core/contract/orders.ts';
import { createDesk } from '../../src-main/desk/create-desk.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { noteRestored } from '../../src-node/backup/desk-copy.ts';
import { EACH_ON_ITS_OWN } from '../fixtures/order-plan.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import {
  address,
  depsOf,
  importFolder,
  openBench,
  orderAll,
  until,
  uploadAll,
  type Bench,
} from './support/desk-bench.ts';
import { CountedLine } from './support/counted-line.ts';
import { SAMPLES } from './support/samples.ts';

const SENT = 'Nordic summer';
const READY = 'Kim & Lee wedding';
const LEFT = '할머니 팔순';
const COPIES = [
  'copy',
  'copy one of whose orders fails',
  'copy that meets new states',
  'copy one of whose orders is gone',
];
const workerFile = join(inject('deskTools'), 'desk/preflight-worker.js');

let bench: Bench;
let line: CountedLine;
let restored: Desk;
let ordered: readonly (string | null)[];
/** The same orders whole, as the service told them. */
let whole: readonly Order[];

const rowsOf = async (desk: Desk) => (await desk.handlers['library.changes']({ since: null })).rows;
const stages = async (desk: Desk) =>
  Object.fromEntries((await rowsOf(desk)).map(({ title, stage }) => [title.normalize('NFC'), stage]));
const bookId = async (desk: Desk, title: string) =>
  (await rowsOf(desk)).find((row) => row.title.normalize('NFC') === title)?.bookId ?? '';

/** A library with one book that was sent and two that were not; what was ordered of it after it was copied. */
beforeAll(async () => {
  bench = await openBench(workerFile, { credit: 10_000_000 });
  line = await CountedLine.before(bench.service.hello.sandboxUrl);
  const desk = await bench.openDesk('desk');
  await desk.connectBuiltIn({ ...bench.service.hello, sandboxUrl: line.url });
  const folder = await mkdtemp(join(bench.dir, 'drop '));
  for (const stem of [SENT, READY, LEFT])
    for (const kind of ['cover', 'contents'])
      await copyFile(join(SAMPLES, `${stem}_${kind}.pdf`), join(folder, `${stem}_${kind}.pdf`));
  await importFolder(desk, folder);
  await until(
    () => rowsOf(desk),
    (all) => all.length === 3 && all.every(({ stage }) => stage === 'ready'),
  );
  await send(desk, [SENT]);
  const { recipientId } = await desk.handlers['recipients.save']({
    recipientId: null,
    address: { ...address, recipientName: 'Kim' },
    kind: 'customer',
  });
  await desk.handlers['recipients.setForBook']({
    bookId: await bookId(desk, READY),
    consignments: [{ recipientId, quantity: 2 }],
  });
  await desk.close();
  for (const name of COPIES) {
    await cp(join(bench.dir, 'desk'), join(bench.dir, name), { recursive: true });
    noteRestored(join(bench.dir, name, 'desk.db'));
  }

  const goesOn = await bench.openDesk('desk');
  await goesOn.connectBuiltIn({ ...bench.service.hello, sandboxUrl: line.url });
  await send(goesOn, [READY]);
  ordered = (await orderAll(goesOn)).run.rows.map(({ orderUid }) => orderUid);
  expect(ordered).toHaveLength(2);
  const details = ordered.map((orderUid) => goesOn.handlers['orders.detail']({ orderUid: orderUid ?? '' }));
  whole = (await Promise.all(details)).flatMap((detail) => detail?.order ?? []);
  expect(whole).toHaveLength(2);
  await goesOn.close();
});
afterAll(async () => {
  await restored?.close();
  await line?.close();
  await bench?.close();
});

async function send(desk: Desk, titles: readonly string[]): Promise<void> {
  const ids = await Promise.all(titles.map((title) => bookId(desk, title)));
  await desk.handlers['queue.upload']({ bookIds: ids, print: HOWEVER_IT_PRINTS });
  await uploadedOf(desk, titles);
}
const uploadedOf = (desk: Desk, titles: readonly string[]) =>
  until(
    () => stages(desk),
    (now) => titles.every((title) => now[title] === 'uploaded'),
  );

async function openCopy(name: string): Promise<Desk> {
  const folders = { workerFile, samplesFolder: join(bench.dir, 'samples'), secrets: bench.secrets };
  const desk = await createDesk(depsOf(join(bench.dir, name), folders));
  await desk.connectBuiltIn({ ...bench.service.hello, sandboxUrl: line.url });
  return desk;
}
const asked = { ...EACH_ON_ITS_OWN, bookIds: [] };
const orderOf = (title: string): Order => {
  const found = whole.find(({ items }) => items.some(({ bookTitle }) => bookTitle.normalize('NFC') === title));
  if (found === undefined) throw new Error(`no order of ${title}`);
  return found;
};

it('an order since the copy that cannot be read keeps the others from nobody, is named, and waits for a person’s word', async () => {
  const [{ orderUid }, other] = [orderOf(SENT), orderOf(READY)];
  // Another studio's of the same account.
  const strange = {
    ...{ ...other, orderUid: 'or_strange', externalRef: 'strange' },
    items: other.items.map((item) => ({ ...item, bookUid: 'bk_strange' })),
  };
  const told = (data: unknown, pagination = {}) => ({
    status: 200,
    body: { success: true, message: 'ok', data, pagination },
  });
  line.instead = ({ method, path }) => {
    if (path === `/v1/orders/${orderUid}`) return { status: 500, body: {} };
    if (path === `/v1/orders/${strange.orderUid}`) return told(strange);
    const isList = method === 'GET' && path === '/v1/orders';
    return isList ? told([strange, ...whole], { total: 3, limit: 100, offset: 0, hasNext: false }) : null;
  };
  const desk = await openCopy('copy one of whose orders fails');
  try {
    const refused = { ok: false, problem: { key: 'errors.ORDERS_SINCE_UNREAD', params: { orderUid, more: 0 } } };
    expect(await desk.handlers['orders.review'](asked)).toMatchObject(refused);
    expect(await desk.handlers['orders.review'](asked), 'and again').toMatchObject(refused);
    const isStrange = ({ path }: { readonly path: string }) => path.endsWith('_strange');
    const once = [`/v1/orders/or_strange`, `/v1/books/bk_strange`];
    expect(line.requests.filter(isStrange).map(({ path }) => path)).toEqual(once);
    expect(await stages(desk)).toMatchObject({ [SENT]: 'uploaded', [READY]: 'ordered' });
    await desk.handlers['orders.passOver']({ orderUids: [other.orderUid] });
    expect(await desk.handlers['orders.review'](asked), 'another one was passed over').toMatchObject(refused);
    await desk.handlers['orders.passOver']({ orderUids: [orderUid] });
    expect(await desk.handlers['orders.review'](asked)).toMatchObject({ ok: true });
  } finally {
    line.instead = () => null;
    await desk.close();
  }
});

it('an order since the copy in a state that nobody here knows is one of its books all the same', async () => {
  const news = (order: Order) => ({
    ...order,
    orderStatus: 'ON_HOLD',
    items: order.items.map((item) => ({ ...item, itemStatus: 'ON_HOLD' })),
  });
  line.instead = ({ method, path }) => {
    const data = path === '/v1/orders' ? whole.map(news) : whole.map(news).find((one) => path.endsWith(one.orderUid));
    const pagination = { total: 2, limit: 100, offset: 0, hasNext: false };
    return method === 'GET' && data !== undefined
      ? { status: 200, body: { success: true, message: 'ok', data, pagination } }
      : null;
  };
  const desk = await openCopy('copy that meets new states');
  try {
    expect(await desk.handlers['orders.review'](asked)).toMatchObject({ problem: { key: 'errors.REVIEW_EMPTY' } });
    expect(await stages(desk)).toEqual({ [SENT]: 'ordered', [READY]: 'ordered', [LEFT]: 'ready' });
  } finally {
    line.instead = () => null;
    await desk.close();
  }
});

it('an order since the copy that the service has no more is none', async () => {
  const { orderUid } = orderOf(SENT);
  const body = { success: false, message: 'no', errors: ['없습니다'], errorCode: 'ERR_NOT_FOUND' };
  line.instead = ({ path }) => (path === `/v1/orders/${orderUid}` ? { status: 404, body } : null);
  const desk = await openCopy('copy one of whose orders is gone');
  try {
    expect(await desk.handlers['orders.review'](asked)).toMatchObject({ ok: true });
    expect(await stages(desk)).toMatchObject({ [SENT]: 'uploaded', [READY]: 'ordered' });
  } finally {
    line.instead = () => null;
    await desk.close();
  }
});

it('orders nothing of a library that was copied before until the service has said what was ordered since', async () => {
  line.instead = ({ path }) => (path === '/v1/orders' ? { status: 500, body: {} } : null);
  restored = await openCopy('copy');
  expect(await restored.handlers['orders.review'](asked)).toMatchObject({ ok: false });
  line.instead = () => null;
  expect(await restored.handlers['orders.review'](asked)).toMatchObject({
    ok: false,
    problem: { key: 'errors.REVIEW_EMPTY' },
  });
});

it('has each book that was sent and ordered since as ordered, and the others as they were', async () => {
  expect(await stages(restored)).toEqual({ [SENT]: 'ordered', [READY]: 'ordered', [LEFT]: 'ready' });
  const { rows } = await restored.handlers['orders.changes']({ since: null });
  expect(rows.map(({ orderUid }) => orderUid).toSorted()).toEqual(ordered.toSorted());
  await restored.handlers['queue.resume']({});
  await uploadAll(restored);
  const { run } = await orderAll(restored);
  expect(run.rows.map(({ titles }) => titles)).toEqual([[LEFT]]);
  expect(await bench.printHouse<unknown[]>('GET', '/orders')).toHaveLength(3);
  expect(await restored.handlers['credit.reconciliation']({})).toMatchObject({ agrees: true });
});

it('takes back such an order as any other', async () => {
  const orderUids = ordered.flatMap((orderUid) => orderUid ?? []);
  const cancelled = await restored.handlers['orders.cancel']({ orderUids, reason: 'test' });
  expect(cancelled.map(({ ok }) => ok)).toEqual([true, true]);
  expect(await stages(restored)).toEqual({ [SENT]: 'uploaded', [READY]: 'uploaded', [LEFT]: 'ordered' });
});
