import type { FontProgram } from '../../../ports.ts';
import { characterOf, type BaseEncoding } from './encodings.ts';
import { characterOfName } from './glyph-names.ts';
import { glyphOfCharacter } from './seen-glyphs.ts';

/** What a simple font says of one of its codes. */
export interface SimpleCode {
  readonly code: number;
  /** Of /Differences. */
  readonly name: string | undefined;
  /** Of /Encoding; null when it names none of the standard ones. */
  readonly base: BaseEncoding | null;
  /** The font says that its codes are its own rather than those of an alphabet (/Flags). */
  readonly isSymbolic: boolean;
  /** What the code shows when nothing else is said. */
  readonly plain: string | null;
  readonly unicode: string | null;
}

/** Symbolic TrueType fonts keep their codes in a private area (ISO 32000-1, 9.6.6.4), some of them one further up. */
const SYMBOL_AREAS = [0xf000, 0xf100, 0xf200];

/**
 * The glyphs that readers may show for a code, each of the ways on which they look for one (ISO 32000-1, 9.6.6.2 and
 * 9.6.6.4): by name, by the character of the encoding, by the program's own codes. Readers differ in which they try first,
 * and most go on where one leads nowhere: what none of them finds is missing. Without glyph 0.
 */
export function glyphsOfCode(
  program: FontProgram,
  { code, name, base, isSymbolic, plain, unicode }: SimpleCode,
): number[] {
  if (name === '.notdef') return [];
  const named = name === undefined ? null : characterOfName(name);
  const ways: (number | null)[] = [];
  if (name !== undefined) ways.push(program.glyphOfName(name), glyphOfCharacter(program, named));
  else if (base !== null) ways.push(glyphOfCharacter(program, characterOf(base, code)));
  const byCode = [program.glyphOfCode(code), ...SYMBOL_AREAS.map((area) => program.glyphOfUnicode(area + code))];
  if (named === null || isSymbolic) {
    ways.push(
      ...byCode,
      glyphOfCharacter(program, plain),
      glyphOfCharacter(program, unicode),
      program.glyphOfUnicode(code),
    );
  } else {
    // Where codes lead to the letters of an alphabet, a name overrules them; in a program with codes of its own it does not.
    const lettered = glyphOfCharacter(program, characterOf(base ?? 'StandardEncoding', code));
    ways.push(...byCode.filter((glyph) => glyph !== lettered));
  }
  return [...new Set(ways)].filter((glyph): glyph is number => glyph !== null && glyph !== 0);
}
