import { signOf } from './encodings.ts';

const NAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    space: ' ',
    exclam: '!',
    quotedbl: '"',
    numbersign: '#',
    dollar: '$',
    percent: '%',
    ampersand: '&',
    quotesingle: "'",
    parenleft: '(',
    parenright: ')',
    asterisk: '*',
    plus: '+',
    comma: ',',
    hyphen: '-',
    period: '.',
    slash: '/',
    zero: '0',
    one: '1',
    two: '2',
    three: '3',
    four: '4',
    five: '5',
    six: '6',
    seven: '7',
    eight: '8',
    nine: '9',
    colon: ':',
    semicolon: ';',
    less: '<',
    equal: '=',
    greater: '>',
    question: '?',
    at: '@',
    bracketleft: '[',
    backslash: '\\',
    bracketright: ']',
    asciicircum: '^',
    underscore: '_',
    grave: '`',
    braceleft: '{',
    bar: '|',
    braceright: '}',
    asciitilde: '~',
    quoteleft: '‘',
    quoteright: '’',
    quotedblleft: '“',
    quotedblright: '”',
    quotesinglbase: '‚',
    quotedblbase: '„',
    guillemotleft: '«',
    guillemotright: '»',
    guilsinglleft: '‹',
    guilsinglright: '›',
    endash: '–',
    emdash: '—',
    ellipsis: '…',
    bullet: '•',
    dagger: '†',
    daggerdbl: '‡',
    perthousand: '‰',
    trademark: '™',
    copyright: '©',
    registered: '®',
    degree: '°',
    Euro: '€',
    sterling: '£',
    yen: '¥',
    cent: '¢',
    section: '§',
    paragraph: '¶',
    germandbls: 'ß',
    ae: 'æ',
    AE: 'Æ',
    oe: 'œ',
    OE: 'Œ',
    oslash: 'ø',
    Oslash: 'Ø',
    eth: 'ð',
    Eth: 'Ð',
    thorn: 'þ',
    Thorn: 'Þ',
    lslash: 'ł',
    Lslash: 'Ł',
    dotlessi: 'ı',
    fi: 'ﬁ',
    fl: 'ﬂ',
    exclamdown: '¡',
    questiondown: '¿',
    multiply: '×',
    divide: '÷',
    plusminus: '±',
    minus: '−',
    periodcentered: '·',
    nbspace: '\u00a0',
    mu: 'µ',
    onehalf: '½',
    onequarter: '¼',
    threequarters: '¾',
    won: '₩',
  }),
);

/** More names, `name:character`: accents by themselves, Greek, signs of mathematics and of the Symbol font. */
const MORE_NAMED: ReadonlyMap<string, string> = new Map(
  (
    'fraction:⁄ florin:ƒ currency:¤ acute:´ circumflex:ˆ tilde:˜ macron:¯ breve:˘ dotaccent:˙ dieresis:¨ ring:˚ cedilla:¸ hungarumlaut:˝ ogonek:˛ ' +
    'caron:ˇ ordfeminine:ª ordmasculine:º onesuperior:¹ logicalnot:¬ brokenbar:¦ twosuperior:² threesuperior:³ notequal:≠ infinity:∞ lessequal:≤ ' +
    'greaterequal:≥ partialdiff:∂ summation:∑ product:∏ pi:π integral:∫ Omega:Ω radical:√ approxequal:≈ Delta:∆ lozenge:◊ franc:₣ dcroat:đ ' +
    'universal:∀ existential:∃ suchthat:∋ asteriskmath:∗ congruent:≅ Alpha:Α Beta:Β Chi:Χ Epsilon:Ε Phi:Φ Gamma:Γ Eta:Η Iota:Ι theta1:ϑ Kappa:Κ ' +
    'Lambda:Λ Mu:Μ Nu:Ν Omicron:Ο Pi:Π Theta:Θ Rho:Ρ Sigma:Σ Tau:Τ Upsilon:Υ sigma1:ς Xi:Ξ Psi:Ψ Zeta:Ζ therefore:∴ perpendicular:⊥ alpha:α beta:β ' +
    'chi:χ delta:δ epsilon:ε phi:φ gamma:γ eta:η iota:ι phi1:ϕ kappa:κ lambda:λ nu:ν omicron:ο theta:θ rho:ρ sigma:σ tau:τ upsilon:υ omega1:ϖ ' +
    'omega:ω xi:ξ psi:ψ zeta:ζ similar:∼ Upsilon1:ϒ minute:′ club:♣ diamond:♦ heart:♥ spade:♠ arrowboth:↔ arrowleft:← arrowup:↑ arrowright:→ ' +
    'arrowdown:↓ second:″ proportional:∝ equivalence:≡ carriagereturn:↵ aleph:ℵ Ifraktur:ℑ Rfraktur:ℜ weierstrass:℘ circlemultiply:⊗ circleplus:⊕ ' +
    'emptyset:∅ intersection:∩ union:∪ propersuperset:⊃ reflexsuperset:⊇ notsubset:⊄ propersubset:⊂ reflexsubset:⊆ element:∈ notelement:∉ angle:∠ ' +
    'gradient:∇ dotmath:⋅ logicaland:∧ logicalor:∨ arrowdblboth:⇔ arrowdblleft:⇐ arrowdblup:⇑ arrowdblright:⇒ arrowdbldown:⇓ angleleft:〈 ' +
    'angleright:〉 integraltp:⌠ integralbt:⌡'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

const ACCENTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    grave: '\u0300',
    acute: '\u0301',
    circumflex: '\u0302',
    tilde: '\u0303',
    macron: '\u0304',
    breve: '\u0306',
    dotaccent: '\u0307',
    dieresis: '\u0308',
    ring: '\u030a',
    hungarumlaut: '\u030b',
    caron: '\u030c',
    cedilla: '\u0327',
    ogonek: '\u0328',
  }),
);

/** Numbers of the names `a1` to `a206` of ZapfDingbats, in the order of their codes from 0x21 and from 0xa1 on. */
const DINGBATS: ReadonlyMap<string, string> = new Map(
  (
    [
      [
        0x21,
        '1 2 202 3 4 5 119 118 117 11 12 13 14 15 16 105 17 18 19 20 21 22 23 24 25 26 27 28 6 7 8 9 10 29 30 31 32 33 34 35 36 37 38 39 ' +
          '40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 203 75 204 76 77 78 79 81 82 83 84 97 98 99 100',
      ],
      [
        0xa1,
        '101 102 103 104 106 107 108 112 111 110 109 120 121 122 123 124 125 126 127 128 129 130 131 132 133 134 135 136 137 138 139 140 ' +
          '141 142 143 144 145 146 147 148 149 150 151 152 153 154 155 156 157 158 159 160 161 163 164 196 165 192 166 167 168 169 170 171 ' +
          '172 173 162 174 175 176 177 178 179 193 180 199 181 200 182 - 201 183 184 197 185 194 198 186 195 187 188 189 190 191',
      ],
    ] as const
  ).flatMap(([first, numbers]) =>
    numbers
      .split(' ')
      .map((number, index): [string, string] => [`a${number}`, signOf('ZapfDingbats', first + index) ?? ' ']),
  ),
);

/**
 * What a glyph name reads as: the names of the Latin alphabets, letters with an accent, `uniXXXX`, `uXXXXXX`, and
 * ligatures as `f_f_i` (Adobe Glyph List Specification, 2). Null for names that stand for no character.
 */
export function characterOfName(name: string): string | null {
  const base = name.split('.')[0] ?? '';
  if (base === '') return null;
  if (base.includes('_')) return characterOfParts(base.split('_'));
  const named = NAMED.get(base) ?? MORE_NAMED.get(base) ?? DINGBATS.get(base);
  if (named !== undefined) return named;
  if (/^[A-Za-z]$/.test(base)) return base;
  const uni = /^uni((?:[0-9A-F]{4})+)$/.exec(base)?.[1];
  if (uni !== undefined)
    return (uni.match(/.{4}/g) ?? []).map((hex) => String.fromCharCode(parseInt(hex, 16))).join('');
  const point = /^u([0-9A-F]{4,6})$/.exec(base)?.[1];
  if (point !== undefined) return parseInt(point, 16) <= 0x10ffff ? String.fromCodePoint(parseInt(point, 16)) : null;
  const accent = ACCENTS.get(base.slice(1));
  return accent !== undefined && /^[A-Za-z]/.test(base) ? (base.charAt(0) + accent).normalize('NFC') : null;
}

function characterOfParts(parts: readonly string[]): string | null {
  const characters = parts.map(characterOfName);
  return characters.includes(null) ? null : characters.join('');
}
