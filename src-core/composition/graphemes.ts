/** Characters that are a grapheme each beside one another, and that are never dropped: most texts hold nothing else. */
const PLAIN =
  '\\n\\u0020-\\u007E\\u00A0-\\u00AC\\u00AE-\\u02FF\\u2010-\\u2027\\u2030-\\u205E\\u20A0-\\u20C0\\u2100-\\u2BFF\\u3000-\\u3029\\u3041-\\u3096\\u309B-\\u30FF\\u3131-\\u318E\\u4E00-\\u9FFF\\uAC00-\\uD7A3';
export const SIMPLE = new RegExp(`^[${PLAIN}]*$`);
/**
 * What may be one character with its neighbour (UAX 29, table 2: Extend, SpacingMark, ZWJ, Prepend, Regional_Indicator, the parts of
 * syllables, and CR), and all that a newer Unicode may add to that. What is named here for nothing costs time and changes nothing. All
 * others are a grapheme each beside one another.
 */
const JOINING = [
  '\\p{M}\\p{Cn}\\p{Emoji_Modifier}\\p{Regional_Indicator}\\r\\u200C\\u200D\\u{10000}-\\u{1EFFF}\\u{E0000}-\\u{E0FFF}',
  '\\u1100-\\u11FF\\uA960-\\uA97F\\uD7B0-\\uD7FF\\u0E33\\u0EB3\\uFF9E\\uFF9F',
  '\\u0600-\\u0605\\u06DD\\u070F\\u0890\\u0891\\u08E2\\u0D4E',
].join('');
/** These, with the one before, which they may join, and the one behind, which may join them. */
const WHERE_SOME_JOIN = new RegExp(`(?:[^${JOINING}]?[${JOINING}]+)+[^${JOINING}]?`, 'gu');

const segmenter = new Intl.Segmenter('ko', { granularity: 'grapheme' });

/** Texts are kept until they have so many characters together: those of the fullest entry, which are asked for again and again. */
const MOST_KEPT = 300_000;
const kept = new Map<string, readonly string[]>();
let keptCharacters = 0;

/** What readers take for single characters: a letter with its marks, an emoji with all that it is joined of. */
export function graphemesOf(text: string): readonly string[] {
  if (SIMPLE.test(text)) return text.split('');
  const known = kept.get(text);
  if (known !== undefined) return known;
  const graphemes = parted(text);
  if (keptCharacters + text.length > MOST_KEPT) {
    kept.clear();
    keptCharacters = 0;
  }
  if (text.length <= MOST_KEPT) {
    kept.set(text, graphemes);
    keptCharacters += text.length;
  }
  return graphemes;
}

/** The segmenter is slow: it is asked only where characters may join. */
function parted(text: string): readonly string[] {
  const graphemes: string[] = [];
  let at = 0;
  for (const { index, 0: part } of text.matchAll(WHERE_SOME_JOIN)) {
    for (const alone of text.slice(at, index)) graphemes.push(alone);
    for (const { segment } of segmenter.segment(part)) graphemes.push(segment);
    at = index + part.length;
  }
  for (const alone of text.slice(at)) graphemes.push(alone);
  return graphemes;
}
