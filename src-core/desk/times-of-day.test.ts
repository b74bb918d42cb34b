import { afterEach, expect, it, vi } from 'vitest';
import { dayAt, nextTimeOfDay, startOfDay, suggestedTimeOfDay, timeOfDayAt, timeOfDaySchema } from './times-of-day.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const at = (hours: number, minutes: number, day = 24) => new Date(2026, 10, day, hours, minutes).getTime();

it.each([
  ['18:00', at(14, 30), at(18, 0)],
  ['08:00', at(14, 30), at(8, 0, 25)],
  ['14:30', at(14, 30), at(14, 30, 25)],
  ['00:00', at(23, 59), at(0, 0, 25)],
] as const)('%s is next today or else tomorrow', (timeOfDay, nowMs, nextMs) => {
  expect(nextTimeOfDay(timeOfDay, nowMs)).toBe(nextMs);
});

it.each([
  [at(14, 0), '15:00'],
  [at(14, 31), '16:00'],
  [at(23, 10), '00:00'],
] as const)('a field for a time begins with a full hour ahead', (nowMs, suggested) => {
  expect(suggestedTimeOfDay(nowMs)).toBe(suggested);
  expect(nextTimeOfDay(suggested, nowMs) - nowMs).toBeGreaterThanOrEqual(29 * 60_000);
});

it('says the time of day of a moment, and takes no other form', () => {
  expect(timeOfDayAt(at(9, 5))).toBe('09:05');
  expect(['09:05', '23:59', '24:00', '9:05', '', '12:60'].map((one) => timeOfDaySchema.safeParse(one).success)).toEqual(
    [true, true, false, false, false, false],
  );
});

it.each([
  ['Asia/Seoul', '2026-11-30T23:30:00Z', '2026-12-01', '2026-11-30T15:00:00Z', '2026-12-01T15:00:00Z'],
  ['America/New_York', '2027-01-01T03:00:00Z', '2026-12-31', '2026-12-31T05:00:00Z', '2027-01-01T05:00:00Z'],
  ['UTC', '2028-02-29T23:59:59Z', '2028-02-29', '2028-02-29T00:00:00Z', '2028-03-01T00:00:00Z'],
  // A day of 23 hours, and one that has no midnight.
  ['America/New_York', '2027-03-14T16:00:00Z', '2027-03-14', '2027-03-14T05:00:00Z', '2027-03-15T04:00:00Z'],
  ['Africa/Cairo', '2027-04-30T10:00:00Z', '2027-04-30', '2027-04-29T22:00:00Z', '2027-04-30T21:00:00Z'],
] as const)('a day is that of the computer: %s at %s', (zone, at, day, begins, next) => {
  vi.stubEnv('TZ', zone);
  const atMs = Date.parse(at);
  expect(dayAt(atMs)).toBe(day);
  expect([startOfDay(atMs), startOfDay(atMs, 1)]).toEqual([begins, next].map((moment) => Date.parse(moment)));
});
