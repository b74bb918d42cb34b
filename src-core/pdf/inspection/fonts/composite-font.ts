import type { PdfDocument } from '../../document.ts';
import { PdfStream, type PdfDict } from '../../objects.ts';
import type { FontFacts } from '../font-facts.ts';
import { readCMap, type CMap } from './cmap.ts';
import type { ReadProgram } from './font-reader.ts';
import type { Glyph, OpenFont } from './open-font.ts';

const DEFAULT_WIDTH = 1000;
const MAX_WIDTHS = 100_000;
const SPACES = /^\s*$/u;
/** Predefined CMaps whose codes are UTF-16BE themselves. */
const UNICODE_CMAP = /^Uni(?:GB|CNS|JIS|KS)(?:\w*)-(?:UCS2|UTF16)-/;

/** Several bytes a character (ISO 32000-1, 9.7). */
export class CompositeFont implements OpenFont {
  readonly isVertical: boolean;
  readonly fontMatrix = null;
  readonly type3Resources = null;
  readonly facts: FontFacts;
  private readonly cmap: CMap | null;
  private readonly cmapName: string;
  private readonly glyphs = new Map<number, Glyph>();
  private readonly widths = new Map<number, number>();
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
    const bytes = encoding instanceof PdfStream ? document.decodedBytes(encoding) : undefined;
    this.cmap = bytes === undefined ? null : readCMap(bytes, document);
    this.cmapName = typeof encoding === 'string' ? encoding : '';
    this.isVertical = this.cmap === null ? this.cmapName.endsWith('-V') || this.cmapName === 'V' : this.cmap.isVertical;
    this.facts = { ...facts, hasUnicode: facts.hasUnicode || UNICODE_CMAP.test(this.cmapName) };
    this.defaultWidth = document.number(descendant.get('DW')) ?? DEFAULT_WIDTH;
    this.readWidths(descendant);
    const map = document.resolve(descendant.get('CIDToGIDMap'));
    this.cidToGid = map instanceof PdfStream ? (document.decodedBytes(map)?.slice() ?? null) : null;
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
    if (this.cmap !== null) {
      let code = 0;
      for (let length = 1; length <= 4 && at + length <= bytes.length; length++) {
        code = code * 256 + (bytes[at + length - 1] as number);
        if (this.cmap.spaces.some((space) => space.bytes === length && code >= space.from && code <= space.to)) return length;
      }
      return this.cmap.spaces[0]?.bytes ?? 2;
    }
    if (this.cmapName === '' || this.cmapName.startsWith('Identity') || UNICODE_CMAP.test(this.cmapName)) return 2;
    // The predefined CMaps of the old encodings mix ASCII of one byte with characters of two.
    return (bytes[at] as number) < 0x80 ? 1 : 2;
  }

  private glyph(code: number, length: number): Glyph {
    const cid = this.cmap === null ? code : (this.cmap.cids.get(code) ?? (this.cmap.cids.size === 0 ? code : 0));
    const unicode = this.toUnicode?.get(code) ?? (UNICODE_CMAP.test(this.cmapName) ? String.fromCharCode(code) : null);
    return {
      code,
      bytes: length,
      unicode,
      widthThousandths: this.widths.get(cid) ?? this.defaultWidth,
      isMissing: this.isMissing(cid, unicode),
      isSpace: length === 1 && code === 0x20,
      type3Proc: null,
    };
  }

  private isMissing(cid: number, unicode: string | null): boolean {
    if (unicode !== null && SPACES.test(unicode)) return false;
    const { program } = this.read;
    // Only codes that lead to a glyph by themselves can be followed: a predefined CMap has to be known for its CIDs.
    const isFollowed = this.cmap !== null || this.cmapName.startsWith('Identity');
    if (program === null || !isFollowed) return false;
    const gid = this.cidToGid === null ? (program.glyphOfCode(cid) ?? cid) : (this.cidToGid[2 * cid] ?? 0) * 256 + (this.cidToGid[2 * cid + 1] ?? 0);
    return gid === 0 || gid >= program.glyphCount || (unicode !== null && program.isBlank(gid));
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
      for (let cid = first; typeof second === 'number' && cid <= second && this.widths.size < MAX_WIDTHS; cid++) this.setWidth(cid, width);
      i += 3;
    }
  }

  private setWidth(cid: number, width: number | undefined): void {
    if (width !== undefined && this.widths.size < MAX_WIDTHS) this.widths.set(cid, width);
  }
}
