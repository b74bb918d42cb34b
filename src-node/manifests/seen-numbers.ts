/** Number formats of digits that are always shown, by the style that a cell names: `00000`, `000-0000-0000`. */
export type ZeroPatterns = ReadonlyMap<string, string>;

/**
 * Reads from `xl/styles.xml` which styles show a code: a format of zeros with signs between them, as postal codes and phone
 * numbers have. The reader of workbooks knows dates from numbers and tells no other format.
 */
export function zeroPatternsOf(styles: string): ZeroPatterns {
  const formats = new Map<string, string>();
  for (const [, attributes = ''] of styles.matchAll(/<(?:\w+:)?numFmt\s([^>]*)>/g)) {
    const code = plainText(attributeOf(attributes, 'formatCode') ?? '')
      .replace(/^\[\$-[^\]]*\]/, '')
      .replace(/;@$/, '')
      .replace(/\\(.)|"([^"]*)"/g, '$1$2');
    if (/^0[0\- ()]*0$/.test(code)) formats.set(attributeOf(attributes, 'numFmtId') ?? '', code);
  }
  const patterns = new Map<string, string>();
  const cellFormats = /<(?:\w+:)?cellXfs\b[^>]*>([\s\S]*?)<\/(?:\w+:)?cellXfs>/.exec(styles)?.[1] ?? '';
  let style = 0;
  for (const [, attributes = ''] of cellFormats.matchAll(/<(?:\w+:)?xf\s([^>]*)>/g)) {
    const code = formats.get(attributeOf(attributes, 'numFmtId') ?? '');
    if (code !== undefined) patterns.set(String(style), code);
    style += 1;
  }
  return patterns;
}

const CELL =
  /<((?:\w+:)?)c\s([^<>]*)>(<(?:\w+:)?f\b[^<>]*>(?:[^<]*<\/(?:\w+:)?f>)?)?<(?:\w+:)?v>(\d[\d.Ee+]*)<\/(?:\w+:)?v><\/(?:\w+:)?c>/g;

/** A sheet in which numbers of such styles are the text that stands in their cells. */
export const sheetAsSeen = (sheet: string, patterns: ZeroPatterns): string =>
  sheet.replace(CELL, (cell: string, prefix: string, attributes: string, _formula: string, written: string) => {
    const pattern = patterns.get(attributeOf(attributes, 's') ?? '');
    const type = attributeOf(attributes, 't');
    // Google writes 6236 as `6236.0`, and what is longer with an exponent.
    const digits = numberAsSeen(written);
    if (pattern === undefined || (type !== null && type !== 'n') || !/^\d+$/.test(digits)) return cell;
    const address = attributeOf(attributes, 'r');
    const place = address === null ? '' : ` r="${address}"`;
    return `<${prefix}c${place} t="str"><${prefix}v>${inPattern(digits, pattern)}</${prefix}v></${prefix}c>`;
  });

/** A spreadsheet keeps so many digits of a number, and writes zeros for the others. */
const DIGITS_KEPT = 15;

/** Phone numbers are numbers to a spreadsheet, and long ones stand with an exponent in its file: it stays where digits were lost. */
export function numberAsSeen(written: string): string {
  const number = Number(written);
  if (!Number.isInteger(number)) return written;
  return Math.abs(number) < 10 ** DIGITS_KEPT ? String(number) : number.toExponential().toUpperCase();
}

/** Digits fill a pattern from its end; what is longer than the pattern stands before it. */
export function inPattern(digits: string, pattern: string): string {
  const places = pattern.replace(/[^0]/g, '').length;
  const padded = digits.padStart(places, '0');
  let next = padded.length - places;
  return padded.slice(0, next) + pattern.replace(/0/g, () => padded[next++] ?? '');
}

export const attributeOf = (attributes: string, name: string): string | null =>
  new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    .exec(attributes)
    ?.slice(1)
    .find((text) => text !== undefined) ?? null;

const NAMED: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&amp;': '&',
  '&apos;': "'",
  '&lt;': '<',
  '&gt;': '>',
};
/** Writers of plain ASCII name every letter of Hangul by its number. */
const numbered = (digits: string): string => {
  const point = Number(digits.replace(/^x/i, '0x'));
  return point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd';
};
export const plainText = (text: string): string =>
  text.replace(/&(?:#(x[\da-f]+|\d+)|\w+);/gi, (entity, digits?: string) =>
    digits === undefined ? (NAMED[entity] ?? entity) : numbered(digits),
  );
