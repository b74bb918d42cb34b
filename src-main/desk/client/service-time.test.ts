import { describe, expect, it } from 'vitest';
import { ServiceTime } from './service-time.ts';

const HOUR_MS = 3_600_000;
const SERVICE_MS = Date.UTC(2026, 5, 1, 12, 0, 0);

/** A computer whose clock is so far from the service's, and what passes on it. */
function computer(aheadMs: number) {
  let [clockMs, steadyMs] = [SERVICE_MS + aheadMs, 1_000];
  const time = new ServiceTime({ nowMs: () => clockMs }, () => steadyMs);
  return {
    time,
    pass: (ms: number) => {
      clockMs += ms;
      steadyMs += ms;
    },
    setClockBy: (ms: number) => (clockMs += ms),
  };
}

const SAID = new Date(SERVICE_MS).toUTCString();

describe("the service's clock", () => {
  it.each([0, 60 * HOUR_MS, -60 * HOUR_MS])(
    'goes on as it was heard, with a computer that is %i ms ahead',
    (aheadMs) => {
      const { time, pass } = computer(aheadMs);
      expect(time.nowMs()).toBeNull();
      time.hear(SAID);
      pass(20_000);
      expect(time.nowMs()).toBe(SERVICE_MS + 20_000);
    },
  );

  it('is not known a minute after it was heard, nor once the computer slept or its clock was set', () => {
    const old = computer(0);
    old.time.hear(SAID);
    old.pass(61_000);
    expect(old.time.nowMs()).toBeNull();
    for (const byMs of [30 * HOUR_MS, -HOUR_MS]) {
      const moved = computer(0);
      moved.time.hear(SAID);
      moved.setClockBy(byMs);
      expect(moved.time.nowMs()).toBeNull();
    }
  });

  it('never goes back: an answer that was begun a while ago says a time that has passed', () => {
    const { time, pass } = computer(0);
    time.hear(SAID);
    pass(999);
    // Written at the beginning of the second, or before a file was sent.
    time.hear(SAID);
    expect(time.nowMs()).toBe(SERVICE_MS + 999);
    pass(40_000);
    time.hear(SAID);
    expect(time.nowMs()).toBe(SERVICE_MS + 40_999);
    time.hear(new Date(SERVICE_MS + 42_000).toUTCString());
    expect(time.nowMs()).toBe(SERVICE_MS + 42_000);
  });

  it.each([undefined, 'yesterday', ['a', 'b']])('is this computer’s where the service says %j', (date) => {
    const { time, pass } = computer(5_000);
    time.hear(date);
    expect(time.nowMs()).toBe(SERVICE_MS + 5_000);
    time.hear(SAID);
    pass(61_000);
    expect(time.nowMs(), 'one that told its own is asked again').toBeNull();
    time.hear(date);
    expect(time.nowMs(), 'also when somebody answered in its place').toBeNull();
  });
});
