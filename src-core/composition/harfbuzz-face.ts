import type { FaceShaper, ShapedGlyph } from './text-measure.ts';

/**
 * HarfBuzz as the package `harfbuzzjs` binds it: what of it a face needs. It is WebAssembly, which every process fetches
 * its own way, so that it is handed in: Node and the window shape with the same code.
 */
export interface HarfBuzz<Blob, Face extends OpenedFace, Font extends OpenedFont, Buffer extends ShapingBuffer> {
  readonly Blob: new (bytes: Uint8Array) => Blob;
  readonly Face: new (blob: Blob, index?: number) => Face;
  readonly Font: new (face: Face) => Font;
  readonly Buffer: new () => Buffer;
  shape(font: Font, buffer: Buffer): void;
}

interface OpenedFace {
  readonly upem: number;
  collectUnicodes(): Uint32Array;
  referenceTable(tag: string): Uint8Array | undefined;
  getName(nameId: number, language: string): string;
}

interface OpenedFont {
  glyphHAdvance(glyph: number): number;
  nominalGlyph(codePoint: number): number | undefined;
}

interface ShapingBuffer {
  clearContents(): void;
  addText(text: string): void;
  setDirection(direction: typeof LEFT_TO_RIGHT): void;
  guessSegmentProperties(): void;
  getGlyphInfos(): readonly { readonly codepoint: number; readonly cluster: number }[];
  getGlyphPositions(): readonly { readonly xAdvance: number; readonly xOffset: number; readonly yOffset: number }[];
}

/** HB_DIRECTION_LTR. The shipped faces have no script that runs the other way. */
const LEFT_TO_RIGHT = 4;
/** Of the `name` table (OpenType 1.9): the PostScript name. */
const POSTSCRIPT_NAME = 6;

/** A face as a font file has it. Everything is counted in the face's own units. */
export interface ShapedFace extends FaceShaper {
  readonly postscriptName: string;
  /** Of a glyph by itself, as the `hmtx` table has it. */
  advanceOf(glyph: number): number;
  /** What a glyph stands for wherever it is not said otherwise: its first character; null for a glyph that only shaping makes. */
  characterOf(glyph: number): string | null;
  /** A table of the file; null when it has none. */
  table(tag: string): Uint8Array | null;
}

/** Opens a TrueType or OpenType file, which is copied. One that is none has no glyphs. */
export function openFace<Blob, Face extends OpenedFace, Font extends OpenedFont, Buffer extends ShapingBuffer>(
  harfbuzz: HarfBuzz<Blob, Face, Font, Buffer>,
  bytes: Uint8Array,
): ShapedFace {
  const face = new harfbuzz.Face(new harfbuzz.Blob(bytes));
  const font = new harfbuzz.Font(face);
  // One for all texts: what HarfBuzz holds is freed only when a garbage collector comes to it.
  const buffer = new harfbuzz.Buffer();
  let characters: ReadonlyMap<number, string> | null = null;
  const tables = new Map<string, Uint8Array | null>();
  return {
    unitsPerEm: face.upem,
    postscriptName: face.getName(POSTSCRIPT_NAME, 'en'),
    hasGlyph: (codePoint) => font.nominalGlyph(codePoint) !== undefined,
    advanceOf: (glyph) => font.glyphHAdvance(glyph),
    characterOf: (glyph) => (characters ??= charactersOf(face, font)).get(glyph) ?? null,
    table(tag) {
      // Asked for once: what is lent is never taken back.
      if (!tables.has(tag)) tables.set(tag, face.referenceTable(tag)?.slice() ?? null);
      return tables.get(tag) ?? null;
    },
    shape(text) {
      buffer.clearContents();
      buffer.addText(text);
      buffer.setDirection(LEFT_TO_RIGHT);
      buffer.guessSegmentProperties();
      harfbuzz.shape(font, buffer);
      const positions = buffer.getGlyphPositions();
      return buffer.getGlyphInfos().map(({ codepoint, cluster }, index): ShapedGlyph => {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
        return { glyph: codepoint, from: cluster, advance: xAdvance, xOffset, yOffset };
      });
    },
  };
}

/** Code points come in their order: of those that share a glyph (a space and one that does not break) the plainest is first. */
function charactersOf(face: OpenedFace, font: OpenedFont): ReadonlyMap<number, string> {
  const characters = new Map<number, string>();
  // A view of memory that moves when it grows.
  for (const codePoint of face.collectUnicodes().slice()) {
    const glyph = font.nominalGlyph(codePoint);
    if (glyph !== undefined && !characters.has(glyph)) characters.set(glyph, String.fromCodePoint(codePoint));
  }
  return characters;
}
