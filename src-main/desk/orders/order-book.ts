import { and, eq, sql } from 'drizzle-orm';
import type { Order, OrderListItem, OrderStatus } from '../../../src-core/contract/orders.ts';
import { isBeginning, isCancelled } from '../../../src-core/orders/order-machine.ts';
import { deliveryOf, moveBooks, setDelivery } from '../store/book-stages.ts';
import { booksOnOrder, liveItems } from '../store/books-on-order.ts';
import { inList } from '../store/in-list.ts';
import type { Store } from '../store/open-store.ts';
import { orderEvents, orderIntentItems, orderIntents, orders } from '../store/schema.ts';
import { isOvertaken, noteTold } from './overtaken.ts';

export type StoredOrder = typeof orders.$inferSelect;

export type OrderNews = 'none' | 'new' | 'moved';

/** The list form of an order that was read whole. */
export function listItemOf(order: Order): OrderListItem {
  const {
    orderUid,
    accountUid,
    accountName,
    accountOrganizationName,
    orderType,
    externalRef,
    orderStatus,
    orderStatusDisplay,
    totalAmount,
    paidCreditAmount,
    paymentMethod,
    recipientName,
    isTest,
    orderedAt,
    createdAt,
  } = order;
  return {
    orderUid,
    accountUid,
    accountName,
    accountOrganizationName,
    orderType,
    externalRef,
    orderStatus,
    orderStatusDisplay,
    totalAmount,
    paidCreditAmount,
    paymentMethod,
    itemCount: order.items.length,
    recipientName,
    isTest,
    orderedAt,
    createdAt,
  };
}

export const findOrder = (db: Store, connectionId: string, orderUid: string): StoredOrder | null =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.connectionId, connectionId), eq(orders.orderUid, orderUid)))
    .get() ?? null;

/**
 * Brings what the desk knows of an order up to date; answers what was news of it: that it is there, or another status. `isOwnDoing`: the
 * operator caused it just now, so it is no news. `begunAt`: when it began to be read (`beginReading`), left out for the answer to something
 * that changed the order; what was overtaken since is not written down.
 */
export function keepOrder(
  db: Store,
  connectionId: string,
  news: { readonly item: OrderListItem; readonly detail?: Order },
  { nowMs, isOwnDoing, begunAt }: { readonly nowMs: number; readonly isOwnDoing: boolean; readonly begunAt?: number },
): OrderNews {
  const { item, detail } = news;
  if (begunAt !== undefined && isOvertaken(db, connectionId, item.orderUid, begunAt)) return 'none';
  const known = findOrder(db, connectionId, item.orderUid);
  const orderedAtMs = Date.parse(item.orderedAt);
  const hasMoved = known === null || known.status !== item.orderStatus;
  if (hasMoved || begunAt === undefined) noteTold(db, connectionId, item.orderUid);
  const status = { item, status: item.orderStatus, ...(detail === undefined ? {} : { detail }) };
  if (known === null) {
    db.insert(orders)
      .values({
        connectionId,
        orderUid: item.orderUid,
        ...status,
        statusSinceMs: orderedAtMs,
        foundAtMs: isBeginning(item.orderStatus) ? null : nowMs,
        changedAtMs: isOwnDoing ? null : nowMs,
        orderedAtMs,
      })
      .run();
  } else {
    db.update(orders)
      .set({
        ...status,
        ...(hasMoved
          ? { statusSinceMs: nowMs, foundAtMs: null, changedAtMs: isOwnDoing ? known.changedAtMs : nowMs }
          : {}),
      })
      .where(and(eq(orders.connectionId, connectionId), eq(orders.orderUid, item.orderUid)))
      .run();
  }
  // One that was met in the middle of its way was not there when it was ordered.
  const sinceMs = known === null && isBeginning(item.orderStatus) ? orderedAtMs : nowMs;
  if (hasMoved) addEvent(db, connectionId, item.orderUid, item.orderStatus, sinceMs);
  const isOut = isCancelled(item.orderStatus);
  // A sweep may have met an order as cancelled before its own intent knew that it is its order.
  if ((hasMoved || isOwnDoing) && (isOut || (known !== null && isCancelled(known.status))))
    setCancelled(db, connectionId, item.orderUid, isOut);
  // An order that goes on may have lost some of its books.
  if (!isOut && detail !== undefined && detail.items.some(({ itemStatus }) => isCancelled(itemStatus)))
    for (const isOf of [true, false])
      setCancelled(
        db,
        connectionId,
        item.orderUid,
        isOf,
        detail.items.filter(({ itemStatus }) => isCancelled(itemStatus) === isOf).map(({ bookUid }) => bookUid),
      );
  return known === null ? 'new' : hasMoved ? 'moved' : 'none';
}

function addEvent(db: Store, connectionId: string, orderUid: string, status: OrderStatus, sinceMs: number): void {
  db.insert(orderEvents).values({ connectionId, orderUid, status, sinceMs }).run();
}

/** Notes which books of an order were cancelled: those may be ordered again. `bookUids`: of those alone. */
function setCancelled(
  db: Store,
  connectionId: string,
  orderUid: string,
  isOut: boolean,
  bookUids: readonly string[] | null = null,
): void {
  const ofOrder = db
    .select({ intentId: orderIntents.intentId })
    .from(orderIntents)
    .where(and(eq(orderIntents.connectionId, connectionId), eq(orderIntents.orderUid, orderUid)));
  const moved = db
    .update(orderIntentItems)
    .set({ isCancelled: isOut })
    .where(
      and(
        sql`${orderIntentItems.intentId} in (${ofOrder})`,
        eq(orderIntentItems.isCancelled, !isOut),
        bookUids === null ? undefined : inList(orderIntentItems.bookUid, bookUids),
      ),
    )
    .returning({ bookId: orderIntentItems.bookId })
    .all();
  const bookIds = [...new Set(moved.map(({ bookId }) => bookId))];
  if (isOut) freeBooks(db, connectionId, orderUid, bookIds);
  else holdBooks(db, connectionId, orderUid, bookIds);
}

/** An order that the print house took up again prints its books: they are not to be ordered as if they were free. */
function holdBooks(db: Store, connectionId: string, orderUid: string, bookIds: readonly string[]): void {
  const live = liveItems(db, connectionId, bookIds);
  const onOrder = booksOnOrder(db, connectionId, bookIds, live);
  moveBooks(
    db,
    connectionId,
    bookIds.filter((bookId) => onOrder.has(bookId)),
    'orderPlaced',
  );
  for (const item of live)
    if (item.orderUid === orderUid && deliveryOf(db, connectionId, item.bookId)?.orderUid === null)
      setDelivery(db, connectionId, item.bookId, { orderUid, orderedAtMs: item.orderedAtMs });
}

/** What others get of a book stays ordered, and so does the book while all of them have it on order. */
function freeBooks(db: Store, connectionId: string, orderUid: string, bookIds: readonly string[]): void {
  const live = liveItems(db, connectionId, bookIds);
  const onOrder = booksOnOrder(db, connectionId, bookIds, live);
  moveBooks(
    db,
    connectionId,
    bookIds.filter((bookId) => !onOrder.has(bookId)),
    'orderCancelled',
  );
  for (const bookId of bookIds) {
    if (deliveryOf(db, connectionId, bookId)?.orderUid !== orderUid) continue;
    const other = live.find((item) => item.bookId === bookId);
    setDelivery(db, connectionId, bookId, {
      orderUid: other?.orderUid ?? null,
      orderedAtMs: other?.orderedAtMs ?? null,
    });
  }
}
