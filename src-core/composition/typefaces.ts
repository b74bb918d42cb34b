/**
 * The faces that books are set in. `file` lies in `resources/fonts`; `subsetTag` names what of it is embedded (PDF 32000-1,
 * 9.6.4: six capital letters), another one for each face of a document.
 */
export const TYPEFACES = [
  { name: 'regular', file: 'Pretendard-Regular.ttf', subsetTag: 'BOOKAA' },
  { name: 'semiBold', file: 'Pretendard-SemiBold.ttf', subsetTag: 'BOOKAB' },
] as const;

export type Typeface = (typeof TYPEFACES)[number]['name'];

/** Something of each face. */
export function ofEachFace<Of>(make: (face: (typeof TYPEFACES)[number]) => Of): (typeface: Typeface) => Of {
  const made = new Map<Typeface, Of>(TYPEFACES.map((face) => [face.name, make(face)]));
  return (typeface) => made.get(typeface) as Of;
}
