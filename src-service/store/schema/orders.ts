import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { ItemStatus, OrderOwnStatus } from '../../../src-core/orders/order-machine.ts';
import { accounts } from './accounts.ts';
import { books } from './books.ts';
import { environment, minor, moment } from './columns.ts';

export const orders = pgTable(
  'orders',
  {
    orderUid: text('order_uid').primaryKey(),
    accountUid: text('account_uid')
      .notNull()
      .references(() => accounts.accountUid),
    environment: environment().notNull(),
    externalRef: text('external_ref'),
    externalUserId: text('external_user_id'),
    status: text('status').$type<OrderOwnStatus>().notNull(),
    productMinor: minor('product_minor').notNull(),
    shippingMinor: minor('shipping_minor').notNull(),
    packagingMinor: minor('packaging_minor').notNull(),
    totalMinor: minor('total_minor').notNull(),
    /** What was charged, VAT included. */
    chargedMinor: minor('charged_minor').notNull(),
    /** What was given back so far; never above what was charged. */
    refundedMinor: minor('refunded_minor').notNull(),
    /** The part of it that was given back when the order was cancelled; null while it goes on. A restore charges it again. */
    closingRefundMinor: minor('closing_refund_minor'),
    currency: text('currency').notNull(),
    recipientName: text('recipient_name').notNull(),
    recipientPhone: text('recipient_phone').notNull(),
    postalCode: text('postal_code').notNull(),
    address1: text('address1').notNull(),
    address2: text('address2'),
    shippingMemo: text('shipping_memo'),
    trackingNumber: text('tracking_number'),
    trackingCarrier: text('tracking_carrier'),
    printDay: text('print_day'),
    cancelReason: text('cancel_reason'),
    orderedAt: moment('ordered_at').notNull(),
    paidAt: moment('paid_at'),
    cancelledAt: moment('cancelled_at'),
    confirmedAt: moment('confirmed_at'),
    productionStartedAt: moment('production_started_at'),
    productionCompletedAt: moment('production_completed_at'),
    shippedAt: moment('shipped_at'),
    deliveredAt: moment('delivered_at'),
    createdAt: moment('created_at').notNull(),
    /** When the order came to its present status: automatic production counts from here. */
    statusSince: moment('status_since'),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('orders_of_account').on(table.accountUid, table.environment, table.orderedAt),
    index('orders_by_status').on(table.environment, table.status, table.statusSince),
    check('refund_within_charge', sql`${table.refundedMinor} between 0 and ${table.chargedMinor}`),
  ],
);

export const orderItems = pgTable(
  'order_items',
  {
    itemUid: text('item_uid').primaryKey(),
    orderUid: text('order_uid')
      .notNull()
      .references(() => orders.orderUid),
    position: integer('position').notNull(),
    bookUid: text('book_uid')
      .notNull()
      .references(() => books.bookUid),
    bookTitle: text('book_title').notNull(),
    bookSpecUid: text('book_spec_uid').notNull(),
    bookSpecName: text('book_spec_name').notNull(),
    quantity: integer('quantity').notNull(),
    pageCount: integer('page_count').notNull(),
    unitPriceMinor: minor('unit_price_minor').notNull(),
    itemMinor: minor('item_minor').notNull(),
    status: text('status').$type<ItemStatus>().notNull(),
    /** Cancelled with its whole order, and restored with it. What was cancelled by itself before stays cancelled. */
    closedWithOrder: boolean('closed_with_order').notNull().default(false),
    trackingNumber: text('tracking_number'),
    trackingCarrier: text('tracking_carrier'),
    shippedAt: moment('shipped_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('items_of_order').on(table.orderUid, table.position), index('items_of_book').on(table.bookUid)],
);
