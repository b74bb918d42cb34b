import type { Consignment, Recipient } from '../../../src-core/desk/recipients.ts';
import type { ReviewedOrder } from '../orders/order-review.ts';

/** Whom a book goes to and how many copies each gets; null is whom the folder's books go to, where it names nobody. */
type GoesTo = readonly (Omit<Consignment, 'recipientId'> & { readonly recipientId: string | null })[];

/** Whether the orders are what the books' copies and the address book make of them now. Books that may not be ordered any more are missing in `copies`. */
export function isAsReviewed(
  orders: readonly ReviewedOrder[],
  copies: ReadonlyMap<string, GoesTo>,
  addresses: ReadonlyMap<string, Recipient>,
): boolean {
  const reviewed = new Map<string, Map<string | null, number>>();
  for (const { recipient, lines } of orders) {
    const to = recipient?.recipientId ?? null;
    if (to !== null && JSON.stringify(addresses.get(to)?.address) !== JSON.stringify(recipient?.address)) return false;
    for (const { bookId, quantity } of lines)
      reviewed.set(bookId, (reviewed.get(bookId) ?? new Map<string | null, number>()).set(to, quantity));
  }
  return [...reviewed].every(([bookId, before]) => {
    const now = copies.get(bookId);
    return (
      now?.length === before.size && now.every(({ recipientId, quantity }) => before.get(recipientId) === quantity)
    );
  });
}

/** Without orders whose books go to somebody else too, in an order that does not fit: a book is ordered for all or for nobody. */
export function wholeBooks(fitting: readonly ReviewedOrder[], all: readonly ReviewedOrder[]): ReviewedOrder[] {
  let placed = [...fitting];
  for (;;) {
    const count = (orders: readonly ReviewedOrder[]) => {
      const counts = new Map<string, number>();
      for (const { lines } of orders) for (const { bookId } of lines) counts.set(bookId, (counts.get(bookId) ?? 0) + 1);
      return counts;
    };
    const [wanted, had] = [count(all), count(placed)];
    const kept = placed.filter(({ lines }) => lines.every(({ bookId }) => wanted.get(bookId) === had.get(bookId)));
    if (kept.length === placed.length) return kept;
    placed = kept;
  }
}
