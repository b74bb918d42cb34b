import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { LIMITS } from '../contract/limits.ts';
import { graphemesOf } from './graphemes.ts';

it('are those that the segmenter finds, whatever is mixed', () => {
  const whole = new Intl.Segmenter('ko', { granularity: 'grapheme' });
  const unit = fc.constantFrom(
    ...['가', 'a', ' ', '\n', '❤', '☀', '金', '\u0301', '\u1100', '\u1161', 'क', '्', 'ष', 'ก', 'ี', 'م', 'א'],
    ...['\uFE0F', '\u200D', '\u20E3', '1', '👩', '🏽', '🇰', '🇷', '\u0600', '\u200F', '\u{E0067}', '\uD800'],
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
      expect(graphemesOf(text)).toEqual(Array.from(whole.segment(text), ({ segment }) => segment));
    }),
    { numRuns: 2_000 },
  );
});

it('are those of the segmenter beside every character that there is', () => {
  const whole = new Intl.Segmenter('ko', { granularity: 'grapheme' });
  // Of Han and Hangul syllables, of what has no character and of private ones all are alike.
  const isOneOfMany = /^(?:\p{Unified_Ideograph}|\p{Co}|\p{Cn}|[\uAC11-\uD7A3])$/u;
  for (let from = 0; from <= 0x10_ff_ff; from += 0x100) {
    const block = Array.from({ length: 0x100 }, (_, low) => String.fromCodePoint(from + low))
      .filter((character) => !isOneOfMany.test(character))
      .map((c) => `a${c}${c}b가${c}각😀${c}😀क${c}क\u1100${c}\u11A8\u200D${c}🇰${c}\n${c}\r`);
    const text = block.join('');
    const parted = graphemesOf(text);
    if (parted.join('|') === Array.from(whole.segment(text), ({ segment }) => segment).join('|')) continue;
    for (const part of block)
      expect(graphemesOf(part)).toEqual(Array.from(whole.segment(part), ({ segment }) => segment));
  }
});

it('of a text that is asked for again are known', () => {
  const text = 'ก็'.repeat(LIMITS.entryTextMaxChars / 2);
  const first = graphemesOf(text);
  const calls = vi.spyOn(Intl.Segmenter.prototype, 'segment');
  try {
    expect(graphemesOf(`${text.slice(2)}ก็`)).toBe(first);
    expect(calls).not.toHaveBeenCalled();
  } finally {
    calls.mockRestore();
  }
});

/** What one request may hold is parted while others wait: 24 texts of a page of names, in a script whose letters stand alone. */
it.each([
  ['Hebrew', '\u05D0'],
  ['what is not seen', '\u200B'],
  ['marks of direction', 'a\u200F'],
  ['emoji', '😀'],
  ['Cyrillic', 'Привет '],
])('the longest texts of an entry in %s are parted without asking the segmenter for each letter', (_, unit) => {
  const text = unit.repeat(Math.floor(LIMITS.entryTextMaxChars / unit.length));
  const calls = vi.spyOn(Intl.Segmenter.prototype, 'segment');
  try {
    expect(graphemesOf(text).join('')).toBe(text);
    expect(calls).not.toHaveBeenCalled();
  } finally {
    calls.mockRestore();
  }
});
