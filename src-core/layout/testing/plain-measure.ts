import type { TextMeasure } from '../../composition/sketch.ts';
import { measureByWidths } from '../../composition/text-measure.ts';

/** Half an em a letter, one for Hangul; no emoji: widths that a test can count. */
export const plainMeasure: TextMeasure = measureByWidths(
  (_, text) => Array.from(text).reduce((sum, letter) => sum + (/[가-힣]/.test(letter) ? 1 : 0.5), 0),
  (_, text) => !/\p{Extended_Pictographic}/u.test(text),
);
