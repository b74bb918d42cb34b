import { and, eq, exists, inArray, ne, notExists } from 'drizzle-orm';
import { BOOK_STATUS } from '../../src-core/contract/books.ts';
import { beginningOf, beginningOfItem, ITEM_STATUS_AT } from '../../src-core/orders/order-machine.ts';
import { requestRendering } from '../books/request-rendering.ts';
import type { ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { postEntry } from '../credits/ledger.ts';
import { books, orderItems, renderJobs } from '../store/schema.ts';
import { emitEvent } from '../webhooks/emit-event.ts';
import { lockOrder, moveOrder, requireMove } from './move-order.ts';
import { orderRestored } from './order-events.ts';
import type { OrderRow } from './order-view.ts';
import { holdUnrendered, promoteOrders, RENDERED } from './promote-orders.ts';

type BeginningMove = 'restore' | 'release' | 'resume';

/** What production wrote into an order: none of it holds for one that begins again. */
const NOT_YET = {
  printDay: null,
  confirmedAt: null,
  productionStartedAt: null,
  productionCompletedAt: null,
} as const satisfies Partial<OrderRow>;

/**
 * A cancelled order comes back as it stood when it was cancelled: an item that was cancelled by itself before stays so.
 * What the cancel gave back is charged again (reason 11); one that gave nothing back costs nothing.
 * Throws CreditTooLow when that is more than there is; nothing is changed then.
 */
export async function restoreOrder(db: Db, context: ServiceContext, orderUid: string): Promise<OrderRow> {
  const types = await holdBooksOf(db, orderUid);
  const order = await lockOrder(db, orderUid);
  requireMove(order, 'restore');
  const at = new Date(context.clock.nowMs());
  // An order that was cancelled before the two were told apart comes back whole.
  const isWhole = order.closingRefundMinor === null;
  const chargeMinor = order.closingRefundMinor ?? order.refundedMinor;
  if (chargeMinor > 0n) {
    const { accountUid, environment } = order;
    await postEntry(db, {
      accountUid,
      environment,
      reason: 11,
      amountMinor: chargeMinor,
      memo: `주문 복원 ${orderUid}`,
      orderUid,
      atMs: at.getTime(),
    });
  }
  await db
    .update(orderItems)
    .set({ status: ITEM_STATUS_AT.PAID, closedWithOrder: false })
    .where(and(eq(orderItems.orderUid, orderUid), isWhole ? undefined : eq(orderItems.closedWithOrder, true)));
  const restored = await begin(db, order, 'restore', types, at, {
    refundedMinor: order.refundedMinor - chargeMinor,
    closingRefundMinor: null,
    cancelReason: null,
    cancelledAt: null,
  });
  await emitEvent(db, context, orderRestored(restored, chargeMinor, at));
  return goOn(db, context, restored);
}

/** An order that the print house held back, or that failed, begins again. */
export async function beginAgain(
  db: Db,
  context: ServiceContext,
  orderUid: string,
  move: 'release' | 'resume',
): Promise<OrderRow> {
  const types = await holdBooksOf(db, orderUid);
  const order = await lockOrder(db, orderUid);
  return goOn(db, context, await begin(db, order, move, types, new Date(context.clock.nowMs())));
}

/** Creation types by bookUid, the books held where they are not rendered yet. */
async function holdBooksOf(db: Db, orderUid: string): Promise<ReadonlyMap<string, string>> {
  const ofOrder = db.select({ bookUid: orderItems.bookUid }).from(orderItems).where(eq(orderItems.orderUid, orderUid));
  const rows = await db.select().from(books).where(inArray(books.bookUid, ofOrder));
  await holdUnrendered(db, rows);
  return new Map(rows.map((book) => [book.bookUid, book.creationType]));
}

async function begin(
  db: Db,
  order: OrderRow,
  move: BeginningMove,
  types: ReadonlyMap<string, string>,
  at: Date,
  more: Partial<OrderRow> = {},
): Promise<OrderRow> {
  const goesOn = and(eq(orderItems.orderUid, order.orderUid), ne(orderItems.status, ITEM_STATUS_AT.CANCELLED));
  const items = await db.select({ bookUid: orderItems.bookUid }).from(orderItems).where(goesOn);
  const typeOf = (bookUid: string) => types.get(bookUid) ?? '';
  const began = await moveOrder(db, order, move, beginningOf(items.map((item) => typeOf(item.bookUid))), at, {
    order: { ...NOT_YET, ...more },
  });
  const readyBooks = [...types.keys()].filter((bookUid) => beginningOfItem(typeOf(bookUid)) === 'PDF_READY');
  if (readyBooks.length > 0)
    await db
      .update(orderItems)
      .set({ status: ITEM_STATUS_AT.PDF_READY })
      .where(and(goesOn, inArray(orderItems.bookUid, readyBooks)));
  return began;
}

/** What was rendered long ago is ready at once. */
async function goOn(db: Db, context: ServiceContext, order: OrderRow): Promise<OrderRow> {
  await renderDeletedBooks(db, context, order.orderUid);
  await promoteOrders(db, context, [order.orderUid]);
  return lockOrder(db, order.orderUid);
}

/**
 * A book that was deleted is not rendered once no order of it is on its way, and nobody can ask for its rendering any more: the
 * order asks itself. A finalized book whose rendering failed waits for its partner.
 */
async function renderDeletedBooks(db: Db, context: ServiceContext, orderUid: string): Promise<void> {
  const standing = db
    .select()
    .from(orderItems)
    .where(
      and(
        eq(orderItems.bookUid, books.bookUid),
        eq(orderItems.orderUid, orderUid),
        ne(orderItems.status, ITEM_STATUS_AT.CANCELLED),
      ),
    );
  const waiting = db
    .select()
    .from(renderJobs)
    .where(and(eq(renderJobs.bookUid, books.bookUid), eq(renderJobs.status, 'waiting')));
  const forgotten = await db
    .select({ bookUid: books.bookUid })
    .from(books)
    .where(
      and(
        exists(standing),
        notExists(waiting),
        eq(books.environment, 'live'),
        eq(books.status, BOOK_STATUS.deleted),
        ne(books.creationType, 'PDF_UPLOAD'),
        ne(books.pdfStatus, RENDERED),
      ),
    );
  for (const { bookUid } of forgotten) await requestRendering(db, context, bookUid);
}
