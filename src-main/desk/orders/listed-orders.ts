import { z } from 'zod';
import { pageOf, successOf } from '../../../src-core/contract/envelope.ts';
import {
  orderItemSchema,
  orderListItemSchema,
  orderSchema,
  type OrderListItem,
} from '../../../src-core/contract/orders.ts';
import type { AppError } from '../../../src-core/desk/app-errors.ts';

/**
 * An order of the list that this version does not understand: a newer service has states that the contract of this one does not name.
 * Undefined `externalRef`: it does not say whose order it is.
 */
const unreadOrderSchema = z
  .object({
    orderUid: z.string().min(1),
    externalRef: z.string().nullish().catch(undefined),
    orderStatus: z.string().catch(''),
  })
  .transform((order) => ({ ...order, isUnread: true as const }));
export type UnreadOrder = z.output<typeof unreadOrderSchema>;

/** A page of the service's orders, in which one that is not understood keeps back none of the others. */
export const listedOrdersSchema = pageOf(z.union([orderListItemSchema, unreadOrderSchema]));

/** What an order is of and for whom, in whatever state it or its items are. */
const statelessOrderSchema = orderSchema
  .pick({
    ...{ orderUid: true, externalRef: true, paidCreditAmount: true, orderedAt: true },
    ...{ recipientName: true, recipientPhone: true, postalCode: true },
    ...{ address1: true, address2: true, shippingMemo: true },
  })
  .extend({
    orderStatus: z.string(),
    items: z.array(
      orderItemSchema
        .pick({ bookUid: true, bookTitle: true, bookSpecUid: true, pageCount: true, quantity: true })
        .extend({ itemStatus: z.string() }),
    ),
  });
export type StatelessOrder = z.infer<typeof statelessOrderSchema>;
export const oneStatelessOrder = successOf(statelessOrderSchema);

export const isUnread = (order: OrderListItem | UnreadOrder): order is UnreadOrder => 'isUnread' in order;

/** What keeps one order from being read: it is gone, or not understood. Nothing follows of the others. */
export const isOfThatOrder = ({ code }: AppError): boolean =>
  code === 'SERVICE_NOT_FOUND' || code === 'SERVICE_BAD_ANSWER';
