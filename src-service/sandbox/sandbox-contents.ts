import { eq } from 'drizzle-orm';
import type { SandboxContents } from '../../src-core/desk/start-over.ts';
import type { Db } from '../store/db.ts';
import { books, ledgerEntries, orders } from '../store/schema.ts';

/** How much of each there is in the Sandbox, of all accounts. */
export async function sandboxContents(db: Db): Promise<SandboxContents> {
  const [ofBooks, ofOrders, ofCredit] = await Promise.all([
    db.$count(books, eq(books.environment, 'sandbox')),
    db.$count(orders, eq(orders.environment, 'sandbox')),
    db.$count(ledgerEntries, eq(ledgerEntries.environment, 'sandbox')),
  ]);
  return { books: ofBooks, orders: ofOrders, creditMovements: ofCredit };
}
