import { ascii, latin1, startsWithAt } from './bytes.ts';
import type { NameTable } from './name-table.ts';
import { PdfKeyword, PdfRef, PdfString } from './objects.ts';
import type { PdfDict, PdfValue } from './objects.ts';

/** Character classes of ISO 32000-1, 7.2.2: 0 regular, 1 white space, 2 delimiter. */
export const CHARACTER_CLASS: Uint8Array = classifyCharacters();
export const WHITE_SPACE = 1;
const REGULAR = 0;

const NOTHING = new Uint8Array(0);
const OBJ = ascii('obj');
const STREAM = ascii('stream');

/**
 * Reads PDF values out of a run of bytes. Never throws: what cannot be read is left out, as other readers do.
 *
 * When the bytes are only a window of a file, `ranOut` tells that the end was met, so that everything
 * returned is doubtful and should be read again from a larger window.
 */
export class Lexer {
  ranOut = false;
  tooDeep = false;

  constructor(
    readonly bytes: Uint8Array,
    public position: number,
    private readonly names: NameTable,
    private readonly maxDepth: number,
  ) {}

  /** Moves to the next token; false at the end of the bytes. */
  skipSpace(): boolean {
    const { bytes } = this;
    const end = bytes.length;
    let p = this.position;
    for (;;) {
      while (p < end && CHARACTER_CLASS[bytes[p] as number] === WHITE_SPACE) p++;
      if (p >= end || bytes[p] !== 0x25) break;
      while (p < end && bytes[p] !== 0x0a && bytes[p] !== 0x0d) p++;
    }
    this.position = p;
    if (p < end) return true;
    this.ranOut = true;
    return false;
  }

  /** The next value, or undefined at the end. Closing brackets come back as keywords. */
  value(depth = 0): PdfValue | undefined {
    if (!this.skipSpace()) return undefined;
    const code = this.bytes[this.position] as number;
    if (code === 0x2f) return this.name();
    if (isDigit(code) || code === 0x2d || code === 0x2b || code === 0x2e) return this.numberOrRef();
    if (code === 0x3c) {
      if (this.position + 1 >= this.bytes.length) this.ranOut = true;
      return this.bytes[this.position + 1] === 0x3c ? this.dict(depth) : this.hexString();
    }
    if (code === 0x28) return this.literalString();
    if (code === 0x5b) return this.array(depth);
    if (code === 0x3e && this.bytes[this.position + 1] === 0x3e) {
      this.position += 2;
      return new PdfKeyword('>>');
    }
    if (CHARACTER_CLASS[code] !== REGULAR) {
      this.position++;
      return new PdfKeyword(String.fromCharCode(code));
    }
    return this.word();
  }

  /**
   * Steps over `n g obj`; undefined when something else stands here. Looks at no more than these three words,
   * so that a wrong offset into picture data costs nothing.
   */
  takeObjectHeading(): PdfRef | undefined {
    const objectNumber = this.skipSpace() ? this.digits() : -1;
    const generation = objectNumber >= 0 && this.skipSpace() ? this.digits() : -1;
    if (generation < 0 || !this.skipSpace()) return undefined;
    if (this.position + OBJ.length >= this.bytes.length) this.ranOut = true;
    if (!startsWithAt(this.bytes, this.position, OBJ)) return undefined;
    this.position += OBJ.length;
    return new PdfRef(objectNumber, generation);
  }

  /** A run of digits, or -1. */
  private digits(): number {
    const { bytes } = this;
    const start = this.position;
    let p = start;
    let value = 0;
    for (; p < bytes.length && isDigit(bytes[p]); p++) value = value * 10 + (bytes[p] as number) - 0x30;
    this.position = p;
    return p > start && Number.isSafeInteger(value) ? value : -1;
  }

  /** Steps over `stream` and its end of line, to the first byte of the data; false when another word stands here. */
  takeStreamKeyword(): boolean {
    const { bytes, position } = this;
    if (position + STREAM.length + 2 > bytes.length) this.ranOut = true;
    if (!startsWithAt(bytes, position, STREAM)) return false;
    let p = position + STREAM.length;
    while (bytes[p] === 0x20) p++;
    if (bytes[p] === 0x0d) p++;
    if (bytes[p] === 0x0a) p++;
    this.position = p;
    return true;
  }

  private name(): string {
    const start = this.position + 1;
    const end = this.endOfRegular(start);
    this.position = end;
    return this.names.nameOf(this.bytes, start, end);
  }

  private word(): PdfValue {
    const start = this.position;
    this.position = this.endOfRegular(start);
    const text = latin1(this.bytes, start, this.position);
    if (text === 'true') return true;
    if (text === 'false') return false;
    return text === 'null' ? null : new PdfKeyword(text);
  }

  private endOfRegular(from: number): number {
    const { bytes } = this;
    const end = bytes.length;
    let p = from;
    while (p < end && CHARACTER_CLASS[bytes[p] as number] === REGULAR) p++;
    if (p >= end) this.ranOut = true;
    return p;
  }

  /** A number, or a reference when "generation R" follows. Litter glued to a number (`12-3`, `1e5`) is dropped. */
  private numberOrRef(): number | PdfRef {
    const { bytes } = this;
    const end = bytes.length;
    const start = this.position;
    let p = start;
    let isNegative = false;
    while (p < end && (bytes[p] === 0x2d || bytes[p] === 0x2b)) {
      if (bytes[p] === 0x2d) isNegative = true;
      p++;
    }
    let value = 0;
    let isWhole = p === start;
    for (; p < end && isDigit(bytes[p] as number); p++) value = value * 10 + (bytes[p] as number) - 0x30;
    if (p < end && bytes[p] === 0x2e) {
      isWhole = false;
      let fraction = 0;
      let scale = 1;
      for (p++; p < end && isDigit(bytes[p] as number); p++) {
        // Digits beyond double precision would only push the scale to infinity.
        if (scale >= 1e15) continue;
        fraction = fraction * 10 + (bytes[p] as number) - 0x30;
        scale *= 10;
      }
      value += fraction / scale;
    }
    const plainEnd = p;
    p = this.endOfRegular(p);
    this.position = p;
    if (isWhole && p === plainEnd) {
      const generation = this.generationBeforeR(p);
      if (generation >= 0) return new PdfRef(value, generation);
    }
    return isNegative ? -value : value;
  }

  /** The generation when ` <digits> R` follows at `from` (the position then stands behind it), else -1. */
  private generationBeforeR(from: number): number {
    const { bytes } = this;
    const end = bytes.length;
    let p = from;
    while (p < end && CHARACTER_CLASS[bytes[p] as number] === WHITE_SPACE) p++;
    const digits = p;
    let generation = 0;
    for (; p < end && isDigit(bytes[p] as number); p++) generation = generation * 10 + (bytes[p] as number) - 0x30;
    if (p === digits && p < end) return -1;
    const gap = p;
    while (p < end && CHARACTER_CLASS[bytes[p] as number] === WHITE_SPACE) p++;
    if (p + 1 >= end) this.ranOut = true;
    if (p >= end || p === gap || bytes[p] !== 0x52) return -1;
    if (p + 1 < end && CHARACTER_CLASS[bytes[p + 1] as number] === REGULAR) return -1;
    this.position = p + 1;
    return generation;
  }

  private array(depth: number): PdfValue[] {
    this.position++;
    const items: PdfValue[] = [];
    if (this.isTooDeep(depth)) return items;
    while (this.skipSpace()) {
      if (this.bytes[this.position] === 0x5d) {
        this.position++;
        return items;
      }
      const before = this.position;
      const item = this.value(depth + 1);
      if (item === undefined) return items;
      if (!(item instanceof PdfKeyword)) items.push(item);
      else if (this.endsUnclosed(item, before)) return items;
      if (this.tooDeep) return items;
    }
    return items;
  }

  private dict(depth: number): PdfDict {
    this.position += 2;
    const entries: PdfDict = new Map();
    if (this.isTooDeep(depth)) return entries;
    while (this.skipSpace()) {
      const before = this.position;
      const code = this.bytes[before];
      if (code === 0x3e) {
        if (before + 1 >= this.bytes.length) this.ranOut = true;
        this.position += this.bytes[before + 1] === 0x3e ? 2 : 1;
        return entries;
      }
      if (code !== 0x2f) {
        const litter = this.value(depth + 1);
        if (litter === undefined || this.tooDeep) return entries;
        if (litter instanceof PdfKeyword && this.endsUnclosed(litter, before)) return entries;
        continue;
      }
      const key = this.name();
      if (!this.skipSpace()) return entries;
      const valueAt = this.position;
      const value = this.value(depth + 1);
      if (value === undefined) return entries;
      if (value instanceof PdfKeyword) {
        if (value.text === '>>' || this.endsUnclosed(value, valueAt)) return entries;
        continue;
      }
      entries.set(key, value);
      if (this.tooDeep) return entries;
    }
    return entries;
  }

  /** A container whose bracket is missing ends where its object or stream does; the keyword is left to be read again. */
  private endsUnclosed(keyword: PdfKeyword, at: number): boolean {
    if (keyword.text !== 'endobj' && keyword.text !== 'stream' && keyword.text !== 'obj') return false;
    this.position = at;
    return true;
  }

  private isTooDeep(depth: number): boolean {
    if (depth >= this.maxDepth) this.tooDeep = true;
    return this.tooDeep;
  }

  private literalString(): PdfString {
    const { bytes } = this;
    const end = bytes.length;
    const start = this.position + 1;
    let p = start;
    // Most strings have neither escapes nor brackets, and are taken as they stand.
    while (p < end && bytes[p] !== 0x29 && bytes[p] !== 0x28 && bytes[p] !== 0x5c) p++;
    if (p < end && bytes[p] === 0x29) {
      this.position = p + 1;
      return new PdfString(bytes.slice(start, p));
    }
    const close = this.endOfLiteral(start);
    this.position = Math.min(close + 1, end);
    if (close === end) {
      // Without an end nothing of it counts: a file may begin thousands of such strings.
      this.ranOut = true;
      return new PdfString(NOTHING);
    }
    const out = new Uint8Array(close - start);
    let length = 0;
    for (p = start; p < close; p++) {
      let code = bytes[p] as number;
      if (code === 0x5c) {
        code = bytes[++p] ?? 0;
        if (code >= 0x30 && code <= 0x37) {
          let octal = code - 0x30;
          for (let k = 0; k < 2 && isOctal(bytes[p + 1]); k++) octal = octal * 8 + (bytes[++p] as number) - 0x30;
          out[length++] = octal & 0xff;
        } else if (code === 0x0d) {
          if (bytes[p + 1] === 0x0a) p++;
        } else if (code !== 0x0a) {
          out[length++] = ESCAPES.get(code) ?? code;
        }
        continue;
      }
      out[length++] = code;
    }
    return new PdfString(length === out.length ? out : out.slice(0, length));
  }

  /** Where the bracket stands that ends a string; the end of the bytes for none. */
  private endOfLiteral(start: number): number {
    const { bytes } = this;
    const end = bytes.length;
    let nesting = 1;
    for (let p = start; p < end; p++) {
      const code = bytes[p];
      if (code === 0x5c) p++;
      else if (code === 0x28) nesting++;
      else if (code === 0x29 && --nesting === 0) return p;
    }
    return end;
  }

  private hexString(): PdfString {
    const { bytes } = this;
    const end = bytes.length;
    const out: number[] = [];
    let high = -1;
    let p = this.position + 1;
    for (; p < end && bytes[p] !== 0x3e; p++) {
      const digit = hexDigit(bytes[p] as number);
      if (digit < 0) continue;
      if (high < 0) high = digit;
      else {
        out.push(high * 16 + digit);
        high = -1;
      }
    }
    if (high >= 0) out.push(high * 16);
    if (p >= end) this.ranOut = true;
    this.position = Math.min(p + 1, end);
    return new PdfString(Uint8Array.from(out));
  }
}

const ESCAPES: ReadonlyMap<number, number> = new Map([
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
  [0x62, 0x08],
  [0x66, 0x0c],
]);

export function isDigit(code: number | undefined): boolean {
  return code !== undefined && code >= 0x30 && code <= 0x39;
}

function isOctal(code: number | undefined): boolean {
  return code !== undefined && code >= 0x30 && code <= 0x37;
}

/** The value of a hexadecimal digit, or -1. */
export function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

function classifyCharacters(): Uint8Array {
  const classes = new Uint8Array(256);
  for (const code of [0, 9, 10, 12, 13, 32]) classes[code] = 1;
  for (const mark of '()<>[]{}/%') classes[mark.charCodeAt(0)] = 2;
  return classes;
}
