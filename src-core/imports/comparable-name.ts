const SEPARATOR = /[\s_\-.]/u;

/**
 * Letters without a shape: signs of direction and places where a line may break, which copied names and numbers bring along. Joiners are not
 * among them: letters are made of them.
 */
export const SHAPELESS = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** No file system has longer names; a path of a list may be. */
export const LONGEST_NAME = 255;

/**
 * Makes names comparable that look alike: macOS writes Hangul decomposed (NFD), other systems composed (NFC),
 * and case, outer white space and letters without a shape don't tell two books apart.
 */
export function comparableName(name: string): string {
  return name.normalize('NFC').replace(SHAPELESS, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** In steps, not by a pattern that begins anew at each of a thousand separators. */
export function trimSeparators(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && SEPARATOR.test(text.charAt(from))) from += 1;
  while (to > from && SEPARATOR.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}
