import { describe, expect, it } from 'vitest';
import { limitAt, phasesFrom, sendLimitSchema, type SendLimit } from './send-limit.ts';
import { nextPace, uploadEta, type Pace } from './upload-pace.ts';

const HOUR_MS = 3_600_000;
const MB = 1_000_000;
const at = (hours: number, minutes = 0, day = 24) => new Date(2026, 10, day, hours, minutes).getTime();
/** 2.5 MB a second. */
const BY_DAY: SendLimit = { mbitPerSecond: 20, hours: { from: '09:00', to: '18:00' } };
const BY_NIGHT: SendLimit = { mbitPerSecond: 20, hours: { from: '22:00', to: '06:00' } };

describe('the limit that holds', () => {
  it.each([
    [BY_DAY, at(8, 59), null, at(9)],
    [BY_DAY, at(9), 20, at(18)],
    [BY_DAY, at(17, 59), 20, at(18)],
    [BY_DAY, at(18), null, at(9, 0, 25)],
    [BY_NIGHT, at(23), 20, at(6, 0, 25)],
    [BY_NIGHT, at(5, 59), 20, at(6)],
    [BY_NIGHT, at(12), null, at(22)],
    [{ mbitPerSecond: 20, hours: null }, at(12), 20, null],
    [{ mbitPerSecond: null, hours: null }, at(12), null, null],
    [{ mbitPerSecond: null, hours: { from: '09:00', to: '18:00' } }, at(12), null, null],
  ] as const)('of %j at %i is %s Mbit/s', (limit, nowMs, mbitPerSecond, untilMs) => {
    expect(limitAt(limit, nowMs)).toEqual({ mbitPerSecond, untilMs });
  });

  it('goes by days and nights, and has an end to what it looks at', () => {
    const phases = phasesFrom(BY_DAY, at(16));
    expect(phases.slice(0, 3)).toEqual([
      { bytesPerSecond: 2.5 * MB, forMs: 2 * HOUR_MS },
      { bytesPerSecond: null, forMs: 15 * HOUR_MS },
      { bytesPerSecond: 2.5 * MB, forMs: 9 * HOUR_MS },
    ]);
    expect(phases.at(-1)?.forMs).toBe(Infinity);
    expect(phasesFrom({ mbitPerSecond: 8, hours: null }, at(16))).toEqual([{ bytesPerSecond: MB, forMs: Infinity }]);
  });

  it('is of whole megabits, and no day of no length', () => {
    const isOne = (limit: unknown) => sendLimitSchema.safeParse(limit).success;
    expect([BY_DAY, BY_NIGHT].map(isOne)).toEqual([true, true]);
    expect(
      [
        { ...BY_DAY, mbitPerSecond: 0 },
        { ...BY_DAY, mbitPerSecond: 1.5 },
        { ...BY_DAY, hours: { from: '09:00', to: '09:00' } },
        { ...BY_DAY, hours: { from: '9', to: '18:00' } },
      ].map(isOne),
    ).toEqual([false, false, false, false]);
  });
});

describe('the estimate under a limit', () => {
  /** Ten megabytes a second were seen. */
  const free = [...Array(20)].reduce<Pace | null>(
    (pace) => nextPace(pace, { tookMs: 2_000, bytes: 20 * MB, files: 0 }),
    null,
  );
  const left = { bytes: 36_000 * MB, files: 0, uploads: 0, generalCalls: 0 };
  const eta = (limit: SendLimit, nowMs: number, pace: Pace | null = free, paceAtLimit: Pace | null = null) =>
    uploadEta(left, pace, null, { phases: phasesFrom(limit, nowMs), paceAtLimit });

  it('follows the limit before anything was seen under it, and says that it bounds', () => {
    const always = { ...BY_DAY, hours: null };
    expect(eta(always, at(12))).toMatchObject({ etaMs: expect.closeTo(4 * HOUR_MS, -4), bound: 'limit' });
    expect(eta(always, at(12), null)).toMatchObject({ etaMs: expect.closeTo(4 * HOUR_MS, -4), bound: 'limit' });
  });

  it('takes a line that is slower than the limit for what it is', () => {
    expect(eta({ mbitPerSecond: 800, hours: null }, at(12))).toMatchObject({
      etaMs: expect.closeTo(HOUR_MS, -4),
      bound: 'bandwidth',
    });
  });

  it('sends what the day leaves by night, and what the night leaves by day', () => {
    // 18,000 MB until six in the evening, the others at ten a second.
    expect(eta(BY_DAY, at(16))?.etaMs).toBeCloseTo(2 * HOUR_MS + 0.5 * HOUR_MS, -4);
    // Half of it until nine in the morning, the others at the limit.
    expect(eta(BY_DAY, at(8, 30))?.etaMs).toBeCloseTo(0.5 * HOUR_MS + 2 * HOUR_MS, -4);
    expect(eta(BY_DAY, at(8, 30))?.bound).toBe('limit');
    expect(eta(BY_DAY, at(19))).toMatchObject({ etaMs: expect.closeTo(HOUR_MS, -4), bound: 'bandwidth' });
  });

  it('knows of nights only what it saw by day, while it saw no more', () => {
    const atLimit = nextPace(null, { tookMs: 2_000, bytes: 5 * MB, files: 0 });
    expect((eta(BY_DAY, at(16), null, atLimit)?.etaMs ?? 0) / HOUR_MS).toBeCloseTo(4, 0);
  });
});
