import type { TextMeasure } from '../../composition/sketch.ts';

/** Half an em a letter, one for Hangul; no emoji: widths that a test can count. */
export const plainMeasure: TextMeasure = {
  widthEm: (_, text) => Array.from(text).reduce((sum, letter) => sum + (/[가-힣]/.test(letter) ? 1 : 0.5), 0),
  covers: (_, text) => !/\p{Extended_Pictographic}/u.test(text),
};
