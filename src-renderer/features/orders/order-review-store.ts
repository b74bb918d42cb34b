import type { PrintTaken } from '../../../src-core/ipc/subjects/checks.ts';
import { createStore } from '../../ui/store.ts';

export interface ReviewedBooks {
  readonly bookIds: readonly string[];
  /** Which print verdicts are let go, and by whom. */
  readonly print: PrintTaken;
}

/** The books under review; null while the sheet is closed. */
export const orderReviewBooks = createStore<ReviewedBooks | null>(null);

export const openOrderReview = (bookIds: readonly string[], print: PrintTaken): void =>
  orderReviewBooks.set({ bookIds, print });

export const closeOrderReview = (): void => orderReviewBooks.set(null);
