import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakLines } from './break-text.ts';
import { printable } from './printable.ts';
import { measure } from './testing/layout-bench.ts';

describe('text', () => {
  it('breaks Latin between words and Korean between syllables, and keeps closing punctuation with what it closes', () => {
    expect(breakLines('one two three', 4, 'regular', measure)).toEqual(['one two', 'three']);
    expect(breakLines('가나다라.', 4, 'regular', measure)).toEqual(['가나다', '라.']);
    expect(breakLines('‘가나’다', 3, 'regular', measure)).toEqual(['‘가나’', '다']);
    expect(breakLines('a\n\nb', 4, 'regular', measure)).toEqual(['a', '', 'b']);
    expect(breakLines('abcdefgh', 2, 'regular', measure)).toEqual(['abcd', 'efgh']);
  });

  it('breaks after hyphens and dashes, but never a date or a number, and never at a fixed space', () => {
    expect(breakLines('well-known', 3, 'regular', measure)).toEqual(['well-', 'known']);
    expect(breakLines('on 2024-05-03', 5, 'regular', measure)).toEqual(['on', '2024-05-03']);
    expect(breakLines('5\u00A0km 가', 3, 'regular', measure)).toEqual(['5\u00A0km', '가']);
  });

  it('keeps straight quotes with what they stand at', () => {
    expect(breakLines('가나"다라"마', 3, 'regular', measure)).toEqual(['가', '나"다', '라"마']);
  });

  it('knows every form of line end and of space', () => {
    expect(printable('a\r\nb\rc\u2028d\u0085e\u2003f\u202Fg', 'regular', measure)).toBe('a\nb\nc\nd\ne f\u00A0g');
    expect(printable('\u1100\u1161\u11A8', 'regular', measure)).toBe('각');
  });

  it('shows what has no glyph as a hollow square, and drops what cannot be seen', () => {
    expect(printable('a\u{1F600}b\u200Ec\u0007\td', 'regular', measure)).toBe('a□bc d');
    expect(printable('\u{1F469}\u200D\u{1F467}', 'regular', measure)).toBe('□');
  });

  it('loses nothing but white space at breaks, and every line fits, whatever it holds', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('가', 'a', ' ', '-', '.', '(', '\n', '漢', '“'), maxLength: 200 }),
        fc.integer({ min: 1, max: 30 }),
        (given, widthEm) => {
          const lines = breakLines(given, widthEm, 'regular', measure);
          expect(lines.join('').replace(/\s/g, '')).toBe(given.replace(/\s/g, ''));
          for (const line of lines) expect(measure.widthEm('regular', line)).toBeLessThanOrEqual(Math.max(widthEm, 1));
        },
      ),
      { numRuns: 500 },
    );
  });
});
