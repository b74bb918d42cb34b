import type { TextMeasure, Typeface } from './sketch.ts';

/** Line height over type size (service-facts 9.2, "Text height rule"). */
export const LINE_HEIGHT_EM = 1.6984;

/** Height of the face above and below the baseline, of which the line's leading is laid half above, half below. */
const ASCENT_EM = 0.95;
const DESCENT_EM = 0.24;

/** From the top of a line to its baseline. */
export const BASELINE_EM = (LINE_HEIGHT_EM - ASCENT_EM - DESCENT_EM) / 2 + ASCENT_EM;

const REPLACEMENTS = ['□', '?'] as const;
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;
const JOINING = /[\u200D\uFE0E\uFE0F]/u;
const CJK = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]/u;
const NEVER_FIRST = /^[\p{Pe}\p{Pf}、。，．：；？！,.:;?!…·‥〜～ーぁぃぅぇぉっゃゅょァィゥェォッャュョ%％°′″]/u;
const NEVER_LAST = /[\p{Ps}\p{Pi}]$/u;

const graphemes = new Intl.Segmenter('ko', { granularity: 'grapheme' });

/**
 * A text as it can be printed: tabs become spaces, other control and direction characters go, and a character without a
 * glyph, with all that is joined to it, becomes one hollow square, so that what is missing is seen on paper and not only
 * by whoever typed it.
 */
export function printable(text: string, typeface: Typeface, measure: TextMeasure): string {
  const plain = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replaceAll('\t', ' ').normalize('NFC');
  const missing = REPLACEMENTS.find((mark) => measure.covers(typeface, mark)) ?? '';
  return plain
    .split('\n')
    .map((line) =>
      Array.from(graphemes.segment(line), ({ segment }) => {
        const seen = segment.replace(JOINING, '').replace(INVISIBLE, '');
        if (seen === '') return '';
        return measure.covers(typeface, seen) ? seen : missing;
      }).join(''),
    )
    .join('\n');
}

/**
 * Lines of at most `widthEm` (in units of the type size). Latin words break at spaces and after hyphens, Korean and other
 * CJK text between characters, no line begins with closing punctuation or ends with opening; a word that is wider than
 * the line is broken where it must be. Line feeds are kept. A character wider than the line stands alone in one.
 */
export function breakLines(text: string, widthEm: number, typeface: Typeface, measure: TextMeasure): readonly string[] {
  return text.split('\n').flatMap((paragraph) => breakParagraph(paragraph, widthEm, typeface, measure));
}

/** Widths are added unit by unit, so that a long text costs no more a line than a short one; kerning over a break is not seen. */
function breakParagraph(paragraph: string, widthEm: number, typeface: Typeface, measure: TextMeasure): string[] {
  const width = (piece: string) => measure.widthEm(typeface, piece);
  const lines: string[] = [];
  let line = '';
  let usedEm = 0;
  for (const unit of unitsOf(paragraph)) {
    const seenEm = width(unit.trimEnd());
    if (line !== '' && usedEm + seenEm > widthEm) {
      lines.push(line.trimEnd());
      line = '';
      usedEm = 0;
    }
    if (line === '' && lines.length > 0 && unit.trim() === '') continue;
    if (seenEm <= widthEm) {
      line += unit;
      usedEm += width(unit);
      continue;
    }
    // Only a unit that is alone on its line can still be too wide.
    const parts = brokenWord(unit, width, widthEm);
    lines.push(...parts.slice(0, -1));
    line = parts.at(-1) ?? '';
    usedEm = width(line);
  }
  lines.push(line.trimEnd());
  return lines;
}

/** A word in pieces that fit, each of at least one character. */
function brokenWord(word: string, width: (piece: string) => number, widthEm: number): string[] {
  const pieces: string[] = [];
  let rest = word;
  while (width(rest.trimEnd()) > widthEm) {
    const fitting = fittingPart(rest, width, widthEm);
    if (fitting.length === rest.length) break;
    pieces.push(fitting);
    rest = rest.slice(fitting.length);
  }
  return [...pieces, rest];
}

/** The longest beginning that fits, at least one character; found by halving, since words may be thousands long. */
function fittingPart(word: string, width: (piece: string) => number, widthEm: number): string {
  const parts = Array.from(graphemes.segment(word), ({ segment }) => segment);
  let least = 1;
  let most = parts.length;
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (width(parts.slice(0, middle).join('')) <= widthEm) least = middle;
    else most = middle - 1;
  }
  return parts.slice(0, least).join('');
}

/** What is never parted: words with the spaces after them, single CJK characters, punctuation with what it belongs to. */
function unitsOf(paragraph: string): string[] {
  const units: string[] = [];
  let openWord = false;
  for (const { segment } of graphemes.segment(paragraph)) {
    const last = units.at(-1);
    const isSpace = segment.trim() === '';
    const staysWithLast = last !== undefined && (isSpace || (!last.endsWith(' ') && NEVER_FIRST.test(segment)) || NEVER_LAST.test(last));
    const isCjk = CJK.test(segment);
    if (last !== undefined && (staysWithLast || (openWord && !isCjk))) units[units.length - 1] = last + segment;
    else units.push(segment);
    openWord = !isSpace && !isCjk && segment !== '-' && segment !== '–' && segment !== '/';
  }
  return units;
}
