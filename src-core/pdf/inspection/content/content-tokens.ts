import { CHARACTER_CLASS, type Lexer } from '../../lexer.ts';
import type { PdfDocument } from '../../document.ts';
import type { NameTable } from '../../name-table.ts';
import { PdfKeyword, type PdfDict } from '../../objects.ts';
import { InlineImageEnds, MOST_SLACK } from './inline-image-ends.ts';
import type { Operands } from './operands.ts';

const REGULAR = 0;
const WHITE_SPACE = 1;
const LONGEST_WORD = 16;
/** The end of the stream, in the place of an operator's key. */
export const NO_OPERATOR = -1;

export interface InlineImage {
  readonly dict: PdfDict;
  readonly lengthBytes: number;
}

/** Splits a content stream into operators with their operands (ISO 32000-1, 7.8.2). Never throws. */
export class ContentTokens {
  /** The stream ended within a string, an array or an inline image, or after operands without an operator. */
  endsEarly = false;
  /** It ended within one of the first three, which may be anywhere in it: what was written behind was not looked at. */
  isLost = false;
  /** Where the operator that `next` answered last begins with its operands and the space before them: the end of the one before. */
  begin = 0;
  private ownLexer: Lexer | null = null;
  private ownImageEnds: InlineImageEnds | null = null;
  private readonly names: NameTable;
  private wordStart = 0;
  private position = 0;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly document: PdfDocument,
  ) {
    this.names = document.names;
  }

  /** The key of the next operator (`keyOf`), its operands being put into `operands`; `NO_OPERATOR` at the end. */
  next(operands: Operands): number {
    const { bytes } = this;
    const end = bytes.length;
    operands.clear();
    let p = (this.begin = this.position);
    while (p < end) {
      const code = bytes[p] as number;
      if (code === 0x20 || code === 0x0a) p++;
      // Digits, sign or point begin a number.
      else if (code <= 0x39 && (code >= 0x30 || code === 0x2d || code === 0x2e || code === 0x2b))
        p = this.number(p, operands);
      else if (code === 0x2f) p = this.name(p + 1, operands);
      else {
        const kind = CHARACTER_CLASS[code];
        if (kind === WHITE_SPACE) p++;
        else if (kind === REGULAR) {
          const key = this.word(p, operands);
          if (key !== LITERAL) return key;
          p = this.position;
        } else p = this.value(p, operands);
      }
    }
    this.position = p;
    if (operands.count > 0) this.endsEarly = true;
    return NO_OPERATOR;
  }

  /** Behind the operator that `next` answered last; behind EI once the inline image was read. */
  get end(): number {
    return this.position;
  }

  /** The operator that `next` answered last, as written. */
  get operator(): string {
    return textOf(this.bytes, this.wordStart, Math.min(this.position, this.wordStart + LONGEST_WORD));
  }

  /** After BI: the dictionary, with the position behind EI. Null when there is no end to it. */
  inlineImage(rawBytes: (dict: PdfDict) => number | null): InlineImage | null {
    const { bytes, lexer } = this;
    const dict: PdfDict = new Map();
    lexer.position = this.position;
    for (;;) {
      if (!lexer.skipSpace()) return this.brokenOff();
      const key = lexer.value();
      if (key instanceof PdfKeyword && key.text === 'ID') break;
      if (key === undefined) return this.brokenOff();
      if (typeof key !== 'string') continue;
      const value = lexer.value();
      if (value === undefined) return this.brokenOff();
      if (!(value instanceof PdfKeyword)) dict.set(key, value);
    }
    const start = lexer.position + 1;
    const raw = rawBytes(dict);
    const end = this.imageEnds.endOf(start, dict, raw);
    if (end < 0) return this.brokenOff();
    this.position = end + 2;
    // Black and other samples look like the white space before EI; a line end of two bytes stands there as well.
    if (raw !== null && end >= start + raw && end <= start + raw + MOST_SLACK) return { dict, lengthBytes: raw };
    let dataEnd = end;
    while (dataEnd > start && CHARACTER_CLASS[bytes[dataEnd - 1] as number] === WHITE_SPACE && dataEnd > end - 2)
      dataEnd--;
    return { dict, lengthBytes: dataEnd - start };
  }

  /** Many a form has no string, array or dictionary to read. */
  private get lexer(): Lexer {
    return (this.ownLexer ??= this.document.lexer(this.bytes, 0));
  }

  private get imageEnds(): InlineImageEnds {
    return (this.ownImageEnds ??= new InlineImageEnds(this.bytes));
  }

  private brokenOff(): null {
    this.endsEarly = this.isLost = true;
    this.position = this.bytes.length;
    return null;
  }

  /** A string, array, dictionary or comment; lone closing brackets are stepped over. Answers the position behind it. */
  private value(at: number, operands: Operands): number {
    const { bytes, lexer } = this;
    lexer.position = at;
    lexer.ranOut = lexer.tooDeep = false;
    const isComment = bytes[at] === 0x25;
    if (isComment) {
      lexer.skipSpace();
      return lexer.ranOut ? bytes.length : lexer.position;
    }
    const value = lexer.value();
    if (lexer.ranOut) this.endsEarly = this.isLost = true;
    if (value !== undefined && !(value instanceof PdfKeyword)) operands.add(value);
    return Math.max(lexer.position, at + 1);
  }

  private name(start: number, operands: Operands): number {
    const { bytes } = this;
    let p = start;
    while (p < bytes.length && CHARACTER_CLASS[bytes[p] as number] === REGULAR) p++;
    operands.add(this.names.nameOf(bytes, start, p));
    return p;
  }

  /** A content stream has no references to look for behind a number. Answers the position behind it. */
  private number(at: number, operands: Operands): number {
    const { bytes } = this;
    let p = at;
    let isNegative = false;
    let code = bytes[p];
    while (code === 0x2d || code === 0x2b) {
      if (code === 0x2d) isNegative = true;
      code = bytes[++p];
    }
    let value = 0;
    while (code !== undefined && code >= 0x30 && code <= 0x39) {
      value = value * 10 + code - 0x30;
      code = bytes[++p];
    }
    if (code === 0x2e) {
      code = bytes[++p];
      let digits = 0;
      let scale = 1;
      while (code !== undefined && code >= 0x30 && code <= 0x39) {
        // Digits beyond double precision would only push the scale to infinity.
        if (scale < 1e15) {
          digits = digits * 10 + code - 0x30;
          scale *= 10;
        }
        code = bytes[++p];
      }
      value += digits / scale;
    }
    // Signs and points within a number are litter (`12-3`); letters begin the operator (`0 0m`).
    while (code !== undefined && ((code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x2e)) code = bytes[++p];
    operands.addNumber(isNegative ? -value : value);
    return p;
  }

  /** The key of an operator; `LITERAL` when the word was an operand. Leaves the position behind it. */
  private word(start: number, operands: Operands): number {
    const { bytes } = this;
    let p = start;
    let key = 0;
    while (p < bytes.length && CHARACTER_CLASS[bytes[p] as number] === REGULAR)
      key = key * 256 + (bytes[p++] as number);
    this.wordStart = start;
    this.position = p;
    if (p - start <= 3) return key;
    if (p - start > 5) return UNKNOWN;
    const text = textOf(bytes, start, p);
    if (text === 'true' || text === 'false') operands.add(text === 'true');
    else if (text === 'null') operands.add(null);
    else return UNKNOWN;
    return LITERAL;
  }
}

const LITERAL = -2;
const UNKNOWN = 0;

function textOf(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at] as number);
  return text;
}
