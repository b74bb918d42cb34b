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
}

/** The books under review; null while the sheet is closed. */
export const orderReviewBooks = createStore<ReviewedBooks | null>(null);

export const openOrderReview = (bookIds: readonly string[], print: PrintTaken, again: readonly string[] = []): void =>
  orderReviewBooks.set({ bookIds, print, again });

export const openPromotionReview = (promotionId: string, bookIds: readonly string[], print: PrintTaken): void =>
  orderReviewBooks.set({ promotionId, bookIds, print });

export const closeOrderReview = (): void => orderReviewBooks.set(null);
