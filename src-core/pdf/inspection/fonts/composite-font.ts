import type { FontProgram } from '../../../ports.ts';
import type { PdfDocument } from '../../document.ts';
import { PdfStream, type PdfDict } from '../../objects.ts';
import { smallStream } from '../document-text.ts';
import type { FontFacts } from '../font-facts.ts';
import { MAX_CMAP_BYTES, readCMap, type CMap } from './cmap.ts';
import type { ReadProgram } from './font-reader.ts';
import type { Glyph, OpenFont } from './open-font.ts';
import { predefinedCMap, UNKNOWN_CMAP, type PredefinedCMap } from './predefined-cmaps.ts';
import { isMissingGlyph, widthMisfitPercent } from './seen-glyphs.ts';

const DEFAULT_WIDTH = 1000;
const MAX_WIDTHS = 100_000;
/** Two bytes for each of 65,536 CIDs. */
const MAX_GLYPH_MAP_BYTES = 2 * 65_536;
/** In every Adobe character collection the printable ASCII characters are the CIDs from 1 on. */
const FIRST_ASCII = 0x20;
const LAST_ASCII = 0x7e;

/** Several bytes a character (ISO 32000-1, 9.7). */
export class CompositeFont implements OpenFont {
  readonly isVertical: boolean;
  readonly fontMatrix = null;
  readonly type3Resources = null;
  readonly facts: FontFacts;
  private readonly cmap: CMap | null;
  private readonly predefined: PredefinedCMap;
  private readonly glyphs = new Map<number, Glyph>();
  private readonly widths = new Map<number, number>();
  private statedWidths = 0;
  private readonly defaultWidth: number;
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
    this.facts = { ...facts, hasUnicode: facts.hasUnicode || this.predefined.unicodeOf !== null };
    this.defaultWidth = document.number(descendant.get('DW')) ?? DEFAULT_WIDTH;
    this.readWidths(descendant);
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
    const cid = this.cidOf(code);
    const unicode = this.toUnicode?.get(code) ?? this.predefined.unicodeOf?.(code, length) ?? null;
    const widthThousandths = (cid === null ? undefined : this.widths.get(cid)) ?? this.defaultWidth;
    const canLookUp = program !== null && cid !== null;
    const glyph = canLookUp ? this.glyphOf(program, cid) : null;
    return {
      code,
      bytes: length,
      unicode,
      widthThousandths,
      isMissing: canLookUp && isMissingGlyph(program, glyph, unicode),
      // Vertical lines move on by another metric.
      widthMisfitPercent:
        canLookUp && !this.isVertical ? widthMisfitPercent(program, glyph, unicode, widthThousandths) : 0,
      isSpace: length === 1 && code === 0x20,
      type3Proc: null,
    };
  }

  /** Null when only a table that is not in the file would tell. */
  private cidOf(code: number): number | null {
    const { cmap, predefined } = this;
    const own = cmap?.cids.get(code);
    if (own !== undefined) return own;
    if (predefined.isIdentity) return code;
    if (predefined !== UNKNOWN_CMAP) return code >= FIRST_ASCII && code <= LAST_ASCII ? code - FIRST_ASCII + 1 : null;
    // An embedded CMap that leads nowhere at all is one that could not be read.
    return cmap === null || cmap.cids.size === 0 ? null : 0;
  }

  private glyphOf(program: FontProgram, cid: number): number | null {
    return this.cidToGid === null
      ? program.glyphOfCid(cid)
      : (this.cidToGid[2 * cid] ?? 0) * 256 + (this.cidToGid[2 * cid + 1] ?? 0);
  }

  /** `c [w1 w2 …]` or `from to w` (9.7.4.3). */
  private readWidths(descendant: PdfDict): void {
    const { document } = this;
    const list = document.resolve(descendant.get('W'));
    if (!Array.isArray(list)) return;
    for (let i = 0; i + 1 < list.length; ) {
      const first = document.number(list[i]);
      const second = document.resolve(list[i + 1]);
      if (first === undefined) return;
      if (Array.isArray(second)) {
        second.forEach((one, index) => this.setWidth(first + index, document.number(one)));
        i += 2;
        continue;
      }
      const width = document.number(list[i + 2]);
      for (let cid = first; typeof second === 'number' && cid <= second && this.statedWidths < MAX_WIDTHS; cid++)
        this.setWidth(cid, width);
      i += 3;
    }
  }

  private setWidth(cid: number, width: number | undefined): void {
    if (this.statedWidths++ < MAX_WIDTHS && width !== undefined) this.widths.set(cid, width);
  }
}
