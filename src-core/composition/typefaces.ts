/**
 * The faces that books are printed in. `file` lies in `resources/fonts`; `subsetTag` names what of it is embedded (PDF 32000-1,
 * 9.6.4: six capital letters), another one for each face of a document. Those that the window seldom asks for lie packed (Brotli).
 */
export const FACES = [
  { name: 'regular', file: 'Pretendard-Regular.ttf', subsetTag: 'BOOKAA' },
  { name: 'semiBold', file: 'Pretendard-SemiBold.ttf', subsetTag: 'BOOKAB' },
  { name: 'han', file: 'NotoSansKR-Regular.ttf', subsetTag: 'BOOKAC' },
  { name: 'hanStrong', file: 'NotoSansKR-Bold.ttf', subsetTag: 'BOOKAD' },
  { name: 'hanRest', file: 'NotoSansSC-Regular.ttf', subsetTag: 'BOOKAE' },
  { name: 'emoji', file: 'NotoEmoji-Regular.ttf', subsetTag: 'BOOKAF' },
  { name: 'symbols', file: 'NotoSansSymbols2-Regular.ttf', subsetTag: 'BOOKAG' },
  { name: 'arabic', file: 'NotoSansArabic-Regular.ttf', subsetTag: 'BOOKAH' },
  { name: 'hebrew', file: 'NotoSansHebrew-Regular.ttf', subsetTag: 'BOOKAI' },
  { name: 'thai', file: 'NotoSansThai-Regular.ttf', subsetTag: 'BOOKAJ' },
  { name: 'devanagari', file: 'NotoSansDevanagari-Regular.ttf', subsetTag: 'BOOKAK' },
  { name: 'serif', file: 'GowunBatang-Regular.ttf.br', subsetTag: 'BOOKAL' },
  { name: 'serifBold', file: 'GowunBatang-Bold.ttf.br', subsetTag: 'BOOKAM' },
  { name: 'round', file: 'GowunDodum-Regular.ttf.br', subsetTag: 'BOOKAN' },
  { name: 'hand', file: 'NanumPenScript-Regular.ttf.br', subsetTag: 'BOOKAO' },
  { name: 'hanSerif', file: 'NotoSerifKR-Regular.ttf.br', subsetTag: 'BOOKAP' },
] as const;

export type FaceName = (typeof FACES)[number]['name'];

const OTHERS = ['hanRest', 'emoji', 'symbols', 'arabic', 'hebrew', 'thai', 'devanagari'] as const;
const PLAIN = ['regular', 'han', ...OTHERS] as const;
const STRONG = ['semiBold', 'hanStrong', ...OTHERS] as const;

/**
 * What texts are set in: a face, and those that stand in for it where it lacks a letter, in the order in which they are asked.
 * Each of them ends with those of `regular` or `semiBold`, and so prints whatever these print.
 */
const STAND_INS = {
  regular: ['han', ...OTHERS],
  semiBold: ['hanStrong', ...OTHERS],
  serif: ['hanSerif', ...PLAIN],
  serifBold: ['hanSerif', ...STRONG],
  round: PLAIN,
  hand: PLAIN,
} as const satisfies Partial<Record<FaceName, readonly FaceName[]>>;

export type Typeface = keyof typeof STAND_INS;
export const TYPEFACES = Object.keys(STAND_INS) as readonly Typeface[];

/** What the others print as well, so that a text that can be set in these can be set in any. */
export const PLAINEST_TYPEFACES = ['regular', 'semiBold'] as const satisfies readonly Typeface[];

/** Of a typeface, all in units of the type size. */
export interface TypefaceLook {
  /** How large its letters are set: one that is drawn small looks as large as the others. */
  readonly setEm: number;
  /** How far it reaches above and below its baseline (its OS/2 table, typographic), as large as it is set. */
  readonly ascentEm: number;
  readonly descentEm: number;
}

const SANS = { setEm: 1, ascentEm: 0.952, descentEm: 0.241 } as const;
const GOWUN = { setEm: 1, ascentEm: 0.88, descentEm: 0.12 } as const;
const HAND_EM = 1.35;
const LOOKS: Readonly<Record<Typeface, TypefaceLook>> = {
  regular: SANS,
  semiBold: SANS,
  serif: GOWUN,
  serifBold: GOWUN,
  round: GOWUN,
  hand: { setEm: HAND_EM, ascentEm: 0.8 * HAND_EM, descentEm: 0.2 * HAND_EM },
};

export const lookOf = (typeface: Typeface): TypefaceLook => LOOKS[typeface];

/**
 * The families of themes, as templates name them on the wire (`fontFamily`), and the typeface of each weight. Those that have
 * one weight alone are set in it where bold is asked for.
 */
export const FAMILIES = {
  sans: { fontFamily: 'Pretendard', plain: 'regular', bold: 'semiBold' },
  serif: { fontFamily: 'Gowun Batang', plain: 'serif', bold: 'serifBold' },
  round: { fontFamily: 'Gowun Dodum', plain: 'round', bold: 'round' },
  hand: { fontFamily: 'Nanum Pen Script', plain: 'hand', bold: 'hand' },
} as const satisfies Record<string, { fontFamily: string; plain: Typeface; bold: Typeface }>;

export type Family = keyof typeof FAMILIES;
export const FAMILY_NAMES = Object.keys(FAMILIES) as [Family, ...Family[]];

/** A family that is not one of these is set in Pretendard. */
export function typefaceOf(fontFamily: string, isBold: boolean): Typeface {
  const family = Object.values(FAMILIES).find((one) => one.fontFamily === fontFamily) ?? FAMILIES.sans;
  return isBold ? family.bold : family.plain;
}

export const standInsOf = (typeface: Typeface): readonly FaceName[] => STAND_INS[typeface];

export const faceFile = (name: FaceName): string => named(name).file;
export const subsetTagOf = (name: FaceName): string => named(name).subsetTag;

function named(name: FaceName): (typeof FACES)[number] {
  return FACES.find((face) => face.name === name) as (typeof FACES)[number];
}

/** Something of each face, made when it is first asked for. */
export function ofEachFace<Of>(make: (face: FaceName) => Of): (face: FaceName) => Of {
  const made = new Map<FaceName, Of>();
  return (face) => {
    let own = made.get(face);
    if (own === undefined) made.set(face, (own = make(face)));
    return own;
  };
}
