import { describe, expect, it } from 'vitest';
import { MAX_TRIES, backOffMs, sameKeyWaitMs } from './back-off.ts';
import {
  INTENT_TRANSITIONS,
  KEY_TRUSTED_MS,
  howToSettle,
  intentStateSchema,
  isSettled,
  nextIntent,
  type IntentEvent,
} from './order-intent.ts';
import { POLL_BEHIND_MS, POLL_FRONT_MS, mayStopSweep, nextSweepInMs } from './poll-schedule.ts';
import { nextSpeed, uploadEta } from './upload-pace.ts';

describe('back-off', () => {
  it('doubles from a second to a minute, half of it by chance', () => {
    const waits = (random: number) => Array.from({ length: MAX_TRIES + 2 }, (_, index) => backOffMs(index + 1, random));
    expect(waits(0)).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(waits(0.999_999)).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  });

  it('asks with the same key after 2 to 30 seconds', () => {
    expect([1, 2, 3, 4, 5, 9].map(sameKeyWaitMs)).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });
});

describe('polling', () => {
  it.each([
    [{ isInFront: true, failures: 0, retryAfterMs: null }, POLL_FRONT_MS],
    [{ isInFront: false, failures: 0, retryAfterMs: null }, POLL_BEHIND_MS],
    [{ isInFront: true, failures: 2, retryAfterMs: null }, 4 * POLL_FRONT_MS],
    [{ isInFront: true, failures: 50, retryAfterMs: null }, POLL_BEHIND_MS],
    [{ isInFront: true, failures: 1, retryAfterMs: 90_000 }, 90_000],
    [{ isInFront: false, failures: 1, retryAfterMs: 60_000 }, POLL_BEHIND_MS],
  ])('%j waits %i ms', (state, waitMs) => {
    expect(nextSweepInMs(state)).toBe(waitMs);
  });

  it('ends a sweep at the first page that stands still, unless older orders can still move', () => {
    expect(mayStopSweep({ hasChanges: false, hasNext: true, openOrdersBeyond: 0 })).toBe(true);
    expect(mayStopSweep({ hasChanges: false, hasNext: true, openOrdersBeyond: 3 })).toBe(false);
    expect(mayStopSweep({ hasChanges: true, hasNext: true, openOrdersBeyond: 0 })).toBe(false);
    expect(mayStopSweep({ hasChanges: true, hasNext: false, openOrdersBeyond: 3 })).toBe(true);
  });
});

describe('the estimate of what is left', () => {
  it('is bound by the bytes of 200 albums of 165 MB at 100 Mbit/s', () => {
    const eta = uploadEta({ bytes: 200 * 165e6, uploads: 400, generalCalls: 600 }, 12.5e6);
    expect(eta).toEqual({ etaMs: 2_640_000, bound: 'bandwidth' });
  });

  it('is bound by the rate for small proofs', () => {
    expect(uploadEta({ bytes: 400e6, uploads: 400, generalCalls: 600 }, 12.5e6)).toEqual({
      etaMs: 120_000,
      bound: 'rate',
    });
  });

  it('is not guessed before a speed is known', () => {
    expect(uploadEta({ bytes: 1, uploads: 1, generalCalls: 0 }, 0)).toBeNull();
  });

  it('follows the speed with a half-life of five seconds', () => {
    const first = nextSpeed(null, { bytes: 1000, tookMs: 1000, atMs: 1000 });
    expect(first.bytesPerSecond).toBe(1000);
    expect(nextSpeed(first, { bytes: 0, tookMs: 5000, atMs: 6000 }).bytesPerSecond).toBeCloseTo(500);
  });
});

describe('an order intent', () => {
  const EVENTS: readonly IntentEvent[] = ['send', 'answerLost', 'placed', 'creditShort', 'refused', 'putBack'];

  it.each(intentStateSchema.options.flatMap((state) => EVENTS.map((event) => [state, event] as const)))(
    '%s on %s follows the table',
    (state, event) => {
      const next = INTENT_TRANSITIONS[state][event];
      if (next === undefined) expect(() => nextIntent(state, event)).toThrow(RangeError);
      else expect(nextIntent(state, event)).toBe(next);
    },
  );

  it('never leaves ordered, and is never sent out of the hands of a person', () => {
    expect(INTENT_TRANSITIONS.ordered).toEqual({});
    expect(INTENT_TRANSITIONS.needsYou).toEqual({});
    expect(INTENT_TRANSITIONS.held.send).toBeUndefined();
    expect(intentStateSchema.options.filter(isSettled)).toEqual(['ordered', 'held', 'needsYou']);
  });

  it('trusts its key for 23 hours, and not at all when the clock was set back', () => {
    expect(howToSettle(0, KEY_TRUSTED_MS - 1)).toBe('sameKey');
    expect(howToSettle(0, KEY_TRUSTED_MS)).toBe('lookUp');
    expect(howToSettle(10, 9)).toBe('lookUp');
  });
});
