import fc from 'fast-check';
import { expect, it } from 'vitest';
import { directionOf, inSight, levelsOf, mayRunLeft, withoutMarks } from './direction.ts';

it('a paragraph runs as its first letter that has a direction does', () => {
  expect(['2024 가족', 'שלום 가족', '(2024) مرحبا', '가족 שלום', '123', ''].map(directionOf)).toEqual([
    'ltr',
    'rtl',
    'rtl',
    'ltr',
    'ltr',
    'ltr',
  ]);
  // A mark says it where no letter does.
  expect(directionOf('\u200F2024')).toBe('rtl');
  expect(withoutMarks('\u200F2024\u061C')).toBe('2024');
});

it('parts stand as they are seen: numbers within what runs left keep their own order', () => {
  const parts = [
    { level: 0, text: 'a' },
    { level: 1, text: 'B' },
    { level: 2, text: '12' },
    { level: 1, text: 'C' },
    { level: 0, text: 'd' },
  ];
  expect(inSight(parts).map(({ text }) => text)).toEqual(['a', 'C', '12', 'B', 'd']);
});

it('nothing is lost or doubled by being put in order, whatever is mixed', () => {
  const text = fc.string({ unit: fc.constantFrom(...'가a1 .(אבم\u200F٣'), maxLength: 40 });
  fc.assert(
    fc.property(text, fc.constantFrom('ltr' as const, 'rtl' as const), (line, direction) => {
      const levels = levelsOf(line, direction);
      const parts = Array.from(line, (letter, index) => ({ letter, level: levels[index] ?? 0 }));
      const seen = inSight(parts);
      expect(seen.map(({ letter }) => letter).sort()).toEqual(parts.map(({ letter }) => letter).sort());
      if (!mayRunLeft(line) && direction === 'ltr') expect(seen).toEqual(parts);
    }),
  );
});
