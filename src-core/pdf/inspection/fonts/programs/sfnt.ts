import type { FontProgram, OnFollowed } from '../../../../ports.ts';
import { macRomanCodeOf } from '../encodings.ts';
import { FontBytes } from './bytes.ts';
import { readCff } from './cff.ts';
import { MACINTOSH_GLYPHS } from './glyph-name-lists.ts';
import { namedGlyphs, type NamedGlyphs } from './named-glyphs.ts';
import { readCharacterMaps, type CharacterMaps } from './sfnt-cmap.ts';
import { NOTHING_DRAWN, type VerticalExtent } from './vertical-reach.ts';

/** Tables that draw glyphs besides outlines: coloured signs have none. */
const PICTURE_TABLES = ['CBDT', 'sbix', 'COLR', 'SVG ', 'EBDT'];
/** Lengths in the directory may count the padding to four bytes, which the last table may lack. */
const PADDING = 3;
/** What letters, their widths and their hints come from. */
const DRAWN_FROM: ReadonlySet<string> = new Set([
  'head',
  'hhea',
  'hmtx',
  'maxp',
  'loca',
  'glyf',
  'CFF ',
  'cmap',
  'cvt ',
  'fpgm',
  'prep',
]);
/** The number of contours, and the box around them. */
const GLYPH_HEADER_BYTES = 10;
const NO_MAPS: CharacterMaps = { unicode: null, symbol: null, macintosh: null };
/** Where fonts of signs keep their codes, the usual place first (ISO 32000-1, 9.6.6.4). */
const SYMBOL_AREAS = [0xf000, 0, 0xf100, 0xf200];

interface Outlines {
  readonly glyphCount: number;
  readonly isBlank: (glyph: number) => boolean;
  readonly verticalExtent: (glyph: number) => VerticalExtent | null;
}

/**
 * A TrueType or OpenType program, as embedded: tables that only editors need (`name`, `OS/2`, `post`, and for composite
 * fonts `cmap`) may be missing. Throws a RangeError when it is damaged.
 */
export function readSfnt(bytes: Uint8Array, onFollowed: OnFollowed): FontProgram {
  const tables = readDirectory(new FontBytes(bytes));
  const cffTable = tables.get('CFF ');
  const cff = cffTable === undefined ? null : readCff(cffTable.bytes, onFollowed);
  const unitsPerEm = tables.get('head')?.u16(18) ?? cff?.unitsPerEm ?? 1000;
  const outlines = cff ?? readGlyf(tables);
  const widths = readWidths(tables, outlines.glyphCount) ?? cff?.advanceWidth ?? (() => null);
  const cmap = tables.get('cmap');
  const maps = cmap === undefined ? NO_MAPS : readCharacterMaps(cmap);
  const names =
    cff === null ? namesWhenAsked(tables.get('post')) : { ofName: cff.glyphOfName, ofUnicode: cff.glyphOfUnicode };
  const hasPictures = PICTURE_TABLES.some((tag) => tables.has(tag));
  const isThere = (glyph: number) => Number.isInteger(glyph) && glyph >= 0 && glyph < outlines.glyphCount;
  return {
    glyphCount: outlines.glyphCount,
    embeddingRights: readEmbeddingRights(tables.get('OS/2')),
    unitsPerEm: unitsPerEm === 0 ? 1000 : unitsPerEm,
    advanceWidth: (glyph) => (isThere(glyph) ? widths(glyph) : null),
    glyphOfUnicode: (codePoint) =>
      maps.unicode?.(codePoint) ?? maps.macintosh?.(macRomanCodeOf(codePoint)) ?? names.ofUnicode(codePoint),
    glyphOfName: names.ofName,
    glyphOfCode(code) {
      // Readers take the codes of a font without any map for its glyphs.
      if (maps.symbol === null && maps.macintosh === null && maps.unicode === null)
        return cff?.glyphOfCode(code) ?? (isThere(code) ? code : null);
      for (const area of SYMBOL_AREAS) {
        const glyph = maps.symbol?.(area + code) ?? null;
        if (glyph !== null) return glyph;
      }
      return maps.macintosh?.(code) ?? null;
    },
    glyphOfCid: (cid) => (cff === null ? (isThere(cid) ? cid : null) : cff.glyphOfCid(cid)),
    isBlank: (glyph) => !hasPictures && outlines.isBlank(glyph),
    verticalExtent: (glyph) => (hasPictures ? null : outlines.verticalExtent(glyph)),
  };
}

/** Tables by tag. One that lies beyond the end is damage where letters are drawn from it; others are done without, as readers do. */
function readDirectory(data: FontBytes): ReadonlyMap<string, FontBytes> {
  const start = data.tag(0) === 'ttcf' ? data.u32(12) : 0;
  const count = data.u16(start + 4);
  const tables = new Map<string, FontBytes>();
  for (let k = 0; k < count; k++) {
    const record = start + 12 + 16 * k;
    const at = data.u32(record + 8);
    const length = data.u32(record + 12);
    const tag = data.tag(record);
    if (at + length > data.length + PADDING) {
      if (DRAWN_FROM.has(tag)) throw new RangeError(`${tag} lies beyond the end`);
      continue;
    }
    tables.set(tag, new FontBytes(data.part(at, Math.min(length, data.length - at))));
  }
  return tables;
}

/** TrueType outlines: `loca` tells where in `glyf` each glyph lies; no bytes are a blank glyph. */
function readGlyf(tables: ReadonlyMap<string, FontBytes>): Outlines {
  const head = needed(tables, 'head');
  const loca = needed(tables, 'loca');
  const glyf = needed(tables, 'glyf');
  const isLong = head.i16(50) !== 0;
  const places = Math.floor(loca.length / (isLong ? 4 : 2));
  const glyphCount = Math.min(needed(tables, 'maxp').u16(4), places - 1);
  if (glyphCount <= 0) throw new RangeError('no glyphs');
  const place = (index: number) => (isLong ? loca.u32(4 * index) : 2 * loca.u16(2 * index));
  let last = place(0);
  for (let index = 1; index <= glyphCount; index++) {
    const next = place(index);
    if (next < last || next > glyf.length + PADDING) throw new RangeError('a glyph lies beyond the outlines');
    last = next;
  }
  const isBlank = (glyph: number) => {
    if (glyph < 0 || glyph >= glyphCount) return true;
    const at = place(glyph);
    // No contours is blank too; a negative count is a glyph made of others.
    return place(glyph + 1) === at || (at + 2 <= glyf.length && glyf.i16(at) === 0);
  };
  return {
    glyphCount,
    isBlank,
    verticalExtent(glyph) {
      if (isBlank(glyph)) return NOTHING_DRAWN;
      const at = place(glyph);
      if (at + GLYPH_HEADER_BYTES > glyf.length) return null;
      const [low, high] = [glyf.i16(at + 4), glyf.i16(at + 8)];
      // Programs that cut subsets may leave the box of a glyph empty.
      return low < high ? [low, high] : null;
    },
  };
}

function readWidths(
  tables: ReadonlyMap<string, FontBytes>,
  glyphCount: number,
): ((glyph: number) => number | null) | null {
  const hhea = tables.get('hhea');
  const hmtx = tables.get('hmtx');
  if (hhea === undefined || hmtx === undefined || hhea.length < 36) return null;
  const count = Math.min(hhea.u16(34), Math.floor(hmtx.length / 4), glyphCount);
  // The last width holds for all that follow.
  return (glyph) => (count === 0 ? null : hmtx.u16(4 * Math.min(glyph, count - 1)));
}

function readEmbeddingRights(table: FontBytes | undefined): number | null {
  return table === undefined || table.length < 10 ? null : table.u16(8);
}

/** Thousands of names that few files ask for. */
function namesWhenAsked(post: FontBytes | undefined): NamedGlyphs {
  let read: NamedGlyphs | null = null;
  const names = () => (read ??= namedGlyphs(readPostNames(post)));
  return { ofName: (name) => names().ofName(name), ofUnicode: (codePoint) => names().ofUnicode(codePoint) };
}

/** Names glyph by glyph, of formats 1 and 2; the others have none. */
function readPostNames(table: FontBytes | undefined): readonly string[] {
  if (table === undefined || table.length < 4) return [];
  const format = table.u32(0);
  if (format === 0x00010000) return MACINTOSH_GLYPHS;
  if (format !== 0x00020000 || table.length < 34) return [];
  const count = table.u16(32);
  const own: string[] = [];
  for (let at = 34 + 2 * count; at < table.length; ) {
    const length = table.u8(at);
    own.push(String.fromCharCode(...table.bytes.subarray(at + 1, at + 1 + length)));
    at += 1 + length;
  }
  // A table that is cut short names fewer glyphs.
  const lists = Math.min(count, Math.floor((table.length - 34) / 2));
  return Array.from({ length: lists }, (_, glyph) => {
    const index = table.u16(34 + 2 * glyph);
    return MACINTOSH_GLYPHS[index] ?? own[index - MACINTOSH_GLYPHS.length] ?? '';
  });
}

function needed(tables: ReadonlyMap<string, FontBytes>, tag: string): FontBytes {
  const table = tables.get(tag);
  if (table === undefined) throw new RangeError(`no ${tag} table`);
  return table;
}
