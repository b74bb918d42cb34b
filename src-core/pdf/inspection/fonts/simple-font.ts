import type { FontProgram } from '../../../ports.ts';
import type { PdfDocument } from '../../document.ts';
import { PdfStream, isDict, type PdfDict } from '../../objects.ts';
import type { FontFacts } from '../font-facts.ts';
import { matrixOf } from '../numbers.ts';
import { characterOf, signOf, type BaseEncoding, type SignEncoding } from './encodings.ts';
import { characterOfName } from './glyph-names.ts';
import type { ReadProgram } from './font-reader.ts';
import type { Glyph, OpenFont } from './open-font.ts';
import { unusualExtent } from './type3-extent.ts';
import { extentOf, isMissingGlyph, isUnseen, ownWidth } from './seen-glyphs.ts';
import { glyphsOfCode } from './simple-routes.ts';
import { signWidth, standardWidths } from './standard-widths.ts';

const BASE_ENCODINGS: ReadonlySet<string> = new Set<BaseEncoding>([
  'WinAnsiEncoding',
  'MacRomanEncoding',
  'StandardEncoding',
]);
/** Where nobody tells how wide a letter is. `facts.areWidthsKnown` says so. */
const TYPICAL_WIDTH = 556;
const SYMBOLIC = 1 << 2;
const FIRST_PRINTED = 0x20;
const FIRST_COUNTED = 0x21;
const SIGN_FONTS: ReadonlyMap<string, SignEncoding> = new Map([
  ['Symbol', 'Symbol'],
  ['SymbolMT', 'Symbol'],
  ['ZapfDingbats', 'ZapfDingbats'],
]);
const CODES = 256;
/** A code before each name. */
const MOST_DIFFERENCES = 2 * CODES;

/** One byte a character (ISO 32000-1, 9.6). */
export class SimpleFont implements OpenFont {
  readonly facts: FontFacts;
  readonly isVertical = false;
  readonly fontMatrix: OpenFont['fontMatrix'];
  readonly unusualExtent: OpenFont['unusualExtent'];
  readonly type3Resources: PdfDict | null;
  private readonly glyphs: (Glyph | undefined)[] = [];
  private readonly names = new Map<number, string>();
  private readonly base: BaseEncoding;
  private readonly hasBase: boolean;
  private readonly toUnicode: ReadonlyMap<number, string> | null;
  private readonly hasOwnCodes: boolean;
  private readonly isSymbolic: boolean;
  /** Set for the standard fonts whose codes are signs. */
  private readonly signs: SignEncoding | null;
  private readonly procs: PdfDict | null;
  private readonly widths: readonly (number | undefined)[];
  private readonly firstChar: number;
  /** Stated; null when the font says nothing of it. */
  private readonly missingWidth: number | null;
  private readonly standard: ReadonlyMap<string, number> | null;
  private characterWidths: ReadonlyMap<string, number> | null = null;

  constructor(
    private readonly document: PdfDocument,
    dict: PdfDict,
    facts: FontFacts,
    private readonly read: ReadProgram,
    toUnicode: ReadonlyMap<number, string> | null,
  ) {
    const isType3 = facts.kind === 'Type3';
    const descriptor = document.resolve(dict.get('FontDescriptor'));
    const flags = isDict(descriptor) ? (document.number(descriptor.get('Flags')) ?? 0) : 0;
    const encoding = document.resolve(dict.get('Encoding'));
    const baseName = isDict(encoding) ? document.resolve(encoding.get('BaseEncoding')) : encoding;
    this.hasBase = typeof baseName === 'string' && BASE_ENCODINGS.has(baseName);
    this.base = this.hasBase ? (baseName as BaseEncoding) : 'StandardEncoding';
    this.hasOwnCodes = (flags & SYMBOLIC) !== 0;
    this.isSymbolic = this.hasOwnCodes && !this.hasBase;
    this.signs = this.hasBase ? null : (SIGN_FONTS.get(facts.name) ?? null);
    this.toUnicode = this.hasOwnCodes && encoding === undefined && isCount(toUnicode) ? null : toUnicode;
    if (isDict(encoding)) this.readDifferences(encoding);
    this.facts = {
      ...facts,
      areWidthsKnown:
        Array.isArray(document.resolve(dict.get('Widths'))) ||
        read.program !== null ||
        standardWidths(facts.name) !== null,
      hasUnicode:
        this.toUnicode !== null ||
        (!isType3 && (!this.isSymbolic || this.signs !== null)) ||
        (isType3 && this.names.size > 0),
    };
    const widths = document.resolve(dict.get('Widths'));
    this.widths = Array.isArray(widths) ? widths.slice(0, CODES).map((one) => document.number(one)) : [];
    this.firstChar = document.number(dict.get('FirstChar')) ?? 0;
    const missingWidth = isDict(descriptor) ? document.number(descriptor.get('MissingWidth')) : undefined;
    this.missingWidth = missingWidth === 0 && this.widths.length === 0 ? null : (missingWidth ?? null);
    this.standard = this.widths.length > 0 ? null : standardWidths(facts.name);
    this.fontMatrix = isType3 ? (matrixOf(document, dict.get('FontMatrix')) ?? [0.001, 0, 0, 0.001, 0, 0]) : null;
    const procs = isType3 ? document.resolve(dict.get('CharProcs')) : undefined;
    this.procs = isDict(procs) ? procs : null;
    this.unusualExtent =
      this.procs === null || this.fontMatrix === null ? null : unusualExtent(document, this.procs, this.fontMatrix);
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
    for (const one of Array.isArray(differences) ? differences.slice(0, MOST_DIFFERENCES) : []) {
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
    const glyphs = program === null ? [] : this.glyphsOf(program, code, name, unicode);
    const widthThousandths = this.widthOf(code, name, unicode, glyphs) ?? TYPICAL_WIDTH;
    return {
      code,
      bytes: 1,
      unicode,
      widthThousandths,
      downThousandths: 0,
      isMissing:
        program === null
          ? this.procs !== null && proc === null && !isUnseen(unicode)
          : !isUnseen(unicode) &&
            !this.isBlankControl(program, code, unicode) &&
            glyphs.every((glyph) => isMissingGlyph(program, glyph, unicode, widthThousandths)),
      ownWidthThousandths: program === null ? null : this.ownWidth(program, glyphs, unicode, widthThousandths),
      // Which one readers take first.
      extent: program === null ? null : extentOf(program, glyphs[0] ?? null),
      isSpace: code === 0x20,
      type3Proc: proc,
    };
  }

  /** A tabulator or a line end left in the text, for which the font draws nothing, and no named encoding has a character. */
  private isBlankControl(program: FontProgram, code: number, unicode: string | null): boolean {
    return code < FIRST_PRINTED && unicode === null && !this.isSymbolic && program.isBlank(0);
  }

  /** Readers take one glyph or another: the one that fits best is held against what is stated. */
  private ownWidth(
    program: FontProgram,
    glyphs: readonly number[],
    unicode: string | null,
    widthThousandths: number,
  ): number | null {
    // A font without widths is as wide as its program.
    if (this.widths.length === 0) return null;
    let best: number | null = null;
    for (const glyph of glyphs) {
      const own = ownWidth(program, glyph, unicode);
      if (own !== null && (best === null || Math.abs(own - widthThousandths) < Math.abs(best - widthThousandths)))
        best = own;
    }
    return best;
  }

  private glyphsOf(program: FontProgram, code: number, name: string | undefined, unicode: string | null): number[] {
    return glyphsOfCode(program, {
      code,
      name,
      base: this.hasBase ? this.base : null,
      isSymbolic: this.hasOwnCodes,
      plain: this.plainCharacter(code),
      unicode,
    });
  }

  private plainCharacter(code: number): string | null {
    if (this.signs !== null) return signOf(this.signs, code);
    return this.isSymbolic ? null : characterOf(this.base, code);
  }

  /** Its /Widths, what the embedded program says, what every reader knows of the standard fonts; null when nobody tells. */
  private widthOf(
    code: number,
    name: string | undefined,
    unicode: string | null,
    glyphs: readonly number[],
  ): number | null {
    const stated = this.widths[code - this.firstChar];
    if (stated !== undefined) return stated;
    if (this.widths.length > 0) return this.missingWidth ?? 0;
    const { program } = this.read;
    const advance = program?.advanceWidth(glyphs[0] ?? 0) ?? null;
    if (program !== null && advance !== null) return (advance / program.unitsPerEm) * 1000;
    if (this.standard === null) return this.missingWidth;
    if (name === undefined && this.signs !== null) return signWidth(this.signs, code);
    return (name === undefined ? undefined : this.standard.get(name)) ?? this.byCharacter().get(unicode ?? '') ?? null;
  }

  private byCharacter(): ReadonlyMap<string, number> {
    return (this.characterWidths ??= new Map(
      [...(this.standard ?? [])].flatMap(([name, width]) => {
        const character = characterOfName(name);
        return character === null ? [] : [[character, width] as const];
      }),
    ));
  }
}

/** Glyphs of a subset counted from `!` on, each said to read as its own number: a writer that knew no better. */
function isCount(toUnicode: ReadonlyMap<number, string> | null): boolean {
  if (toUnicode === null) return false;
  const codes = [...toUnicode].sort(([a], [b]) => a - b);
  return codes.every(([code, text], index) => code === FIRST_COUNTED + index && text === String.fromCharCode(code));
}
