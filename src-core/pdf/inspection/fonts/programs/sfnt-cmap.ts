import type { FontBytes } from './bytes.ts';

/** Leads characters to glyphs; null where the font has none. */
export type CharacterMap = (character: number) => number | null;

/** The maps of a TrueType font that PDF asks for (ISO 32000-1, 9.6.6.4). */
export interface CharacterMaps {
  readonly unicode: CharacterMap | null;
  /** Platform 3, encoding 0: codes of a font of signs, most often from 0xf000 on. */
  readonly symbol: CharacterMap | null;
  /** Platform 1, encoding 0: single bytes. */
  readonly macintosh: CharacterMap | null;
}

/** Throws a RangeError when the list of maps is damaged. */
export function readCharacterMaps(table: FontBytes): CharacterMaps {
  const found = new Map<string, CharacterMap>();
  const count = table.u16(2);
  for (let k = 0; k < count; k++) {
    const record = 4 + 8 * k;
    const map = soundSubtable(table, table.u32(record + 4));
    if (map !== null) found.set(`${table.u16(record)} ${table.u16(record + 2)}`, map);
  }
  const first = (...keys: string[]) => keys.map((key) => found.get(key)).find((map) => map !== undefined) ?? null;
  const unicode = ['3 10', '0 6', '0 4', '3 1', '0 3', '0 2', '0 1', '0 0'].flatMap((key) => found.get(key) ?? []);
  return {
    unicode: unicode.length === 0 ? null : (character) => firstGlyph(unicode, character),
    symbol: first('3 0'),
    macintosh: first('1 0'),
  };
}

function firstGlyph(maps: readonly CharacterMap[], character: number): number | null {
  for (const map of maps) {
    const glyph = map(character);
    if (glyph !== null) return glyph;
  }
  return null;
}

/** One of several that is damaged is done without, as readers do. */
function soundSubtable(table: FontBytes, at: number): CharacterMap | null {
  try {
    return readSubtable(table, at);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readSubtable(table: FontBytes, at: number): CharacterMap | null {
  switch (table.u16(at)) {
    case 0:
      return byteMap(table, at);
    case 4:
      return segmentMap(table, at);
    case 6:
      return trimmedMap(table, at);
    case 10:
      return longTrimmedMap(table, at);
    case 12:
      return groupMap(table, at, 1);
    case 13:
      return groupMap(table, at, 0);
    default:
      // 2 is for encodings of East Asia, which PDF does not ask for, 8 was never used, 14 is no map of characters.
      return null;
  }
}

const glyphOrNull = (glyph: number): number | null => (glyph === 0 ? null : glyph);

function byteMap(table: FontBytes, at: number): CharacterMap {
  const glyphs = table.part(at + 6, 256);
  return (code) => glyphOrNull(glyphs[code] ?? 0);
}

function segmentMap(table: FontBytes, at: number): CharacterMap {
  const doubled = table.u16(at + 6);
  const ends = at + 14;
  const starts = ends + doubled + 2;
  const deltas = starts + doubled;
  const ranges = deltas + doubled;
  table.part(ranges, doubled);
  return (code) => {
    let low = 0;
    let high = (doubled >> 1) - 1;
    if (high < 0) return null;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (table.u16(ends + 2 * middle) < code) low = middle + 1;
      else high = middle;
    }
    const start = table.u16(starts + 2 * low);
    if (code < start || code > table.u16(ends + 2 * low)) return null;
    const delta = table.u16(deltas + 2 * low);
    const range = table.u16(ranges + 2 * low);
    if (range === 0) return glyphOrNull((code + delta) & 0xffff);
    const place = ranges + 2 * low + range + 2 * (code - start);
    const glyph = place + 2 <= table.length ? table.u16(place) : 0;
    return glyph === 0 ? null : glyphOrNull((glyph + delta) & 0xffff);
  };
}

function trimmedMap(table: FontBytes, at: number): CharacterMap {
  const first = table.u16(at + 6);
  const count = table.u16(at + 8);
  table.part(at + 10, 2 * count);
  return (code) =>
    code < first || code >= first + count ? null : glyphOrNull(table.u16(at + 10 + 2 * (code - first)));
}

function longTrimmedMap(table: FontBytes, at: number): CharacterMap {
  const first = table.u32(at + 12);
  const count = table.u32(at + 16);
  table.part(at + 20, 2 * count);
  return (code) =>
    code < first || code >= first + count ? null : glyphOrNull(table.u16(at + 20 + 2 * (code - first)));
}

/** `step`: glyphs of a group go on with its characters (1), or all of them have the same one (0). */
function groupMap(table: FontBytes, at: number, step: 0 | 1): CharacterMap {
  const count = table.u32(at + 12);
  table.part(at + 16, 12 * count);
  return (code) => {
    let low = 0;
    let high = count - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const group = at + 16 + 12 * middle;
      if (code < table.u32(group)) high = middle - 1;
      else if (code > table.u32(group + 4)) low = middle + 1;
      else return glyphOrNull(table.u32(group + 8) + step * (code - table.u32(group)));
    }
    return null;
  };
}
