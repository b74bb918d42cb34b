import type { ActivityEntry } from '../../../src-core/ipc/subjects/activity.ts';

export type ActivityFilter = 'all' | 'failed' | 'changes';

export const ACTIVITY_FILTERS: readonly ActivityFilter[] = ['all', 'failed', 'changes'];

/** A request without an answer (status null) failed as well. */
export const hasFailed = (entry: ActivityEntry): boolean => entry.status === null || entry.status >= 400;

/** Newest first. `changes` leaves reads out: what is left altered something at the service, or tried to. */
export function filterActivity(entries: readonly ActivityEntry[], filter: ActivityFilter): readonly ActivityEntry[] {
  return entries
    .filter((entry) => filter === 'all' || (filter === 'failed' ? hasFailed(entry) : entry.method !== 'GET'))
    .sort((a, b) => b.atMs - a.atMs || b.id - a.id);
}
