import type { TextMeasure } from './sketch.ts';
import type { Typeface } from './typefaces.ts';

/** Stands for a character without a glyph; the second where the face lacks the first. */
const REPLACEMENTS = ['□', '?'] as const;
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029\v\f]/g;
const FIXED_SPACES = /[\u2007\u202F]/g;
const OTHER_SPACES = /[\t\u1680\u2000-\u2006\u2008-\u200A\u205F]/g;
/** Controls, direction marks, joiners, soft hyphens; and what only chooses between looks of a character. */
const INVISIBLE = /[\p{Cc}\p{Cf}\uFE0E\uFE0F]/gu;
/** Nothing but characters that are a grapheme each and that `INVISIBLE` spares: most texts, without the segmenter's cost. */
const SIMPLE =
  /^[\n\u0020-\u007E\u00A0-\u00AC\u00AE-\u02FF\u2010-\u2027\u2030-\u205E\u20A0-\u20C0\u2100-\u2BFF\u3000-\u3029\u3041-\u3096\u309B-\u30FF\u3131-\u318E\u4E00-\u9FFF\uAC00-\uD7A3]*$/;

const CJK = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]/u;
const NEVER_FIRST = /[\p{Pe}\p{Pf}、。，．：；？！,.:;?!…·‥〜～ーぁぃぅぇぉっゃゅょァィゥェォッャュョ%％°′″]/u;
const NEVER_LAST = /[\p{Ps}\p{Pi}]/u;
/** Opening or closing: who can tell. They stay with both neighbours. */
const STRAIGHT_QUOTE = /["']/;
const BREAKS_AFTER = /[-‐–—/]/;
const DIGIT = /\d/;
const SPACE = /[ \u3000]/;

const segmenter = new Intl.Segmenter('ko', { granularity: 'grapheme' });

/** What readers take for single characters: a letter with its marks, an emoji with all that it is joined of. */
export function graphemesOf(text: string): readonly string[] {
  return SIMPLE.test(text) ? text.split('') : Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/**
 * A text as it can be printed: one form of line end and of space, no control or direction characters. A character
 * without a glyph, with all that is joined to it, becomes one hollow square, so that what is missing is seen on paper
 * and not only by whoever typed it.
 */
export function printable(text: string, typeface: Typeface, measure: TextMeasure): string {
  const plain = text
    .normalize('NFC')
    .replace(LINE_ENDS, '\n')
    .replace(FIXED_SPACES, '\u00A0')
    .replace(OTHER_SPACES, ' ');
  if (SIMPLE.test(plain) && measure.covers(typeface, plain.replaceAll('\n', ''))) return plain;
  const missing = REPLACEMENTS.find((mark) => measure.covers(typeface, mark)) ?? '';
  return graphemesOf(plain)
    .map((grapheme) => {
      if (grapheme === '\n') return grapheme;
      const seen = grapheme.replace(INVISIBLE, '');
      return seen === '' || measure.covers(typeface, seen) ? seen : missing;
    })
    .join('');
}

/**
 * Lines of at most `widthEm` (in units of the type size). Latin words break at spaces and after hyphens and dashes that
 * no digit follows, Korean and other CJK text between characters; no line begins with closing punctuation or ends with
 * opening; a word that is wider than the line is broken where it must be. Line feeds are kept. A character wider than
 * the line stands alone in one. Nothing is lost but the spaces at the ends of lines.
 */
export function breakLines(text: string, widthEm: number, typeface: Typeface, measure: TextMeasure): readonly string[] {
  return text
    .split('\n')
    .flatMap((paragraph) => breakParagraph(paragraph, widthEm, (piece) => measure.widthEm(typeface, piece)));
}

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
  return units;
}

function mayBreakBetween(before: string, after: string): boolean {
  if (SPACE.test(after)) return false;
  if (SPACE.test(before)) return true;
  if (NEVER_FIRST.test(after) || NEVER_LAST.test(before)) return false;
  if (STRAIGHT_QUOTE.test(after) || STRAIGHT_QUOTE.test(before)) return false;
  if (CJK.test(before) || CJK.test(after)) return true;
  return BREAKS_AFTER.test(before) && !DIGIT.test(after);
}
