import type { OrderReview } from '../../../src-core/ipc/subjects/orders.ts';
import { sumAmounts } from './order-rows.ts';

export type ReviewLine = OrderReview['lines'][number];

export interface SpecSum {
  readonly specName: string;
  readonly orders: number;
  readonly copies: number;
  readonly amount: number;
}

/** What each spec adds to the products, in the order the specs first appear. */
export function specSums(lines: readonly ReviewLine[]): readonly SpecSum[] {
  return [...new Set(lines.map((line) => line.specName))].map((specName) => {
    const own = lines.filter((line) => line.specName === specName);
    return {
      specName,
      orders: own.length,
      copies: own.reduce((sum, line) => sum + line.quantity, 0),
      amount: sumAmounts(own.map((line) => line.itemAmount)),
    };
  });
}

/** What the operator decided about a shortage; null while there is none or nothing is decided. */
export type ShortageChoice = 'fitting' | null;

export interface Confirmable {
  /** Orders that the confirm button will place, and what they cost. Zero orders: the button is off. */
  readonly orders: number;
  readonly charge: number;
  readonly onlyFitting: boolean;
}

/** What confirming would do now. Short credit and no decision means nothing can be confirmed. */
export function confirmableOf(
  review: Pick<OrderReview, 'lines' | 'charge' | 'shortBy' | 'fitNow'>,
  choice: ShortageChoice,
): Confirmable {
  if (review.shortBy === 0) return { orders: review.lines.length, charge: review.charge, onlyFitting: false };
  if (choice !== 'fitting') return { orders: 0, charge: 0, onlyFitting: false };
  const fitting = review.lines.slice(0, review.fitNow);
  return { orders: fitting.length, charge: sumAmounts(fitting.map((line) => line.charge)), onlyFitting: true };
}
