import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { graphemesOf } from '../../src-core/composition/graphemes.ts';
import { lettersLacking, printable } from '../../src-core/composition/printable.ts';
import { TYPEFACES, type Typeface } from '../../src-core/composition/typefaces.ts';
import { openTypefaces } from './open-typefaces.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const { measure, faceOf } = await openTypefaces(join(ROOT, 'resources/fonts'));

/** All sequences of `RGI_Emoji` (emoji-sequences.txt and emoji-zwj-sequences.txt of Unicode 17.0), one a line. */
const EMOJI = readFileSync(join(ROOT, 'test/fixtures/text/emoji-17.0.txt'), 'utf8').trimEnd().split('\n');
/** Characters that a text of the contract may hold; private use is assigned to nobody. */
const ASSIGNED = Array.from({ length: 0x10000 }, (_, codePoint) => String.fromCodePoint(codePoint)).filter(
  (character) => /[^\p{Cn}\p{Cs}\p{Co}\p{Cc}]/u.test(character),
);

/** What syllables are written by, of today's Korean and of former. */
const JAMO = ASSIGNED.filter((character) => /[\u1100-\u11FF\uA960-\uA97C\uD7B0-\uD7FB]/.test(character));

/** The glyphs that a text comes to on paper, as the painter shapes it. */
const glyphsOf = (text: string, typeface: Typeface) =>
  text
    .split('\n')
    .flatMap((line) => measure.runs(typeface, line, 'ltr'))
    .flatMap((run) => faceOf(run.face).shape(run.text, run.direction));

/** Printed without a box, dropped because it cannot be seen, or refused by its name. */
function outcomeOf(text: string, typeface: Typeface): 'printed' | 'unseen' | 'refused' | 'box' {
  if (lettersLacking(text, typeface, measure).length > 0) return 'refused';
  const set = printable(text, typeface, measure);
  if (set.trim() === '') return 'unseen';
  return glyphsOf(set, typeface).some(({ glyph }) => glyph === 0) || /□/.test(set) !== /□/.test(text)
    ? 'box'
    : 'printed';
}

const among = (texts: readonly string[], typeface: Typeface, outcome: ReturnType<typeof outcomeOf>) =>
  texts.filter((text) => outcomeOf(text, typeface) === outcome);

describe.each(TYPEFACES)('in %s', (typeface) => {
  it('every assigned character of the Basic Multilingual Plane is printed or refused, and never a box', () => {
    expect(ASSIGNED.length).toBeGreaterThan(54_000);
    expect(among(ASSIGNED, typeface, 'box')).toEqual([]);
    // What nobody sees: spaces, joiners, marks of direction, selectors.
    for (const unseen of among(ASSIGNED, typeface, 'unseen')) expect(unseen).toMatch(/^[\s\p{Cf}\p{Z}\uFE0E\uFE0F]$/u);
  });

  it('no character of the scripts that Korean studios print is refused', () => {
    const printed =
      /[\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hebrew}\u4E00-\u9FEF\u0900-\u097F\u0600-\u06FF\u0000-\u017F\u1EA0-\u1EF9\u0400-\u045F\u0391-\u03C9]/u;
    const refused = among(
      ASSIGNED.filter((character) => printed.test(character)),
      typeface,
      'refused',
    );
    // Both out of use: written 'n, and バーレル.
    expect(['\u0149', '\u332C']).toEqual(expect.arrayContaining(refused));
  });

  it('every emoji of the standard is one glyph', () => {
    expect(EMOJI.length).toBe(3_953);
    for (const emoji of EMOJI) {
      expect(outcomeOf(emoji, typeface), emoji).toBe('printed');
      const seen = glyphsOf(printable(emoji, typeface, measure), typeface).filter(({ advance }) => advance > 0);
      expect(seen.length, emoji).toBe(1);
    }
  });

  it('what comes together once a joiner between is dropped is looked at as one letter', () => {
    expect(outcomeOf('\uAC00\u200D\u1190', typeface)).not.toBe('box');
    expect(outcomeOf('\uAC00\u200D\u11A8', typeface)).toBe('printed');
  });

  it('whatever is mixed is printed without a box, or its letters are named', () => {
    const unit = fc.oneof(
      fc.constantFrom(...EMOJI),
      fc.constantFrom(...ASSIGNED),
      fc.constantFrom(...JAMO),
      fc.constantFrom(...'가나다 AV,.()-\u200D\uFE0F\u200F\u0301123'),
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), (text) => {
        const lacking = lettersLacking(text, typeface, measure);
        expect(outcomeOf(text, typeface)).not.toBe('box');
        const rest = graphemesOf(printable(text, typeface, measure)).filter((letter) => letter !== '□');
        for (const letter of lacking) expect(rest).not.toContain(letter);
      }),
      { numRuns: 1_000 },
    );
  });
});
