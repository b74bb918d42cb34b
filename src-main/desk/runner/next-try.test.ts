import { expect, it } from 'vitest';
import { nextTryMs } from './next-try.ts';

const context = { clock: { nowMs: () => 1_000_000 }, random: () => 0 };
const inMs = (
  retry: Parameters<typeof nextTryMs>[1]['retry'],
  failures: number,
  retryAfterMs: number | null = null,
) => {
  const atMs = nextTryMs(context, { retry, retryAfterMs }, failures);
  return atMs === null ? null : atMs - 1_000_000;
};

it('is due again by the retry class of what failed', () => {
  expect([1, 2, 3, 7].map((failures) => inMs('backOff', failures))).toEqual([500, 1_000, 2_000, 30_000]);
  expect([1, 2, 5, 6].map((failures) => inMs('sameKey', failures))).toEqual([2_000, 4_000, 30_000, 30_000]);
  expect([inMs('waitClass', 1, 7_000), inMs('waitClass', 9)]).toEqual([7_000, 0]);
  expect([inMs('awaitDisk', 0), inMs('awaitDisk', 9)]).toEqual([30_000, 30_000]);
});

it.each(['never', 'awaitService', 'holdLane', 'holdOrder', 'otherVerb', 'prerequisite'] as const)(
  'is not due by itself where the class is %s',
  (retry) => expect(inMs(retry, 1)).toBeNull(),
);
