// How a customer writes the name of a picture. Everything here looks at each letter a fixed number of times: lists come from anybody.

/** Of pictures, of raw files that the pictures were made from, and of their sidecars. */
const EXTENSIONS = new Set(
  (
    'jpg jpeg jpe jfif png tif tiff heic heif hif webp avif gif bmp psd psb xmp ' +
    'dng cr2 cr3 crw nef nrw arw sr2 srf raf rw2 orf pef ptx x3f 3fr fff iiq mos mef mrw raw rwl srw erf kdc dcr gpr'
  ).split(' '),
);

/** As it is looked at and told: Hangul composed, nothing in it that is not seen, one space for any white space of a line. */
export const readable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060\ufeff\u00ad]/g, '')
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ');

/** Names that differ in case and white space alone are one. */
export const comparable = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();

const BULLET = /^(?:[>*•·‣◦▪–—○●□■✓✔☑★☆①-⑳-] ?|\[[ x✓✔]?\] |\(?\d{1,4}[.)] )+(?=.)/u;
const AROUND = new Set('"\'“”‘’«»「」『』《》〈〉<>()[]{}`');
const BEHIND = new Set([...AROUND, ...'.!?:。…']);

/** Without the bullet before it, quotes and brackets around it, and the end of a sentence. */
function bare(text: string): string {
  const listed = text.replace(BULLET, '');
  let [from, to] = [0, listed.length];
  while (from < to && (AROUND.has(listed[from] ?? '') || listed[from] === ' ')) from += 1;
  while (to > from && (BEHIND.has(listed[to - 1] ?? '') || listed[to - 1] === ' ')) to -= 1;
  return listed.slice(from, to);
}

/** A comparable name without its extension. */
export function withoutExtension(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 && EXTENSIONS.has(name.slice(dot + 1)) ? name.slice(0, dot) : name;
}

/** What a comparable name may be as a stem: as it is first, since a dot, a bracket or a dash may belong to it, the barest last. */
export function stemForms(name: string): readonly string[] {
  const plain = bare(name);
  return [...new Set([name, withoutExtension(name), plain, withoutExtension(plain)])].filter((form) => form !== '');
}

const namesFile = (words: string): boolean => words.split(' ').some((word) => withoutExtension(word) !== word);

/** `D:\Kim\IMG_1.jpg` and `Kim/IMG_1.jpg`; `1234/1235` is none, no date is, and what names more than one file is a list. */
export function pathOf(name: string): { readonly folder: string; readonly file: string } | null {
  const parts = bare(name).split(/[\\/]/);
  const file = parts.at(-1) ?? '';
  if (parts.length < 2 || file === '' || /[,;，；、]| or /u.test(name) || parts.slice(0, -1).some(namesFile))
    return null;
  if (parts[0] !== '' && !name.includes('\\') && !namesFile(file)) return null;
  return { folder: parts.at(-2) ?? '', file };
}

const BEFORE_NUMBER = '(?:#|no\\.?|№|번호|사진)? ?';
const NUMBER = new RegExp(`^${BEFORE_NUMBER}(\\d+)(?: ?번)?$`, 'u');
const RANGE = new RegExp(
  `^${BEFORE_NUMBER}(\\d{1,9})(?: ?번)? ?[-~–—−〜～∼] ?${BEFORE_NUMBER}(\\d{1,9})(?: ?번)?$`,
  'u',
);

const withoutZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '');

/** Of a stem such as `1234`, `#12`, `no. 12` or `12번`, without leading zeros; null: it says more than a number. */
export function numberOf(stem: string): string | null {
  const digits = NUMBER.exec(stem)?.[1];
  return digits === undefined ? null : withoutZeros(digits);
}

/** Of `12-18`, `12~18` and `#12 – #18`; null: it is none, or goes backwards. */
export function rangeOf(written: string): { readonly from: number; readonly to: number } | null {
  const ends = RANGE.exec(bare(comparable(written)));
  const [from, to] = [Number(ends?.[1]), Number(ends?.[2])];
  return ends !== null && from < to ? { from, to } : null;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

export interface LastNumber {
  /** Without leading zeros. */
  readonly number: string;
  /** As many digits as were written. */
  readonly digits: number;
  /**
   * The number and the letters before it, whatever stands between them; null where letters follow it at once, which make another
   * picture of it (`img_12b`), not another version (`img_12-edit`).
   */
  readonly series: string | null;
}

/** The last number of a stem; null: there is none. */
export function lastNumber(stem: string): LastNumber | null {
  let to = stem.length;
  while (to > 0 && !isDigit(stem.charCodeAt(to - 1))) to -= 1;
  let from = to;
  while (from > 0 && isDigit(stem.charCodeAt(from - 1))) from -= 1;
  if (from === to) return null;
  const number = withoutZeros(stem.slice(from, to));
  const isWhole = !/^\p{L}/u.test(stem.slice(to, to + 2));
  const letters = stem.slice(0, from).replace(/[ _-]/g, '');
  return { number, digits: to - from, series: isWhole ? `${letters} ${number}` : null };
}
