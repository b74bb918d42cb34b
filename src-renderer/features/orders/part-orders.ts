import type { ReviewedOrder } from './review-sums.ts';

/** Groups of books that go apart from the others of their recipient, those of one group with each other. */
export type Apart = readonly (readonly string[])[];

/** Where a book of an order can go: on its own, or with the books of another order of the same recipient. */
export type PartMove = { readonly kind: 'alone' } | { readonly kind: 'with'; readonly order: ReviewedOrder };

/** Which group it goes with; -1: the others of its recipient. */
const groupOf = (apart: Apart, bookId: string): number => apart.findIndex((group) => group.includes(bookId));

const without = (apart: Apart, bookId: string): Apart =>
  apart.map((group) => group.filter((other) => other !== bookId)).filter((group) => group.length > 0);

export const aloneWith = (apart: Apart, bookId: string): Apart => [...without(apart, bookId), [bookId]];

/** The book goes where another one goes. */
export function joinedWith(apart: Apart, bookId: string, otherId: string): Apart {
  const rest = without(apart, bookId);
  const to = groupOf(rest, otherId);
  return rest.map((group, at) => (at === to ? [...group, bookId] : group));
}

const recipientOf = ({ recipient }: ReviewedOrder): string | null => recipient?.recipientId ?? null;

/** For each order the ways that its books can take. */
export function partMoves(
  orders: readonly ReviewedOrder[],
  apart: Apart,
): ReadonlyMap<ReviewedOrder, readonly PartMove[]> {
  const ofRecipient = new Map<string | null, ReviewedOrder[]>();
  for (const order of orders) {
    const to = recipientOf(order);
    ofRecipient.set(to, [...(ofRecipient.get(to) ?? []), order]);
  }
  const place = ({ lines }: ReviewedOrder): number => groupOf(apart, lines[0]?.bookId ?? '');
  return new Map(
    orders.map((order) => {
      // An order that is full goes on in another: that is no other way.
      const others = (ofRecipient.get(recipientOf(order)) ?? []).filter((other) => place(other) !== place(order));
      return [
        order,
        [
          ...(order.lines.length > 1 ? [{ kind: 'alone' as const }] : []),
          ...others.map((other) => ({ kind: 'with' as const, order: other })),
        ],
      ];
    }),
  );
}
