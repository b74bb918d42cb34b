import { expect, test } from 'vitest';
import type { Change } from '../../src-core/ipc/contract.ts';
import { ChangeFeed, SHORTEST_GAP_MS } from './change-feed.ts';

test('the first change goes at once, the next ones together after the gap', () => {
  const sent: Change[] = [];
  const waiting: { delayMs: number; run: () => void }[] = [];
  const feed = new ChangeFeed({
    send: (change) => sent.push(change),
    after: (delayMs, run) => waiting.push({ delayMs, run }),
  });
  feed.changed('library');
  for (let n = 0; n < 1_000; n += 1) feed.changed('queue', n % 2 === 0 ? 'status' : 'queue');
  expect(sent).toEqual([{ seq: 1, topics: ['library'] }]);
  expect(waiting.map((one) => one.delayMs)).toEqual([SHORTEST_GAP_MS]);
  waiting.shift()?.run();
  expect(sent[1]).toEqual({ seq: 2, topics: ['queue', 'status'] });
  waiting.shift()?.run();
  expect([sent.length, waiting.length]).toEqual([2, 0]);
  feed.changed('credit');
  expect(sent[2]).toEqual({ seq: 3, topics: ['credit'] });
  feed.changed('queue');
  feed.stop();
  waiting.shift()?.run();
  feed.changed('orders');
  expect(sent).toHaveLength(3);
});
