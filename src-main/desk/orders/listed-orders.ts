import { z } from 'zod';
import { pageOf } from '../../../src-core/contract/envelope.ts';
import { orderListItemSchema, type OrderListItem } from '../../../src-core/contract/orders.ts';
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

export const isUnread = (order: OrderListItem | UnreadOrder): order is UnreadOrder => 'isUnread' in order;

/** What keeps one order from being read: it is gone, or not understood. Nothing follows of the others. */
export const isOfThatOrder = ({ code }: AppError): boolean =>
  code === 'SERVICE_NOT_FOUND' || code === 'SERVICE_BAD_ANSWER';
