import type { FontProgram } from '../../../ports.ts';
import type { PdfDocument } from '../../document.ts';
import { PdfStream, isDict, type PdfDict } from '../../objects.ts';
import type { FontFacts } from '../font-facts.ts';
import { matrixOf } from '../numbers.ts';
import { characterOf, signOf, type BaseEncoding, type SignEncoding } from './encodings.ts';
import { characterOfName } from './glyph-names.ts';
import type { ReadProgram } from './font-reader.ts';
import type { Glyph, OpenFont } from './open-font.ts';
import { glyphOfCharacter, isMissingGlyph, isUnseen, widthMisfitPercent } from './seen-glyphs.ts';

const BASE_ENCODINGS: ReadonlySet<string> = new Set<BaseEncoding>([
  'WinAnsiEncoding',
  'MacRomanEncoding',
  'StandardEncoding',
]);
/** A font that states no widths is one of the standard 14; the exact widths matter to nobody here. */
const TYPICAL_WIDTH = 556;
const SYMBOLIC = 1 << 2;
const SIGN_FONTS: ReadonlyMap<string, SignEncoding> = new Map([
  ['Symbol', 'Symbol'],
  ['SymbolMT', 'Symbol'],
  ['ZapfDingbats', 'ZapfDingbats'],
]);
/** Symbolic TrueType fonts keep their codes in a private area (ISO 32000-1, 9.6.6.4). */
const SYMBOL_AREA = 0xf000;

/** One byte a character (ISO 32000-1, 9.6). */
export class SimpleFont implements OpenFont {
  readonly facts: FontFacts;
  readonly isVertical = false;
  readonly fontMatrix: OpenFont['fontMatrix'];
  readonly type3Resources: PdfDict | null;
  private readonly glyphs: (Glyph | undefined)[] = [];
  private readonly names = new Map<number, string>();
  private readonly base: BaseEncoding;
  private readonly hasBase: boolean;
  private readonly isSymbolic: boolean;
  /** Set for the standard fonts whose codes are signs. */
  private readonly signs: SignEncoding | null;
  private readonly procs: PdfDict | null;
  private readonly widths: readonly (number | undefined)[];
  private readonly firstChar: number;
  private readonly missingWidth: number;

  constructor(
    private readonly document: PdfDocument,
    dict: PdfDict,
    facts: FontFacts,
    private readonly read: ReadProgram,
    private readonly toUnicode: ReadonlyMap<number, string> | null,
  ) {
    const isType3 = facts.kind === 'Type3';
    const descriptor = document.resolve(dict.get('FontDescriptor'));
    const flags = isDict(descriptor) ? (document.number(descriptor.get('Flags')) ?? 0) : 0;
    const encoding = document.resolve(dict.get('Encoding'));
    const baseName = isDict(encoding) ? document.resolve(encoding.get('BaseEncoding')) : encoding;
    this.hasBase = typeof baseName === 'string' && BASE_ENCODINGS.has(baseName);
    this.base = this.hasBase ? (baseName as BaseEncoding) : 'StandardEncoding';
    this.isSymbolic = (flags & SYMBOLIC) !== 0 && !this.hasBase;
    this.signs = this.hasBase ? null : (SIGN_FONTS.get(facts.name) ?? null);
    if (isDict(encoding)) this.readDifferences(encoding);
    this.facts = {
      ...facts,
      hasUnicode:
        facts.hasUnicode || (!isType3 && (!this.isSymbolic || this.signs !== null)) || (isType3 && this.names.size > 0),
    };
    const widths = document.resolve(dict.get('Widths'));
    this.widths = Array.isArray(widths) ? widths.map((one) => document.number(one)) : [];
    this.firstChar = document.number(dict.get('FirstChar')) ?? 0;
    this.missingWidth =
      (isDict(descriptor) ? document.number(descriptor.get('MissingWidth')) : undefined) ??
      (this.widths.length > 0 ? 0 : TYPICAL_WIDTH);
    this.fontMatrix = isType3 ? (matrixOf(document, dict.get('FontMatrix')) ?? [0.001, 0, 0, 0.001, 0, 0]) : null;
    const procs = isType3 ? document.resolve(dict.get('CharProcs')) : undefined;
    this.procs = isDict(procs) ? procs : null;
    const resources = isType3 ? document.resolve(dict.get('Resources')) : undefined;
    this.type3Resources = isDict(resources) ? resources : null;
  }

  decode(bytes: Uint8Array): readonly Glyph[] {
    const glyphs = new Array<Glyph>(bytes.length);
    for (let at = 0; at < bytes.length; at++) {
      const code = bytes[at] as number;
      glyphs[at] = this.glyphs[code] ??= this.glyph(code);
    }
    return glyphs;
  }

  private readDifferences(encoding: PdfDict): void {
    const differences = this.document.resolve(encoding.get('Differences'));
    let code = 0;
    for (const one of Array.isArray(differences) ? differences : []) {
      const value = this.document.resolve(one);
      if (typeof value === 'number') code = value;
      else if (typeof value === 'string') this.names.set(code++, value);
    }
  }

  private glyph(code: number): Glyph {
    const { program } = this.read;
    const name = this.names.get(code);
    const unicode =
      this.toUnicode?.get(code) ?? (name === undefined ? this.plainCharacter(code) : characterOfName(name));
    const resolved = name === undefined ? undefined : this.document.resolve(this.procs?.get(name));
    const proc = resolved instanceof PdfStream ? resolved : null;
    const widthThousandths = this.widths[code - this.firstChar] ?? this.missingWidth;
    const glyph = program === null ? null : this.glyphOf(program, code, name, unicode);
    return {
      code,
      bytes: 1,
      unicode,
      widthThousandths,
      isMissing:
        program === null
          ? this.procs !== null && proc === null && !isUnseen(unicode)
          : isMissingGlyph(program, glyph, unicode),
      // A font without widths is one of the standard 14, whose widths every reader knows.
      widthMisfitPercent:
        program === null || this.widths.length === 0
          ? 0
          : widthMisfitPercent(program, glyph, unicode, widthThousandths),
      isSpace: code === 0x20,
      type3Proc: proc,
    };
  }

  private plainCharacter(code: number): string | null {
    if (this.signs !== null) return signOf(this.signs, code);
    return this.isSymbolic ? null : characterOf(this.base, code);
  }

  /**
   * By name, by the character of the encoding, by the program's own codes: readers try one after another, and what none
   * of them finds is missing (ISO 32000-1, 9.6.6.2 and 9.6.6.4).
   */
  private glyphOf(program: FontProgram, code: number, name: string | undefined, unicode: string | null): number | null {
    if (name === '.notdef') return 0;
    const named = name === undefined ? null : characterOfName(name);
    const byName = () => (name === undefined ? null : (program.glyphOfName(name) ?? glyphOfCharacter(program, named)));
    // A name that stands for a character is final; others only count the glyphs.
    if (named !== null && !this.isSymbolic) return byName();
    const ways: readonly (() => number | null)[] = [
      byName,
      () => (name === undefined && this.hasBase ? glyphOfCharacter(program, characterOf(this.base, code)) : null),
      () => program.glyphOfCode(code),
      () => program.glyphOfUnicode(SYMBOL_AREA + code),
      () => glyphOfCharacter(program, this.plainCharacter(code)),
      () => glyphOfCharacter(program, unicode),
    ];
    for (const way of ways) {
      const glyph = way();
      if (glyph !== null && glyph !== 0) return glyph;
    }
    return null;
  }
}
