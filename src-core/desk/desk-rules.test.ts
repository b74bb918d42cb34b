import { describe, expect, it } from 'vitest';
import { MAX_TRIES, backOffMs, sameKeyWaitMs } from './back-off.ts';
import {
  INTENT_TRANSITIONS,
  KEY_TRUSTED_MS,
  howToSettle,
  lookUpFrom,
  intentStateSchema,
  isSettled,
  nextIntent,
  type IntentEvent,
} from './order-intent.ts';
import { POLL_BEHIND_MS, POLL_FRONT_MS, nextSweepInMs, olderPages } from './poll-schedule.ts';
import { nextPace, nextSpeed, uploadEta, type Pace } from './upload-pace.ts';

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

  it('reads so many pages of older orders each half minute, whatever the wait between two sweeps', () => {
    expect(olderPages(POLL_FRONT_MS + 900)).toBe(5);
    expect(olderPages(2_000)).toBe(5);
    expect(olderPages(-3_600_000)).toBe(5);
    expect(olderPages(POLL_BEHIND_MS)).toBe(50);
    expect(olderPages(Infinity)).toBe(Infinity);
  });
});

describe('the estimate of what is left', () => {
  const free = {
    upload: { atMost: 190, sentAgoMs: [], heldForMs: 0 },
    general: { atMost: 285, sentAgoMs: [], heldForMs: 0 },
  };
  const at100Mbit = nextPace(null, { tookMs: 2_000, bytes: 25e6, files: 0 });
  const left = (bytes: number) => ({ bytes, files: 400, uploads: 400, generalCalls: 400 });

  it('is bound by the bytes of 200 albums of 165 MB at 100 Mbit/s', () => {
    const eta = uploadEta(left(200 * 165e6), at100Mbit, free);
    expect(eta?.bound).toBe('bandwidth');
    expect((eta?.etaMs ?? 0) / 2_640_000).toBeCloseTo(1, 1);
  });

  it('is bound by the rate for small proofs: the last of 400 goes when two minutes have passed', () => {
    expect(uploadEta(left(40e6), at100Mbit, free)).toMatchObject({ etaMs: expect.closeTo(121_000, -3), bound: 'rate' });
  });

  it('counts what went within the last minute, and what the service asked to wait for', () => {
    const few = { bytes: 1e6, files: 10, uploads: 10, generalCalls: 0 };
    const sentAgoMs = Array.from({ length: 190 }, () => 45_000);
    expect(uploadEta(few, at100Mbit, { ...free, upload: { ...free.upload, sentAgoMs } })?.etaMs).toBeCloseTo(
      15_500,
      -3,
    );
    const heldForMs = 30_000;
    expect(uploadEta(few, at100Mbit, { ...free, general: { ...free.general, heldForMs } })?.bound).toBe('bandwidth');
    expect(uploadEta(few, at100Mbit, { ...free, upload: { ...free.upload, heldForMs } })?.etaMs).toBeCloseTo(
      30_500,
      -3,
    );
  });

  it('is not guessed before a pace is known, but for a minute that is used up', () => {
    expect(uploadEta(left(1), null, free)).toBeNull();
    const sentAgoMs = Array.from({ length: 190 }, () => 0);
    expect(uploadEta(left(1), null, { ...free, upload: { ...free.upload, sentAgoMs } })?.etaMs).toBe(180_000);
  });

  it('a first cover of some kilobytes tells nothing of books of a hundred megabytes', () => {
    const pace = nextPace(null, { tookMs: 2_500, bytes: 20_000, files: 2 });
    const etaMs = uploadEta({ bytes: 1e8, files: 2, uploads: 0, generalCalls: 0 }, pace, null)?.etaMs ?? 0;
    expect(etaMs).toBeLessThan(120_000);
  });

  it('tells what a file costs from what a byte does, once it has seen both', () => {
    let pace: Pace | null = null;
    for (let at = 0; at < 40; at++)
      pace = nextPace(
        pace,
        at % 2 === 0 ? { tookMs: 2_000, bytes: 2e7, files: 0 } : { tookMs: 2_000, bytes: 1e6, files: 19 },
      );
    const ms = (bytes: number, files: number) =>
      uploadEta({ bytes, files, uploads: 0, generalCalls: 0 }, pace, null)?.etaMs;
    expect(ms(1e8, 0)).toBeCloseTo(10_000, -3);
    expect(ms(0, 100)).toBeCloseTo(10_000, -3);
  });

  it('nothing costs less than nothing: where more files went the faster, the bytes explain it, and the other way round', () => {
    const paceOf = (...windows: readonly [bytes: number, files: number][]) =>
      windows.reduce<Pace | null>((pace, [bytes, files]) => nextPace(pace, { tookMs: 2_000, bytes, files }), null);
    const ms = (pace: Pace | null, bytes: number, files: number) =>
      uploadEta({ bytes, files, uploads: 0, generalCalls: 0 }, pace, null)?.etaMs;
    expect(ms(paceOf([2e7, 0], [3e7, 4]), 0, 100)).toBe(0);
    expect(ms(paceOf([2e7, 0], [3e7, 4]), 2.5e7, 0)).toBeCloseTo(2_000, -2);
    expect(ms(paceOf([0, 10], [4e7, 15]), 0, 100)).toBeGreaterThan(15_000);
    expect(ms(paceOf([0, 10], [4e7, 15]), 4e7, 0)).toBe(0);
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
    expect(INTENT_TRANSITIONS.needsYou).toEqual({ placed: 'ordered' });
    expect(INTENT_TRANSITIONS.held.send).toBeUndefined();
    expect(intentStateSchema.options.filter(isSettled)).toEqual(['ordered', 'held', 'needsYou']);
  });

  it('trusts its key for 23 hours, and not at all when the clock was set back', () => {
    expect(howToSettle(0, KEY_TRUSTED_MS - 1)).toBe('sameKey');
    expect(howToSettle(0, KEY_TRUSTED_MS)).toBe('lookUp');
    expect(howToSettle(10, 9)).toBe('lookUp');
  });

  it('looks up from two days before it was sent, and through everything where that lies in the future', () => {
    const sentAtMs = Date.UTC(2026, 5, 3, 12);
    expect(lookUpFrom(sentAtMs, sentAtMs + KEY_TRUSTED_MS)).toBe('2026-06-01T12:00:00.000Z');
    expect(lookUpFrom(sentAtMs, sentAtMs - 1)).toBeNull();
  });
});
