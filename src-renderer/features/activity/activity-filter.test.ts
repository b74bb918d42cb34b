import { expect, it } from 'vitest';
import type { ActivityEntry } from '../../../src-core/ipc/subjects/activity.ts';
import { filterActivity } from './activity-filter.ts';

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
const ids = (filter: Parameters<typeof filterActivity>[1]) => filterActivity(entries, filter).map((e) => e.id);

it('shows the newest request first', () => {
  expect(ids('all')).toEqual([4, 3, 2, 1]);
});

it('counts a request without an answer among the failed', () => {
  expect(ids('failed')).toEqual([4, 3]);
});

it('leaves reads out of the changes', () => {
  expect(ids('changes')).toEqual([3, 2]);
});
