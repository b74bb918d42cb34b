/** How the strings of a predefined CMap split into codes, and what is known of the codes (ISO 32000-1, 9.7.5.2). */
export interface PredefinedCMap {
  /** Bytes of the code that starts at `at`; never more than are left. */
  readonly codeLength: (bytes: Uint8Array, at: number) => number;
  /** Codes are Unicode themselves, and so tell what they read as. */
  readonly unicodeOf: ((code: number, length: number) => string | null) | null;
  /** The CID of a code of those that need no table: ASCII, and half-width kana. Null for all others. */
  readonly cidOf: (code: number, length: number) => number | null;
  /** The code is the CID. */
  readonly isIdentity: boolean;
  readonly isVertical: boolean;
}

type CodeLength = PredefinedCMap['codeLength'];

const twoBytes: CodeLength = () => 2;
/** Characters beyond the basic plane are pairs of surrogates. */
const utf16: CodeLength = (bytes, at) => (((bytes[at] ?? 0) & 0xfc) === 0xd8 ? 4 : 2);
const utf32: CodeLength = () => 4;
const utf8: CodeLength = (bytes, at) => {
  const lead = bytes[at] ?? 0;
  return lead < 0xc2 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
};
/** Two bytes from `first` to `last`, else one. */
const leads =
  (first: number, last: number): CodeLength =>
  (bytes, at) => {
    const lead = bytes[at] ?? 0;
    return lead >= first && lead <= last ? 2 : 1;
  };
/** Half-width kana of one byte stand between the two ranges of leading bytes. */
const shiftJis: CodeLength = (bytes, at) => {
  const lead = bytes[at] ?? 0;
  return (lead >= 0x81 && lead <= 0x9f) || (lead >= 0xe0 && lead <= 0xfc) ? 2 : 1;
};
/** 0x8e leads to half-width kana. */
const japaneseEuc: CodeLength = (bytes, at) => {
  const lead = bytes[at] ?? 0;
  return lead === 0x8e || (lead >= 0xa1 && lead <= 0xfe) ? 2 : 1;
};
/** 0x8e leads to the second plane of CNS 11643, in four bytes. */
const taiwaneseEuc: CodeLength = (bytes, at) => {
  const lead = bytes[at] ?? 0;
  return lead === 0x8e ? 4 : lead >= 0xa1 && lead <= 0xfe ? 2 : 1;
};
/** GB 18030: a digit as the second byte makes four. */
const gb18030: CodeLength = (bytes, at) => {
  const lead = bytes[at] ?? 0;
  if (lead < 0x81 || lead > 0xfe) return 1;
  const second = bytes[at + 1] ?? 0;
  return second >= 0x30 && second <= 0x39 ? 4 : 2;
};

/** `Adobe-Korea1-2` and its like name CIDs directly. */
const IDENTITY = /^(?:Identity|Adobe-\w+)-/;
const UNICODE = /^Uni\w+-(?:UCS2|UTF16|UTF32|UTF8)-/;

const FIRST_ASCII = 0x20;
const LAST_ASCII = 0x7e;
/** In every Adobe character collection the proportional ASCII characters are the CIDs from 1 on. */
const PROPORTIONAL = 1;
/** Where the maps that set ASCII half as wide as ideographs lead its space to, by what their names begin with. */
const HALF_WIDTH: readonly (readonly [name: RegExp, space: number])[] = [
  [/^(?:90ms|Add|Ext)-RKSJ-|^EUC-|^Uni\w+-UCS2-HW-/, 231],
  [/^KSC-EUC-|^KSCms-UHC-HW-/, 8094],
  [/^(?:B5|ETen-B5|CNS-EUC)-/, 13_648],
  [/^(?:GB|GBK|GBT)-EUC-/, 813],
];
/** The space of the simplified Chinese maps stands elsewhere than before its `!`. */
const CHINESE = { first: 813, space: 7716 };
const FIRST_KANA = 0xa0;
const LAST_KANA = 0xdf;
/** Half-width kana of Adobe-Japan1. */
const KANA_CID = 326;

function cidsOf(name: string): PredefinedCMap['cidOf'] {
  const first = HALF_WIDTH.find(([pattern]) => pattern.test(name))?.[1] ?? PROPORTIONAL;
  const hasKana = /-RKSJ-/.test(name);
  const twoByteAscii = UNICODE.test(name);
  return (code, length) => {
    if (hasKana && length === 1 && code >= FIRST_KANA && code <= LAST_KANA) return KANA_CID + code - FIRST_KANA;
    if (code < FIRST_ASCII || code > LAST_ASCII || (length > 1 && !twoByteAscii)) return null;
    return code === FIRST_ASCII && first === CHINESE.first ? CHINESE.space : first + code - FIRST_ASCII;
  };
}

/** By what the names begin with, the first that fits. */
const FAMILIES: readonly (readonly [name: RegExp, codeLength: CodeLength])[] = [
  [IDENTITY, twoBytes],
  [/^Uni\w+-UCS2-/, twoBytes],
  [/^Uni\w+-UTF16-/, utf16],
  [/^Uni\w+-UTF32-/, utf32],
  [/^Uni\w+-UTF8-/, utf8],
  [/^GBK2K-/, gb18030],
  [/^GBKp?-/, leads(0x81, 0xfe)],
  [/^GB(?:pc)?-EUC-/, leads(0xa1, 0xfe)],
  [/^(?:HKscs-B5|KSCms-UHC|KSC-Johab)/, leads(0x81, 0xfe)],
  [/^(?:B5pc|ETen-B5|ETenms-B5|KSC-EUC|KSCpc-EUC)-/, leads(0xa1, 0xfe)],
  [/^CNS-EUC-/, taiwaneseEuc],
  [/-RKSJ-/, shiftJis],
  [/^EUC-/, japaneseEuc],
  [/^[HV]$/, twoBytes],
];

/** A predefined CMap by its name; undefined for a name that ISO 32000-1, table 118 does not have. */
export function predefinedCMap(name: string): PredefinedCMap | undefined {
  const family = FAMILIES.find(([pattern]) => pattern.test(name));
  if (family === undefined) return undefined;
  const wanted = family[1];
  return {
    codeLength: (bytes, at) => Math.min(wanted(bytes, at), bytes.length - at),
    unicodeOf: UNICODE.test(name) ? (wanted === utf32 ? ofPoint : wanted === utf8 ? ofUtf8 : ofUtf16) : null,
    cidOf: cidsOf(name),
    isIdentity: IDENTITY.test(name),
    isVertical: name === 'V' || name.endsWith('-V'),
  };
}

/** Where no CMap can be had: readers take two bytes, which nearly all composite fonts have. */
export const UNKNOWN_CMAP: PredefinedCMap = {
  codeLength: (bytes, at) => Math.min(2, bytes.length - at),
  unicodeOf: null,
  cidOf: () => null,
  isIdentity: false,
  isVertical: false,
};

function ofUtf16(code: number, length: number): string {
  return length === 4 ? String.fromCharCode(Math.floor(code / 65_536), code % 65_536) : String.fromCharCode(code);
}

function ofPoint(code: number): string | null {
  return code <= 0x10ffff ? String.fromCodePoint(code) : null;
}

function ofUtf8(code: number, length: number): string | null {
  if (length === 1) return String.fromCharCode(code);
  let point = 0;
  for (let k = length - 1; k >= 0; k--) {
    const byte = Math.floor(code / 256 ** k) % 256;
    point = k === length - 1 ? byte & (0x7f >> length) : point * 64 + (byte & 0x3f);
  }
  return ofPoint(point);
}
