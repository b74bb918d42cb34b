import { and, eq, ne } from 'drizzle-orm';
import {
  canMoveItem,
  ITEM_MOVES,
  nextStep,
  ORDER_MOVES,
  type ProductionStep,
} from '../../src-core/orders/order-machine.ts';
import type { ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { lockOrder, moveOrder, requireMove, transitionInvalid } from '../orders/move-order.ts';
import {
  productionCompleted,
  productionConfirmed,
  productionStarted,
  shippingDelivered,
  shippingDeparted,
} from '../orders/order-events.ts';
import type { OrderRow } from '../orders/order-view.ts';
import { ServiceError } from '../service-error.ts';
import { orderItems } from '../store/schema.ts';
import { emitEvent } from '../webhooks/emit-event.ts';

export interface Tracking {
  readonly trackingNumber?: string | undefined;
  readonly trackingCarrier?: string | undefined;
}

/** The next step of production, whichever it is. Throws 400 ERR_ORDER_TRANSITION_INVALID where there is none. */
export async function advanceOrder(
  db: Db,
  context: ServiceContext,
  orderUid: string,
  tracking: Tracking,
): Promise<OrderRow> {
  const order = await lockOrder(db, orderUid);
  const step = nextStep(order);
  if (step === null)
    throw new ServiceError('ERR_ORDER_TRANSITION_INVALID', [`${order.status} 상태에서는 진행할 수 없습니다`]);
  return takeStep(db, context, order, step, new Date(context.clock.nowMs()), tracking);
}

/**
 * One step of production of a locked order, with its event. `at` is when it happened.
 * Throws 400 ERR_ORDER_TRANSITION_INVALID when the order is not there yet, or is a Sandbox order.
 */
export async function takeStep(
  db: Db,
  context: ServiceContext,
  order: OrderRow,
  step: ProductionStep,
  at: Date,
  tracking: Tracking = {},
): Promise<OrderRow> {
  requireMove(order, step);
  const to = ORDER_MOVES[step].to[0];
  switch (step) {
    case 'confirm': {
      const moved = await moveOrder(db, order, step, to, at, { order: { printDay: dayInKorea(at) } });
      await emitEvent(db, context, productionConfirmed(moved));
      return moved;
    }
    case 'start': {
      const moved = await moveOrder(db, order, step, to, at);
      await emitEvent(db, context, productionStarted(moved));
      return moved;
    }
    case 'complete': {
      const moved = await moveOrder(db, order, step, to, at);
      await emitEvent(db, context, productionCompleted(moved));
      return moved;
    }
    case 'ship': {
      const parcel = {
        trackingNumber: tracking.trackingNumber ?? trackingNumberAt(at),
        trackingCarrier: tracking.trackingCarrier ?? 'HANJIN',
      };
      const moved = await moveOrder(db, order, step, to, at, { order: parcel, items: { ...parcel, shippedAt: at } });
      for (const item of await goingItems(db, order.orderUid))
        await emitEvent(db, context, shippingDeparted(moved, item));
      return moved;
    }
    case 'deliver': {
      const moved = await moveOrder(db, order, step, to, at);
      await emitEvent(db, context, shippingDelivered(moved));
      return moved;
    }
  }
}

const goingItems = (db: Db, orderUid: string) =>
  db
    .select()
    .from(orderItems)
    .where(and(eq(orderItems.orderUid, orderUid), ne(orderItems.status, 'CANCELLED')))
    .orderBy(orderItems.position);

/** One item is made. With the last one the whole order is (service-facts 5.2). Throws 400 as `takeStep`, 404 for an item of another order. */
export async function completeItem(
  db: Db,
  context: ServiceContext,
  orderUid: string,
  itemUid: string,
): Promise<OrderRow> {
  const order = await lockOrder(db, orderUid);
  const [item] = await db
    .select()
    .from(orderItems)
    .where(and(eq(orderItems.orderUid, orderUid), eq(orderItems.itemUid, itemUid)));
  if (!item) throw new ServiceError('ERR_NOT_FOUND', ['주문 항목을 찾을 수 없습니다']);
  if (!canMoveItem(order, item.status, 'complete')) throw transitionInvalid(item.status, 'complete');
  const [completed] = ITEM_MOVES.complete.to;
  await db.update(orderItems).set({ status: completed }).where(eq(orderItems.itemUid, itemUid));
  const isWhole = (await goingItems(db, orderUid)).every((other) => other.status === completed);
  return isWhole ? takeStep(db, context, order, ITEM_MOVES.complete.carries, new Date(context.clock.nowMs())) : order;
}

/** Twelve digits, as carriers give them; the time they were given out makes them different. */
const trackingNumberAt = (at: Date): string => String(at.getTime()).padStart(12, '0').slice(-12);

const KOREA_OFFSET_MS = 9 * 60 * 60 * 1000;

/** The print house works by Korean days. */
const dayInKorea = (at: Date): string => new Date(at.getTime() + KOREA_OFFSET_MS).toISOString().slice(0, 10);
