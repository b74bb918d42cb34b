import { expect, it } from 'vitest';
import type { ActivityEntry } from '../../../src-core/ipc/subjects/activity.ts';
import { activityFilters, filterActivity } from './activity-filter.ts';

const entry = (id: number, method: string, status: number | null): ActivityEntry => ({
  id,
  atMs: id,
  method,
  path: '/v1/books',
  status,
  tookMs: 12,
  errorCode: null,
  bookId: null,
  curl: 'curl',
});
const entries = [entry(1, 'GET', 200), entry(2, 'POST', 201), entry(3, 'POST', null), entry(4, 'GET', 429)];
const ids = (filter: Parameters<typeof filterActivity>[1]) => filterActivity(entries, filter, null).map((e) => e.id);

it('shows the newest request first', () => {
  expect(ids('all')).toEqual([4, 3, 2, 1]);
});

it('counts a request without an answer among the failed', () => {
  expect(ids('failed')).toEqual([4, 3]);
});

it('leaves reads out of the changes', () => {
  expect(ids('changes')).toEqual([3, 2]);
});

it('has a book’s own requests alone while it is chosen', () => {
  const own = { ...entry(5, 'PUT', 200), bookId: 'b_1' };
  expect(filterActivity([...entries, own], 'book', 'b_1').map((e) => e.id)).toEqual([5]);
  expect([activityFilters(null).includes('book'), activityFilters('b_1').includes('book')]).toEqual([false, true]);
});
