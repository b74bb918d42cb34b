import type { OrderStatus } from '../../../src-core/contract/orders.ts';

/** The way of an order that goes well. The step bar in a row has one segment for each. */
export const ORDER_TRACK = [
  'PAID',
  'PDF_READY',
  'CONFIRMED',
  'IN_PRODUCTION',
  'COMPLETED',
  'PRODUCTION_COMPLETE',
  'SHIPPED',
  'DELIVERED',
] as const satisfies readonly OrderStatus[];

export type OrderTone = 'waiting' | 'going' | 'good' | 'stopped' | 'bad';

export interface OrderProgress {
  /** Segments filled, 0 to `of`. */
  readonly step: number;
  readonly of: number;
  readonly tone: OrderTone;
}

/** Where an order stands on its way. A stopped or failed order has left the track: nothing is filled. */
export function progressOf(status: OrderStatus): OrderProgress {
  const of = ORDER_TRACK.length;
  switch (status) {
    case 'PAID_AWAITING_CONTENT':
      return { step: 0, of, tone: 'waiting' };
    case 'CANCELLED':
    case 'CANCELLED_REFUND':
      return { step: 0, of, tone: 'stopped' };
    case 'ERROR':
      return { step: 0, of, tone: 'bad' };
    case 'DELIVERED':
      return { step: of, of, tone: 'good' };
    default:
      return { step: ORDER_TRACK.indexOf(status) + 1, of, tone: 'going' };
  }
}

/** Statuses in which the partner may cancel (specification, "Partner cancellation window"). */
export const CANCEL_WINDOW: readonly OrderStatus[] = ['PAID', 'PDF_READY'];

/** The order of the counters above the table: the way of an order, then what left it. */
export const STATUS_FILTERS: readonly OrderStatus[] = [
  'PAID_AWAITING_CONTENT',
  ...ORDER_TRACK,
  'CANCELLED',
  'CANCELLED_REFUND',
  'ERROR',
];
