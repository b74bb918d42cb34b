import type { FontProgram } from '../../../ports.ts';
import type { PdfDocument } from '../../document.ts';
import { WORK } from '../../limits.ts';
import { PdfStream, type PdfDict } from '../../objects.ts';
import { smallStream } from '../document-text.ts';
import type { FontFacts } from '../font-facts.ts';
import { MAX_CMAP_BYTES, readCMap, type CMap } from './cmap.ts';
import type { ReadProgram } from './font-reader.ts';
import type { Glyph, OpenFont } from './open-font.ts';
import { predefinedCMap, UNKNOWN_CMAP, type PredefinedCMap } from './predefined-cmaps.ts';
import { extentOf, isMissingGlyph, ownWidth } from './seen-glyphs.ts';

const DEFAULT_WIDTH = 1000;
/** Downwards, a line of vertical writing goes on by an em for each letter (ISO 32000-1, table 117, DW2). */
const DEFAULT_DOWN = -1000;
/** Letters of a collection whose CID nobody here knows: the alphabets' own are about so wide, half-width signs exactly. */
const HALF_WIDTH = 500;
const MAX_WIDTHS = 100_000;
/** Two bytes for each of 65,536 CIDs. */
const MAX_GLYPH_MAP_BYTES = 2 * 65_536;
/** Several bytes a character (ISO 32000-1, 9.7). */
export class CompositeFont implements OpenFont {
  readonly isVertical: boolean;
  readonly fontMatrix = null;
  readonly unusualExtent = null;
  readonly type3Resources = null;
  readonly facts: FontFacts;
  private readonly cmap: CMap | null;
  private readonly predefined: PredefinedCMap;
  private readonly glyphs = new Map<number, Glyph>();
  private readonly widths = new Map<number, number>();
  /** Of vertical writing, by CID: how far the line goes on, downwards negative. */
  private readonly downs = new Map<number, number>();
  private statedWidths = 0;
  private readonly defaultWidth: number;
  private readonly defaultDown: number;
  private readonly cidToGid: Uint8Array | null;

  constructor(
    private readonly document: PdfDocument,
    dict: PdfDict,
    descendant: PdfDict,
    facts: FontFacts,
    private readonly read: ReadProgram,
    private readonly toUnicode: ReadonlyMap<number, string> | null,
  ) {
    const encoding = document.resolve(dict.get('Encoding'));
    const bytes = smallStream(document, encoding, MAX_CMAP_BYTES);
    this.cmap = bytes === undefined ? null : readCMap(bytes, document);
    const base = encoding instanceof PdfStream ? document.resolve(encoding.dict.get('UseCMap')) : encoding;
    this.predefined = (typeof base === 'string' ? predefinedCMap(base) : undefined) ?? UNKNOWN_CMAP;
    this.isVertical = this.cmap?.isVertical ?? this.predefined.isVertical;
    this.facts = {
      ...facts,
      hasUnicode: facts.hasUnicode || this.predefined.unicodeOf !== null,
      // Without any CMap not even how strings split into letters is known.
      areWidthsKnown: this.predefined !== UNKNOWN_CMAP || (this.cmap !== null && this.cmap.cids.size > 0),
    };
    this.defaultWidth = document.number(descendant.get('DW')) ?? DEFAULT_WIDTH;
    const down = document.resolve(descendant.get('DW2'));
    this.defaultDown = (Array.isArray(down) ? document.number(down[1]) : undefined) ?? DEFAULT_DOWN;
    this.readMetrics(descendant, 'W', 1, (cid, [width]) => this.widths.set(cid, width ?? this.defaultWidth));
    if (this.isVertical)
      this.readMetrics(descendant, 'W2', 3, (cid, [down1y]) => this.downs.set(cid, down1y ?? this.defaultDown));
    this.cidToGid = smallStream(document, descendant.get('CIDToGIDMap'), MAX_GLYPH_MAP_BYTES) ?? null;
  }

  decode(bytes: Uint8Array): readonly Glyph[] {
    const glyphs: Glyph[] = [];
    for (let at = 0; at < bytes.length; ) {
      const length = Math.min(this.codeLength(bytes, at), bytes.length - at);
      let code = 0;
      for (let k = 0; k < length; k++) code = code * 256 + (bytes[at + k] as number);
      at += length;
      const key = code * 8 + length;
      let glyph = this.glyphs.get(key);
      if (glyph === undefined) {
        glyph = this.glyph(code, length);
        this.glyphs.set(key, glyph);
      }
      glyphs.push(glyph);
    }
    return glyphs;
  }

  private codeLength(bytes: Uint8Array, at: number): number {
    const { cmap } = this;
    if (cmap === null || cmap.spaces.length === 0) return this.predefined.codeLength(bytes, at);
    let code = 0;
    for (let length = 1; length <= 4 && at + length <= bytes.length; length++) {
      code = code * 256 + (bytes[at + length - 1] as number);
      if (cmap.spaces.some((space) => space.bytes === length && code >= space.from && code <= space.to)) return length;
    }
    return cmap.spaces[0]?.bytes ?? 1;
  }

  private glyph(code: number, length: number): Glyph {
    const { program } = this.read;
    const cid = this.cidOf(code, length);
    const unicode = this.toUnicode?.get(code) ?? this.predefined.unicodeOf?.(code, length) ?? null;
    const widthThousandths =
      cid === null ? this.guessedWidth(length, unicode) : (this.widths.get(cid) ?? this.defaultWidth);
    const canLookUp = program !== null && cid !== null;
    const glyph = canLookUp ? this.glyphOf(program, cid) : null;
    return {
      code,
      bytes: length,
      unicode,
      widthThousandths,
      downThousandths: -((cid === null ? undefined : this.downs.get(cid)) ?? this.defaultDown),
      isMissing: canLookUp && isMissingGlyph(program, glyph, unicode, widthThousandths),
      // Vertical lines move on by another metric.
      ownWidthThousandths: canLookUp && !this.isVertical ? ownWidth(program, glyph, unicode) : null,
      extent: canLookUp ? extentOf(program, glyph) : null,
      isSpace: length === 1 && code === 0x20,
      type3Proc: null,
    };
  }

  /** Null when only a table that is not in the file would tell. */
  private cidOf(code: number, length: number): number | null {
    const { cmap, predefined } = this;
    const own = cmap?.cids.get(code);
    if (own !== undefined) return own;
    if (predefined.isIdentity) return code;
    if (predefined !== UNKNOWN_CMAP) return predefined.cidOf(code, length);
    // An embedded CMap that leads nowhere at all is one that could not be read.
    return cmap === null || cmap.cids.size === 0 ? null : 0;
  }

  /** By what the letter is: ideographs fill the em, and in the older encodings of several bytes a single one is half of it. */
  private guessedWidth(length: number, unicode: string | null): number {
    const isNarrow = unicode !== null && this.predefined.unicodeOf !== null ? !isWide(unicode) : length === 1;
    return isNarrow && this.predefined !== UNKNOWN_CMAP ? HALF_WIDTH : this.defaultWidth;
  }

  private glyphOf(program: FontProgram, cid: number): number | null {
    return this.cidToGid === null
      ? program.glyphOfCid(cid)
      : (this.cidToGid[2 * cid] ?? 0) * 256 + (this.cidToGid[2 * cid + 1] ?? 0);
  }

  /** `c [w1 w2 …]` or `from to w`, for vertical writing three numbers in place of each (9.7.4.3). */
  private readMetrics(
    descendant: PdfDict,
    key: 'W' | 'W2',
    size: 1 | 3,
    set: (cid: number, metrics: readonly (number | undefined)[]) => void,
  ): void {
    const { document } = this;
    const list = document.resolve(descendant.get(key));
    if (!Array.isArray(list)) return;
    const put = (cid: number, metrics: readonly (number | undefined)[]) => {
      document.budget.spendWork(WORK.keptNumber, 0);
      if (this.statedWidths++ < MAX_WIDTHS && metrics[0] !== undefined) set(cid, metrics);
    };
    for (let i = 0; i + 1 < list.length; ) {
      const first = document.number(list[i]);
      const second = document.resolve(list[i + 1]);
      if (first === undefined) return;
      if (Array.isArray(second)) {
        for (let k = 0; k + size <= second.length; k += size)
          put(
            first + k / size,
            second.slice(k, k + size).map((one) => document.number(one)),
          );
        i += 2;
        continue;
      }
      const metrics = list.slice(i + 2, i + 2 + size).map((one) => document.number(one));
      for (let cid = first; typeof second === 'number' && cid <= second && this.statedWidths < MAX_WIDTHS; cid++)
        put(cid, metrics);
      i += 2 + size;
    }
  }
}

/** Hangul, kana, ideographs and their punctuation fill the em; half-width forms do not (Unicode Standard Annex 11). */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const isWide = (character: string): boolean => WIDE.test(character);
