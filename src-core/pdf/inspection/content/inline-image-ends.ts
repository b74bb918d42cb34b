import { CHARACTER_CLASS } from '../../lexer.ts';
import type { PdfDict } from '../../objects.ts';

const REGULAR = 0;
const WHITE_SPACE = 1;
/** How far behind a supposed end of an inline image plain content must follow. */
const PLAUSIBLE_BYTES = 12;
/** White space between data whose end is known and EI: a line end and some. */
export const MOST_SLACK = 3;
const TILDE = 0x7e;
const END_OF_DIGITS = 0x3e;
const FIRST_OF_EI = 0x45;
/** Their data look like chance: no EI with plain content behind it comes up in them. */
const PACKED: ReadonlySet<string> = new Set([
  'Fl',
  'FlateDecode',
  'LZW',
  'LZWDecode',
  'DCT',
  'DCTDecode',
  'CCF',
  'CCITTFaxDecode',
]);

/** Finds where the inline images of one content stream end, of which each begins behind the one before. */
export class InlineImageEnds {
  private readonly spaced = new NextPlace((from) => this.plainEnd(from, true));
  private readonly plain = new NextPlace((from) => this.plainEnd(from, false));
  private readonly bracket = new NextPlace((from) => this.bytes.indexOf(END_OF_DIGITS, from));
  private readonly tildeBracket = new NextPlace((from) => this.bracketBehindTilde(from));

  constructor(private readonly bytes: Uint8Array) {}

  /**
   * Where EI stands: behind the known length or the sign that ends the data, else the first one that plain content follows.
   * No space is asked for before it where a delimiter or packed data ends (ISO 32000-1, 8.9.7). -1 when there is no end.
   */
  endOf(start: number, dict: PdfDict, rawBytes: number | null): number {
    const filters = dict.get('F') ?? dict.get('Filter');
    const first = Array.isArray(filters) ? filters[0] : filters;
    const filter = typeof first === 'string' ? first : '';
    const told = rawBytes ?? dict.get('L') ?? dict.get('Length');
    const ends = [typeof told === 'number' ? start + told : -1, this.endOfDigits(start, filter)];
    for (const end of ends)
      for (let at = end; end >= start && at <= end + MOST_SLACK; at++) if (this.isEnd(at)) return at;
    const spaced = PACKED.has(filter) ? -1 : this.spaced.from(start);
    return spaced >= 0 ? spaced : this.plain.from(start);
  }

  /** Behind the sign that ends digits of base 16 or 85; -1 for other data. */
  private endOfDigits(start: number, filter: string): number {
    const is85 = filter === 'A85' || filter === 'ASCII85Decode';
    if (!is85 && filter !== 'AHx' && filter !== 'ASCIIHexDecode') return -1;
    const at = (is85 ? this.tildeBracket : this.bracket).from(start);
    return at < 0 ? -1 : at + 1;
  }

  private bracketBehindTilde(from: number): number {
    const { bytes } = this;
    let at = bytes.indexOf(END_OF_DIGITS, from);
    while (at >= 0 && bytes[at - 1] !== TILDE) at = bytes.indexOf(END_OF_DIGITS, at + 1);
    return at;
  }

  /** The next EI that plain content follows. */
  private plainEnd(from: number, isSpaced: boolean): number {
    const { bytes } = this;
    for (let at = bytes.indexOf(FIRST_OF_EI, from); at >= 0; at = bytes.indexOf(FIRST_OF_EI, at + 1)) {
      if (isSpaced && CHARACTER_CLASS[bytes[at - 1] as number] !== WHITE_SPACE) continue;
      if (this.isEnd(at) && this.looksPlain(at + 2)) return at;
    }
    return -1;
  }

  private isEnd(at: number): boolean {
    const { bytes } = this;
    const isWord = bytes[at] === FIRST_OF_EI && bytes[at + 1] === 0x49;
    return isWord && (at + 2 >= bytes.length || CHARACTER_CLASS[bytes[at + 2] as number] !== REGULAR);
  }

  private looksPlain(from: number): boolean {
    const end = Math.min(from + PLAUSIBLE_BYTES, this.bytes.length);
    for (let at = from; at < end; at++) {
      const code = this.bytes[at] as number;
      if (code > 0x7e || (code < 0x20 && CHARACTER_CLASS[code] !== WHITE_SPACE)) return false;
    }
    return true;
  }
}

/** Remembers what was found: thousands of images may ask for the same place far behind them, or for one that is not there. */
class NextPlace {
  private found = -1;

  constructor(private readonly find: (from: number) => number) {}

  /** The first place from there on, -1 when there is none; `start` never goes back. */
  from(start: number): number {
    if (this.found < start) {
      const at = this.find(start);
      this.found = at < 0 ? Number.POSITIVE_INFINITY : at;
    }
    return Number.isFinite(this.found) ? this.found : -1;
  }
}
