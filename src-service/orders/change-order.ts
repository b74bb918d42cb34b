import type { Order, OrderStatus, PatchShippingBody } from '../../src-core/contract/orders.ts';
import { isShippingChangeable, moveTo } from '../../src-core/orders/order-machine.ts';
import type { Caller, ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { ruleText } from '../rule-texts.ts';
import { fieldsRefused, ServiceError } from '../service-error.ts';
import { closeOrder } from './cancel-order.ts';
import { findOrder } from './find-order.ts';
import { saveOrder, transitionInvalid } from './move-order.ts';
import { orderView } from './order-view.ts';

/** PATCH /orders/{orderUid}/shipping: possible until production starts. */
export async function changeShipping(
  db: Db,
  context: ServiceContext,
  caller: Caller,
  orderUid: string,
  body: PatchShippingBody,
): Promise<Order> {
  const order = await findOrder(db, caller, orderUid, { lock: true });
  if (!isShippingChangeable(order.status)) {
    throw new ServiceError('ERR_VALIDATION_FAILED', [
      `배송지는 제작 시작 전까지만 변경할 수 있습니다 (현재: ${order.status})`,
    ]);
  }
  return orderView(db, await saveOrder(db, order, body, new Date(context.clock.nowMs())));
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
  if (moveTo(order, to, 'partner') !== 'cancel') throw transitionInvalid(order.status, to);
  if (cancelReason === undefined) {
    throw fieldsRefused([{ field: 'cancelReason', message: ruleText('required'), constraint: 'required' }]);
  }
  return orderView(db, await closeOrder(db, context, order, 'cancel', cancelReason));
}
