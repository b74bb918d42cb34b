import { getTableColumns, getTableName, is, sql, type SQL } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Environment, ServiceContext } from '../context.ts';
import { openCreditAccount, postEntry, postOpeningCredit, readBalance } from '../credits/ledger.ts';
import * as schema from '../store/schema.ts';
import { openOwnDatabase, type OwnDatabase } from '../store/testing/own-database.ts';
import { ServiceClock, systemIds } from '../system-clock.ts';
import { sandboxContents } from './sandbox-contents.ts';
import { EMPTIED, startOver } from './start-over.ts';

const AT = new Date('2026-05-03T01:00:00Z');
const ACCOUNT = 'u_studio';
const OTHER = 'u_personal';

/** Neither the Sandbox's nor Live's alone, or with a row of its own for each: what of it goes is told by a test of its own. */
const STAYS = [
  'accounts',
  'account_configs',
  'account_images',
  'api_keys',
  'credit_accounts',
  'ledger_entries',
  'notification_configs',
  'payment_orders',
  'rate_counters',
  'service_state',
  'simulated_payments',
  'webhook_configs',
];

const tables: readonly PgTable[] = Object.values(schema).filter((one) => is(one, PgTable));

let own: OwnDatabase;
let context: ServiceContext;
beforeAll(async () => {
  own = await openOwnDatabase();
  context = { db: own.database.db, clock: new ServiceClock(), ids: systemIds } as unknown as ServiceContext;
});
afterAll(() => own.close());
beforeEach(async () => {
  await context.db.execute(sql`alter table ledger_entries disable trigger user`);
  await context.db.execute(
    sql`truncate ${sql.join(
      tables.map((table) => sql`${table}`),
      sql`, `,
    )} cascade`,
  );
  await context.db.execute(sql`alter table ledger_entries enable trigger user`);
  for (const accountUid of [ACCOUNT, OTHER]) await anAccount(accountUid);
  for (const environment of ['sandbox', 'live'] as const) await workIn(environment);
  await context.db.insert(schema.serviceState).values({ name: 'clock-offset-ms', value: 5_000, updatedAt: AT });
  await context.db.insert(schema.rateCounters).values({ counter: 'reads', windowEndsAt: AT, calls: 3 });
});

async function anAccount(accountUid: string): Promise<void> {
  const { db } = context;
  await db.insert(schema.accounts).values({ accountUid, type: 'BUSINESS', name: '스튜디오', createdAt: AT });
  await db.insert(schema.accountConfigs).values({ accountUid, values: { logo: 1 }, createdAt: AT, updatedAt: AT });
  await db.insert(schema.notificationConfigs).values({ accountUid, enabled: true, channels: [], updatedAt: AT });
  await db.insert(schema.webhookConfigs).values({
    accountUid,
    webhookUrl: 'https://studio.test/hook',
    secretKey: 'whsec',
    isActive: true,
    createdAt: AT,
    updatedAt: AT,
  });
  for (const environment of ['sandbox', 'live'] as const) {
    await openCreditAccount(db, { accountUid, environment, createdAt: AT });
    await db.insert(schema.apiKeys).values({
      keyPrefix: `${environment}-${accountUid}`,
      accountUid,
      environment,
      secretSha256: 'aa',
      note: '',
      allowIps: [],
      createdAt: AT,
    });
  }
  await postOpeningCredit(db, accountUid, 1_000, AT.getTime());
}

/** A row of everything that an environment may hold. */
async function workIn(environment: Environment): Promise<void> {
  const { db } = context;
  const accountUid = ACCOUNT;
  const bookUid = `bk_${environment}`;
  const orderUid = `or_${environment}`;
  const at = { createdAt: AT, updatedAt: AT };
  await db.insert(schema.books).values({
    bookUid,
    accountUid,
    environment,
    title: '책',
    bookSpecUid: 'SQ',
    creationType: 'TEMPLATE',
    pageCount: 24,
    status: 2,
    ...at,
  });
  const file = { bookUid, sizeBytes: 9, blobKey: `blob-${environment}` };
  await db
    .insert(schema.bookPdfs)
    .values({ ...file, kind: 'cover', pdfPages: 1, widthMm: 1, heightMm: 1, uploadedAt: AT });
  await db.insert(schema.photos).values({
    ...file,
    fileName: 'a.jpg',
    originalName: 'a.jpg',
    mimeType: 'image/jpeg',
    md5: 'x',
    widthPx: 1,
    heightPx: 1,
    thumbnailBlobKey: 't',
    uploadedAt: AT,
  });
  await db
    .insert(schema.bookEntries)
    .values({ bookUid, part: 'cover', position: 0, templateUid: 't', values: {} as never, createdAt: AT });
  await db.insert(schema.renderJobs).values({ bookUid, status: 'waiting', attempts: 0, requestedAt: AT });
  await db.insert(schema.renderTurns).values({ accountUid, environment, begunAt: AT });
  await db.insert(schema.bookThumbnails).values({ bookUid, part: 'cover', page: 1, blobKey: 'b' });
  await db.insert(schema.orders).values({
    orderUid,
    accountUid,
    environment,
    status: 'PAID',
    productMinor: 1n,
    shippingMinor: 1n,
    packagingMinor: 1n,
    totalMinor: 3n,
    chargedMinor: 3n,
    refundedMinor: 0n,
    currency: 'KRW',
    recipientName: '홍길동',
    recipientPhone: '010',
    postalCode: '06236',
    address1: '서울',
    orderedAt: AT,
    ...at,
  });
  await db.insert(schema.orderItems).values({
    itemUid: `it_${environment}`,
    orderUid,
    position: 0,
    bookUid,
    bookTitle: '책',
    bookSpecUid: 'SQ',
    bookSpecName: 'SQ',
    quantity: 1,
    pageCount: 24,
    unitPriceMinor: 1n,
    itemMinor: 1n,
    status: 'PAID',
    createdAt: AT,
  });
  const entry = { accountUid, environment, memo: null, atMs: AT.getTime() };
  await postEntry(db, { ...entry, reason: 1, amountMinor: 50_000n, orderUid: null });
  await postEntry(db, { ...entry, reason: 3, amountMinor: 300n, orderUid });
  await db.insert(schema.idempotencyRecords).values({
    accountUid,
    environment,
    route: 'POST /orders',
    key: 'k',
    bodySha256: 'h',
    status: 201,
    body: '{}',
    createdAt: AT,
  });
  await db.insert(schema.notifications).values({
    notificationUid: `nt_${environment}`,
    accountUid,
    environment,
    channel: 'EMAIL' as never,
    recipient: 'a@b.test',
    content: '',
    status: 'SENT',
    createdAt: AT,
  });
  await db.insert(schema.webhookDeliveries).values({
    deliveryUid: `wd_${environment}`,
    eventUid: 'e',
    accountUid,
    environment,
    eventType: 'order.paid' as never,
    orderUid,
    body: '{}',
    isTestCall: false,
    status: 'PENDING',
    attemptCount: 0,
    nextAttemptAt: AT,
    ...at,
  });
  await db.insert(schema.accountImages).values({
    imageUid: `im_${environment}`,
    accountUid,
    name: '로고',
    originalName: 'l.png',
    mimeType: 'image/png',
    sizeBytes: 1,
    blobKey: 'b',
    ...at,
  });
  await db
    .insert(schema.paymentOrders)
    .values({ orderId: `po_${environment}`, gateway: 'g', accountUid, amountMinor: 1n, openedAt: AT });
  await db.insert(schema.simulatedPayments).values({
    paymentKey: `pk_${environment}`,
    orderId: 'po',
    amountMinor: 1n,
    outcome: 'approved',
    asked: 0,
    createdAt: AT,
  });
}

/** Whose rows of a table are the Sandbox's; false where none of them are its alone. */
function isSandbox(table: PgTable): SQL {
  const columns = Object.values(getTableColumns(table)).map(({ name }) => name);
  if (columns.includes('environment')) return sql`environment = 'sandbox'`;
  if (getTableName(table) === 'order_items') return sql`order_uid = 'or_sandbox'`;
  return columns.includes('book_uid') ? sql`book_uid = 'bk_sandbox'` : sql`false`;
}

/** Every row that is not the Sandbox's, as PostgreSQL writes it, with the place and the transaction that it was written at. */
async function liveRows(): Promise<Readonly<Record<string, unknown>>> {
  const found: Record<string, unknown> = {};
  for (const table of tables) {
    // How often it was started over is noted in a row of the service's own.
    const own = getTableName(table) === 'service_state' ? sql`name <> 'sandbox-started-over'` : sql`true`;
    const { rows } = await context.db.execute(
      sql`select t::text as row, ctid::text, xmin::text from ${table} t where not (${isSandbox(table)}) and ${own} order by 1`,
    );
    found[getTableName(table)] = rows;
  }
  return found;
}

const again = (startOverId: string, openingSandboxCredit = 1_000) =>
  startOver(context, { startOverId, openingSandboxCredit });

it('takes what the Sandbox holds, and touches no row of Live', async () => {
  const before = await liveRows();
  expect(Object.entries(before).filter(([, rows]) => (rows as unknown[]).length === 0)).toEqual([]);
  expect(await sandboxContents(context.db)).toEqual({ books: 1, orders: 1, creditMovements: 4 });
  expect(await again('first')).toBe(true);
  expect(await liveRows()).toEqual(before);
  for (const table of EMPTIED) {
    const { rows } = await context.db.execute(sql`select 1 from ${table} where ${isSandbox(table)}`);
    expect([getTableName(table), rows]).toEqual([getTableName(table), []]);
  }
  expect(await sandboxContents(context.db)).toEqual({ books: 0, orders: 0, creditMovements: 2 });
});

it('gives every account its opening credit anew, keeps its keys, and the ledger refuses changes as before', async () => {
  await again('first');
  for (const accountUid of [ACCOUNT, OTHER])
    expect((await readBalance(context.db, { accountUid, environment: 'sandbox' })).balance).toBe(1_000);
  expect((await readBalance(context.db, { accountUid: ACCOUNT, environment: 'live' })).balance).toBe(497);
  expect(await context.db.$count(schema.apiKeys)).toBe(4);
  await expect(context.db.execute(sql`delete from ledger_entries`)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('append-only') as string },
  });
});

it('is done once an id: what came since is not taken by a death that asks again', async () => {
  await again('first');
  await postOpeningCredit(context.db, ACCOUNT, 5, AT.getTime());
  expect(await again('first')).toBe(false);
  expect((await readBalance(context.db, { accountUid: ACCOUNT, environment: 'sandbox' })).balance).toBe(1_005);
  expect(await again('second', 0)).toBe(true);
  expect(await sandboxContents(context.db)).toEqual({ books: 0, orders: 0, creditMovements: 0 });
  expect(await again('first')).toBe(false);
});

it('is all or nothing, and its refusal of changes is back after a failure', async () => {
  // What refers to a book and is not known here keeps it.
  await context.db.execute(sql`create table later (book_uid text references books)`);
  await context.db.execute(sql`insert into later values ('bk_sandbox')`);
  await expect(again('first')).rejects.toThrow();
  expect(await sandboxContents(context.db)).toEqual({ books: 1, orders: 1, creditMovements: 4 });
  await expect(context.db.execute(sql`delete from ledger_entries`)).rejects.toThrow();
  await context.db.execute(sql`drop table later`);
  expect(await again('first')).toBe(true);
});

it('says of every table whether it is emptied: a new one has to be thought of', () => {
  expect([...EMPTIED.map(getTableName), ...STAYS].toSorted()).toEqual(tables.map(getTableName).toSorted());
});

it('finds what refers to a book or an order by an index: many thousands go within seconds', async () => {
  const { rows } = await context.db.execute(sql`
    select refers.conrelid::regclass::text as "table" from pg_constraint refers
    where refers.contype = 'f' and refers.confrelid in ('books'::regclass, 'orders'::regclass)
      and not exists (select 1 from pg_index held where held.indrelid = refers.conrelid and held.indkey[0] = refers.conkey[1])`);
  expect(rows).toEqual([]);
});
