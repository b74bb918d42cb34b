import { eq, inArray } from 'drizzle-orm';
import type { Order, OrderStatus } from '../../src-core/contract/orders.ts';
import { canMoveOrder, firstStatus, nextInProduction } from '../../src-core/orders/order-machine.ts';
import type { Db, ServiceContext } from '../context.ts';
import { postEntry } from '../credits/ledger.ts';
import { closeOrder, moveItems, restoreItems, saveOrder, transitionInvalid } from '../orders/change-order.ts';
import type { OrderRow } from '../orders/order-view.ts';
import { ServiceError } from '../service-error.ts';
import { books, orderItems, orders } from '../store/schema.ts';

async function lockOrder(db: Db, orderUid: string): Promise<OrderRow> {
  const [order] = await db.select().from(orders).where(eq(orders.orderUid, orderUid)).for('update');
  if (!order) throw new ServiceError('ERR_NOT_FOUND', ['주문을 찾을 수 없습니다']);
  return order;
}

/** One step of production. Sandbox orders are never produced (specification, "Base rules" 3). */
export async function advanceOrder(
  db: Db,
  context: ServiceContext,
  orderUid: string,
  tracking: { readonly trackingNumber?: string | undefined; readonly trackingCarrier?: string | undefined },
): Promise<Order> {
  const order = await lockOrder(db, orderUid);
  const to = order.environment === 'live' ? nextInProduction(order.status) : null;
  if (to === null) throw new ServiceError('ERR_ORDER_TRANSITION_INVALID', [`${order.status} 상태에서는 진행할 수 없습니다`]);
  const now = new Date(context.clock.nowMs());
  if (to !== 'SHIPPED') {
    const itemStatus = itemStatusAt(to);
    if (itemStatus !== null) await moveItems(db, orderUid, { status: itemStatus });
    return saveOrder(db, order, {
      status: to,
      updatedAt: now,
      ...(to === 'CONFIRMED' ? { printDay: dayInKorea(now) } : {}),
      ...(to === 'DELIVERED' ? { deliveredAt: now } : {}),
    });
  }
  const shipped = {
    status: to,
    trackingNumber: tracking.trackingNumber ?? String(context.clock.nowMs()).padStart(12, '0').slice(-12),
    trackingCarrier: tracking.trackingCarrier ?? 'HANJIN',
    shippedAt: now,
  };
  await moveItems(db, orderUid, shipped);
  return saveOrder(db, order, { ...shipped, updatedAt: now });
}

/** PRODUCTION_COMPLETE and DELIVERED are statuses of orders only: an item is COMPLETED, and stays SHIPPED (service-facts 5.1). */
function itemStatusAt(status: OrderStatus): OrderStatus | null {
  if (status === 'DELIVERED') return null;
  return status === 'PRODUCTION_COMPLETE' ? 'COMPLETED' : status;
}

const KOREA_OFFSET_MS = 9 * 60 * 60 * 1000;

/** The print house works by Korean days. */
const dayInKorea = (at: Date): string => new Date(at.getTime() + KOREA_OFFSET_MS).toISOString().slice(0, 10);

export async function cancelAsPrintHouse(db: Db, context: ServiceContext, orderUid: string, cancelReason: string, refund: boolean): Promise<Order> {
  const order = await lockOrder(db, orderUid);
  const status = refund ? 'CANCELLED_REFUND' : 'CANCELLED';
  if (!canMoveOrder(order.status, status, 'printHouse')) throw transitionInvalid(order.status, status);
  return closeOrder(db, context, order, { status, refundReason: refund ? 8 : null, cancelReason });
}

/** A cancelled order goes on where it began; what was given back is charged again (reason 11). */
export async function restoreOrder(db: Db, context: ServiceContext, orderUid: string): Promise<Order> {
  const order = await lockOrder(db, orderUid);
  if (!canMoveOrder(order.status, 'PAID', 'printHouse')) throw transitionInvalid(order.status, 'PAID');
  if (order.refundedMinor > 0n) {
    await postEntry(db, {
      accountUid: order.accountUid,
      environment: order.environment,
      reason: 11,
      amountMinor: order.refundedMinor,
      memo: `주문 복원 ${orderUid}`,
      orderUid,
      atMs: context.clock.nowMs(),
    });
  }
  const items = await db.select({ bookUid: orderItems.bookUid }).from(orderItems).where(eq(orderItems.orderUid, orderUid));
  const types = await db.select({ creationType: books.creationType }).from(books).where(inArray(books.bookUid, items.map((item) => item.bookUid)));
  const status = firstStatus(types.map((book) => book.creationType));
  await restoreItems(db, orderUid, status);
  return saveOrder(db, order, { status, refundedMinor: 0n, cancelReason: null, cancelledAt: null, updatedAt: new Date(context.clock.nowMs()) });
}
