import { create } from 'fontkit';
import { openCffProgram } from '../src-core/pdf/inspection/fonts/cff-program.ts';
import { openType1Program } from '../src-core/pdf/inspection/fonts/type1-program.ts';
import type { FontProgram, OpenFontProgram } from '../src-core/ports.ts';

/** Font programs as PDFs embed them, read tolerantly: subsets often lack the tables that only installing needs. */
export const openFontProgram: OpenFontProgram = (bytes, kind) => {
  switch (kind) {
    case 'cff':
      return openCffProgram(bytes);
    case 'type1':
      return openType1Program(bytes);
    case 'trueType':
    case 'openType':
      return startsAs(bytes, [1, 0, 4]) ? openCffProgram(bytes) : openSfnt(bytes);
  }
};

/** What is used of a font opened by the library; its own types are for another need. */
interface SfntFont {
  readonly numGlyphs: number;
  readonly unitsPerEm: number;
  readonly 'OS/2'?: { readonly fsType?: unknown };
  readonly glyphForCodePoint: (codePoint: number) => { readonly id: number };
  readonly getGlyph: (id: number) => { readonly advanceWidth: number; readonly path: { readonly commands: readonly unknown[] } };
}

function openSfnt(bytes: Uint8Array): FontProgram | null {
  const font = attempt(() => create(Buffer.from(bytes)) as unknown as SfntFont);
  const glyphCount = font === null ? null : attempt(() => font.numGlyphs);
  if (font === null || glyphCount === null || glyphCount < 1 || attempt(() => font.getGlyph(0).path.commands.length) === null) return null;
  return {
    glyphCount,
    embeddingRights: attempt(() => rightsOf(font['OS/2']?.fsType)),
    unitsPerEm: attempt(() => font.unitsPerEm) ?? 1000,
    // Names of TrueType subsets are seldom kept, so that nothing follows from one that is not there.
    namesAreKnown: false,
    advanceWidth: (glyph) => attempt(() => font.getGlyph(glyph).advanceWidth),
    glyphOfUnicode: (codePoint) => attempt(() => font.glyphForCodePoint(codePoint).id) || null,
    glyphOfName: () => null,
    glyphOfCode: () => null,
    isBlank: (glyph) => attempt(() => font.getGlyph(glyph).path.commands.length) === 0,
  };
}

/** The flags as a number, however the library hands them out. */
function rightsOf(fsType: unknown): number | null {
  if (typeof fsType === 'number') return fsType;
  if (typeof fsType !== 'object' || fsType === null) return null;
  const flags = fsType as Readonly<Record<string, boolean>>;
  return (flags['noEmbedding'] === true ? 2 : 0) | (flags['viewOnly'] === true ? 4 : 0) | (flags['editable'] === true ? 8 : 0);
}

/** Null where the library stumbles over a broken table. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

const startsAs = (bytes: Uint8Array, head: readonly number[]) => head.every((one, index) => bytes[index] === one);
