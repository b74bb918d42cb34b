/** As wide as so many Latin letters; Hangul and other ideographs are twice as wide. */
const END_WIDTH = 8;
/** Whatever is shorter is seen whole, or has no end that could be told from its beginning. */
const SHORTEST = 14;
const WIDE = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Extended_Pictographic}]/u;
/** Its parts would stand in the wrong order beside each other. */
const FROM_THE_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

const PLAIN = /^[\x20-\x7e]*$/;
/** In so many code units there are letters enough: to look at the whole of a name would cost a list that is scrolled through milliseconds. */
const TAIL = 32;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The end of a name that is kept in sight, whole letters of it; empty for one that is shown as it is. */
export function endOf(name: string): string {
  if (name.length < SHORTEST || FROM_THE_RIGHT.test(name)) return '';
  const tail = name.slice(-TAIL);
  if (PLAIN.test(tail)) return tail.slice(-END_WIDTH);
  const letters = Array.from(graphemes.segment(tail), ({ segment }) => segment);
  let at = letters.length;
  for (let width = 0; at > 0; at -= 1) {
    width += WIDE.test(letters[at - 1] ?? '') ? 2 : 1;
    if (width > END_WIDTH) break;
  }
  return letters.slice(at).join('');
}
