import { mayRunLeft } from './direction.ts';
import { graphemesOf, SIMPLE } from './graphemes.ts';
import type { TextMeasure } from './sketch.ts';
import { PLAINEST_TYPEFACES, type Typeface } from './typefaces.ts';

/** Stands for a character without a glyph; the second where the face lacks the first. */
const REPLACEMENTS = ['□', '?'] as const;
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029\v\f]/g;
const FIXED_SPACES = /[\u2007\u202F]/g;
const OTHER_SPACES = /[\t\u1680\u2000-\u2006\u2008-\u200A\u205F]/g;
/** Controls, direction marks, joiners, soft hyphens; and what only chooses between looks of a character. */
const INVISIBLE = /[\p{Cc}\p{Cf}\uFE0E\uFE0F]/gu;

/** Of the invisible ones: signs that are set around or over a number (Unicode: Prepended_Concatenation_Mark). */
const AROUND_NUMBERS = /[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]/u;
/** By which the letters beside them are ordered. */
const MARKS_OF_DIRECTION = /[\u061C\u200E\u200F]/;
/** What joins pictures, and chooses them. */
const JOINS_PICTURES = /[\u200D\uFE0F\u{E0020}-\u{E007F}]/u;
const PICTURE = /[\p{Extended_Pictographic}\u20E3]/u;
/** What joins letters, or keeps them apart. */
const JOINS_LETTERS = /[\u200C\u200D]/;
const JOINED_SCRIPT = /[\p{Script=Arabic}\p{Script=Devanagari}]/u;

/**
 * A text as it can be printed: one form of line end and of space, no control characters. A grapheme that no face has
 * becomes one hollow square, which only texts that nobody can be asked about any more come to: others are refused
 * (`lettersLacking`).
 */
export function printable(text: string, typeface: Typeface, measure: TextMeasure): string {
  const plain = withPlainSpaces(text);
  if (SIMPLE.test(plain) && measure.covers(typeface, plain.replaceAll('\n', ''))) return plain;
  const missing = REPLACEMENTS.find((mark) => measure.covers(typeface, mark)) ?? '';
  return seenGraphemes(plain, measure)
    .map((seen) => (seen === '' || seen === '\n' || measure.covers(typeface, seen) ? seen : missing))
    .join('');
}

/** Signs of whoever made a font: what another one draws there is something else. */
const OF_ONE_FONT = /\p{Co}/u;

/** The graphemes of a text that no face has, each once, in their order; and those for private use, which mean something in one face alone. */
export function lettersLacking(text: string, typeface: Typeface, measure: TextMeasure): readonly string[] {
  const plain = withPlainSpaces(text);
  if (SIMPLE.test(plain) && measure.covers(typeface, plain.replaceAll('\n', ''))) return [];
  const seen = new Set(seenGraphemes(plain, measure).filter((grapheme) => grapheme !== '' && grapheme !== '\n'));
  return [...seen].filter((grapheme) => OF_ONE_FONT.test(grapheme) || !measure.covers(typeface, grapheme));
}

/**
 * The letters of a text that cannot be printed in whatever typeface it comes to be set in. By the first rules there are none:
 * they print a hollow square.
 */
export const lettersLackingBy =
  (measure: TextMeasure) =>
  (text: string): readonly string[] =>
    measure.rules === 1
      ? []
      : [...new Set(PLAINEST_TYPEFACES.flatMap((typeface) => lettersLacking(text, typeface, measure)))];

const withPlainSpaces = (text: string): string =>
  text.normalize('NFC').replace(LINE_ENDS, '\n').replace(FIXED_SPACES, '\u00A0').replace(OTHER_SPACES, ' ');

/** Without what is not seen and changes nothing that is. What this kept apart may be one letter now: 가 and a final consonant. */
function seenGraphemes(plain: string, { rules }: TextMeasure): readonly string[] {
  if (rules === 1) return graphemesOf(plain).map((grapheme) => withoutInvisible(grapheme));
  const parts = seenParts(plain);
  const seen = parts.join('');
  return seen === plain ? parts : graphemesOf(seen.normalize('NFC'));
}

const withoutInvisible = (grapheme: string): string =>
  grapheme.length === 1 && SIMPLE.test(grapheme) ? grapheme : grapheme.replace(INVISIBLE, '');

function seenParts(plain: string): readonly string[] {
  const runsLeft = mayRunLeft(plain);
  return graphemesOf(plain).map((grapheme) => {
    if (grapheme.length === 1 && SIMPLE.test(grapheme)) return grapheme;
    const seen = grapheme.replace(INVISIBLE, (character) =>
      isRead(character, grapheme) || (runsLeft && MARKS_OF_DIRECTION.test(character)) ? character : '',
    );
    // Joiners that have nothing to join.
    return seen.replace(INVISIBLE, '') === '' && !MARKS_OF_DIRECTION.test(seen) && !AROUND_NUMBERS.test(seen)
      ? ''
      : seen;
  });
}

const isRead = (character: string, grapheme: string): boolean =>
  AROUND_NUMBERS.test(character) ||
  (JOINS_PICTURES.test(character) && PICTURE.test(grapheme)) ||
  (JOINS_LETTERS.test(character) && JOINED_SCRIPT.test(grapheme));
