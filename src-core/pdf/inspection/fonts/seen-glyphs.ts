import type { FontProgram } from '../../../ports.ts';

/** Spaces, controls, joiners and the fillers of Hangul: nothing is missing where they paint nothing. */
const UNSEEN = /^[\s\p{Cc}\p{Cf}\p{Zs}\u115f\u1160\u2800\u3164\uffa0\ufe00-\ufe0f]*$/u;

export const isUnseen = (unicode: string | null): boolean => unicode !== null && UNSEEN.test(unicode);

/** Characters that fonts keep under either of two numbers: mathematical and Greek, hyphens, macrons. */
const TWINS: ReadonlyMap<number, number> = new Map(
  [
    [0x2206, 0x0394],
    [0x2126, 0x03a9],
    [0x00b5, 0x03bc],
    [0x002d, 0x2010],
    [0x00af, 0x02c9],
    [0x2215, 0x2044],
    [0x2219, 0x00b7],
  ].flatMap(([a = 0, b = 0]) => [
    [a, b],
    [b, a],
  ]),
);

/** The glyph of a character, or of its twin; null when the program has neither. */
export function glyphOfCharacter(program: FontProgram, character: string | null): number | null {
  const codePoint = character?.codePointAt(0);
  if (codePoint === undefined) return null;
  const twin = TWINS.get(codePoint);
  return program.glyphOfUnicode(codePoint) ?? (twin === undefined ? null : program.glyphOfUnicode(twin));
}

/** The program has no such glyph, or an empty one for a character that people see. */
export function isMissingGlyph(program: FontProgram, glyph: number | null, unicode: string | null): boolean {
  if (isUnseen(unicode)) return false;
  return glyph === null || glyph === 0 || glyph >= program.glyphCount || (unicode !== null && program.isBlank(glyph));
}

/**
 * How far the width that the PDF states is from the program's own, in percent of the latter; 0 where nothing can be
 * compared: for characters that nobody sees, and for marks that do not move on.
 */
export function widthMisfitPercent(
  program: FontProgram,
  glyph: number | null,
  unicode: string | null,
  widthThousandths: number,
): number {
  if (glyph === null || glyph === 0 || isUnseen(unicode)) return 0;
  const advance = program.advanceWidth(glyph);
  if (advance === null || advance <= 0) return 0;
  const ownThousandths = (advance / program.unitsPerEm) * 1000;
  return (Math.abs(widthThousandths - ownThousandths) / ownThousandths) * 100;
}
