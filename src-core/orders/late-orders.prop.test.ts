import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ORDER_STATUSES, type OrderStatus } from '../contract/orders.ts';
import { DEFAULT_LATE_RULE, isWaiting, lateClock, lateRuleSchema, WAITING_STATUSES } from './late-orders.ts';
import { isFinal } from './order-machine.ts';
import { isHoliday, workingDaysIn } from './working-days.ts';

const seoul = (text: string): number => Date.parse(`${text}+09:00`);
const NOBODY_OFF = workingDaysIn('Asia/Seoul', []);
const inSeoul = (ms: number): string => new Date(ms + 9 * 3_600_000).toISOString().slice(0, 16);

describe('working days', () => {
  it('go over a weekend at the same time of the day', () => {
    // 2026-11-19 is a Thursday.
    expect(inSeoul(NOBODY_OFF.later(seoul('2026-11-19T15:30'), 2))).toBe('2026-11-23T15:30');
  });

  it('begin with the next working day for what comes on a day off', () => {
    expect(inSeoul(NOBODY_OFF.later(seoul('2026-11-21T15:30'), 2))).toBe('2026-11-25T00:00');
  });

  it('leave out the holidays of one year and those of every year', () => {
    const calendar = workingDaysIn('Asia/Seoul', ['12-25', '2026-12-28']);
    expect(inSeoul(calendar.later(seoul('2026-12-24T09:00'), 1))).toBe('2026-12-29T09:00');
    expect(inSeoul(calendar.later(seoul('2028-12-22T09:00'), 1))).toBe('2028-12-26T09:00');
  });

  it('are those of the zone, not of the computer: a Friday evening in UTC is a Saturday in Korea', () => {
    const friday = Date.parse('2026-11-20T20:00Z');
    expect(inSeoul(NOBODY_OFF.later(friday, 1))).toBe('2026-11-24T00:00');
    expect(new Date(workingDaysIn('UTC', []).later(friday, 1)).toISOString()).toBe('2026-11-23T20:00:00.000Z');
  });

  it('keep the time on the clock where clocks are put back or forward in between', () => {
    const newYork = workingDaysIn('America/New_York', []);
    // Back on Sunday, 1 November 2026; forward on Sunday, 8 March 2026.
    expect(newYork.later(Date.parse('2026-10-30T15:00-04:00'), 1)).toBe(Date.parse('2026-11-02T15:00-05:00'));
    expect(newYork.later(Date.parse('2026-03-06T15:00-05:00'), 1)).toBe(Date.parse('2026-03-09T15:00-04:00'));
  });

  it('are counted back to just those moments that have come so far', () => {
    const calendar = workingDaysIn('Asia/Seoul', ['2026-11-17', '2026-11-24', '11-25']);
    const around = seoul('2026-11-20T00:00');
    const momentNearby = fc.integer({ min: -14 * 86_400, max: 14 * 86_400 }).map((s) => around + s * 1000);
    fc.assert(
      fc.property(momentNearby, momentNearby, fc.integer({ min: 1, max: 7 }), (from, now, days) => {
        expect(from <= calendar.latestStart(now, days)).toBe(calendar.later(from, days) <= now);
      }),
      { numRuns: 2_000 },
    );
  });

  it('know a date from what is none', () => {
    expect(['12-25', '2026-09-25', '02-29', '2028-02-29'].map(isHoliday)).toEqual([true, true, true, true]);
    expect(['2026-02-29', '13-01', '25.12.', '2026-9-25', ''].map(isHoliday)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('late orders', () => {
  const { lateAtMs, lateSince } = lateClock(DEFAULT_LATE_RULE);
  const readySince = { status: 'PDF_READY', environment: 'live', sinceMs: seoul('2026-11-19T15:30') } as const;

  it('are those with a PDF ready for more than two working days', () => {
    expect(lateAtMs(readySince)).toBe(seoul('2026-11-23T15:30'));
    expect(lateSince('PDF_READY', seoul('2026-11-23T15:30'))).toBe(readySince.sinceMs);
  });

  it('are never those of the Sandbox, which stop there by design', () => {
    for (const status of Object.keys(ORDER_STATUSES) as OrderStatus[])
      expect(lateAtMs({ ...readySince, status, environment: 'sandbox' })).toBeNull();
  });

  it('are never those with which nothing more happens by itself', () => {
    const statuses = Object.keys(ORDER_STATUSES) as OrderStatus[];
    // COMPLETED is an item's.
    expect(statuses.filter((status) => !isWaiting(status)).sort()).toEqual(
      [...statuses.filter(isFinal), 'COMPLETED'].sort(),
    );
  });

  it('are none of a status that may take as long as it takes', () => {
    const patient = lateClock({ ...DEFAULT_LATE_RULE, days: { ...DEFAULT_LATE_RULE.days, PDF_READY: null } });
    expect(patient.lateAtMs(readySince)).toBeNull();
    expect(patient.lateSince('PDF_READY', readySince.sinceMs)).toBeNull();
  });

  it('have a rule that is whole: each waiting status, real dates, at least a day', () => {
    expect(lateRuleSchema.safeParse(DEFAULT_LATE_RULE).success).toBe(true);
    for (const status of WAITING_STATUSES) {
      const { [status]: _, ...others } = DEFAULT_LATE_RULE.days;
      expect(lateRuleSchema.safeParse({ ...DEFAULT_LATE_RULE, days: others }).success).toBe(false);
    }
    expect(lateRuleSchema.safeParse({ ...DEFAULT_LATE_RULE, holidays: ['2026-02-30'] }).success).toBe(false);
    const none = { ...DEFAULT_LATE_RULE.days, PAID: 0 };
    expect(lateRuleSchema.safeParse({ ...DEFAULT_LATE_RULE, days: none }).success).toBe(false);
  });
});
