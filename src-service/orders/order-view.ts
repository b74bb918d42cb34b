import { asc, eq } from 'drizzle-orm';
import { minorToNumber } from '../../src-core/contract/money.ts';
import type { Order, OrderListItem } from '../../src-core/contract/orders.ts';
import { isCancelled, orderStatusDisplay } from '../../src-core/orders/order-machine.ts';
import type { Db } from '../store/db.ts';
import { onlyRow } from '../store/only-row.ts';
import { type orders, accounts, orderItems } from '../store/schema.ts';

export type OrderRow = typeof orders.$inferSelect;
export type OrderItemRow = typeof orderItems.$inferSelect;

const iso = (at: Date | null) => at?.toISOString() ?? null;

export type Owner = Pick<typeof accounts.$inferSelect, 'name' | 'organizationName'>;
export const OWNER = { name: accounts.name, organizationName: accounts.organizationName };

/** One order as the wire gives it. */
export async function orderView(db: Db, order: OrderRow): Promise<Order> {
  const rows = await db
    .select({ item: orderItems, owner: OWNER })
    .from(orderItems)
    .innerJoin(accounts, eq(accounts.accountUid, order.accountUid))
    .where(eq(orderItems.orderUid, order.orderUid))
    .orderBy(asc(orderItems.position));
  return viewOf(
    order,
    rows.map(({ item }) => item),
    onlyRow(rows).owner,
    null,
  );
}

export const ownerOf = async (db: Db, accountUid: string): Promise<Owner> =>
  onlyRow(await db.select(OWNER).from(accounts).where(eq(accounts.accountUid, accountUid)));

/** The same with its items, in their order; `creditBalanceAfter` is told by the call that charged alone. */
export function viewOf(
  order: OrderRow,
  items: readonly OrderItemRow[],
  account: Owner,
  creditBalanceAfter: number | null,
): Order {
  return {
    orderUid: order.orderUid,
    accountUid: order.accountUid,
    accountName: account.name,
    accountOrganizationName: account.organizationName,
    orderType: 'NORMAL',
    externalRef: order.externalRef,
    orderStatus: order.status,
    orderStatusDisplay: orderStatusDisplay(order.status),
    isTest: order.environment === 'sandbox',
    totalProductAmount: minorToNumber(order.productMinor),
    totalShippingFee: minorToNumber(order.shippingMinor),
    totalPackagingFee: minorToNumber(order.packagingMinor),
    totalAmount: minorToNumber(order.totalMinor),
    paidCreditAmount: minorToNumber(order.chargedMinor),
    paymentMethod: 'CREDIT',
    creditBalanceAfter,
    recipientName: order.recipientName,
    recipientPhone: order.recipientPhone,
    postalCode: order.postalCode,
    address1: order.address1,
    address2: order.address2,
    shippingMemo: order.shippingMemo,
    trackingNumber: order.trackingNumber,
    trackingCarrier: order.trackingCarrier,
    cancelReason: order.cancelReason,
    refundAmount: isCancelled(order.status) || order.refundedMinor > 0n ? minorToNumber(order.refundedMinor) : null,
    orderedAt: order.orderedAt.toISOString(),
    paidAt: iso(order.paidAt),
    cancelledAt: iso(order.cancelledAt),
    shippedAt: iso(order.shippedAt),
    deliveredAt: iso(order.deliveredAt),
    createdAt: order.createdAt.toISOString(),
    items: items.map((item) => ({
      itemUid: item.itemUid,
      bookUid: item.bookUid,
      bookTitle: item.bookTitle,
      bookSpecUid: item.bookSpecUid,
      bookSpecName: item.bookSpecName,
      quantity: item.quantity,
      pageCount: item.pageCount,
      unitPrice: minorToNumber(item.unitPriceMinor),
      itemAmount: minorToNumber(item.itemMinor),
      itemStatus: item.status,
      itemStatusDisplay: orderStatusDisplay(item.status),
      trackingNumber: item.trackingNumber,
      trackingCarrier: item.trackingCarrier,
      shippedAt: iso(item.shippedAt),
      createdAt: item.createdAt.toISOString(),
    })),
  };
}

/** What of an order stands in a list. */
export const LISTED = [
  'orderUid',
  'accountUid',
  'externalRef',
  'status',
  'totalMinor',
  'chargedMinor',
  'recipientName',
  'environment',
  'orderedAt',
  'createdAt',
] as const satisfies readonly (keyof OrderRow)[];

export function orderListItem(
  order: Pick<OrderRow, (typeof LISTED)[number]>,
  account: Owner,
  itemCount: number,
): OrderListItem {
  return {
    orderUid: order.orderUid,
    accountUid: order.accountUid,
    accountName: account.name,
    accountOrganizationName: account.organizationName,
    orderType: 'NORMAL',
    externalRef: order.externalRef,
    orderStatus: order.status,
    orderStatusDisplay: orderStatusDisplay(order.status),
    totalAmount: minorToNumber(order.totalMinor),
    paidCreditAmount: minorToNumber(order.chargedMinor),
    paymentMethod: 'CREDIT',
    itemCount,
    recipientName: order.recipientName,
    isTest: order.environment === 'sandbox',
    orderedAt: order.orderedAt.toISOString(),
    createdAt: order.createdAt.toISOString(),
  };
}
