import { and, eq } from 'drizzle-orm';
import type { Order, OrderListItem, OrderStatus } from '../../../src-core/contract/orders.ts';
import { isCancelled } from '../../../src-core/orders/order-machine.ts';
import { moveBook, setDelivery } from '../store/book-stages.ts';
import type { Store } from '../store/open-store.ts';
import { deliveries, orderEvents, orders } from '../store/schema.ts';

export type StoredOrder = typeof orders.$inferSelect;

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
 * Brings what the desk knows of an order up to date; answers whether it was new or its status another. `isOwnDoing`: the
 * operator caused it just now, so it is no news.
 */
export function keepOrder(
  db: Store,
  connectionId: string,
  news: { readonly item: OrderListItem; readonly detail?: Order },
  { nowMs, isOwnDoing }: { readonly nowMs: number; readonly isOwnDoing: boolean },
): boolean {
  const { item, detail } = news;
  const known = findOrder(db, connectionId, item.orderUid);
  const orderedAtMs = Date.parse(item.orderedAt);
  const hasMoved = known === null || known.status !== item.orderStatus;
  const status = { item, status: item.orderStatus, ...(detail === undefined ? {} : { detail }) };
  if (known === null) {
    db.insert(orders)
      .values({
        connectionId,
        orderUid: item.orderUid,
        ...status,
        statusSinceMs: orderedAtMs,
        changedAtMs: isOwnDoing ? null : nowMs,
        orderedAtMs,
      })
      .run();
  } else {
    db.update(orders)
      .set({
        ...status,
        ...(hasMoved ? { statusSinceMs: nowMs, changedAtMs: isOwnDoing ? known.changedAtMs : nowMs } : {}),
      })
      .where(and(eq(orders.connectionId, connectionId), eq(orders.orderUid, item.orderUid)))
      .run();
  }
  if (hasMoved) {
    addEvent(db, connectionId, item.orderUid, item.orderStatus, known === null ? orderedAtMs : nowMs);
    if (isCancelled(item.orderStatus)) freeBook(db, connectionId, item.orderUid);
  }
  return hasMoved;
}

function addEvent(db: Store, connectionId: string, orderUid: string, status: OrderStatus, sinceMs: number): void {
  db.insert(orderEvents).values({ connectionId, orderUid, status, sinceMs }).run();
}

/** The book of a cancelled order may be ordered again. */
function freeBook(db: Store, connectionId: string, orderUid: string): void {
  const held = db
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.connectionId, connectionId), eq(deliveries.orderUid, orderUid)))
    .all();
  for (const { bookId } of held) {
    moveBook(db, connectionId, bookId, 'orderCancelled');
    setDelivery(db, connectionId, bookId, { orderUid: null, orderedAtMs: null });
  }
}
