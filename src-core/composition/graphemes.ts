/** Nothing but characters that are a grapheme each and that are never dropped: most texts, without the segmenter's cost. */
export const SIMPLE =
  /^[\n\u0020-\u007E\u00A0-\u00AC\u00AE-\u02FF\u2010-\u2027\u2030-\u205E\u20A0-\u20C0\u2100-\u2BFF\u3000-\u3029\u3041-\u3096\u309B-\u30FF\u3131-\u318E\u4E00-\u9FFF\uAC00-\uD7A3]*$/;

const segmenter = new Intl.Segmenter('ko', { granularity: 'grapheme' });

/** What readers take for single characters: a letter with its marks, an emoji with all that it is joined of. */
export function graphemesOf(text: string): readonly string[] {
  return SIMPLE.test(text) ? text.split('') : Array.from(segmenter.segment(text), ({ segment }) => segment);
}
