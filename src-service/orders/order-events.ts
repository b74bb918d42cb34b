import { minorToNumber, type Minor } from '../../src-core/contract/money.ts';
import type { ServiceEvent } from '../webhooks/emit-event.ts';
import type { OrderItemRow, OrderRow } from './order-view.ts';

/**
 * The events of an order, one builder a kind, with the data fields of the specification's table ("Event kinds and data
 * fields"); the fields of the kinds that it does not show are contract-decisions' and service-facts 10.4's.
 * Each takes the order as the change left it. Amounts are in the account's currency.
 */
const event = (
  order: Pick<OrderRow, 'orderUid' | 'accountUid' | 'environment'>,
  type: ServiceEvent['type'],
  data: Record<string, unknown>,
): ServiceEvent => ({
  accountUid: order.accountUid,
  environment: order.environment,
  type,
  data: { order_uid: order.orderUid, ...data },
});

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** `order_status` is where creation put it: PAID, or PDF_READY where PAID is skipped. */
export const orderCreated = (
  order: Pick<OrderRow, 'orderUid' | 'accountUid' | 'environment' | 'status' | 'totalMinor' | 'orderedAt'>,
  itemCount: number,
): ServiceEvent =>
  event(order, 'order.created', {
    order_status: order.status,
    total_amount: minorToNumber(order.totalMinor),
    item_count: itemCount,
    ordered_at: iso(order.orderedAt),
  });

/** `refund_amount` is all that the order gave back, item cancels before included: the order's own refundAmount. */
export const orderCancelled = (order: OrderRow): ServiceEvent =>
  event(order, 'order.cancelled', {
    order_status: order.status,
    cancel_reason: order.cancelReason,
    refund_amount: minorToNumber(order.refundedMinor),
    cancelled_at: iso(order.cancelledAt),
  });

/** `refund_amount` is this item's alone. `full_cancel`: it was the last, order.cancelled follows. */
export const orderItemCancelled = (
  order: OrderRow,
  item: {
    readonly itemUid: string;
    readonly refundMinor: Minor;
    readonly isLast: boolean;
    readonly cancelReason: string;
    readonly at: Date;
  },
): ServiceEvent =>
  event(order, 'order.item_cancelled', {
    item_uid: item.itemUid,
    order_status: order.status,
    full_cancel: item.isLast,
    refund_amount: minorToNumber(item.refundMinor),
    cancel_reason: item.cancelReason,
    cancelled_at: iso(item.at),
  });

/** `charged_amount` is what was charged again, 0 when nothing had been given back. */
export const orderRestored = (order: OrderRow, chargedMinor: Minor, at: Date): ServiceEvent =>
  event(order, 'order.restored', {
    order_status: order.status,
    charged_amount: minorToNumber(chargedMinor),
    restored_at: iso(at),
  });

export const productionConfirmed = (order: OrderRow): ServiceEvent =>
  event(order, 'production.confirmed', {
    order_status: order.status,
    print_day: order.printDay,
    confirmed_at: iso(order.confirmedAt),
  });

export const productionStarted = (order: OrderRow): ServiceEvent =>
  event(order, 'production.started', {
    order_status: order.status,
    print_day: order.printDay,
    started_at: iso(order.productionStartedAt),
  });

export const productionCompleted = (order: OrderRow): ServiceEvent =>
  event(order, 'production.completed', { order_status: order.status, completed_at: iso(order.productionCompletedAt) });

/** One an item: each has its own tracking. */
export const shippingDeparted = (order: OrderRow, item: OrderItemRow): ServiceEvent =>
  event(order, 'shipping.departed', {
    item_uid: item.itemUid,
    tracking_number: item.trackingNumber,
    tracking_carrier: item.trackingCarrier,
    shipped_at: iso(item.shippedAt),
  });

export const shippingDelivered = (order: OrderRow): ServiceEvent =>
  event(order, 'shipping.delivered', { order_status: order.status, delivered_at: iso(order.deliveredAt) });
