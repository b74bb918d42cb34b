import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  balanceOf,
  cancel,
  cancelItem,
  expectFailure,
  finalize,
  finalizedBook,
  HC_COVER,
  newBook,
  order,
  placedOrder,
  upload,
} from './journeys.ts';
import { LookedInto } from './looked-into.ts';
import { pdf } from './pdf.ts';
import { jpegOf, photoBook, sendPhoto } from './photographs.ts';
import { until } from './receiver.ts';
import { startReplicas, type Replica, type ReplicatedService } from './replicas.ts';

/** Rows that no call brings about: as an earlier version or an earlier day left them, and one that cannot be written. */
let service: ReplicatedService;
let database: LookedInto;
beforeAll(async () => {
  service = await startReplicas({ credit: 10_000_000 }, 1);
  database = await LookedInto.open(service);
}, 120_000);
afterAll(async () => {
  await database.close();
  await service.dispose();
});

it('an order that was cancelled before item cancels were told apart from it comes back whole, for all that was given back', async () => {
  const { sandbox } = service;
  const bookUid = await finalizedBook(sandbox);
  const before = await balanceOf(sandbox);
  const items = [1, 2].map((quantity) => ({ bookUid, quantity }));
  const placed = (await order(sandbox, items)).body.data;
  await cancelItem(sandbox, placed.orderUid, placed.items[0].itemUid);
  await cancel(sandbox, placed.orderUid);
  expect(await balanceOf(sandbox)).toBe(before);
  await database.rows('UPDATE orders SET closing_refund_minor = NULL WHERE order_uid = $1', [placed.orderUid]);
  await database.rows('UPDATE order_items SET closed_with_order = false WHERE order_uid = $1', [placed.orderUid]);
  const other = await placedOrder(sandbox, bookUid);
  await cancel(sandbox, other.orderUid);

  const restored = await service.printHouse('POST', `/orders/${placed.orderUid}/restore`);
  expect([restored.status, restored.body.data.orderStatus]).toEqual([200, 'PDF_READY']);
  const { refundAmount, items: now } = (await sandbox.get(`/orders/${placed.orderUid}`)).body.data;
  expect([refundAmount, ...now.map((item: { itemStatus: string }) => item.itemStatus)]).toEqual([
    null,
    'PDF_READY',
    'PDF_READY',
  ]);
  expect(before - (await balanceOf(sandbox))).toBe(placed.paidCreditAmount);
  expect((await sandbox.get(`/orders/${other.orderUid}`)).body.data.items[0].itemStatus).toBe('CANCELLED');
});

it('an order of which all was given back is cancelled, and nothing is booked', async () => {
  const { sandbox } = service;
  const { orderUid } = await placedOrder(sandbox, await finalizedBook(sandbox));
  await database.rows('UPDATE orders SET refunded_minor = charged_minor WHERE order_uid = $1', [orderUid]);
  const newest = async () => (await sandbox.get('/credits/transactions?limit=1')).body.data;
  const before = await newest();
  const cancelled = await cancel(sandbox, orderUid);
  expect([cancelled.status, cancelled.body.data.orderStatus]).toEqual([200, 'CANCELLED_REFUND']);
  expect(await newest()).toEqual(before);
});

it('a book of PDFs whose spec has other page counts by now is told so with its contents, and is not finalized with a page more', async () => {
  const { sandbox } = service;
  const bookUid = await newBook(sandbox);
  const hasPages = (count: number) =>
    database.rows('UPDATE books SET page_count = $2 WHERE book_uid = $1', [bookUid, count]);
  await hasPages(25);
  const cover = await upload(sandbox, bookUid, 'cover', HC_COVER);
  const contents = await upload(sandbox, bookUid, 'contents', pdf(25, 249, 254));
  expect([cover.body.data.warnings.length, contents.body.data.warnings.length]).toEqual([0, 1]);
  expectFailure(await finalize(sandbox, bookUid), 400, 'ERR_PAGECOUNT_INVALID');
  await hasPages(0);
  expectFailure(await finalize(sandbox, bookUid), 400, 'ERR_INSUFFICIENT_PAGES');
});

it('records of keys are taken away when they are a day old, and no sooner', async () => {
  const [replica] = service.replicas as [Replica];
  const bookUid = await finalizedBook(service.sandbox);
  const [old, young] = [randomUUID(), randomUUID()];
  for (const key of [old, young])
    expect((await order(service.sandbox, [{ bookUid, quantity: 1 }], key)).status).toBe(201);
  const AGED = 'UPDATE idempotency_records SET created_at = now() - $2::interval WHERE key = $1';
  await database.rows(AGED, [old, '24 hours 1 minute']);
  await database.rows(AGED, [young, '23 hours 50 minutes']);
  await replica.process().stop();
  await replica.startAgain();
  const kept = async () =>
    (await database.rows('SELECT key FROM idempotency_records WHERE key = ANY ($1)', [[old, young]])).map(
      ({ key }) => key,
    );
  await until(async () => !(await kept()).includes(old), 'the old record to be taken away');
  expect(await kept()).toEqual([young]);
});

it('an order whose charge cannot be booked is a failure of the service, and no lack of credit', async () => {
  const { sandbox } = service;
  const bookUid = await finalizedBook(sandbox);
  const state = async () => [(await sandbox.get('/orders?limit=1')).body.pagination.total, await balanceOf(sandbox)];
  const before = await state();
  await database.rows('ALTER TABLE ledger_entries ADD CONSTRAINT closed CHECK (false) NOT VALID');
  try {
    expectFailure(await order(sandbox, [{ bookUid, quantity: 1 }]), 500, 'ERR_INTERNAL_ERROR');
  } finally {
    await database.rows('ALTER TABLE ledger_entries DROP CONSTRAINT closed');
  }
  expect(await state()).toEqual(before);
});

it('photos that came in one moment are listed as they came: their names tell', async () => {
  const { sandbox } = service;
  const bookUid = await photoBook(sandbox);
  const names: string[] = [];
  for (const seed of [1, 2, 3]) names.push((await sendPhoto(sandbox, bookUid, await jpegOf(seed))).body.data.fileName);
  await database.rows('UPDATE photos SET uploaded_at = now() WHERE book_uid = $1', [bookUid]);
  const listed: { fileName: string }[] = (await sandbox.get(`/books/${bookUid}/photos`)).body.data;
  expect(listed.map(({ fileName }) => fileName)).toEqual(names);
});
