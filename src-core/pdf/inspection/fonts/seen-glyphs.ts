import type { FontProgram } from '../../../ports.ts';
import type { Glyph } from './open-font.ts';

/** Spaces, also those of fonts of signs, controls, joiners and the fillers of Hangul: nothing is missing where they paint nothing. */
const UNSEEN = /^[\s\p{Cc}\p{Cf}\p{Zs}\u115f\u1160\u2800\u3164\uffa0\ufe00-\ufe0f\uf020\uf0a0]*$/u;

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

/** Characters of which nobody can say that they are seen: for private use, or none at all. */
const UNCERTAIN = /^[\p{Co}\p{Cn}\ufffd]+$/u;
/** What writers put for a letter that they know the font does not have. */
const NO_CHARACTER = /\p{Noncharacter_Code_Point}/u;

/**
 * The program has no such glyph, or an empty one for a character that people see. An empty one that does not move on either
 * is a part of a composed letter. Glyph 0 is what readers show for want of a letter, but programs of drawings keep their space
 * there: where it is empty, and nobody says what it reads as, nobody can tell that anything is missing.
 */
export function isMissingGlyph(
  program: FontProgram,
  glyph: number | null,
  unicode: string | null,
  widthThousandths: number,
): boolean {
  if (isUnseen(unicode)) return false;
  if (glyph === null || glyph >= program.glyphCount) return true;
  if (glyph === 0) return !program.isBlank(0) || (unicode !== null && isCertain(unicode));
  return unicode !== null && widthThousandths !== 0 && !UNCERTAIN.test(unicode) && program.isBlank(glyph);
}

const isCertain = (unicode: string): boolean => !UNCERTAIN.test(unicode) || NO_CHARACTER.test(unicode);

/** Glyphs of a program that are looked at to tell whether it states widths at all. */
const SAMPLED_GLYPHS = 16;
const stating = new WeakMap<FontProgram, boolean>();

/** Some converters give every glyph the same width, one em; those who draw by /Widths see no difference. */
function statesWidths(program: FontProgram): boolean {
  let states = stating.get(program);
  if (states === undefined) {
    const last = Math.min(SAMPLED_GLYPHS, program.glyphCount - 1);
    states = Array.from({ length: last }, (_, index) => program.advanceWidth(index + 1)).some(
      (advance) => advance !== null && advance !== program.unitsPerEm,
    );
    stating.set(program, states);
  }
  return states;
}

/**
 * The program's own width in thousandths of the em; null where nothing can be compared: for characters that nobody sees,
 * for marks that do not move on, and in programs that do not state any.
 */
export function ownWidth(program: FontProgram, glyph: number | null, unicode: string | null): number | null {
  if (glyph === null || glyph === 0 || isUnseen(unicode)) return null;
  const advance = program.advanceWidth(glyph);
  if (advance === null || advance <= 0 || !statesWidths(program)) return null;
  return (advance / program.unitsPerEm) * 1000;
}

/** Glyphs higher or lower than this, in ems, are told of by boxes that are wrong. */
const FURTHEST_EMS = 4;

/** How far a glyph reaches below and above the baseline, in ems; null when the program does not tell. */
export function extentOf(program: FontProgram, glyph: number | null): Glyph['extent'] {
  const extent = glyph === null || glyph === 0 ? null : program.verticalExtent(glyph);
  if (extent === null) return null;
  const [low, high] = [extent[0] / program.unitsPerEm, extent[1] / program.unitsPerEm];
  return low > high || (low >= -FURTHEST_EMS && high <= FURTHEST_EMS) ? [low, high] : null;
}
