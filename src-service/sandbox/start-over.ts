import { eq, inArray, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { ServiceContext } from '../context.ts';
import { emptyLedger, postOpeningCredit } from '../credits/ledger.ts';
import type { Db } from '../store/db.ts';
import {
  accounts,
  bookEntries,
  bookPdfs,
  bookThumbnails,
  books,
  idempotencyRecords,
  notifications,
  orderItems,
  orders,
  photos,
  renderJobs,
  renderTurns,
  webhookDeliveries,
} from '../store/schema.ts';
import { readShared, writeShared, type SharedValue } from '../store/service-state.ts';

/** Which times of starting over were done: one that is asked for again, after a death, is none. */
const DONE: SharedValue<readonly string[]> = {
  name: 'sandbox-started-over',
  schema: z.array(z.string()),
  initial: [],
};

/** Rows without an environment of their own are their book's, or their order's. Those that refer stand before those that are referred to. */
const OF_BOOKS: readonly (PgTable & { readonly bookUid: AnyPgColumn })[] = [
  bookThumbnails,
  renderJobs,
  bookEntries,
  photos,
  bookPdfs,
];
const OF_THEMSELVES: readonly (PgTable & { readonly environment: AnyPgColumn })[] = [
  orders,
  books,
  renderTurns,
  webhookDeliveries,
  notifications,
  idempotencyRecords,
];

/** The tables of which the Sandbox's rows go, by name; its ledger is emptied beside them. */
export const EMPTIED: readonly PgTable[] = [orderItems, ...OF_BOOKS, ...OF_THEMSELVES];

/**
 * Takes everything out of the Sandbox that was made in it, and gives its accounts their opening credit anew, in one transaction: books with their
 * files and renderings, orders, the ledger, deliveries of webhooks, notifications, first answers. Accounts, keys, webhooks, pictures and settings of an
 * account are of both environments and stay, as do the print house's clock and its bad luck. Files that nobody refers to any more go with the sweep of blobs.
 *
 * `startOverId` makes it once: with one that was done before nothing happens. To be called before anybody is served: it waits for
 * nobody's call. Answers whether it did anything.
 */
export async function startOver(
  context: ServiceContext,
  { startOverId, openingSandboxCredit }: { readonly startOverId: string; readonly openingSandboxCredit: number },
): Promise<boolean> {
  return context.db.transaction(async (db) => {
    const done = await readShared(db, DONE);
    if (done.includes(startOverId)) return false;
    const inSandbox = (table: { readonly environment: AnyPgColumn }): SQL => eq(table.environment, 'sandbox');
    const sandboxOrders = db.select({ uid: orders.orderUid }).from(orders).where(inSandbox(orders));
    const sandboxBooks = db.select({ uid: books.bookUid }).from(books).where(inSandbox(books));
    await db.delete(orderItems).where(inArray(orderItems.orderUid, sandboxOrders));
    for (const table of OF_BOOKS) await db.delete(table).where(inArray(table.bookUid, sandboxBooks));
    for (const table of OF_THEMSELVES) await db.delete(table).where(inSandbox(table));
    await creditAnew(db, context, openingSandboxCredit);
    await writeShared(db, context, DONE, [...done, startOverId]);
    return true;
  });
}

async function creditAnew(db: Db, context: ServiceContext, openingSandboxCredit: number): Promise<void> {
  const atMs = context.clock.nowMs();
  await emptyLedger(db, 'sandbox', atMs);
  for (const { accountUid } of await db.select({ accountUid: accounts.accountUid }).from(accounts))
    await postOpeningCredit(db, accountUid, openingSandboxCredit, atMs);
}
