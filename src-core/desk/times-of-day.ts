import { z } from 'zod';

const MINUTE_MS = 60_000;

/** A time of day on this computer's clock, `HH:MM`. */
export const timeOfDaySchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

const hoursAndMinutes = (timeOfDay: string): [hours: number, minutes: number] => {
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number);
  return [hours, minutes];
};

const dayWith = (nowMs: number, daysOn: number, timeOfDay: string): number => {
  const day = new Date(nowMs);
  // Set whole, so that a night in which the clock changes has its own length.
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + daysOn, ...hoursAndMinutes(timeOfDay)).getTime();
};

/** When that time of day is next: today, or tomorrow where it has passed. */
export function nextTimeOfDay(timeOfDay: string, nowMs: number): number {
  const today = dayWith(nowMs, 0, timeOfDay);
  return today > nowMs ? today : dayWith(nowMs, 1, timeOfDay);
}

/** The time of day of a moment. */
export function timeOfDayAt(atMs: number): string {
  const day = new Date(atMs);
  return [day.getHours(), day.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}

/** The day of a moment on this computer's clock: `2026-12-01`. */
export function dayAt(atMs: number): string {
  const day = new Date(atMs);
  const [month, date] = [day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${day.getFullYear()}-${month}-${date}`;
}

/** When the day that a moment lies in begins, or the one so many days on: a clock that changes at midnight begins it at one. */
export const startOfDay = (atMs: number, daysOn = 0): number => dayWith(atMs, daysOn, '00:00');

/** The next full hour, with at least half an hour until then: what a field for a time begins with. */
export const suggestedTimeOfDay = (nowMs: number): string => `${timeOfDayAt(nowMs + 90 * MINUTE_MS).slice(0, 2)}:00`;
