import type { Shipping } from '../../../src-core/contract/orders.ts';
import type { PromotionLook } from '../../../src-core/ipc/subjects/promotions.ts';

/** What the operator decided in the sheet. */
export interface PromotionChoices {
  readonly connectionId: string | null;
  /** Of books whose files are not the ones that were ordered. */
  readonly files: ReadonlyMap<string, 'take' | 'leave'>;
  /** Where an address of the look leads now, once it was confirmed. */
  readonly addresses: ReadonlyMap<string, Shipping>;
  /** What was ordered there before goes once more. */
  readonly again: boolean;
}

export const NOTHING_CHOSEN: Omit<PromotionChoices, 'connectionId'> = {
  files: new Map(),
  addresses: new Map(),
  again: false,
};

type LookedAtOrder = PromotionLook['orders'][number];

/** Where the books of an order were ordered before, at the connection of choice. */
export const beforeAt = ({ before }: LookedAtOrder, connectionId: string | null): LookedAtOrder['before'] =>
  before.filter((one) => one.connectionId === connectionId);

export interface PromotedBatch {
  readonly orders: readonly LookedAtOrder[];
  readonly bookIds: readonly string[];
  /** Those that are left out because of their files too. */
  readonly wanted: ReadonlySet<string>;
  readonly copies: number;
  /** What still has to be decided. */
  readonly undecidedFiles: number;
  readonly undecidedAddresses: number;
}

/** What goes, as it is decided so far. */
export function batchOf(look: PromotionLook, choices: PromotionChoices): PromotedBatch {
  const wanted = look.orders.filter((order) => choices.again || beforeAt(order, choices.connectionId).length === 0);
  const orders = wanted
    .map((order) => ({ ...order, items: order.items.filter(({ bookId }) => choices.files.get(bookId) !== 'leave') }))
    .filter(({ items }) => items.length > 0);
  const bookIds = [...new Set(orders.flatMap(({ items }) => items.map(({ bookId }) => bookId)))];
  const going = new Set(bookIds);
  const doors = new Set(orders.map(({ addressKey }) => addressKey));
  return {
    orders,
    bookIds,
    wanted: new Set(wanted.flatMap(({ items }) => items.map(({ bookId }) => bookId))),
    copies: orders.reduce((all, { items }) => items.reduce((sum, { quantity }) => sum + quantity, all), 0),
    undecidedFiles: look.books.filter(
      ({ bookId, file }) => going.has(bookId) && file !== 'same' && choices.files.get(bookId) !== 'take',
    ).length,
    undecidedAddresses: [...doors].filter((key) => !choices.addresses.has(key)).length,
  };
}
