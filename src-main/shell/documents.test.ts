import { expect, it } from 'vitest';
import { nameOnDisk } from './documents.ts';

it.each([
  ['Kim/Lee: "1|2"?*', 'Kim_Lee_ _1_2___'],
  ['..\\up', '.._up'],
  ['김 · 이서연.', '김 · 이서연'],
  ['. ', '_'],
  ['', '_'],
])('%j is called %j on every system', (name, taken) => {
  expect(nameOnDisk(name)).toBe(taken);
});

it('a long name is cut between its letters, and leaves room for what is put behind it', () => {
  expect(nameOnDisk('가'.repeat(300))).toBe('가'.repeat(66));
  expect(nameOnDisk('🎂'.repeat(300))).toBe('🎂'.repeat(50));
});
