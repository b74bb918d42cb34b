import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTRACTS } from '../../src-core/contract/profiles.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { Caller, ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { openCreditAccount, postEntry } from '../credits/ledger.ts';
import { loadCatalogue } from '../specs/load-catalogue.ts';
import type { Database } from '../store/database.ts';
import { openOwnDatabase, type OwnDatabase } from '../store/testing/own-database.ts';
import { accounts, bookPdfs, books, orders, renderJobs } from '../store/schema.ts';
import { ServiceClock, systemIds } from '../system-clock.ts';
import { beginAgain, restoreOrder } from './begin-again.ts';
import { cancelItem, cancelOrder } from './cancel-order.ts';
import { placeOrder } from './place-order.ts';
import { promoteRenderedOrders } from './promote-orders.ts';

const caller: Caller = { accountUid: 'u_1', accountType: 'BUSINESS', environment: 'live', keyPrefix: 'SB0000000000' };
const shipping = { recipientName: '김하나', recipientPhone: '1', postalCode: '1', address1: '1' };

let own: OwnDatabase;
let database: Database;
let context: ServiceContext;

beforeAll(async () => {
  own = await openOwnDatabase();
  ({ database } = own);
  const specs = loadCatalogue(resolve(import.meta.dirname, '../../resources/catalogue/book-specs.json'));
  // Orders look at nothing else.
  const known: Partial<ServiceContext> = {
    db: database.db,
    clock: new ServiceClock(),
    ids: systemIds,
    contract: CONTRACTS.specified,
    specs,
  };
  context = known as ServiceContext;
  const createdAt = new Date(context.clock.nowMs());
  await database.db.insert(accounts).values({ accountUid: 'u_1', type: 'BUSINESS', name: 'A', createdAt });
  await openCreditAccount(database.db, { ...caller, createdAt });
  await postEntry(database.db, {
    ...caller,
    reason: 1,
    amountMinor: 100_000_000n,
    memo: null,
    orderUid: null,
    atMs: createdAt.getTime(),
  });
});
afterAll(() => own.close());

async function bookInRendering(bookUid: string): Promise<string> {
  const at = new Date(context.clock.nowMs());
  await database.db.insert(books).values({
    ...{
      bookUid,
      accountUid: 'u_1',
      environment: 'live',
      title: '책',
      bookSpecUid: 'SQUAREBOOK_HC',
      creationType: 'TEMPLATE',
      pageCount: 24,
    },
    ...{ status: 2, pdfStatus: 1, finalizedAt: at, createdAt: at, updatedAt: at },
  });
  return bookUid;
}

/** What the end of a rendering does to its book and the orders that wait. */
const endRendering = (bookUid: string) =>
  database.db.transaction(async (db) => {
    await db.update(books).set({ pdfStatus: 2 }).where(eq(books.bookUid, bookUid));
    return promoteRenderedOrders(db, context, bookUid);
  });

/** Longer than a transaction takes that waits for nobody. */
const LONG_MS = 400;

/** Ends the rendering while the order begins: after all of its work, before its commit. */
async function whileItBegins(bookUid: string, begin: (db: Db) => Promise<unknown>): Promise<void> {
  let rendering: Promise<number> | null = null;
  await database.db.transaction(async (db) => {
    await begin(db);
    rendering = endRendering(bookUid);
    await delay(LONG_MS);
  });
  await rendering;
}

/** A call that comes while a transaction is under way, and has waited for its end. */
async function behind<T>(change: (db: Db) => Promise<unknown>, call: () => Promise<T>): Promise<() => Promise<T>> {
  let called: Promise<T> | undefined;
  await database.db.transaction(async (db) => {
    await change(db);
    called = call();
    const waits = () => database.db.execute(sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`);
    await Promise.race([
      called.catch(() => {}),
      expect.poll(async () => (await waits()).rows.length, { timeout: 20_000 }).toBeGreaterThan(0),
    ]);
  });
  return () => called ?? Promise.reject(new Error('the call was never made'));
}

const statusOf = async (orderUid: string) =>
  (await database.db.select().from(orders).where(eq(orders.orderUid, orderUid)))[0]?.status;
const place = (db: Db, bookUid: string) =>
  placeOrder(db, context, caller, { items: [{ bookUid, quantity: 1 }], shipping }, new Set());

it('an order that is placed while its book comes out of its rendering is not forgotten', async () => {
  const bookUid = await bookInRendering('bk_1');
  let orderUid = '';
  await whileItBegins(bookUid, async (db) => {
    const placed = await place(db, bookUid);
    expect(placed.orderStatus).toBe('PAID');
    ({ orderUid } = placed);
  });
  expect(await statusOf(orderUid)).toBe('PDF_READY');
});

it('nor one that is restored meanwhile', async () => {
  const bookUid = await bookInRendering('bk_2');
  const { orderUid } = await database.db.transaction((db) => place(db, bookUid));
  await database.db.transaction((db) => cancelOrder(db, context, caller, orderUid, '변심'));
  await whileItBegins(bookUid, async (db) => expect((await restoreOrder(db, context, orderUid)).status).toBe('PAID'));
  expect(await statusOf(orderUid)).toBe('PDF_READY');
});

it('a cancel and the end of a rendering do not wait for each other for ever', async () => {
  const bookUid = await bookInRendering('bk_3');
  const placed = await Promise.all(
    Array.from({ length: 8 }, () => database.db.transaction((db) => place(db, bookUid))),
  );
  const cancels = placed.map(({ orderUid }) =>
    database.db.transaction((db) => cancelOrder(db, context, caller, orderUid, '변심')),
  );
  await Promise.all([endRendering(bookUid), ...cancels]);
  for (const { orderUid } of placed) expect(await statusOf(orderUid)).toBe('CANCELLED_REFUND');
});

describe('an order of a book that was deleted', () => {
  const setBook = (bookUid: string, to: Partial<typeof books.$inferInsert>, db: Db = database.db) =>
    db.update(books).set(to).where(eq(books.bookUid, bookUid));
  const jobsOf = async (bookUid: string) =>
    (await database.db.select().from(renderJobs).where(eq(renderJobs.bookUid, bookUid))).map(({ status }) => status);
  const cancelled = async (bookUid: string) => {
    const { orderUid } = await database.db.transaction((db) => place(db, bookUid));
    await database.db.transaction((db) => cancelOrder(db, context, caller, orderUid, '변심'));
    return orderUid;
  };
  const restore = (orderUid: string) => database.db.transaction((db) => restoreOrder(db, context, orderUid));

  it('asks for its rendering when it comes back, once, for nobody else can', async () => {
    const bookUid = await bookInRendering('bk_4');
    const orderUids = [await cancelled(bookUid), await cancelled(bookUid)];
    await setBook(bookUid, { status: 9 });
    for (const orderUid of orderUids) expect((await restore(orderUid)).status).toBe('PAID');
    expect(await jobsOf(bookUid)).toEqual(['waiting']);
    await endRendering(bookUid);
    for (const orderUid of orderUids) expect(await statusOf(orderUid)).toBe('PDF_READY');
  });

  it('asks anew when the print house releases it after the rendering failed', async () => {
    const bookUid = await bookInRendering('bk_5');
    const { orderUid } = await database.db.transaction((db) => place(db, bookUid));
    await setBook(bookUid, { status: 9, pdfStatus: 9 });
    await database.db.update(orders).set({ status: 'PAID_AWAITING_CONTENT' }).where(eq(orders.orderUid, orderUid));
    await database.db.transaction((db) => beginAgain(db, context, orderUid, 'release'));
    expect(await jobsOf(bookUid)).toEqual(['waiting']);
  });

  it('leaves a book alone that its partner can have rendered, and one of an item that stays cancelled', async () => {
    const failed = await bookInRendering('bk_6');
    const orderUid = await cancelled(failed);
    await setBook(failed, { pdfStatus: 9 });
    await restore(orderUid);
    expect(await jobsOf(failed)).toEqual([]);
    const [kept, left] = [await bookInRendering('bk_7'), await bookInRendering('bk_8')];
    const lines = [kept, left].map((bookUid) => ({ bookUid, quantity: 1 }));
    const placed = await database.db.transaction((db) =>
      placeOrder(db, context, caller, { items: lines, shipping }, new Set()),
    );
    const itemUid = placed.items[1]?.itemUid ?? '';
    await database.db.transaction((db) => cancelItem(db, context, caller, placed.orderUid, itemUid, '변심'));
    await database.db.transaction((db) => cancelOrder(db, context, caller, placed.orderUid, '변심'));
    for (const bookUid of [kept, left]) await setBook(bookUid, { status: 9 });
    await restore(placed.orderUid);
    expect([await jobsOf(kept), await jobsOf(left)]).toEqual([['waiting'], []]);
  });

  it('is refused, also when it waited for the deletion', async () => {
    const bookUid = await bookInRendering('bk_9');
    const placing = await behind(
      (db) => setBook(bookUid, { status: 9 }, db),
      () => database.db.transaction((db) => place(db, bookUid)),
    );
    await expect(placing()).rejects.toThrow('ERR_VALIDATION_FAILED');
  });

  it('is refused, also when it was deleted while its files were read', async () => {
    const bookUid = await bookInRendering('bk_10');
    await setBook(bookUid, { pdfStatus: 2 });
    const blobKey = createHash('sha256').update('').digest('hex');
    const pdf = { bookUid, blobKey, sizeBytes: 0, pdfPages: 1, widthMm: 1, heightMm: 1, uploadedAt: new Date(0) };
    await database.db.insert(bookPdfs).values({ ...pdf, kind: 'cover' });
    const open = async () => {
      await setBook(bookUid, { status: 9 });
      return { sizeBytes: 0, content: Readable.from([]) };
    };
    const reading = { ...context, blobs: { open } as Partial<Blobs> as Blobs };
    const items = [{ bookUid, quantity: 1 }];
    await expect(
      database.db.transaction((db) => placeOrder(db, reading, caller, { items, shipping }, new Set())),
    ).rejects.toThrow('ERR_VALIDATION_FAILED');
  });
});

it('an order of an account that is closed meanwhile is refused', async () => {
  const bookUid = await bookInRendering('bk_11');
  const closing = (closedAt: Date | null) => (db: Db) => db.update(accounts).set({ closedAt });
  const placing = await behind(
    async (db) => {
      await db.select().from(accounts).for('update');
      await closing(new Date(0))(db);
    },
    () => database.db.transaction((db) => place(db, bookUid)),
  );
  await expect(placing()).rejects.toThrow('ERR_UNAUTHORIZED');
  await closing(null)(database.db);
});
