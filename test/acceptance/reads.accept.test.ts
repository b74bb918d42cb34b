import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectFailure, finalizedBook, HC_COVER, newBook, placedOrder, upload } from './journeys.ts';
import { LookedInto } from './looked-into.ts';
import { jpegOf, photoBook, sendPhoto } from './photographs.ts';
import { startReplicas, type ReplicatedService } from './replicas.ts';
import type { Answer, Host } from './service.ts';

/** Longer than a read takes. */
const ANSWERED_WITHIN_MS = 5_000;

let service: ReplicatedService;
let sandbox: Host;
let database: LookedInto;
beforeAll(async () => {
  service = await startReplicas({ credit: 1_000_000 }, 1);
  ({ sandbox } = service);
  database = await LookedInto.open(service);
}, 120_000);
afterAll(async () => {
  await database.close();
  await service.dispose();
});

/** What a call answers while somebody has a book or an order in hand; null: it waited for that. */
async function whileHeld(what: 'book' | 'order', uid: string, call: () => Promise<Answer>): Promise<number | null> {
  const HELD = `SELECT 1 FROM ${what}s WHERE ${what}_uid = $1 FOR UPDATE`;
  return database.underWay(HELD, [uid], () =>
    Promise.race([call().then(({ status }) => status), delay(ANSWERED_WITHIN_MS, null)]),
  );
}

it('a book is read while somebody else changes it', async () => {
  const bookUid = await finalizedBook(sandbox);
  expect(await whileHeld('book', bookUid, () => sandbox.get(`/books/${bookUid}`))).toBe(200);
  expect(await whileHeld('book', bookUid, () => sandbox.get(`/books/${bookUid}/pdf-cover`, { raw: true }))).toBe(200);
});

it('its photos too', async () => {
  const bookUid = await photoBook(sandbox);
  expect((await sendPhoto(sandbox, bookUid, await jpegOf(1))).status).toBe(201);
  expect(await whileHeld('book', bookUid, () => sandbox.get(`/books/${bookUid}/photos`))).toBe(200);
});

it('an order is read while somebody else changes it', async () => {
  const { orderUid } = await placedOrder(sandbox, await finalizedBook(sandbox));
  expect(await whileHeld('order', orderUid, () => sandbox.get(`/orders/${orderUid}`))).toBe(200);
});

it('an upload that the book does not take is refused while somebody else changes it', async () => {
  const bookUid = await newBook(sandbox);
  expect((await upload(sandbox, bookUid, 'cover', HC_COVER)).status).toBe(201);
  expect(await whileHeld('book', bookUid, () => upload(sandbox, bookUid, 'cover', HC_COVER))).toBe(409);
  const photo = await jpegOf(2);
  const finalized = await finalizedBook(sandbox);
  expect(await whileHeld('book', finalized, () => sendPhoto(sandbox, finalized, photo))).toBe(400);
});

it('a book that is said to be rendered, and of which there is no PDF, has lost its file: 500 ERR_PDF_FILE_MISSING', async () => {
  const bookUid = await photoBook(sandbox);
  await database.rows('UPDATE books SET status = 2, pdf_status = 2, finalized_at = now() WHERE book_uid = $1', [
    bookUid,
  ]);
  for (const kind of ['cover', 'contents'])
    expectFailure(await sandbox.get(`/books/${bookUid}/pdf-${kind}`), 500, 'ERR_PDF_FILE_MISSING');
});
