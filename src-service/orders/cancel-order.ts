import { eq } from 'drizzle-orm';
import type { CreditReason } from '../../src-core/contract/credits.ts';
import type { Minor } from '../../src-core/contract/money.ts';
import type { Order } from '../../src-core/contract/orders.ts';
import {
  canMoveItem,
  canMoveOrder,
  ITEM_MOVES,
  ITEM_STATUS_AT,
  isCancelled,
  ORDER_MOVES,
  type OrderMove,
} from '../../src-core/orders/order-machine.ts';
import { itemCancelRefund } from '../../src-core/orders/order-price.ts';
import type { Caller, ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { postEntry } from '../credits/ledger.ts';
import { ServiceError } from '../service-error.ts';
import { orderItems } from '../store/schema.ts';
import { emitEvent } from '../webhooks/emit-event.ts';
import { findOrder } from './find-order.ts';
import { moveOrder, saveOrder } from './move-order.ts';
import { orderCancelled, orderItemCancelled } from './order-events.ts';
import { orderView, type OrderItemRow, type OrderRow } from './order-view.ts';
import { promoteOrders } from './promote-orders.ts';

const refused = (text: string) => new ServiceError('ERR_VALIDATION_FAILED', [text], { keep: true });

/** POST /orders/{orderUid}/cancel: full, immediate refund. Throws 400 as the specification says, also for a missing order. */
export async function cancelOrder(
  db: Db,
  context: ServiceContext,
  caller: Caller,
  orderUid: string,
  cancelReason: string,
): Promise<Order> {
  const order = await lockCancellable(db, caller, orderUid);
  return orderView(db, await closeOrder(db, context, order, 'cancel', cancelReason));
}

async function lockCancellable(db: Db, caller: Caller, orderUid: string): Promise<OrderRow> {
  const order = await findOrder(db, caller, orderUid, {
    lock: true,
    missing: () => refused(`주문을 찾을 수 없습니다: ${orderUid}`),
  });
  if (isCancelled(order.status)) throw refused('이미 취소된 주문입니다');
  if (!canMoveOrder(order, 'cancel'))
    throw refused(`PAID 또는 PDF_READY 상태의 주문만 취소할 수 있습니다 (현재: ${order.status})`);
  return order;
}

/** How the moves that close an order give back what is left of its charge; null: not at all. */
const REFUND_REASON = { cancel: 7, closeWithRefund: 8, closeWithoutRefund: null } as const satisfies Partial<
  Record<OrderMove, CreditReason | null>
>;

/** Ends a locked order with all its items, and gives back what the way of ending it gives back. */
export async function closeOrder(
  db: Db,
  context: ServiceContext,
  order: OrderRow,
  move: keyof typeof REFUND_REASON,
  cancelReason: string,
  at = new Date(context.clock.nowMs()),
): Promise<OrderRow> {
  const reason = REFUND_REASON[move];
  const refundMinor = reason === null ? 0n : order.chargedMinor - order.refundedMinor;
  if (reason !== null) await giveBack(db, order, reason, refundMinor, at);
  const closed = await moveOrder(db, order, move, ORDER_MOVES[move].to[0], at, {
    order: { refundedMinor: order.refundedMinor + refundMinor, closingRefundMinor: refundMinor, cancelReason },
    items: { closedWithOrder: true },
  });
  await emitEvent(db, context, orderCancelled(closed));
  return closed;
}

async function giveBack(db: Db, order: OrderRow, reason: CreditReason, amountMinor: Minor, at: Date): Promise<void> {
  if (amountMinor <= 0n) return;
  await postEntry(db, {
    accountUid: order.accountUid,
    environment: order.environment,
    reason,
    amountMinor,
    memo: `주문 취소 환불 ${order.orderUid}`,
    orderUid: order.orderUid,
    atMs: at.getTime(),
  });
}

/**
 * POST /orders/{orderUid}/items/{itemUid}/cancel: gives back what was paid less what the remaining items cost. The last
 * item cancelled cancels the order (contract-decisions, "Item cancel").
 */
export async function cancelItem(
  db: Db,
  context: ServiceContext,
  caller: Caller,
  orderUid: string,
  itemUid: string,
  cancelReason: string,
): Promise<Order> {
  const order = await lockCancellable(db, caller, orderUid);
  const items = await db.select().from(orderItems).where(eq(orderItems.orderUid, orderUid));
  const item = items.find((candidate) => candidate.itemUid === itemUid);
  if (!item) throw refused(`주문에 없는 항목입니다: ${itemUid}`);
  if (isCancelled(item.status)) throw refused('이미 취소된 항목입니다');
  if (!canMoveItem(order, item.status, 'cancel')) throw refused(`취소할 수 없는 항목입니다 (현재: ${item.status})`);
  const remaining = items.filter((other) => other.itemUid !== itemUid && !isCancelled(other.status));
  const at = new Date(context.clock.nowMs());
  if (remaining.length === 0) {
    const refundMinor = order.chargedMinor - order.refundedMinor;
    const status = ORDER_MOVES.cancel.to[0];
    await emitEvent(
      db,
      context,
      orderItemCancelled({ ...order, status }, { itemUid, refundMinor, isLast: true, cancelReason, at }),
    );
    return orderView(db, await closeOrder(db, context, order, ITEM_MOVES.cancel.carries, cancelReason, at));
  }
  const refundMinor = itemCancelRefund(
    order,
    remaining.map((other) => pricedItem(context, other)),
    context.contract,
  );
  await giveBack(db, order, 7, refundMinor, at);
  await db.update(orderItems).set({ status: ITEM_STATUS_AT.CANCELLED }).where(eq(orderItems.itemUid, itemUid));
  await saveOrder(db, order, { refundedMinor: order.refundedMinor + refundMinor }, at);
  // The item that others waited for may have been the one whose book is not rendered yet.
  await promoteOrders(db, context, [orderUid]);
  const left = await findOrder(db, caller, orderUid);
  await emitEvent(db, context, orderItemCancelled(left, { itemUid, refundMinor, isLast: false, cancelReason, at }));
  return orderView(db, left);
}

function pricedItem(context: ServiceContext, item: OrderItemRow) {
  return {
    unitPriceMinor: item.unitPriceMinor,
    quantity: item.quantity,
    booksPerBox: context.specs.get(item.bookSpecUid)?.booksPerBox ?? item.quantity,
  };
}
