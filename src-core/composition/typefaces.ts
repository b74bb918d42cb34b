/**
 * The faces that books are printed in. `file` lies in `resources/fonts`; `subsetTag` names what of it is embedded (PDF 32000-1,
 * 9.6.4: six capital letters), another one for each face of a document.
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
] as const;

export type FaceName = (typeof FACES)[number]['name'];

const OTHERS = ['hanRest', 'emoji', 'symbols', 'arabic', 'hebrew', 'thai', 'devanagari'] as const;

/**
 * What texts are set in: a face, and those that stand in for it where it lacks a letter, in the order in which they are asked.
 * The first one has a face of its own weight; of the others one serves both.
 */
const STAND_INS = {
  regular: ['han', ...OTHERS],
  semiBold: ['hanStrong', ...OTHERS],
} as const satisfies Partial<Record<FaceName, readonly FaceName[]>>;

export type Typeface = keyof typeof STAND_INS;
export const TYPEFACES = Object.keys(STAND_INS) as readonly Typeface[];

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
