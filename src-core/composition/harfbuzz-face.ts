import type { Direction } from './direction.ts';
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
  setFlags(flags: number): void;
  addText(text: string): void;
  setDirection(direction: (typeof DIRECTIONS)[Direction]): void;
  guessSegmentProperties(): void;
  getGlyphInfos(): readonly { readonly codepoint: number; readonly cluster: number }[];
  getGlyphPositions(): readonly { readonly xAdvance: number; readonly xOffset: number; readonly yOffset: number }[];
}

/** HB_DIRECTION_LTR and HB_DIRECTION_RTL. */
const DIRECTIONS = { ltr: 4, rtl: 5 } as const;
/** What was joined is one glyph, without an empty one behind it (HB_BUFFER_FLAG_REMOVE_DEFAULT_IGNORABLES). */
const JOINERS = /[\u200C\u200D\uFE0E\uFE0F\u{E0020}-\u{E007F}]/u;
const REMOVE_DEFAULT_IGNORABLES = 0x8;
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
    shape(text, direction = 'ltr') {
      buffer.clearContents();
      buffer.addText(text);
      buffer.setDirection(DIRECTIONS[direction]);
      buffer.setFlags(JOINERS.test(text) ? REMOVE_DEFAULT_IGNORABLES : 0);
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

/** Where faces number glyphs that several characters make together: nothing that anybody could copy (Unicode 17.0, 23.5). */
const PRIVATE_PLANES = 0xf0000;

/** Han radicals by themselves, which many faces draw as the ideographs of the same form. */
const isRadical = (codePoint: number): boolean => codePoint >= 0x2e80 && codePoint <= 0x2fdf;

/** Code points come in their order: of those that share a glyph (a space and one that does not break) the plainest is first. */
function charactersOf(face: OpenedFace, font: OpenedFont): ReadonlyMap<number, string> {
  const characters = new Map<number, string>();
  // A view of memory that moves when it grows.
  for (const codePoint of face.collectUnicodes().slice()) {
    const glyph = font.nominalGlyph(codePoint);
    if (glyph === undefined || codePoint >= PRIVATE_PLANES) continue;
    const before = characters.get(glyph)?.codePointAt(0);
    if (before === undefined || isRadical(before)) characters.set(glyph, String.fromCodePoint(codePoint));
  }
  return characters;
}
