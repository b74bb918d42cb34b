import { expect, it } from 'vitest';
import { readHolidays } from './read-holidays.ts';

it('reads days off however they are parted, each once, those of every year first', () => {
  expect(readHolidays('2026-09-25, 12-25\n01-01;12-25')).toEqual({ holidays: ['01-01', '12-25', '2026-09-25'] });
  expect(readHolidays(' \n ')).toEqual({ holidays: [] });
});

it('names the word that is no date', () => {
  expect(readHolidays('12-25 25.12.')).toEqual({ fault: '25.12.' });
});

it('takes no more than a year can bear', () => {
  const days = Array.from({ length: 101 }, (_, at) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10));
  expect(readHolidays(days.join(' '))).toEqual({ most: 100 });
  expect(readHolidays(days.slice(1).join(' '))).toMatchObject({ holidays: { length: 100 } });
});
