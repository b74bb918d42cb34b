/** Characters that are a grapheme each beside one another, and that are never dropped: most texts hold nothing else. */
const PLAIN =
  '\\n\\u0020-\\u007E\\u00A0-\\u00AC\\u00AE-\\u02FF\\u2010-\\u2027\\u2030-\\u205E\\u20A0-\\u20C0\\u2100-\\u2BFF\\u3000-\\u3029\\u3041-\\u3096\\u309B-\\u30FF\\u3131-\\u318E\\u4E00-\\u9FFF\\uAC00-\\uD7A3';
export const SIMPLE = new RegExp(`^[${PLAIN}]*$`);
/** All others, with the one before, which they may join, and the one behind, which may join them. */
const NOT_SIMPLE = new RegExp(`(?:[${PLAIN}]?[^${PLAIN}]+)+[${PLAIN}]?`, 'g');

const segmenter = new Intl.Segmenter('ko', { granularity: 'grapheme' });

/** What readers take for single characters: a letter with its marks, an emoji with all that it is joined of. */
export function graphemesOf(text: string): readonly string[] {
  if (SIMPLE.test(text)) return text.split('');
  // The segmenter is slow: it is asked only where characters may join.
  const graphemes: string[] = [];
  let at = 0;
  for (const { index, 0: part } of text.matchAll(NOT_SIMPLE)) {
    for (; at < index; at += 1) graphemes.push(text.charAt(at));
    for (const { segment } of segmenter.segment(part)) graphemes.push(segment);
    at = index + part.length;
  }
  for (; at < text.length; at += 1) graphemes.push(text.charAt(at));
  return graphemes;
}
