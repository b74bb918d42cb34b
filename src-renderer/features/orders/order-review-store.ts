import { useSyncExternalStore } from 'react';

let openFor: readonly string[] | null = null;
const listeners = new Set<() => void>();

function set(next: readonly string[] | null): void {
  openFor = next;
  for (const listener of listeners) listener();
}

/** Opens the review of these books; an empty list means every uploaded book that has not been ordered. */
export const openOrderReview = (bookIds: readonly string[]): void => set(bookIds);

export const closeOrderReview = (): void => set(null);

/** The books under review, or null when the sheet is closed. */
export function useOrderReviewBooks(): readonly string[] | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => openFor,
  );
}
