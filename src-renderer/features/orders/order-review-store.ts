import type { PrintTaken } from '../../../src-core/ipc/subjects/checks.ts';
import { createStore } from '../../ui/store.ts';

export interface ReviewedBooks {
  readonly bookIds: readonly string[];
  /** Which print verdicts are let go, and by whom. */
  readonly print: PrintTaken;
  /** The promotion whose orders are reviewed as they were agreed upon. */
  readonly promotionId?: string;
  /** Orders that are placed once more. */
  readonly again?: readonly string[];
  /** Each of those as it was, with its copies and its address. */
  readonly asOrdered?: boolean;
}

/** A run that is looked at: what became of a review that was confirmed. */
export interface StartedRun {
  readonly runId: string;
  readonly currency: string;
  readonly heldUntilMs: number | null;
  /** Its orders wait for the credit. */
  readonly awaitCredit: boolean;
}

/** A run that was confirmed before and is looked at again. */
export const shownOrderRun = createStore<StartedRun | null>(null);

export const showOrderRun = (run: StartedRun): void => shownOrderRun.set(run);

/** The books under review; null while the sheet is closed. */
export const orderReviewBooks = createStore<ReviewedBooks | null>(null);

export const openOrderReview = (
  bookIds: readonly string[],
  print: PrintTaken,
  orders: Pick<ReviewedBooks, 'again' | 'asOrdered'> = {},
): void => orderReviewBooks.set({ bookIds, print, ...orders });

export const openPromotionReview = (promotionId: string, bookIds: readonly string[], print: PrintTaken): void =>
  orderReviewBooks.set({ promotionId, bookIds, print });

export const closeOrderReview = (): void => {
  orderReviewBooks.set(null);
  shownOrderRun.set(null);
};
