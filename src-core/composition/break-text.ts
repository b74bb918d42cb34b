import { directionOf, type Direction } from './direction.ts';
import { graphemesOf } from './graphemes.ts';
import type { TextMeasure } from './sketch.ts';
import type { Typeface } from './typefaces.ts';

const CJK = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]/u;
const NEVER_FIRST = /[\p{Pe}\p{Pf}、。，．：；？！,.:;?!…·‥〜～ーぁぃぅぇぉっゃゅょァィゥェォッャュョ%％°′″]/u;
const NEVER_LAST = /[\p{Ps}\p{Pi}]/u;
/** Opening or closing: who can tell. They stay with both neighbours. */
const STRAIGHT_QUOTE = /["']/;
const BREAKS_AFTER = /[-‐–—/]/;
const DIGIT = /\d/;
const SPACE = /[ \u3000]/;

export interface BrokenLine {
  readonly text: string;
  /** That of its paragraph. */
  readonly direction: Direction;
}

/**
 * Lines of at most `widthEm` (in units of the type size). Latin words break at spaces and after hyphens and dashes that
 * no digit follows, Korean and other CJK text between characters, Thai between words; no line begins with closing
 * punctuation or ends with opening; a word that is wider than the line is broken where it must be. Line feeds are kept.
 * A character wider than the line stands alone in one. Nothing is lost but the spaces at the ends of lines.
 */
export function brokenLines(
  text: string,
  widthEm: number,
  typeface: Typeface,
  measure: TextMeasure,
): readonly BrokenLine[] {
  return text.split('\n').flatMap((paragraph) => {
    const direction = measure.rules === 1 ? 'ltr' : directionOf(paragraph);
    return breakParagraph(paragraph, widthEm, (piece) => measure.widthEm(typeface, piece)).map((line) => ({
      text: line,
      direction,
    }));
  });
}

/** The same lines, for whoever asks for their letters alone. */
export const breakLines = (...of: Parameters<typeof brokenLines>): readonly string[] =>
  brokenLines(...of).map(({ text }) => text);

/** Up to this share of the line, widths of its parts are added up; kerning between parts is far less than the rest. */
const SURELY_FITS = 0.8;

function breakParagraph(paragraph: string, widthEm: number, measured: (piece: string) => number): string[] {
  const fits = (piece: string) => measured(piece.trimEnd()) <= widthEm;
  const lines: string[] = [];
  let line = '';
  let addedEm = 0;
  for (const unit of unitsOf(paragraph)) {
    const unitEm = measured(unit);
    if (line === '' || addedEm + unitEm <= widthEm * SURELY_FITS || fits(line + unit)) {
      line += unit;
      addedEm += unitEm;
    } else {
      lines.push(line.trimEnd());
      line = unit;
      addedEm = unitEm;
    }
    // Only a unit that is alone on its line can still be too wide.
    if (addedEm > widthEm && !fits(line)) {
      const parts = fittingParts(line, fits);
      lines.push(...parts.slice(0, -1));
      line = parts.at(-1) ?? '';
      addedEm = measured(line);
    }
  }
  lines.push(line.trimEnd());
  return lines;
}

/** A word in pieces that fit a line each, of at least one character. */
function fittingParts(word: string, fits: (piece: string) => boolean): string[] {
  const graphemes = graphemesOf(word);
  const parts: string[] = [];
  for (let start = 0; start < graphemes.length; ) {
    const piece = (count: number) => graphemes.slice(start, start + count).join('');
    const most = graphemes.length - start;
    // Doubling first: the rest of the word may be thousands of lines long.
    let count = 1;
    while (count < most && fits(piece(Math.min(count * 2, most)))) count = Math.min(count * 2, most);
    for (let step = Math.min(count, most - count); step >= 1; step = Math.floor(step / 2)) {
      while (count + step <= most && fits(piece(count + step))) count += step;
    }
    parts.push(piece(count));
    start += count;
  }
  return parts;
}

/** What is never parted: words with the spaces after them, single CJK characters, punctuation with what it belongs to. */
function unitsOf(paragraph: string): string[] {
  const units: string[] = [];
  let unit = '';
  let before = '';
  for (const grapheme of graphemesOf(paragraph)) {
    if (unit !== '' && mayBreakBetween(before, grapheme)) {
      units.push(unit);
      unit = '';
    }
    unit += grapheme;
    before = grapheme;
  }
  if (unit !== '') units.push(unit);
  return THAI.test(paragraph) ? units.flatMap(thaiWords) : units;
}

/** Thai is written without spaces: its lines break where a dictionary finds words, and punctuation stays with them. */
function thaiWords(unit: string): string[] {
  if (!THAI.test(unit)) return [unit];
  words ??= new Intl.Segmenter('th', { granularity: 'word' });
  const parts: string[] = [];
  for (const { segment } of words.segment(unit)) {
    const last = parts.at(-1);
    if (last === undefined || (THAI.test(segment) && THAI.test(last.at(-1) ?? ''))) parts.push(segment);
    else parts[parts.length - 1] = last + segment;
  }
  return parts;
}

const THAI = /\p{Script=Thai}/u;
let words: Intl.Segmenter | null = null;

function mayBreakBetween(before: string, after: string): boolean {
  if (SPACE.test(after)) return false;
  if (SPACE.test(before)) return true;
  if (NEVER_FIRST.test(after) || NEVER_LAST.test(before)) return false;
  if (STRAIGHT_QUOTE.test(after) || STRAIGHT_QUOTE.test(before)) return false;
  if (CJK.test(before) || CJK.test(after)) return true;
  return BREAKS_AFTER.test(before) && !DIGIT.test(after);
}
