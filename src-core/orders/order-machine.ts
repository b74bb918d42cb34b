import { ORDER_STATUSES, type OrderStatus } from '../contract/orders.ts';

/** Who moves an order: the partner through /v1, the service itself when PDFs are rendered, or the print house. */
export type OrderActor = 'partner' | 'service' | 'printHouse';

/** Of the twelve statuses one is of items only and three are of orders only (service-facts 5.1). */
export type OrderOwnStatus = Exclude<OrderStatus, 'COMPLETED'>;
export type ItemStatus = Exclude<OrderStatus, 'PRODUCTION_COMPLETE' | 'DELIVERED' | 'CANCELLED_REFUND'>;

interface Move<S extends OrderStatus> {
  readonly actor: OrderActor;
  /** Empty for what begins from nothing. */
  readonly from: readonly S[];
  /** More than one: which of them is settled by the order's books, see `beginningOf`. */
  readonly to: readonly S[];
  /** Sandbox orders stay where their creation put them, cancelled and restored at most (specification, "Base rules" 3). */
  readonly liveOnly: boolean;
}

/** Where an order can begin, and begins again when it is restored, released or resumed. */
const BEGINNING = ['PAID', 'PDF_READY'] as const;
const BEFORE_SHIPPED = [
  'PAID_AWAITING_CONTENT',
  'PAID',
  'PDF_READY',
  'CONFIRMED',
  'IN_PRODUCTION',
  'PRODUCTION_COMPLETE',
  'ERROR',
] as const;

/**
 * Every move that an order can make (service-facts 5.2; specification, "Order status"). Nothing else moves one.
 *
 * Two statuses whose moves are published nowhere are the print house's here. PAID_AWAITING_CONTENT: the print house
 * holds an order that it cannot print as it is, until it releases it. ERROR: something broke on the way to the parcel;
 * the order is made anew from its beginning, or cancelled. A rendering that failed moves nothing: its orders wait in
 * PAID, where the partner can still cancel, until the book was finalized and rendered again.
 */
export const ORDER_MOVES = {
  create: { actor: 'partner', from: [], to: BEGINNING, liveOnly: false },
  makeReady: { actor: 'service', from: ['PAID'], to: ['PDF_READY'], liveOnly: true },
  confirm: { actor: 'printHouse', from: ['PDF_READY'], to: ['CONFIRMED'], liveOnly: true },
  start: { actor: 'printHouse', from: ['CONFIRMED'], to: ['IN_PRODUCTION'], liveOnly: true },
  complete: { actor: 'printHouse', from: ['IN_PRODUCTION'], to: ['PRODUCTION_COMPLETE'], liveOnly: true },
  ship: { actor: 'printHouse', from: ['PRODUCTION_COMPLETE'], to: ['SHIPPED'], liveOnly: true },
  deliver: { actor: 'printHouse', from: ['SHIPPED'], to: ['DELIVERED'], liveOnly: true },
  hold: { actor: 'printHouse', from: ['PAID', 'PDF_READY'], to: ['PAID_AWAITING_CONTENT'], liveOnly: true },
  release: { actor: 'printHouse', from: ['PAID_AWAITING_CONTENT'], to: BEGINNING, liveOnly: true },
  fail: {
    actor: 'printHouse',
    from: ['CONFIRMED', 'IN_PRODUCTION', 'PRODUCTION_COMPLETE'],
    to: ['ERROR'],
    liveOnly: true,
  },
  resume: { actor: 'printHouse', from: ['ERROR'], to: BEGINNING, liveOnly: true },
  cancel: { actor: 'partner', from: ['PAID', 'PDF_READY'], to: ['CANCELLED_REFUND'], liveOnly: false },
  closeWithRefund: { actor: 'printHouse', from: BEFORE_SHIPPED, to: ['CANCELLED_REFUND'], liveOnly: false },
  closeWithoutRefund: { actor: 'printHouse', from: BEFORE_SHIPPED, to: ['CANCELLED'], liveOnly: false },
  restore: { actor: 'printHouse', from: ['CANCELLED', 'CANCELLED_REFUND'], to: BEGINNING, liveOnly: false },
} as const satisfies Record<string, Move<OrderOwnStatus>>;
export type OrderMove = keyof typeof ORDER_MOVES;

const MOVES: Readonly<Record<OrderMove, Move<OrderOwnStatus>>> = ORDER_MOVES;
const MOVE_NAMES = Object.keys(ORDER_MOVES) as OrderMove[];

/** What the table looks at in an order. */
export interface OrderPlace {
  readonly status: OrderOwnStatus;
  readonly environment: 'sandbox' | 'live';
}

export const canMoveOrder = ({ status, environment }: OrderPlace, move: OrderMove): boolean =>
  MOVES[move].from.includes(status) && (environment === 'live' || !MOVES[move].liveOnly);

/** The move that takes an order to the status it is asked to have, when this actor has one. */
export const moveTo = (order: OrderPlace, to: OrderStatus, actor: OrderActor): OrderMove | null =>
  MOVE_NAMES.find(
    (name) =>
      MOVES[name].actor === actor && MOVES[name].to.some((target) => target === to) && canMoveOrder(order, name),
  ) ?? null;

interface MoveOfItem extends Move<ItemStatus> {
  readonly whileOrder: readonly OrderOwnStatus[];
  readonly carries: OrderMove;
}

/**
 * Every move of a single item, beside the moves of its order: `whileOrder` is where the order has to be. When the last
 * item that is not cancelled has made it, the order makes its own move `carries`.
 */
export const ITEM_MOVES = {
  /** Its book is rendered (specification, "Book status": at 2 the order items are promoted). */
  makeReady: {
    actor: 'service',
    from: ['PAID'],
    to: ['PDF_READY'],
    liveOnly: true,
    whileOrder: ['PAID'],
    carries: 'makeReady',
  },
  complete: {
    actor: 'printHouse',
    from: ['IN_PRODUCTION'],
    to: ['COMPLETED'],
    liveOnly: true,
    whileOrder: ['IN_PRODUCTION'],
    carries: 'complete',
  },
  cancel: {
    actor: 'partner',
    from: ['PAID', 'PDF_READY'],
    to: ['CANCELLED'],
    liveOnly: false,
    whileOrder: ['PAID', 'PDF_READY'],
    carries: 'cancel',
  },
} as const satisfies Record<string, MoveOfItem>;
export type ItemMove = keyof typeof ITEM_MOVES;

export function canMoveItem(order: OrderPlace, itemStatus: ItemStatus, move: ItemMove): boolean {
  const { from, whileOrder, liveOnly }: MoveOfItem = ITEM_MOVES[move];
  return from.includes(itemStatus) && whileOrder.includes(order.status) && (order.environment === 'live' || !liveOnly);
}

/** What the items that are not cancelled are when their order comes to a status. A delivered parcel's items stay SHIPPED. */
export const ITEM_STATUS_AT = {
  PAID_AWAITING_CONTENT: 'PAID_AWAITING_CONTENT',
  PAID: 'PAID',
  PDF_READY: 'PDF_READY',
  CONFIRMED: 'CONFIRMED',
  IN_PRODUCTION: 'IN_PRODUCTION',
  PRODUCTION_COMPLETE: 'COMPLETED',
  SHIPPED: 'SHIPPED',
  DELIVERED: 'SHIPPED',
  CANCELLED: 'CANCELLED',
  CANCELLED_REFUND: 'CANCELLED',
  ERROR: 'ERROR',
} as const satisfies Record<OrderOwnStatus, ItemStatus>;
export const ORDER_OWN_STATUSES = Object.keys(ITEM_STATUS_AT) as readonly OrderOwnStatus[];

/** The steps of production, one after the other. */
export const PRODUCTION_STEPS = [
  'confirm',
  'start',
  'complete',
  'ship',
  'deliver',
] as const satisfies readonly OrderMove[];
export type ProductionStep = (typeof PRODUCTION_STEPS)[number];

/** The next step of production, or null at its end, outside it, and for Sandbox orders. */
export const nextStep = (order: OrderPlace): ProductionStep | null =>
  PRODUCTION_STEPS.find((step) => canMoveOrder(order, step)) ?? null;

/** PDF_UPLOAD books are ready to print at once, the others when they are rendered (specification, "Creation types"). */
export const beginningOfItem = (creationType: string): (typeof BEGINNING)[number] =>
  creationType === 'PDF_UPLOAD' ? 'PDF_READY' : 'PAID';

/** An order begins where the last of its items begins. */
export const beginningOf = (creationTypes: readonly string[]): (typeof BEGINNING)[number] =>
  creationTypes.every((type) => beginningOfItem(type) === 'PDF_READY') ? 'PDF_READY' : 'PAID';

/** Where an order stands that nobody has moved yet. */
export const isBeginning = (status: OrderStatus): boolean => BEGINNING.some((beginning) => beginning === status);

/** The partner's cancel window: PAID and PDF_READY. */
export const isCancellable = (status: OrderStatus): boolean => MOVES.cancel.from.some((from) => from === status);

/** Until production starts the address can still be changed (service-facts 5.2). */
export const isShippingChangeable = (status: OrderStatus): boolean =>
  ['PAID', 'PDF_READY', 'CONFIRMED'].includes(status);

/** Of any state: one that nobody here knows cancels nothing. */
export const isCancelled = (status: string): boolean => status === 'CANCELLED' || status === 'CANCELLED_REFUND';

/** The items of an order that were not taken out of it; of one that was cancelled whole, all that it had. */
export const standingItems = <I extends { readonly itemStatus: string }>({
  orderStatus,
  items,
}: {
  readonly orderStatus: string;
  readonly items: readonly I[];
}): readonly I[] => (isCancelled(orderStatus) ? items : items.filter(({ itemStatus }) => !isCancelled(itemStatus)));

/** Nothing more will happen to it by itself. What was cancelled or failed the print house can take up again, what was delivered nobody. */
export const isFinal = (status: OrderStatus): boolean =>
  isCancelled(status) || status === 'DELIVERED' || status === 'ERROR';

export const orderStatusDisplay = (status: OrderStatus): string => ORDER_STATUSES[status].display;
