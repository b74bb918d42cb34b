import type { FontProgram, OnFollowed } from '../../../../ports.ts';
import { characterOf } from '../encodings.ts';
import { FontBytes } from './bytes.ts';
import { ESCAPED, readDict, type CffDict } from './cff-dict.ts';
import type { OutlineAllowance } from './charstring-run.ts';
import { CFF_STRINGS, EXPERT_CHARSET, EXPERT_ENCODING, EXPERT_SUBSET_CHARSET } from './glyph-name-lists.ts';
import { GlyphDrawings } from './glyph-drawings.ts';
import { namedGlyphs } from './named-glyphs.ts';
import { biasOf, extentOfGlyph, sketchGlyph, type CharstringContext } from './type2-charstring.ts';

const CHARSET = 15;
const ENCODING = 16;
const CHAR_STRINGS = 17;
const PRIVATE = 18;
const SUBRS = 19;
const DEFAULT_WIDTH = 20;
const NOMINAL_WIDTH = 21;
const FONT_MATRIX = ESCAPED + 7;
const ROS = ESCAPED + 30;
const FD_ARRAY = ESCAPED + 36;
const FD_SELECT = ESCAPED + 37;

/** In place of an encoding's offset; 0 is the standard encoding (Adobe Technical Note 5176, table 16). */
const EXPERT = 1;
const PREDEFINED_CHARSETS: readonly (readonly number[] | null)[] = [null, EXPERT_CHARSET, EXPERT_SUBSET_CHARSET];

/** A bare CFF program (Adobe Technical Note 5176). Throws a RangeError when it is damaged. */
export function readCff(bytes: Uint8Array, onFollowed: OnFollowed): FontProgram {
  return new CffReader(new FontBytes(bytes)).program(onFollowed);
}

class CffReader {
  private readonly top: CffDict;
  private readonly strings: CffIndex;
  private readonly globals: CffIndex;
  private readonly glyphs: CffIndex;
  private readonly fontDicts: readonly CffDict[];
  private readonly contexts: readonly CharstringContext[];
  private readonly fdSelect: Uint8Array | null;

  constructor(private readonly data: FontBytes) {
    const names = readIndex(data, data.u8(2));
    const tops = readIndex(data, names.end);
    this.top = readDict(new FontBytes(tops.entry(0)));
    this.strings = readIndex(data, tops.end);
    this.globals = readIndex(data, this.strings.end);
    this.glyphs = readIndex(data, this.offset(CHAR_STRINGS));
    if (this.glyphs.count === 0) throw new RangeError('no glyphs');
    this.fontDicts = this.readFontDicts();
    this.contexts = this.fontDicts.map((font) => this.context(font));
    this.fdSelect = this.readFdSelect();
  }

  program(onFollowed: OnFollowed): FontProgram {
    const { glyphs, top } = this;
    const charset = this.readCharset();
    const isCidKeyed = top.has(ROS);
    const glyphOfCid = new Map<number, number>();
    if (isCidKeyed) charset.forEach((cid, glyph) => glyphOfCid.set(cid, glyph));
    const named = namedGlyphs(isCidKeyed ? [] : charset.map((sid) => this.stringOf(sid)));
    const codes = isCidKeyed ? new Map<number, number>() : this.readEncoding(charset, named.ofName);
    const scale = this.readScale();
    const drawings = this.drawings(onFollowed);
    return {
      glyphCount: glyphs.count,
      embeddingRights: null,
      unitsPerEm: scale > 0 ? 1 / scale : 1000,
      advanceWidth: (glyph) => drawings.sketch(glyph)?.width ?? null,
      glyphOfUnicode: named.ofUnicode,
      glyphOfName: named.ofName,
      glyphOfCode: (code) => codes.get(code) ?? null,
      glyphOfCid: (cid) => (isCidKeyed ? (glyphOfCid.get(cid) ?? null) : cid < glyphs.count ? cid : null),
      isBlank: (glyph) => drawings.sketch(glyph)?.isBlank ?? false,
      verticalExtent: (glyph) => drawings.extent(glyph),
    };
  }

  /** From design units to the em. A CID-keyed program may state it in its font dictionaries, or a part in both places. */
  private readScale(): number {
    const own = this.top.get(FONT_MATRIX)?.[0];
    const inner = this.fontDicts[0]?.get(FONT_MATRIX)?.[0];
    return own !== undefined && inner !== undefined && this.top.has(FD_ARRAY) ? own * inner : (own ?? inner ?? 0.001);
  }

  private offset(operator: number): number {
    const at = this.top.get(operator)?.[0];
    if (at === undefined || at <= 0) throw new RangeError(`no offset for operator ${operator}`);
    return at;
  }

  private stringOf(sid: number): string {
    if (sid < CFF_STRINGS.length) return CFF_STRINGS[sid] ?? '';
    const index = sid - CFF_STRINGS.length;
    return index < this.strings.count ? String.fromCharCode(...this.strings.entry(index)) : '';
  }

  /** String numbers, or CIDs, glyph by glyph. */
  private readCharset(): readonly number[] {
    const { data, glyphs } = this;
    const at = this.top.get(CHARSET)?.[0] ?? 0;
    if (at <= 2)
      return (PREDEFINED_CHARSETS[at] ?? Array.from({ length: glyphs.count }, (_, index) => index)).slice(
        0,
        glyphs.count,
      );
    const charset = [0];
    const format = data.u8(at);
    const leftSize = format === 2 ? 2 : 1;
    for (let p = at + 1; charset.length < glyphs.count; ) {
      const first = data.u16(p);
      const left = format === 0 ? 0 : data.unsigned(p + 2, leftSize);
      for (let k = 0; k <= left && charset.length < glyphs.count; k++) charset.push(first + k);
      p += format === 0 ? 2 : 2 + leftSize;
    }
    return charset;
  }

  /** Glyphs by character code, from the program's own encoding. */
  private readEncoding(charset: readonly number[], ofName: (name: string) => number | null): Map<number, number> {
    const { data } = this;
    const at = this.top.get(ENCODING)?.[0] ?? 0;
    const codes = new Map<number, number>();
    if (at === EXPERT) {
      const glyphs = new Map(charset.map((sid, glyph) => [sid, glyph]));
      EXPERT_ENCODING.forEach((sid, code) => {
        const glyph = sid === 0 ? undefined : glyphs.get(sid);
        if (glyph !== undefined) codes.set(code, glyph);
      });
      return codes;
    }
    if (at === 0) {
      const named = namedGlyphs(charset.map((sid) => this.stringOf(sid)));
      for (let code = 0; code < 256; code++) {
        const character = characterOf('StandardEncoding', code);
        const glyph = character === null ? null : named.ofUnicode(character.codePointAt(0) ?? 0);
        if (glyph !== null) codes.set(code, glyph);
      }
      return codes;
    }
    const format = data.u8(at);
    const count = data.u8(at + 1);
    let p = at + 2;
    let glyph = 1;
    for (let k = 0; k < count; k++) {
      const first = data.u8(p++);
      const left = (format & 0x7f) === 0 ? 0 : data.u8(p++);
      for (let code = first; code <= first + left; code++) codes.set(code, glyph++);
    }
    if ((format & 0x80) !== 0) {
      const supplements = data.u8(p);
      for (let k = 0; k < supplements; k++) {
        const known = ofName(this.stringOf(data.u16(p + 2 + 3 * k)));
        if (known !== null) codes.set(data.u8(p + 1 + 3 * k), known);
      }
    }
    return codes;
  }

  /** Where widths and subroutines are: in the top dictionary, or for CID-keyed programs in several of their own. */
  private readFontDicts(): CffDict[] {
    if (!this.top.has(FD_ARRAY)) return [this.top];
    const fonts = readIndex(this.data, this.offset(FD_ARRAY));
    return Array.from({ length: fonts.count }, (_, index) => readDict(new FontBytes(fonts.entry(index))));
  }

  private context(font: CffDict): CharstringContext {
    const { data, globals } = this;
    const [size = 0, at = 0] = font.get(PRIVATE) ?? [];
    const own = size === 0 ? new Map<number, readonly number[]>() : readDict(new FontBytes(data.part(at, size)));
    const subrsAt = own.get(SUBRS)?.[0];
    const locals = subrsAt === undefined || subrsAt === 0 ? null : readIndex(data, at + subrsAt);
    const pick = (list: CffIndex | null) => (index: number) =>
      list !== null && index >= 0 && index < list.count ? list.entry(index) : null;
    return {
      globalSubroutines: pick(globals),
      localSubroutines: pick(locals),
      globalBias: biasOf(globals.count),
      localBias: biasOf(locals?.count ?? 0),
      defaultWidth: own.get(DEFAULT_WIDTH)?.[0] ?? 0,
      nominalWidth: own.get(NOMINAL_WIDTH)?.[0] ?? 0,
    };
  }

  private drawings(onFollowed: OnFollowed): GlyphDrawings {
    const following =
      <T>(follow: (charstring: Uint8Array, context: CharstringContext, allowance: OutlineAllowance) => T | null) =>
      (glyph: number, allowance: OutlineAllowance) => {
        const context = this.contextOf(glyph);
        return context === null ? null : follow(this.glyphs.entry(glyph), context, allowance);
      };
    return new GlyphDrawings(following(sketchGlyph), following(extentOfGlyph), onFollowed);
  }

  /** Null when there is no such glyph. */
  private contextOf(glyph: number): CharstringContext | null {
    const isThere = Number.isInteger(glyph) && glyph >= 0 && glyph < this.glyphs.count;
    return isThere ? (this.contexts[this.fdSelect?.[glyph] ?? 0] ?? null) : null;
  }

  /** Which font dictionary of a CID-keyed program each glyph belongs to; null when there is but one. */
  private readFdSelect(): Uint8Array | null {
    const { data, glyphs } = this;
    const at = this.top.get(FD_SELECT)?.[0];
    if (at === undefined) return null;
    if (data.u8(at) === 0) return data.part(at + 1, glyphs.count);
    const fonts = new Uint8Array(glyphs.count);
    const ranges = data.u16(at + 1);
    for (let k = 0; k < ranges; k++) {
      const p = at + 3 + 3 * k;
      fonts.fill(data.u8(p + 2), data.u16(p), data.u16(p + 3));
    }
    return fonts;
  }
}

/** A list of byte strings (Adobe Technical Note 5176, 5). */
interface CffIndex {
  readonly count: number;
  /** Where the data after the list begins. */
  readonly end: number;
  /** Throws a RangeError for an entry that the list does not have. */
  readonly entry: (index: number) => Uint8Array;
}

/** Throws a RangeError when the list does not lie within the program, or its offsets run backwards. */
function readIndex(data: FontBytes, at: number): CffIndex {
  const count = data.u16(at);
  if (count === 0) return { count, end: at + 2, entry: () => data.part(-1, 0) };
  const offsetSize = data.u8(at + 2);
  if (offsetSize < 1 || offsetSize > 4) throw new RangeError('offset size');
  const offset = (index: number) => data.unsigned(at + 3 + index * offsetSize, offsetSize);
  const base = at + 2 + (count + 1) * offsetSize;
  let last = offset(0);
  for (let index = 1; index <= count; index++) {
    const next = offset(index);
    if (next < last) throw new RangeError('offsets run backwards');
    last = next;
  }
  data.part(base + 1, last - 1);
  return {
    count,
    end: base + last,
    entry(index) {
      if (index < 0 || index >= count) throw new RangeError('no such entry');
      const from = offset(index);
      return data.part(base + from, offset(index + 1) - from);
    },
  };
}
