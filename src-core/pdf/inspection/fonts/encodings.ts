/** Windows-1252 where it differs from Latin-1. */
const WIN_ANSI_80 = '€\u0000‚ƒ„…†‡ˆ‰Š‹Œ\u0000Ž\u0000\u0000‘’“”•–—˜™š›œ\u0000žŸ';
/** Mac OS Roman from 0x80 on. */
const MAC_ROMAN_80 =
  'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u00a0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uf8ffÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ';

export type BaseEncoding = 'WinAnsiEncoding' | 'MacRomanEncoding' | 'StandardEncoding';

/** What a code of one of the base encodings reads as (ISO 32000-1, annex D); null for codes without a character. */
export function characterOf(encoding: BaseEncoding, code: number): string | null {
  if (code < 0x20) return null;
  if (code < 0x7f) return encoding === 'StandardEncoding' ? (STANDARD_LOW[code] ?? String.fromCharCode(code)) : String.fromCharCode(code);
  if (encoding === 'StandardEncoding') return STANDARD_HIGH[code] ?? null;
  if (encoding === 'MacRomanEncoding') return code >= 0x80 ? (MAC_ROMAN_80[code - 0x80] ?? null) : null;
  if (code >= 0xa0) return String.fromCharCode(code);
  const character = code >= 0x80 ? WIN_ANSI_80[code - 0x80] : undefined;
  return character === undefined || character === '\u0000' ? null : character;
}

const STANDARD_LOW: Readonly<Record<number, string>> = { 0x27: '’', 0x60: '‘' };
const STANDARD_HIGH: Readonly<Record<number, string>> = {
  0xa1: '¡', 0xa2: '¢', 0xa3: '£', 0xa4: '⁄', 0xa5: '¥', 0xa6: 'ƒ', 0xa7: '§', 0xa8: '¤', 0xa9: "'", 0xaa: '“', 0xab: '«', 0xac: '‹', 0xad: '›', 0xae: 'ﬁ', 0xaf: 'ﬂ',
  0xb1: '–', 0xb2: '†', 0xb3: '‡', 0xb4: '·', 0xb6: '¶', 0xb7: '•', 0xb8: '‚', 0xb9: '„', 0xba: '”', 0xbb: '»', 0xbc: '…', 0xbd: '‰', 0xbf: '¿',
  0xc1: '`', 0xc2: '´', 0xc3: 'ˆ', 0xc4: '˜', 0xc5: '¯', 0xc6: '˘', 0xc7: '˙', 0xc8: '¨', 0xca: '˚', 0xcb: '¸', 0xcd: '˝', 0xce: '˛', 0xcf: 'ˇ', 0xd0: '—',
  0xe1: 'Æ', 0xe3: 'ª', 0xe8: 'Ł', 0xe9: 'Ø', 0xea: 'Œ', 0xeb: 'º', 0xf1: 'æ', 0xf5: 'ı', 0xf8: 'ł', 0xf9: 'ø', 0xfa: 'œ', 0xfb: 'ß',
};

const NAMED: Readonly<Record<string, string>> = {
  space: ' ', exclam: '!', quotedbl: '"', numbersign: '#', dollar: '$', percent: '%', ampersand: '&', quotesingle: "'", parenleft: '(', parenright: ')', asterisk: '*',
  plus: '+', comma: ',', hyphen: '-', period: '.', slash: '/', zero: '0', one: '1', two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8', nine: '9',
  colon: ':', semicolon: ';', less: '<', equal: '=', greater: '>', question: '?', at: '@', bracketleft: '[', backslash: '\\', bracketright: ']', asciicircum: '^',
  underscore: '_', grave: '`', braceleft: '{', bar: '|', braceright: '}', asciitilde: '~', quoteleft: '‘', quoteright: '’', quotedblleft: '“', quotedblright: '”',
  quotesinglbase: '‚', quotedblbase: '„', guillemotleft: '«', guillemotright: '»', guilsinglleft: '‹', guilsinglright: '›', endash: '–', emdash: '—', ellipsis: '…',
  bullet: '•', dagger: '†', daggerdbl: '‡', perthousand: '‰', trademark: '™', copyright: '©', registered: '®', degree: '°', Euro: '€', sterling: '£', yen: '¥', cent: '¢',
  section: '§', paragraph: '¶', germandbls: 'ß', ae: 'æ', AE: 'Æ', oe: 'œ', OE: 'Œ', oslash: 'ø', Oslash: 'Ø', eth: 'ð', Eth: 'Ð', thorn: 'þ', Thorn: 'Þ', lslash: 'ł',
  Lslash: 'Ł', dotlessi: 'ı', fi: 'ﬁ', fl: 'ﬂ', exclamdown: '¡', questiondown: '¿', multiply: '×', divide: '÷', plusminus: '±', minus: '−', periodcentered: '·', nbspace: '\u00a0',
  mu: 'µ', onehalf: '½', onequarter: '¼', threequarters: '¾', won: '₩',
};
const ACCENTS: Readonly<Record<string, string>> = {
  grave: '\u0300', acute: '\u0301', circumflex: '\u0302', tilde: '\u0303', macron: '\u0304', breve: '\u0306', dotaccent: '\u0307', dieresis: '\u0308', ring: '\u030a',
  hungarumlaut: '\u030b', caron: '\u030c', cedilla: '\u0327', ogonek: '\u0328',
};

/**
 * What a glyph name reads as: the names of the Latin alphabets, letters with an accent, `uniXXXX` and `uXXXXXX`
 * (Adobe Glyph List Specification, 2). Null for names that stand for no character.
 */
export function characterOfName(name: string): string | null {
  const base = name.split('.')[0] ?? '';
  if (base === '') return null;
  const named = NAMED[base];
  if (named !== undefined) return named;
  if (/^[A-Za-z]$/.test(base)) return base;
  const uni = /^uni((?:[0-9A-F]{4})+)$/.exec(base)?.[1];
  if (uni !== undefined) return (uni.match(/.{4}/g) ?? []).map((hex) => String.fromCharCode(parseInt(hex, 16))).join('');
  const point = /^u([0-9A-F]{4,6})$/.exec(base)?.[1];
  if (point !== undefined) return parseInt(point, 16) <= 0x10ffff ? String.fromCodePoint(parseInt(point, 16)) : null;
  const accent = ACCENTS[base.slice(1)];
  return accent !== undefined && /^[A-Za-z]/.test(base) ? (base.charAt(0) + accent).normalize('NFC') : null;
}
