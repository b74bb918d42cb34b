const DAY_MS = 86_400_000;
/** 1 January 1970 was a Thursday; 0 is Sunday. */
const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;
const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Days off beside the weekends: `2026-09-25`, or `12-25` for every year. */
export type Holiday = string;

/** Weeks and days of a year together are always fewer than the days off that a studio may name: there is a next working day. */
export const MOST_HOLIDAYS = 100;

export const HOLIDAY_MAX_CHARS = '2026-09-25'.length;
const HOLIDAY = /^(?:(\d{4})-)?(\d{2})-(\d{2})$/;
/** 29 February is a day of every year that has one. */
const A_LEAP_YEAR = 2024;

export function isHoliday(text: string): boolean {
  const found = HOLIDAY.exec(text);
  if (found === null) return false;
  const [year, month, day] = [found[1] ?? A_LEAP_YEAR, found[2], found[3]].map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Moments of a time zone counted in its working days. */
export interface WorkingDays {
  /** So many working days later, at the same time of the day. What begins on a day off begins with the next working day. */
  readonly later: (fromMs: number, days: number) => number;
  /** The last moment that is so many working days later by `toMs` at the latest. */
  readonly latestStart: (toMs: number, days: number) => number;
}

/** Monday to Friday without the holidays, by the clocks of the zone (IANA name). */
export function workingDaysIn(zone: string, holidays: readonly Holiday[]): WorkingDays {
  const named = new Set(holidays);
  const clock = wallClock(zone);
  const isOff = (day: number): boolean => {
    const weekday = weekdayOf(day);
    if (weekday === 0 || weekday === 6) return true;
    const date = dateOf(day);
    return named.has(date) || named.has(date.slice(5));
  };
  const step = (day: number, by: 1 | -1): number => {
    let next = day + by;
    while (isOff(next)) next += by;
    return next;
  };
  const moved = (day: number, days: number, by: 1 | -1): number => {
    let at = day;
    for (let left = days; left > 0; left -= 1) at = step(at, by);
    return at;
  };
  return {
    later: (fromMs, days) => {
      const { day, timeMs } = clock.read(fromMs);
      return isOff(day) ? clock.moment(moved(step(day, 1), days, 1), 0) : clock.moment(moved(day, days, 1), timeMs);
    },
    latestStart: (toMs, days) => {
      const { day, timeMs } = clock.read(toMs);
      // Nothing falls due on a day off: what is due by then was due by the end of the working day before.
      return isOff(day)
        ? clock.moment(moved(step(day, -1), days, -1) + 1, 0) - 1
        : clock.moment(moved(day, days, -1), timeMs);
    },
  };
}

/** What the clocks of a zone show: a day, counted from 1970, and the time in it. */
function wallClock(zone: string) {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const aheadMs = (atMs: number): number => {
    const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
    const of = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
    const shownMs = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
    return shownMs - Math.floor(atMs / 1000) * 1000;
  };
  return {
    read: (atMs: number) => {
      const shownMs = atMs + aheadMs(atMs);
      const day = Math.floor(shownMs / DAY_MS);
      return { day, timeMs: shownMs - day * DAY_MS };
    },
    moment: (day: number, timeMs: number): number => {
      const shownMs = day * DAY_MS + timeMs;
      // The second look is for a clock that is put forward or back in between.
      return shownMs - aheadMs(shownMs - aheadMs(shownMs));
    },
  };
}
