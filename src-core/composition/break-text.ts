import { chosenLines, type Word } from './choose-lines.ts';
import { directionOf, type Direction } from './direction.ts';
import { graphemesOf } from './graphemes.ts';
import type { TextMeasure } from './sketch.ts';
import type { BookRules } from './book-rules.ts';
import type { Typeface } from './typefaces.ts';

const CJK = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]/u;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001-\u303F\uFF00-\uFFEF]/u;
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

export interface HowToBreak {
  /** Those of the book; left out, those of the measure. */
  readonly rules?: BookRules;
  /** A heading: its lines are of like length, the last one as well. Since rules 3. */
  readonly isTitle?: boolean;
}

/**
 * Lines of at most `widthEm` (in units of the type size). Latin words break at spaces and after hyphens and dashes that
 * no digit follows, Han and kana between characters, Thai between words, Hangul between words or, by rules 1 and 2, between
 * syllables; no line begins with closing punctuation or ends with opening; a word that is wider than the line is broken where
 * it must be. Since rules 3 the lines of a paragraph are chosen together (choose-lines.ts), before as many words as fit stood
 * in each. Line feeds are kept. A character wider than the line stands alone in one. Nothing is lost but the spaces at the
 * ends of lines.
 */
export function brokenLines(
  text: string,
  widthEm: number,
  typeface: Typeface,
  measure: TextMeasure,
  { rules = measure.rules, isTitle = false }: HowToBreak = {},
): readonly BrokenLine[] {
  const measured = (piece: string): number => measure.widthEm(typeface, piece);
  return text.split('\n').flatMap((paragraph) => {
    const direction = rules === 1 ? 'ltr' : directionOf(paragraph);
    const lines =
      rules < 3
        ? filledLines(unitsOf(paragraph, mayPartSyllables), widthEm, measured)
        : wholeParagraph(paragraph, widthEm, measured, isTitle);
    return lines.map((line) => ({ text: line, direction }));
  });
}

/** The same lines, for whoever asks for their letters alone. */
export const breakLines = (...of: Parameters<typeof brokenLines>): readonly string[] =>
  brokenLines(...of).map(({ text }) => text);

/** Up to this share of the line, widths of its parts are added up; kerning between parts is far less than the rest. */
const SURELY_FITS = 0.8;
/** A longer paragraph nobody sees as a whole: its lines are filled, which costs less. */
const MOST_CHOSEN = { characters: 20_000, words: 4_000 } as const;

function wholeParagraph(
  paragraph: string,
  widthEm: number,
  measured: (piece: string) => number,
  isTitle: boolean,
): readonly string[] {
  if (measured(paragraph.trimEnd()) <= widthEm) return [paragraph.trimEnd()];
  const units = unitsOf(paragraph, mayPartWords);
  if (paragraph.length > MOST_CHOSEN.characters) return filledLines(units, widthEm, measured);
  const words = wordsOf(units, widthEm, measured);
  const chosen = words.length > MOST_CHOSEN.words ? null : chosenLines(words, widthEm, isTitle);
  // Widths of parts add up to that of a line but for kerning and joined letters: where that is too much, lines are filled.
  const fits = chosen?.every(({ text, isOneWord }) => isOneWord || measured(text) <= widthEm);
  return chosen !== null && fits === true ? chosen.map(({ text }) => text) : filledLines(units, widthEm, measured);
}

function filledLines(units: readonly string[], widthEm: number, measured: (piece: string) => number): string[] {
  const fits = (piece: string) => measured(piece.trimEnd()) <= widthEm;
  const lines: string[] = [];
  let line = '';
  let addedEm = 0;
  for (const unit of units) {
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

/** What the lines are chosen of: units, and of those that are wider than the line each grapheme with what it cannot be parted from. */
function wordsOf(units: readonly string[], widthEm: number, measured: (piece: string) => number): readonly Word[] {
  return units.flatMap((unit): readonly Word[] => {
    const wordEm = measured(unit.trimEnd());
    const word = { text: unit, widthEm: wordEm, withSpaceEm: measured(unit), isPart: false };
    if (wordEm <= widthEm) return [word];
    const pieces: string[] = [];
    for (const grapheme of graphemesOf(unit)) {
      const before = pieces.at(-1);
      const isKept =
        before !== undefined &&
        (SPACE.test(grapheme) || !mayStandApart(before.at(-1) ?? '', grapheme)) &&
        measured((before + grapheme).trimEnd()) <= widthEm;
      if (isKept) pieces[pieces.length - 1] = before + grapheme;
      else pieces.push(grapheme);
    }
    return pieces.map((text, at) => ({
      text,
      widthEm: measured(text.trimEnd()),
      withSpaceEm: measured(text),
      isPart: at > 0,
    }));
  });
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
function unitsOf(paragraph: string, mayPart: (before: string, after: string) => boolean): string[] {
  const units: string[] = [];
  let unit = '';
  let before = '';
  for (const grapheme of graphemesOf(paragraph)) {
    if (unit !== '' && (mayPart(before, grapheme) || mayBreakAtSign(before, grapheme))) {
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

/** Spaces, hyphens and dashes. */
function mayBreakAtSign(before: string, after: string): boolean {
  if (SPACE.test(after)) return false;
  if (SPACE.test(before)) return true;
  return mayStandApart(before, after) && BREAKS_AFTER.test(before) && !DIGIT.test(after);
}

/** Rules 1 and 2: Hangul breaks as Han and kana do. */
const mayPartSyllables = (before: string, after: string): boolean =>
  !SPACE.test(after) && mayStandApart(before, after) && (CJK.test(before) || CJK.test(after));

/** Since rules 3: Han and kana break between each other; a particle stays with its word, 漢字를 as 가족을. */
const mayPartWords = (before: string, after: string): boolean =>
  WIDE.test(before) && WIDE.test(after) && mayStandApart(before, after);

const mayStandApart = (before: string, after: string): boolean =>
  !NEVER_FIRST.test(after) && !NEVER_LAST.test(before) && !STRAIGHT_QUOTE.test(after) && !STRAIGHT_QUOTE.test(before);
