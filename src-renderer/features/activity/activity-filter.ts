import type { ActivityEntry } from '../../../src-core/ipc/subjects/activity.ts';

export type ActivityFilter = 'all' | 'failed' | 'changes' | 'book';

/** What can be looked at; a book's own requests while one is chosen. */
export const activityFilters = (bookId: string | null): readonly ActivityFilter[] =>
  bookId === null ? ['all', 'failed', 'changes'] : ['all', 'failed', 'changes', 'book'];

/** A request without an answer (status null) failed as well. */
export const hasFailed = (entry: ActivityEntry): boolean => entry.status === null || entry.status >= 400;

/** Newest first. `changes` leaves reads out: what is left altered something at the service, or tried to. */
export function filterActivity(
  entries: readonly ActivityEntry[],
  filter: ActivityFilter,
  bookId: string | null,
): readonly ActivityEntry[] {
  return entries.filter((entry) => isIn(entry, filter, bookId)).sort((a, b) => b.atMs - a.atMs || b.id - a.id);
}

function isIn(entry: ActivityEntry, filter: ActivityFilter, bookId: string | null): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'failed':
      return hasFailed(entry);
    case 'changes':
      return entry.method !== 'GET';
    case 'book':
      return entry.bookId === bookId;
  }
}
