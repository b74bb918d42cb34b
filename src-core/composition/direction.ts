import bidiFactory from 'bidi-js';

export type Direction = 'ltr' | 'rtl';

/** Blocks that are set aside for scripts from right to left, assigned or not (UAX #9, 3.2), and the marks that say so. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFE\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const MARKS = /[\u061C\u200E\u200F]/g;

/** The Unicode bidirectional algorithm, when a text first needs it. */
let opened: ReturnType<typeof bidiFactory> | null = null;
const bidi = () => (opened ??= bidiFactory());

export const mayRunLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** Marks of direction are read with the text and never set. */
export const withoutMarks = (text: string): string => text.replace(MARKS, '');

/** Of a paragraph: that of its first letter which has one (UAX #9, P2 and P3). */
export function directionOf(paragraph: string): Direction {
  if (!mayRunLeft(paragraph)) return 'ltr';
  for (const character of paragraph) {
    const type = bidi().getBidiCharTypeName(character);
    if (type === 'L') return 'ltr';
    if (type === 'R' || type === 'AL') return 'rtl';
  }
  return 'ltr';
}

/** A level for each UTF-16 unit of a line; odd ones run from right to left. */
export const levelsOf = (line: string, direction: Direction): Uint8Array =>
  bidi().getEmbeddingLevels(line, direction).levels;

/** Parts of a line, each of one level, from left to right as they are seen (UAX #9, L2). */
export function inSight<Part extends { readonly level: number }>(parts: readonly Part[]): Part[] {
  const seen = [...parts];
  const highest = Math.max(0, ...seen.map(({ level }) => level));
  for (let level = highest; level >= 1; level -= 1) {
    for (let from = 0; from < seen.length; from += 1) {
      let to = from;
      while (to < seen.length && (seen[to] as Part).level >= level) to += 1;
      if (to > from) seen.splice(from, to - from, ...seen.slice(from, to).reverse());
      from = to;
    }
  }
  return seen;
}
