import { ORDER_STATUSES, type OrderStatus } from '../contract/orders.ts';

/** Who moves an order: the partner through /v1, the service itself when a PDF is rendered, or the print house. */
export type OrderActor = 'partner' | 'service' | 'printHouse';

interface Transition {
  readonly from: readonly OrderStatus[];
  readonly to: OrderStatus;
  readonly actor: OrderActor;
}

const BEFORE_SHIPPED: readonly OrderStatus[] = ['PAID_AWAITING_CONTENT', 'PAID', 'PDF_READY', 'CONFIRMED', 'IN_PRODUCTION', 'PRODUCTION_COMPLETE'];

/** Every move an order can make (service-facts 5.2; specification, "Order status"). */
export const ORDER_TRANSITIONS: readonly Transition[] = [
  { from: ['PAID'], to: 'PDF_READY', actor: 'service' },
  { from: ['PDF_READY'], to: 'CONFIRMED', actor: 'printHouse' },
  { from: ['CONFIRMED'], to: 'IN_PRODUCTION', actor: 'printHouse' },
  { from: ['IN_PRODUCTION'], to: 'PRODUCTION_COMPLETE', actor: 'printHouse' },
  { from: ['PRODUCTION_COMPLETE'], to: 'SHIPPED', actor: 'printHouse' },
  { from: ['SHIPPED'], to: 'DELIVERED', actor: 'printHouse' },
  { from: ['PAID', 'PDF_READY'], to: 'CANCELLED_REFUND', actor: 'partner' },
  { from: BEFORE_SHIPPED, to: 'CANCELLED_REFUND', actor: 'printHouse' },
  { from: BEFORE_SHIPPED, to: 'CANCELLED', actor: 'printHouse' },
  { from: ['CANCELLED', 'CANCELLED_REFUND'], to: 'PAID', actor: 'printHouse' },
];

export const canMoveOrder = (from: OrderStatus, to: OrderStatus, actor: OrderActor): boolean =>
  ORDER_TRANSITIONS.some((move) => move.actor === actor && move.to === to && move.from.includes(from));

/** The partner's cancel window: PAID and PDF_READY. */
export const isCancellable = (status: OrderStatus): boolean => canMoveOrder(status, 'CANCELLED_REFUND', 'partner');

/** Until production starts the address can still be changed (service-facts 5.2). */
export const isShippingChangeable = (status: OrderStatus): boolean => ['PAID', 'PDF_READY', 'CONFIRMED'].includes(status);

export const isCancelled = (status: OrderStatus): boolean => status === 'CANCELLED' || status === 'CANCELLED_REFUND';

/** Nothing more will happen to it by itself. */
export const isFinal = (status: OrderStatus): boolean => isCancelled(status) || status === 'DELIVERED' || status === 'ERROR';

/** The next step of production, or null at its end and outside it. */
export function nextInProduction(status: OrderStatus): OrderStatus | null {
  const move = ORDER_TRANSITIONS.find((candidate) => candidate.actor === 'printHouse' && candidate.from.length === 1 && candidate.from[0] === status);
  return move?.to ?? null;
}

/** Status of a new order: PDF_UPLOAD books are ready to print at once (specification, "Creation types"). */
export const firstStatus = (creationTypes: readonly string[]): OrderStatus => (creationTypes.every((type) => type === 'PDF_UPLOAD') ? 'PDF_READY' : 'PAID');

export const orderStatusDisplay = (status: OrderStatus): string => ORDER_STATUSES[status].display;
