import type { OrderReview } from '../../../src-core/ipc/subjects/orders.ts';
import { sumAmounts } from './order-rows.ts';

export type ReviewedOrder = OrderReview['orders'][number];
export type ReviewLine = ReviewedOrder['lines'][number];

export const linesOf = (review: { readonly orders: readonly ReviewedOrder[] }): readonly ReviewLine[] =>
  review.orders.flatMap(({ lines }) => lines);

export interface SpecSum {
  readonly specName: string;
  readonly copies: number;
  readonly amount: number;
}

/** What each spec adds to the products, in the order the specs first appear. */
export function specSums(lines: readonly ReviewLine[]): readonly SpecSum[] {
  return [...new Set(lines.map((line) => line.specName))].map((specName) => {
    const own = lines.filter((line) => line.specName === specName);
    return {
      specName,
      copies: own.reduce((sum, line) => sum + line.quantity, 0),
      amount: sumAmounts(own.map((line) => line.itemAmount)),
    };
  });
}

/** What the operator decided about a shortage; null while there is none or nothing is decided. */
export type ShortageChoice = 'fitting' | 'cheapest' | 'await' | null;

/** What the sheet adds up: what its button would place, or all of it while nothing is decided. */
export interface ShownSums
  extends Pick<
    OrderReview,
    'copies' | 'productAmount' | 'shippingFee' | 'packagingFee' | 'vatAmount' | 'charge' | 'creditAfter' | 'saved'
  > {
  readonly orders: number;
  readonly lines: readonly ReviewLine[];
  /** Whom the batch goes to is one. */
  readonly recipients: number;
}

export function shownSums(review: OrderReview, choice: ShortageChoice): ShownSums {
  const { onlyFitting, cheapestFirst } = confirmableOf(review, choice);
  const isPlaced = (line: ReviewLine) => !onlyFitting || (cheapestFirst ? line.fitsCheapest : line.fits);
  const orders = review.orders.filter(({ lines }) => lines.some(isPlaced));
  return {
    ...(onlyFitting ? fitOf(review, cheapestFirst) : review),
    orders: orders.length,
    lines: linesOf({ orders }).filter(isPlaced),
    recipients: new Set(orders.map(({ recipient }) => recipient?.recipientId ?? null)).size,
  };
}

export interface Confirmable {
  /** Orders that the confirm button will place, and what they cost. Zero orders: the button is off. */
  readonly orders: number;
  readonly charge: number;
  readonly onlyFitting: boolean;
  readonly cheapestFirst: boolean;
  /** They wait for the credit. */
  readonly awaitCredit: boolean;
}

const fitOf = (review: Pick<OrderReview, 'fit' | 'fitCheapest'>, cheapestFirst: boolean): OrderReview['fit'] =>
  cheapestFirst ? review.fitCheapest : review.fit;

/** What confirming would do now. Short credit and no decision means nothing can be confirmed. */
export function confirmableOf(
  review: Pick<OrderReview, 'orders' | 'charge' | 'shortBy' | 'fit' | 'fitCheapest'>,
  choice: ShortageChoice,
): Confirmable {
  const how = { onlyFitting: false, cheapestFirst: false, awaitCredit: false };
  const all = { orders: review.orders.length, charge: review.charge };
  if (review.shortBy === 0) return { ...all, ...how };
  if (choice === 'await') return { ...all, ...how, awaitCredit: true };
  if (choice === null) return { orders: 0, charge: 0, ...how };
  const cheapestFirst = choice === 'cheapest';
  const { orders, charge } = fitOf(review, cheapestFirst);
  return { orders, charge, ...how, onlyFitting: true, cheapestFirst };
}

/** A line of the review as it is drawn: the head of an order of several books, or a book. */
export type ReviewRow =
  | { readonly kind: 'order'; readonly key: string; readonly order: ReviewedOrder }
  | {
      readonly kind: 'book';
      readonly key: string;
      readonly order: ReviewedOrder;
      readonly line: ReviewLine;
      /** It stands below the head of its order. */
      readonly isWithOthers: boolean;
    };

export function reviewRows(orders: readonly ReviewedOrder[]): readonly ReviewRow[] {
  return orders.flatMap((order, at): ReviewRow[] => {
    const isWithOthers = order.lines.length > 1;
    const books = order.lines.map((line) => ({
      kind: 'book' as const,
      key: `${at} ${line.bookId}`,
      order,
      line,
      isWithOthers,
    }));
    return isWithOthers ? [{ kind: 'order', key: String(at), order }, ...books] : books;
  });
}
