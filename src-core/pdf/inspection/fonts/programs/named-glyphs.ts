import { characterOfName } from '../glyph-names.ts';

/** Glyphs by their names, and by what the names stand for. */
export interface NamedGlyphs {
  readonly ofName: (name: string) => number | null;
  readonly ofUnicode: (codePoint: number) => number | null;
}

/** `names` glyph by glyph; the first of a name counts. */
export function namedGlyphs(names: readonly string[]): NamedGlyphs {
  const byName = new Map<string, number>();
  names.forEach((name, glyph) => {
    if (name !== '' && !byName.has(name)) byName.set(name, glyph);
  });
  // Most fonts are asked by name alone.
  let byCharacter: Map<string, number> | null = null;
  return {
    ofName: (name) => byName.get(name) ?? null,
    ofUnicode(codePoint) {
      if (byCharacter === null) {
        byCharacter = new Map();
        for (const [name, glyph] of byName) {
          const character = characterOfName(name);
          if (character !== null && !byCharacter.has(character)) byCharacter.set(character, glyph);
        }
      }
      return byCharacter.get(String.fromCodePoint(codePoint)) ?? null;
    },
  };
}
