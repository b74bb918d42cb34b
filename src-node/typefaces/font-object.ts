import { PDFString, type PDFContext, type PDFRef } from 'pdf-lib';
import type { ShapedFace } from '../../src-core/composition/harfbuzz-face.ts';

/** Glyph space of a PDF font has a thousand units an em (ISO 32000-1, 9.2.4). */
export const THOUSANDTHS = 1000;

/** A glyph as a text of the content stream shows it: `Identity-H`, two bytes. */
export const codeOf = (glyph: number): string => hexOf(glyph);

const hexOf = (value: number): string => value.toString(16).toUpperCase().padStart(4, '0');

export interface FontToEmbed {
  /** With the subset's tag before it. */
  readonly name: string;
  /** A TrueType file of the glyphs that are shown, which have the face's numbers. */
  readonly file: Uint8Array;
  readonly face: ShapedFace;
  /** The glyphs that are shown, and what each of them stands for. */
  readonly said: ReadonlyMap<number, string>;
}

/** Writes a composite font of TrueType outlines (ISO 32000-1, 9.7): codes are glyphs, and glyphs say what they stand for. */
export function fontObject(context: PDFContext, ref: PDFRef, { name, file, face, said }: FontToEmbed): void {
  const glyphs = [...said.keys()].sort((a, b) => a - b);
  const descendant = context.obj({
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: name,
    CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
    CIDToGIDMap: 'Identity',
    FontDescriptor: context.register(
      context.obj({
        Type: 'FontDescriptor',
        FontName: name,
        Flags: SYMBOLIC,
        ...metricsOf(face),
        FontFile2: context.register(context.flateStream(file, { Length1: file.length })),
      }),
    ),
    W: widthsOf(glyphs, face),
  });
  const font = context.obj({
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont: name,
    Encoding: 'Identity-H',
    DescendantFonts: [context.register(descendant)],
    ToUnicode: context.register(context.flateStream(unicodeMap(glyphs, said))),
  });
  context.assign(ref, font);
}

/** Of the descriptor's flags (9.8.2): its letters are not those of the Latin alphabet alone. */
const SYMBOLIC = 4;

/** As the tables of the file have them (OpenType 1.9: head, hhea, post, OS/2). Not for placing letters: readers without the font stand others in. */
function metricsOf(face: ShapedFace) {
  const field = (tag: string, offset: number): number => {
    const table = face.table(tag);
    if (table === null || table.length < offset + 2) return 0;
    return new DataView(table.buffer, table.byteOffset).getInt16(offset);
  };
  const scaled = (units: number) => (units * THOUSANDTHS) / face.unitsPerEm;
  const ascent = scaled(field('hhea', 4));
  return {
    FontBBox: [36, 38, 40, 42].map((offset) => scaled(field('head', offset))),
    ItalicAngle: field('post', 4),
    Ascent: ascent,
    Descent: scaled(field('hhea', 6)),
    CapHeight: scaled(field('OS/2', 88)) || ascent,
    XHeight: scaled(field('OS/2', 86)),
    // Unknown (9.8.1).
    StemV: 0,
  };
}

/** From this glyph to that one all are so wide: what lies between and is not shown may have any width. */
function widthsOf(glyphs: readonly number[], face: ShapedFace): number[] {
  const ranges: { from: number; to: number; width: number }[] = [];
  for (const glyph of glyphs) {
    const width = (face.advanceOf(glyph) * THOUSANDTHS) / face.unitsPerEm;
    const last = ranges.at(-1);
    if (last?.width === width) last.to = glyph;
    else ranges.push({ from: glyph, to: glyph, width });
  }
  return ranges.flatMap(({ from, to, width }) => [from, to, width]);
}

/** A block of a map has no more entries (Adobe Technical Note 5014). */
const MOST_IN_BLOCK = 100;

/** What each code stands for when text is copied, searched or read aloud (9.10.3). */
function unicodeMap(glyphs: readonly number[], said: ReadonlyMap<number, string>): string {
  const entries = glyphs.map((glyph) => `<${codeOf(glyph)}> <${utf16Of(said.get(glyph) ?? '')}>`);
  const blocks = Array.from({ length: Math.ceil(entries.length / MOST_IN_BLOCK) }, (_, index) =>
    entries.slice(index * MOST_IN_BLOCK, (index + 1) * MOST_IN_BLOCK),
  );
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${blocks.map((block) => `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`).join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;
}

const utf16Of = (text: string): string =>
  Array.from({ length: text.length }, (_, index) => hexOf(text.charCodeAt(index))).join('');
