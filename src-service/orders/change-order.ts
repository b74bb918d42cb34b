import { and, eq, ne } from 'drizzle-orm';
import type { CreditReason } from '../../src-core/contract/credits.ts';
import type { Order, OrderStatus, PatchShippingBody } from '../../src-core/contract/orders.ts';
import { canMoveOrder, isCancellable, isCancelled, isShippingChangeable } from '../../src-core/orders/order-machine.ts';
import { itemCancelRefund } from '../../src-core/orders/order-price.ts';
import type { Caller, Db, ServiceContext } from '../context.ts';
import { postEntry } from '../credits/ledger.ts';
import { ServiceError } from '../service-error.ts';
import { orderItems, orders } from '../store/schema.ts';
import { findOrder } from './find-order.ts';
import { orderView, type OrderItemRow, type OrderRow } from './order-view.ts';

const refused = (text: string) => new ServiceError('ERR_VALIDATION_FAILED', [text], { keep: true });

/** POST /orders/{orderUid}/cancel: full, immediate refund. Throws 400 as the specification says, also for a missing order. */
export async function cancelOrder(db: Db, context: ServiceContext, caller: Caller, orderUid: string, cancelReason: string): Promise<Order> {
  const order = await findOrder(db, caller, orderUid, { lock: true, missing: refused(`주문을 찾을 수 없습니다: ${orderUid}`) });
  refuseUncancellable(order);
  return closeOrder(db, context, order, { status: 'CANCELLED_REFUND', refundReason: 7, cancelReason });
}

function refuseUncancellable(order: OrderRow): void {
  if (isCancelled(order.status)) throw refused('이미 취소된 주문입니다');
  if (!isCancellable(order.status)) throw refused(`PAID 또는 PDF_READY 상태의 주문만 취소할 수 있습니다 (현재: ${order.status})`);
}

/** Ends an order and gives back what is left of its charge when a reason for the refund is given. */
export async function closeOrder(
  db: Db,
  context: ServiceContext,
  order: OrderRow,
  how: { readonly status: 'CANCELLED' | 'CANCELLED_REFUND'; readonly refundReason: CreditReason | null; readonly cancelReason: string },
): Promise<Order> {
  const nowMs = context.clock.nowMs();
  const amountMinor = how.refundReason === null ? 0n : order.chargedMinor - order.refundedMinor;
  if (how.refundReason !== null) await giveBack(db, order, how.refundReason, amountMinor, nowMs);
  // CANCELLED_REFUND is a status of orders only (service-facts 5.1).
  await moveItems(db, order.orderUid, { status: 'CANCELLED' });
  return saveOrder(db, order, {
    status: how.status,
    refundedMinor: order.refundedMinor + amountMinor,
    cancelReason: how.cancelReason,
    cancelledAt: new Date(nowMs),
    updatedAt: new Date(nowMs),
  });
}

async function giveBack(db: Db, order: OrderRow, reason: CreditReason, amountMinor: bigint, nowMs: number): Promise<void> {
  if (amountMinor <= 0n) return;
  await postEntry(db, {
    accountUid: order.accountUid,
    environment: order.environment,
    reason,
    amountMinor,
    memo: `주문 취소 환불 ${order.orderUid}`,
    orderUid: order.orderUid,
    atMs: nowMs,
  });
}

/** Fields that are undefined stay as they are. */
export async function saveOrder(db: Db, order: OrderRow, changes: { [F in keyof OrderRow]?: OrderRow[F] | undefined }): Promise<Order> {
  const [saved] = await db.update(orders).set(changes).where(eq(orders.orderUid, order.orderUid)).returning();
  if (!saved) throw new Error(`order ${order.orderUid} is gone`);
  return orderView(db, saved);
}

/** POST /orders/{orderUid}/items/{itemUid}/cancel: the last item cancelled cancels the order. */
export async function cancelItem(db: Db, context: ServiceContext, caller: Caller, orderUid: string, itemUid: string, cancelReason: string): Promise<Order> {
  const order = await findOrder(db, caller, orderUid, { lock: true, missing: refused(`주문을 찾을 수 없습니다: ${orderUid}`) });
  refuseUncancellable(order);
  const items = await db.select().from(orderItems).where(eq(orderItems.orderUid, orderUid));
  const item = items.find((candidate) => candidate.itemUid === itemUid);
  if (!item) throw refused(`주문에 없는 항목입니다: ${itemUid}`);
  if (isCancelled(item.status)) throw refused('이미 취소된 항목입니다');
  const remaining = items.filter((other) => other.itemUid !== itemUid && !isCancelled(other.status));
  if (remaining.length === 0) return closeOrder(db, context, order, { status: 'CANCELLED_REFUND', refundReason: 7, cancelReason });
  const nowMs = context.clock.nowMs();
  const refundMinor = itemCancelRefund(order, remaining.map((other) => pricedItem(context, other)), context.contract);
  await giveBack(db, order, 7, refundMinor, nowMs);
  await db.update(orderItems).set({ status: 'CANCELLED' }).where(eq(orderItems.itemUid, itemUid));
  return saveOrder(db, order, { refundedMinor: order.refundedMinor + refundMinor, updatedAt: new Date(nowMs) });
}

function pricedItem(context: ServiceContext, item: OrderItemRow) {
  return { unitPriceMinor: item.unitPriceMinor, quantity: item.quantity, booksPerBox: context.specs.get(item.bookSpecUid)?.booksPerBox ?? item.quantity };
}

/** PATCH /orders/{orderUid}/shipping: possible until production starts. */
export async function changeShipping(db: Db, context: ServiceContext, caller: Caller, orderUid: string, body: PatchShippingBody): Promise<Order> {
  const order = await findOrder(db, caller, orderUid, { lock: true });
  if (!isShippingChangeable(order.status)) {
    throw new ServiceError('ERR_VALIDATION_FAILED', [`배송지는 제작 시작 전까지만 변경할 수 있습니다 (현재: ${order.status})`]);
  }
  return saveOrder(db, order, { ...body, updatedAt: new Date(context.clock.nowMs()) });
}

/**
 * PATCH /orders/{orderUid}/status for a partner, who may only cancel.
 * Throws 400 ERR_ORDER_TRANSITION_INVALID for every other move.
 */
export async function changeStatusAsPartner(
  db: Db,
  context: ServiceContext,
  caller: Caller,
  orderUid: string,
  to: OrderStatus,
  cancelReason: string | undefined,
): Promise<Order> {
  const order = await findOrder(db, caller, orderUid, { lock: true });
  if (!canMoveOrder(order.status, to, 'partner')) throw transitionInvalid(order.status, to);
  if (cancelReason === undefined) {
    throw new ServiceError('ERR_VALIDATION_FAILED', ['cancelReason: 필수 항목입니다'], {
      fieldErrors: [{ field: 'cancelReason', message: '필수 항목입니다', constraint: 'required' }],
    });
  }
  return closeOrder(db, context, order, { status: 'CANCELLED_REFUND', refundReason: 7, cancelReason });
}

export const transitionInvalid = (from: OrderStatus, to: OrderStatus) =>
  new ServiceError('ERR_ORDER_TRANSITION_INVALID', [`${from}에서 ${to}(으)로 변경할 수 없습니다`]);

/** Gives every item that is not cancelled the order's new status. */
export async function moveItems(db: Db, orderUid: string, changes: Partial<OrderItemRow>): Promise<void> {
  await db
    .update(orderItems)
    .set(changes)
    .where(and(eq(orderItems.orderUid, orderUid), ne(orderItems.status, 'CANCELLED')));
}

/** Puts cancelled items back, for an order that is restored. */
export async function restoreItems(db: Db, orderUid: string, status: OrderStatus): Promise<void> {
  await db
    .update(orderItems)
    .set({ status })
    .where(and(eq(orderItems.orderUid, orderUid), eq(orderItems.status, 'CANCELLED')));
}
