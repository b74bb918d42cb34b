import { expect, it } from 'vitest';
import { nextTimeOfDay, suggestedTimeOfDay, timeOfDayAt, timeOfDaySchema } from './times-of-day.ts';

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
