import type { FontProgram } from '../../../ports.ts';

/** The standard strings of ISOAdobe (Adobe Technical Note 5176, appendix A), SIDs 0 to 228. */
const STANDARD_STRINGS =
  '.notdef space exclam quotedbl numbersign dollar percent ampersand quoteright parenleft parenright asterisk plus comma hyphen period slash zero one two three four five six seven eight nine colon semicolon less equal greater question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z bracketleft backslash bracketright asciicircum underscore quoteleft a b c d e f g h i j k l m n o p q r s t u v w x y z braceleft bar braceright asciitilde exclamdown cent sterling fraction yen florin section currency quotesingle quotedblleft guillemotleft guilsinglleft guilsinglright fi fl endash dagger daggerdbl periodcentered paragraph bullet quotesinglbase quotedblbase quotedblright guillemotright ellipsis perthousand questiondown grave acute circumflex tilde macron breve dotaccent dieresis ring cedilla hungarumlaut ogonek caron emdash AE ordfeminine Lslash Oslash OE ordmasculine ae dotlessi lslash oslash oe germandbls onesuperior logicalnot mu trademark Eth onehalf plusminus Thorn onequarter divide brokenbar degree thorn threequarters twosuperior registered minus eth multiply threesuperior copyright Aacute Acircumflex Adieresis Agrave Aring Atilde Ccedilla Eacute Ecircumflex Edieresis Egrave Iacute Icircumflex Idieresis Igrave Ntilde Oacute Ocircumflex Odieresis Ograve Otilde Scaron Uacute Ucircumflex Udieresis Ugrave Yacute Ydieresis Zcaron aacute acircumflex adieresis agrave aring atilde ccedilla eacute ecircumflex edieresis egrave iacute icircumflex idieresis igrave ntilde oacute ocircumflex odieresis ograve otilde scaron uacute ucircumflex udieresis ugrave yacute ydieresis zcaron'.split(
    ' ',
  );
/** Strings of the font itself begin here; those between are the expert sets, which books do not use. */
const FIRST_OWN_STRING = 391;
const OPERATOR_CHARSET = 15;
const OPERATOR_ENCODING = 16;
const OPERATOR_CHARSTRINGS = 17;
const OPERATOR_ROS = 1230;
/** A charstring of this length only sets a width and ends. */
const BLANK_CHARSTRING_BYTES = 8;
const UNITS_PER_EM = 1000;

interface Index {
  readonly offsets: readonly number[];
  /** Behind the last byte. */
  readonly end: number;
}

/** A bare CFF font program (Technical Note 5176); null when it cannot be followed. Never throws. */
export function openCffProgram(bytes: Uint8Array): FontProgram | null {
  try {
    return new CffReading(bytes).program();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

class CffReading {
  private readonly view: DataView;

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  program(): FontProgram | null {
    const names = this.index(this.view.getUint8(2));
    const tops = this.index(names.end);
    const strings = this.index(tops.end);
    const [topStart, topEnd] = tops.offsets;
    if (topStart === undefined || topEnd === undefined) return null;
    const top = this.dict(topStart, topEnd);
    const charstringsAt = top.get(OPERATOR_CHARSTRINGS)?.[0];
    if (charstringsAt === undefined) return null;
    const charstrings = this.index(charstringsAt);
    const glyphCount = charstrings.offsets.length - 1;
    if (glyphCount < 1) return null;
    const isCid = top.has(OPERATOR_ROS);
    const charset = this.charset(top.get(OPERATOR_CHARSET)?.[0] ?? 0, glyphCount);
    const byCharset = new Map(charset.map((id, glyph) => [id, glyph]));
    const byName = new Map(isCid ? [] : charset.map((sid, glyph) => [this.stringOf(sid, strings), glyph] as const));
    const encoded = isCid ? new Map<number, number>() : this.encoding(top.get(OPERATOR_ENCODING)?.[0] ?? 0);
    return {
      glyphCount,
      embeddingRights: null,
      unitsPerEm: UNITS_PER_EM,
      namesAreKnown: !isCid && charset.every((sid) => sid < STANDARD_STRINGS.length || sid >= FIRST_OWN_STRING),
      advanceWidth: () => null,
      glyphOfUnicode: () => null,
      glyphOfName: (name) => byName.get(name) ?? null,
      glyphOfCode: (code) => (isCid ? byCharset.get(code) : encoded.get(code)) ?? null,
      isBlank: (glyph) => (charstrings.offsets[glyph + 1] ?? 0) - (charstrings.offsets[glyph] ?? 0) <= BLANK_CHARSTRING_BYTES,
    };
  }

  private index(at: number): Index {
    const count = this.view.getUint16(at);
    if (count === 0) return { offsets: [], end: at + 2 };
    const size = this.view.getUint8(at + 2);
    const base = at + 3 + (count + 1) * size - 1;
    const offsets = Array.from({ length: count + 1 }, (_, i) => base + this.unsigned(at + 3 + i * size, size));
    const end = offsets[count] ?? base;
    if (end > this.bytes.length || size < 1 || size > 4) throw new RangeError('index beyond the program');
    return { offsets, end };
  }

  private unsigned(at: number, size: number): number {
    let value = 0;
    for (let i = 0; i < size; i++) value = value * 256 + this.view.getUint8(at + i);
    return value;
  }

  private dict(from: number, to: number): Map<number, number[]> {
    const entries = new Map<number, number[]>();
    let operands: number[] = [];
    for (let at = from; at < to; ) {
      const code = this.view.getUint8(at++);
      if (code <= 21) {
        const operator = code === 12 ? 1200 + this.view.getUint8(at++) : code;
        entries.set(operator, operands);
        operands = [];
      } else if (code === 28) {
        operands.push(this.view.getInt16(at));
        at += 2;
      } else if (code === 29) {
        operands.push(this.view.getInt32(at));
        at += 4;
      } else if (code === 30) {
        while ((this.view.getUint8(at++) & 15) !== 15) if (at >= to) break;
        operands.push(0);
      } else if (code <= 246) operands.push(code - 139);
      else if (code <= 250) operands.push((code - 247) * 256 + this.view.getUint8(at++) + 108);
      else operands.push(-(code - 251) * 256 - this.view.getUint8(at++) - 108);
    }
    return entries;
  }

  /** SIDs, or CIDs, of the glyphs in order. */
  private charset(at: number, glyphCount: number): number[] {
    if (at <= 2) return Array.from({ length: glyphCount }, (_, glyph) => glyph);
    const ids = [0];
    const format = this.view.getUint8(at++);
    while (ids.length < glyphCount) {
      const first = this.view.getUint16(at);
      at += 2;
      const left = format === 0 ? 0 : format === 1 ? this.view.getUint8(at) : this.view.getUint16(at);
      at += format === 0 ? 0 : format;
      for (let i = 0; i <= left && ids.length < glyphCount; i++) ids.push(first + i);
    }
    return ids;
  }

  private encoding(at: number): Map<number, number> {
    const codes = new Map<number, number>();
    if (at <= 1) return codes;
    const format = this.view.getUint8(at) & 0x7f;
    const count = this.view.getUint8(at + 1);
    let glyph = 1;
    for (let i = 0; i < count; i++) {
      if (format === 0) codes.set(this.view.getUint8(at + 2 + i), glyph++);
      else for (let k = 0; k <= this.view.getUint8(at + 3 + 2 * i); k++) codes.set(this.view.getUint8(at + 2 + 2 * i) + k, glyph++);
    }
    return codes;
  }

  private stringOf(sid: number, { offsets }: Index): string {
    const standard = STANDARD_STRINGS[sid];
    if (standard !== undefined) return standard;
    const start = offsets[sid - FIRST_OWN_STRING];
    const end = offsets[sid - FIRST_OWN_STRING + 1];
    if (start === undefined || end === undefined) return `sid ${sid}`;
    return String.fromCharCode(...this.bytes.subarray(start, Math.min(end, start + 128)));
  }
}
