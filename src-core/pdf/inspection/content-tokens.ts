import { CHARACTER_CLASS, isDigit, type Lexer } from '../lexer.ts';
import type { PdfDocument } from '../document.ts';
import { PdfKeyword, PdfString, isDict, type PdfDict, type PdfValue } from '../objects.ts';

const WHITE_SPACE = 1;
const REGULAR = 0;
/** More operands than any operator takes are litter; what follows is kept. */
const MAX_OPERANDS = 512;
/** How far behind a supposed end of an inline image plain content must follow. */
const PLAUSIBLE_BYTES = 12;

export interface InlineImage {
  readonly dict: PdfDict;
  readonly lengthBytes: number;
}

/** Splits a content stream into operators with their operands (ISO 32000-1, 7.8.2). Never throws. */
export class ContentTokens {
  readonly operands: PdfValue[] = [];
  /** The stream ended within a string, an array or an inline image, or after operands without an operator. */
  endsEarly = false;
  private readonly lexer: Lexer;
  private readonly names = new Map<number, string>();

  constructor(
    private readonly bytes: Uint8Array,
    document: PdfDocument,
  ) {
    this.lexer = document.lexer(bytes, 0);
  }

  /** The next operator, its operands being in `operands`; null at the end. */
  next(): string | null {
    const { bytes, lexer, operands } = this;
    operands.length = 0;
    for (;;) {
      if (!lexer.skipSpace()) {
        if (operands.length > 0) this.endsEarly = true;
        return null;
      }
      const code = bytes[lexer.position] as number;
      if (isDigit(code) || code === 0x2d || code === 0x2e || code === 0x2b) this.push(this.number());
      else if (CHARACTER_CLASS[code] === REGULAR) {
        const word = this.word();
        if (word === 'true' || word === 'false') this.push(word === 'true');
        else if (word === 'null') this.push(null);
        else return word;
      } else {
        lexer.ranOut = false;
        const value = lexer.value();
        if (lexer.ranOut && lexer.position >= bytes.length) this.endsEarly = true;
        if (value !== undefined && !(value instanceof PdfKeyword)) this.push(value);
      }
    }
  }

  /** After BI: the dictionary, with the position behind EI. Null when there is no end to it. */
  inlineImage(rawBytes: (dict: PdfDict) => number | null): InlineImage | null {
    const { bytes, lexer } = this;
    const dict: PdfDict = new Map();
    for (;;) {
      if (!lexer.skipSpace()) return this.brokenOff();
      if (CHARACTER_CLASS[bytes[lexer.position] as number] === REGULAR) {
        if (this.word() === 'ID') break;
        continue;
      }
      const key = lexer.value();
      if (typeof key !== 'string') continue;
      const value = lexer.skipSpace() ? lexer.value() : undefined;
      if (value === undefined) return this.brokenOff();
      if (!(value instanceof PdfKeyword)) dict.set(key, value);
    }
    const start = lexer.position + 1;
    const end = this.endOfImage(start, rawBytes(dict));
    if (end < 0) return this.brokenOff();
    lexer.position = end + 2;
    return { dict, lengthBytes: Math.max(0, end - start) };
  }

  private brokenOff(): null {
    this.endsEarly = true;
    this.lexer.position = this.bytes.length;
    return null;
  }

  /** Where EI stands: behind the known length, else the first one that plain content follows. */
  private endOfImage(start: number, rawBytes: number | null): number {
    const { bytes } = this;
    const isEnd = (at: number) =>
      bytes[at] === 0x45 && bytes[at + 1] === 0x49 && (at + 2 >= bytes.length || CHARACTER_CLASS[bytes[at + 2] as number] !== REGULAR);
    if (rawBytes !== null) for (let slack = 0; slack < 4; slack++) if (isEnd(start + rawBytes + slack)) return start + rawBytes + slack;
    for (let at = start; at + 1 < bytes.length; at++) {
      if (isEnd(at) && CHARACTER_CLASS[bytes[at - 1] as number] === WHITE_SPACE && this.looksPlain(at + 2)) return at;
    }
    return -1;
  }

  private looksPlain(from: number): boolean {
    const end = Math.min(from + PLAUSIBLE_BYTES, this.bytes.length);
    for (let at = from; at < end; at++) {
      const code = this.bytes[at] as number;
      if (code > 0x7e || (code < 0x20 && CHARACTER_CLASS[code] !== WHITE_SPACE)) return false;
    }
    return true;
  }

  private push(value: PdfValue): void {
    if (this.operands.length < MAX_OPERANDS) this.operands.push(value);
  }

  /** Digits of a number; a content stream has no references to look for. */
  private number(): number {
    const { bytes, lexer } = this;
    let at = lexer.position;
    let isNegative = false;
    let code = bytes[at];
    while (code === 0x2d || code === 0x2b) {
      if (code === 0x2d) isNegative = true;
      code = bytes[++at];
    }
    let value = 0;
    while (code !== undefined && code >= 0x30 && code <= 0x39) {
      value = value * 10 + code - 0x30;
      code = bytes[++at];
    }
    if (code === 0x2e) {
      code = bytes[++at];
      let digits = 0;
      let scale = 1;
      while (code !== undefined && code >= 0x30 && code <= 0x39) {
        if (scale < 1e15) {
          digits = digits * 10 + code - 0x30;
          scale *= 10;
        }
        code = bytes[++at];
      }
      value += digits / scale;
    }
    // Litter glued to a number is dropped, as other readers do.
    while (at < bytes.length && CHARACTER_CLASS[bytes[at] as number] === REGULAR) at++;
    lexer.position = at;
    return isNegative ? -value : value;
  }

  private word(): string {
    const { bytes, lexer } = this;
    const start = lexer.position;
    let at = start;
    let key = 0;
    while (at < bytes.length && CHARACTER_CLASS[bytes[at] as number] === REGULAR) {
      if (at - start < 4) key = key * 256 + (bytes[at] as number);
      at++;
    }
    lexer.position = at;
    if (at - start > 3) return wordOf(bytes, start, at);
    let name = this.names.get(key);
    if (name === undefined) {
      name = wordOf(bytes, start, at);
      this.names.set(key, name);
    }
    return name;
  }
}

const LONGEST_WORD = 64;

function wordOf(bytes: Uint8Array, start: number, end: number): string {
  let word = '';
  for (let at = start; at < Math.min(end, start + LONGEST_WORD); at++) word += String.fromCharCode(bytes[at] as number);
  return word;
}

/** Whether a value is of the kind that a letter of `OPERATORS` asks for. */
export function isOfKind(value: PdfValue, kind: string): boolean {
  switch (kind) {
    case 'n':
      return typeof value === 'number';
    case 'N':
      return typeof value === 'string';
    case 's':
      return value instanceof PdfString;
    case 'a':
      return Array.isArray(value);
    default:
      return typeof value === 'string' || isDict(value);
  }
}
