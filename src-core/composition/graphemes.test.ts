import fc from 'fast-check';
import { expect, it } from 'vitest';
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
