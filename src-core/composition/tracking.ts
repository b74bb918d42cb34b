import { withoutMarks } from './direction.ts';
import { graphemesOf } from './graphemes.ts';
import type { TextMeasure } from './sketch.ts';

/** Letters of these scripts join, so that nothing may stand between them (CSS Text 3, 8.2.1). */
const JOINED = /[\p{Script=Arabic}\p{Script=Devanagari}]/u;

/** Where in a text stand the letters that room is given behind: one entry a grapheme, its beginning in UTF-16. */
export function trackedStarts(text: string): readonly number[] {
  const starts: number[] = [];
  let at = 0;
  for (const grapheme of graphemesOf(text)) {
    if (withoutMarks(grapheme) !== '' && !JOINED.test(grapheme)) starts.push(at);
    at += grapheme.length;
  }
  return starts;
}

/** Letters that a face may draw as one are parted: room stands between them as between others. */
const BETWEEN_LIGATED = /(?<=f)(?=[fijlt])/;

/** What of a text with room between its letters is shaped by itself. */
export const unligatedParts = (text: string): readonly string[] => text.split(BETWEEN_LIGATED);

/**
 * A measure of texts with this much room behind each letter, in units of the type size. That behind the last letter of a line
 * is counted too, so that widths of parts add up: a line is as wide as it is measured without it.
 */
export function trackedMeasure(measure: TextMeasure, trackingEm: number): TextMeasure {
  if (trackingEm === 0) return measure;
  const roomEm = (text: string) => trackingEm * trackedStarts(text).length;
  return {
    ...measure,
    widthEm: (typeface, text) =>
      unligatedParts(text).reduce((sum, part) => sum + measure.widthEm(typeface, part), roomEm(text)),
  };
}
