const SEPARATOR = /[\s_\-.]/u;

/** No file system has longer names; a path of a list may be. */
export const LONGEST_NAME = 255;

/**
 * Makes names comparable that look alike: macOS writes Hangul decomposed (NFD), other systems composed (NFC),
 * and case and outer white space don't tell two books apart.
 */
export function comparableName(name: string): string {
  return name.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** In steps, not by a pattern that begins anew at each of a thousand separators. */
export function trimSeparators(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && SEPARATOR.test(text.charAt(from))) from += 1;
  while (to > from && SEPARATOR.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}
