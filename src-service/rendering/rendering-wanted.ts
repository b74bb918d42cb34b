import { and, eq, notInArray } from 'drizzle-orm';
import { BOOK_STATUS } from '../../src-core/contract/books.ts';
import { isFinal, ORDER_OWN_STATUSES } from '../../src-core/orders/order-machine.ts';
import type { BookRow } from '../books/find-book.ts';
import type { Db } from '../store/db.ts';
import { orderItems, orders } from '../store/schema.ts';

/**
 * Whether the PDFs of a book are still called for: it is finalized, or it was deleted while a Live order of it is on its
 * way. Deleting blocks new actions on a book (specification, "Book status"); what was paid for is printed.
 */
export async function isRenderingWanted(db: Db, book: BookRow | undefined): Promise<boolean> {
  if (book === undefined || book.status === BOOK_STATUS.draft) return false;
  if (book.status === BOOK_STATUS.finalized) return true;
  const ended = ORDER_OWN_STATUSES.filter(isFinal);
  const [waiting] = await db
    .select({ orderUid: orders.orderUid })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderUid, orders.orderUid))
    .where(and(eq(orderItems.bookUid, book.bookUid), eq(orders.environment, 'live'), notInArray(orders.status, ended)))
    .limit(1);
  return waiting !== undefined;
}
