import { isHoliday, MOST_HOLIDAYS, type Holiday } from './working-days.ts';

export type ReadHolidays =
  | { readonly holidays: readonly Holiday[] }
  | { readonly fault: string }
  | { readonly most: number };

/** Days off as somebody types them, between spaces, commas or lines; each once, in the order of the calendar. */
export function readHolidays(text: string): ReadHolidays {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  const fault = words.find((word) => !isHoliday(word));
  if (fault !== undefined) return { fault };
  const holidays = [...new Set(words)].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return holidays.length > MOST_HOLIDAYS ? { most: MOST_HOLIDAYS } : { holidays };
}
