/** As wide as so many Latin letters; Hangul and other ideographs are twice as wide. */
const END_WIDTH = 8;
/** Whatever is shorter is seen whole, or has no end that could be told from its beginning. */
const SHORTEST = 14;
const WIDE = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Extended_Pictographic}]/u;
/** Its parts would stand in the wrong order beside each other. */
const FROM_THE_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The end of a name that is kept in sight, whole letters of it; empty for one that is shown as it is. */
export function endOf(name: string): string {
  if (name.length < SHORTEST || FROM_THE_RIGHT.test(name)) return '';
  const letters = Array.from(graphemes.segment(name), ({ segment }) => segment);
  let at = letters.length;
  for (let width = 0; at > 0; at -= 1) {
    width += WIDE.test(letters[at - 1] ?? '') ? 2 : 1;
    if (width > END_WIDTH) break;
  }
  return letters.slice(at).join('');
}
