import { and, eq, ne } from 'drizzle-orm';
import type { OrderStatus } from '../../src-core/contract/orders.ts';
import {
  canMoveOrder,
  ITEM_STATUS_AT,
  type OrderMove,
  type OrderOwnStatus,
} from '../../src-core/orders/order-machine.ts';
import type { Db } from '../store/db.ts';
import { ServiceError } from '../service-error.ts';
import { onlyRow } from '../store/only-row.ts';
import { orderItems, orders } from '../store/schema.ts';
import type { OrderItemRow, OrderRow } from './order-view.ts';

/** The column that says when an order came to a status. */
const TIME_OF = {
  CONFIRMED: 'confirmedAt',
  IN_PRODUCTION: 'productionStartedAt',
  PRODUCTION_COMPLETE: 'productionCompletedAt',
  SHIPPED: 'shippedAt',
  DELIVERED: 'deliveredAt',
  CANCELLED: 'cancelledAt',
  CANCELLED_REFUND: 'cancelledAt',
} as const satisfies Partial<Record<OrderOwnStatus, keyof OrderRow>>;
const timeOf: Partial<Record<OrderOwnStatus, keyof OrderRow>> = TIME_OF;

export const transitionInvalid = (from: OrderStatus, to: OrderStatus | OrderMove) =>
  new ServiceError('ERR_ORDER_TRANSITION_INVALID', [`${from} 상태에서는 변경할 수 없습니다: ${to}`]);

/** The order, its row held until the transaction ends. For the print house's side, which sees everybody's: 404 when there is none. */
export async function lockOrder(db: Db, orderUid: string): Promise<OrderRow> {
  const [order] = await db.select().from(orders).where(eq(orders.orderUid, orderUid)).for('update');
  if (!order) throw new ServiceError('ERR_NOT_FOUND', ['주문을 찾을 수 없습니다']);
  return order;
}

/** Throws 400 ERR_ORDER_TRANSITION_INVALID when the table does not have the move. */
export function requireMove(order: OrderRow, move: OrderMove): void {
  if (!canMoveOrder(order, move)) throw transitionInvalid(order.status, move);
}

/**
 * Takes a locked order and its items that are not cancelled to a status. The one way to do so: the table is asked here.
 * `at` is when it happened, which for automatic production is when it was due.
 */
export async function moveOrder(
  db: Db,
  order: OrderRow,
  move: OrderMove,
  to: OrderOwnStatus,
  at: Date,
  more: { readonly order?: Partial<OrderRow>; readonly items?: Partial<OrderItemRow> } = {},
): Promise<OrderRow> {
  requireMove(order, move);
  await db
    .update(orderItems)
    .set({ ...more.items, status: ITEM_STATUS_AT[to] })
    .where(and(eq(orderItems.orderUid, order.orderUid), ne(orderItems.status, 'CANCELLED')));
  const time = timeOf[to];
  return saveOrder(
    db,
    order,
    { ...more.order, ...(time === undefined ? {} : { [time]: at }), status: to, statusSince: at },
    at,
  );
}

/** Fields that are undefined stay as they are. */
export async function saveOrder(
  db: Db,
  order: OrderRow,
  changes: { [F in keyof OrderRow]?: OrderRow[F] | undefined },
  at: Date,
): Promise<OrderRow> {
  return onlyRow(
    await db
      .update(orders)
      .set({ ...changes, updatedAt: at })
      .where(eq(orders.orderUid, order.orderUid))
      .returning(),
  );
}
