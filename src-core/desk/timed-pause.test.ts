import { describe, expect, it } from 'vitest';
import { LONGEST_WAIT_MS, pauseNow, timedPause } from './timed-pause.ts';

const MINUTE_MS = 60_000;
const NOW = 1_800_000_000_000;
const AN_HOUR = timedPause({ by: 'minutes', minutes: 60 }, NOW);

describe('a pause for a time', () => {
  it('ends after so many minutes, and not a moment before', () => {
    expect(pauseNow(AN_HOUR, NOW + 60 * MINUTE_MS - 1)?.untilMs).toBe(NOW + 60 * MINUTE_MS);
    expect(pauseNow(AN_HOUR, NOW + 60 * MINUTE_MS)).toBeNull();
  });

  it('is no longer for a clock that is set back, however often', () => {
    const after20 = pauseNow(AN_HOUR, NOW + 20 * MINUTE_MS);
    const setBack = after20 && pauseNow(after20, NOW - 24 * 60 * MINUTE_MS);
    expect(setBack && setBack.untilMs - setBack.seenAtMs).toBe(40 * MINUTE_MS);
    const again = setBack && pauseNow(setBack, setBack.seenAtMs - MINUTE_MS);
    expect(again && again.untilMs - again.seenAtMs).toBe(40 * MINUTE_MS);
  });

  it('is over when the clock was set ahead of its end, or the computer slept through it', () => {
    expect(pauseNow(AN_HOUR, NOW + 30 * 24 * 60 * MINUTE_MS)).toBeNull();
  });

  it('until a time of the clock ends at that time, whoever sets the clock', () => {
    const until = timedPause({ by: 'clock', atMs: NOW + 5 * MINUTE_MS }, NOW);
    const setBack = pauseNow(until, NOW - 60 * MINUTE_MS);
    expect(setBack?.untilMs).toBe(NOW + 5 * MINUTE_MS);
    expect(setBack && pauseNow(setBack, NOW + 5 * MINUTE_MS)).toBeNull();
  });

  it.each([NOW, NOW - 1, NOW + LONGEST_WAIT_MS + 1])('is not until %i, which has passed or is too far', (atMs) => {
    expect(() => timedPause({ by: 'clock', atMs }, NOW)).toThrow(expect.objectContaining({ code: 'TIME_UNUSABLE' }));
  });
});
