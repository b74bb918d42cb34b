/** Windows-1252 where it differs from Latin-1. */
const WIN_ANSI_80 = '€\u0000‚ƒ„…†‡ˆ‰Š‹Œ\u0000Ž\u0000\u0000‘’“”•–—˜™š›œ\u0000žŸ';
/** Mac OS Roman from 0x80 on. */
const MAC_ROMAN_80 =
  'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u00a0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uf8ffÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ';

/** The encodings of the two standard fonts of signs (annexes D.5 and D.6); rare codes lead to parts of large brackets, in the private area. */
const SYMBOL_20 =
  ' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧ∆ΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_\uf8e5αβχδεφγηιϕκλµνοπθρστυϖωξψζ{|}∼';
const SYMBOL_A0 =
  '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…\uf8e6\uf8e7↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇\uf6da\uf6d9\uf6db∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈\uf8e8\uf8e9\uf8ea∑\uf8eb\uf8ec\uf8ed\uf8ee\uf8ef\uf8f0\uf8f1\uf8f2\uf8f3\uf8f4\u0000〉∫⌠\uf8f5⌡\uf8f6\uf8f7\uf8f8\uf8f9\uf8fa\uf8fb\uf8fc\uf8fd\uf8fe\u0000';
const ZAPF_DINGBATS_20 =
  ' ✁✂✃✄☎✆✇✈✉☛☞✌✍✎✏✐✑✒✓✔✕✖✗✘✙✚✛✜✝✞✟✠✡✢✣✤✥✦✧★✩✪✫✬✭✮✯✰✱✲✳✴✵✶✷✸✹✺✻✼✽✾✿❀❁❂❃❄❅❆❇❈❉❊❋●❍■❏❐❑❒▲▼◆❖◗❘❙❚❛❜❝❞';
const ZAPF_DINGBATS_A0 =
  '\u0000❡❢❣❤❥❦❧♣♦♥♠①②③④⑤⑥⑦⑧⑨⑩❶❷❸❹❺❻❼❽❾❿➀➁➂➃➄➅➆➇➈➉➊➋➌➍➎➏➐➑➒➓➔→↔↕➘➙➚➛➜➝➞➟➠➡➢➣➤➥➦➧➨➩➪➫➬➭➮➯\u0000➱➲➳➴➵➶➷➸➹➺➻➼➽➾\u0000';

export type BaseEncoding = 'WinAnsiEncoding' | 'MacRomanEncoding' | 'StandardEncoding';
/** Encodings that fonts bring with them, and no dictionary names. */
export type SignEncoding = 'Symbol' | 'ZapfDingbats';

/** What a code of one of the base encodings reads as (ISO 32000-1, annex D); null for codes without a character. */
export function characterOf(encoding: BaseEncoding, code: number): string | null {
  if (code < 0x20) return null;
  if (code < 0x7f)
    return encoding === 'StandardEncoding'
      ? (STANDARD_LOW[code] ?? String.fromCharCode(code))
      : String.fromCharCode(code);
  if (encoding === 'StandardEncoding') return STANDARD_HIGH[code] ?? null;
  if (encoding === 'MacRomanEncoding') return code >= 0x80 ? (MAC_ROMAN_80[code - 0x80] ?? null) : null;
  if (code >= 0xa0) return String.fromCharCode(code);
  const character = code >= 0x80 ? WIN_ANSI_80[code - 0x80] : undefined;
  return character === undefined || character === '\u0000' ? null : character;
}

const STANDARD_LOW: Readonly<Record<number, string>> = { 0x27: '’', 0x60: '‘' };
const STANDARD_HIGH: Readonly<Record<number, string>> = {
  0xa1: '¡',
  0xa2: '¢',
  0xa3: '£',
  0xa4: '⁄',
  0xa5: '¥',
  0xa6: 'ƒ',
  0xa7: '§',
  0xa8: '¤',
  0xa9: "'",
  0xaa: '“',
  0xab: '«',
  0xac: '‹',
  0xad: '›',
  0xae: 'ﬁ',
  0xaf: 'ﬂ',
  0xb1: '–',
  0xb2: '†',
  0xb3: '‡',
  0xb4: '·',
  0xb6: '¶',
  0xb7: '•',
  0xb8: '‚',
  0xb9: '„',
  0xba: '”',
  0xbb: '»',
  0xbc: '…',
  0xbd: '‰',
  0xbf: '¿',
  0xc1: '`',
  0xc2: '´',
  0xc3: 'ˆ',
  0xc4: '˜',
  0xc5: '¯',
  0xc6: '˘',
  0xc7: '˙',
  0xc8: '¨',
  0xca: '˚',
  0xcb: '¸',
  0xcd: '˝',
  0xce: '˛',
  0xcf: 'ˇ',
  0xd0: '—',
  0xe1: 'Æ',
  0xe3: 'ª',
  0xe8: 'Ł',
  0xe9: 'Ø',
  0xea: 'Œ',
  0xeb: 'º',
  0xf1: 'æ',
  0xf5: 'ı',
  0xf8: 'ł',
  0xf9: 'ø',
  0xfa: 'œ',
  0xfb: 'ß',
};

let macRomanCodes: ReadonlyMap<string, number> | null = null;

/** The Mac OS Roman code of a character; -1 when it has none. */
export function macRomanCodeOf(codePoint: number): number {
  macRomanCodes ??= new Map(
    Array.from({ length: 0x100 - 0x20 }, (_, index) => [
      characterOf('MacRomanEncoding', 0x20 + index) ?? '',
      0x20 + index,
    ]),
  );
  return macRomanCodes.get(String.fromCodePoint(codePoint)) ?? -1;
}

/** What a code of the Symbol or ZapfDingbats font shows; null for codes without a sign. */
export function signOf(encoding: SignEncoding, code: number): string | null {
  const [low, high] = encoding === 'Symbol' ? [SYMBOL_20, SYMBOL_A0] : [ZAPF_DINGBATS_20, ZAPF_DINGBATS_A0];
  const sign = code >= 0xa0 ? high[code - 0xa0] : code >= 0x20 ? low[code - 0x20] : undefined;
  return sign === undefined || sign === '\u0000' ? null : sign;
}
