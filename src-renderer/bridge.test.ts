import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import type { Change } from '../src-core/ipc/contract.ts';
import { followChanges, queryClient } from './bridge.ts';

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

it.each([
  ['first', 0],
  ['next', 1],
])('what changes while the %s answer is on its way is asked for again', async (_, before) => {
  let change: (told: Change) => void = () => undefined;
  vi.stubGlobal('window', {
    studio: { onChange: (listener: typeof change) => ((change = listener), () => undefined) },
  });
  const unfollow = followChanges();
  let state = 'as it was';
  const answers: (() => void)[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: ['library.book', { bookId: 'b_1' }],
    queryFn: () => {
      const read = state;
      return new Promise<string>((resolve) => answers.push(() => resolve(read)));
    },
  });
  const unsubscribe = observer.subscribe(() => undefined);
  let seq = 1;
  for (let asked = 0; asked < before; asked += 1) {
    answers.splice(0).forEach((answer) => answer());
    await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
    change({ seq: seq++, topics: ['library'] });
  }
  state = 'as it is';
  change({ seq: seq++, topics: ['library'] });
  await vi.waitFor(() => {
    answers.splice(0).forEach((answer) => answer());
    expect(queryClient.isFetching()).toBe(0);
    expect(observer.getCurrentResult().data).toBe('as it is');
  });
  unsubscribe();
  unfollow();
});
