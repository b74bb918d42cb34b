import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CONTRACTS } from '../../src-core/contract/profiles.ts';
import type { Caller, ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { openCreditAccount, postEntry } from '../credits/ledger.ts';
import { loadCatalogue } from '../specs/load-catalogue.ts';
import type { Database } from '../store/database.ts';
import { openOwnDatabase, type OwnDatabase } from '../store/testing/own-database.ts';
import { accounts, books, orders } from '../store/schema.ts';
import { ServiceClock, systemIds } from '../system-clock.ts';
import { restoreOrder } from './begin-again.ts';
import { cancelOrder } from './cancel-order.ts';
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

const statusOf = async (orderUid: string) =>
  (await database.db.select().from(orders).where(eq(orders.orderUid, orderUid)))[0]?.status;
const place = (db: Db, bookUid: string) =>
  placeOrder(db, context, caller, { items: [{ bookUid, quantity: 1 }], shipping });

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
