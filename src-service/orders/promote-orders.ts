import { and, asc, eq, exists, inArray, notExists, notInArray } from 'drizzle-orm';
import { ITEM_MOVES, ORDER_MOVES } from '../../src-core/orders/order-machine.ts';
import type { BookRow } from '../books/find-book.ts';
import type { ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { allEnded } from '../store/sent-ahead.ts';
import { books, orderItems, orders } from '../store/schema.ts';

/** A book's PDFs are there to be printed (specification, "pdfStatus"). */
export const RENDERED = 2;

/**
 * A book was rendered: the items of Live orders that wait for it become PDF_READY, and with the last of its items the
 * order (specification, "Book status"). Sandbox orders stay PAID. Answers how many orders became PDF_READY.
 *
 * Call it in the transaction that sets the book's pdfStatus to 2, after that. An order that begins meanwhile holds the
 * book (`holdUnrendered`): it is found here, or finds the 2 itself.
 */
export async function promoteRenderedOrders(
  db: Db,
  context: Pick<ServiceContext, 'clock'>,
  bookUid: string,
): Promise<number> {
  const waiting = await db
    .select({ orderUid: orders.orderUid })
    .from(orders)
    .where(
      and(
        eq(orders.environment, 'live'),
        inArray(orders.status, ORDER_MOVES.makeReady.from),
        exists(
          db
            .select()
            .from(orderItems)
            .where(and(eq(orderItems.orderUid, orders.orderUid), eq(orderItems.bookUid, bookUid))),
        ),
      ),
    )
    // One order for all who lock several.
    .orderBy(asc(orders.orderUid))
    .for('update');
  return promoteOrders(
    db,
    context,
    waiting.map((order) => order.orderUid),
  );
}

/**
 * Keeps the books that may come out of their rendering from doing so until the transaction ends. Books are held before
 * orders, as a rendering does it, so that the two never wait for each other; and alone, for a book that many shared would
 * never be free to be rendered. Rendered books are left to everybody: they stay so. Answers whether there were any to hold.
 */
export async function holdUnrendered(
  db: Db,
  among: readonly Pick<BookRow, 'bookUid' | 'environment' | 'pdfStatus'>[],
): Promise<boolean> {
  const waiting = among
    .filter((book) => book.environment === 'live' && book.pdfStatus !== RENDERED)
    .map((book) => book.bookUid);
  if (waiting.length === 0) return false;
  await db
    .select({ bookUid: books.bookUid })
    .from(books)
    .where(inArray(books.bookUid, waiting))
    .orderBy(asc(books.bookUid))
    .for('no key update');
  return true;
}

/** Whether `promoteOrders` could find anything to do for it. */
export const mayBePromoted = ({
  environment,
  status,
}: Pick<typeof orders.$inferSelect, 'environment' | 'status'>): boolean =>
  environment === 'live' && ORDER_MOVES.makeReady.from.some((from) => from === status);

/** As far as their books let them: Live orders in PAID, held by the caller. Answers how many became PDF_READY. */
export async function promoteOrders(
  db: Db,
  context: Pick<ServiceContext, 'clock'>,
  orderUids: readonly string[],
): Promise<number> {
  if (orderUids.length === 0) return 0;
  const [ready] = ORDER_MOVES.makeReady.to;
  const isWaiting = and(
    inArray(orders.orderUid, [...orderUids]),
    eq(orders.environment, 'live'),
    inArray(orders.status, ORDER_MOVES.makeReady.from),
  );
  const items = db
    .update(orderItems)
    .set({ status: ready })
    .where(
      and(
        inArray(orderItems.status, ITEM_MOVES.makeReady.from),
        inArray(orderItems.orderUid, db.select({ orderUid: orders.orderUid }).from(orders).where(isWaiting)),
        exists(
          db
            .select()
            .from(books)
            .where(and(eq(books.bookUid, orderItems.bookUid), eq(books.pdfStatus, RENDERED))),
        ),
      ),
    );
  const unready = db
    .select()
    .from(orderItems)
    .where(and(eq(orderItems.orderUid, orders.orderUid), notInArray(orderItems.status, [ready, 'CANCELLED'])));
  const now = new Date(context.clock.nowMs());
  const ofReadyItems = db
    .update(orders)
    .set({ status: ready, statusSince: now, updatedAt: now })
    .where(and(isWaiting, notExists(unready)))
    .returning({ orderUid: orders.orderUid });
  const [, promoted] = await allEnded(items.execute(), ofReadyItems.execute());
  return promoted.length;
}
