import { expect, it } from 'vitest';
import { afterAttempt, furthestAhead, LONGEST_DELAY_MS } from './delivery-states.ts';

const MINUTE_MS = 60_000;

it('waits 1, 5 and 30 minutes after the first three failures, and is exhausted by the fourth', () => {
  expect([0, 1, 2, 3].map((attemptsBefore) => afterAttempt(attemptsBefore, false, 1_000))).toEqual([
    { status: 'FAILED', attemptCount: 1, nextAttemptMs: 1_000 + MINUTE_MS },
    { status: 'FAILED', attemptCount: 2, nextAttemptMs: 1_000 + 5 * MINUTE_MS },
    { status: 'FAILED', attemptCount: 3, nextAttemptMs: 1_000 + 30 * MINUTE_MS },
    { status: 'EXHAUSTED', attemptCount: 4, nextAttemptMs: null },
  ]);
});

it('succeeds at any attempt, and is done', () => {
  for (const attemptsBefore of [0, 1, 2, 3]) {
    expect(afterAttempt(attemptsBefore, true, 1_000)).toEqual({
      status: 'SUCCESS',
      attemptCount: attemptsBefore + 1,
      nextAttemptMs: null,
    });
  }
});

it('the longest wait is reached by a process whose clock is a minute behind, and not passed', () => {
  expect(furthestAhead(1_000, LONGEST_DELAY_MS).getTime()).toBe(1_000 + 31 * MINUTE_MS);
});
