import { ascii, indexOfBytes, lastIndexOfBytes, startsWithAt } from './bytes.ts';
import type { PdfDocument } from './document.ts';
import { CHARACTER_CLASS, isDigit } from './lexer.ts';
import { PdfRef, PdfStream, countOf, isDict } from './objects.ts';
import type { PdfDict } from './objects.ts';
import { ENTRY } from './xref-table.ts';

/** Enough for `%%EOF`, `startxref` and the table of a book of 200 pages in one read. */
const TAIL_BYTES = 32 * 1024;
/** A table is read in pieces of at most this size. */
const TABLE_CHUNK_BYTES = 1024 * 1024;
const TRAILER_WINDOW_BYTES = 1024;
const ENTRY_BYTES = 20;
/** Some writers end the lines of a table with one byte instead of two. */
const SHORTEST_ENTRY_BYTES = 18;
/** Room for a subsection heading and litter around it. */
const HEADING_BYTES = 64;

const STARTXREF = ascii('startxref');
const XREF = ascii('xref');
const TRAILER = ascii('trailer');
const OBJECT_HEADING_END = ascii(' obj');
const END_MARKER = ascii('%%EOF');

/**
 * Reads the cross-reference chain from `startxref` on, newest section first, into the document's table and trailer.
 * False when there is none that leads to a /Root; what was wrong is noted.
 * `headerOffset` is added to every offset: files with bytes before `%PDF-` count from there.
 */
export function readXref(document: PdfDocument, headerOffset: number): boolean {
  const { reader, damage } = document;
  const tailStart = Math.max(0, reader.size - TAIL_BYTES);
  const { start, bytes } = reader.window(tailStart, reader.size - tailStart);
  const at = lastIndexOfBytes(bytes, STARTXREF);
  // A marker before `startxref` ends an older state of the file, or the front part of a linearized one.
  const endMarkerAt = lastIndexOfBytes(bytes, END_MARKER);
  if (endMarkerAt < 0 || endMarkerAt < at) damage.note('endMarkerMissing', reader.size);
  const offset = at < 0 ? undefined : countOf(document.lexer(bytes, at + STARTXREF.length).value());
  if (offset === undefined) {
    damage.note('startxrefMissing', reader.size);
    return false;
  }
  // An update that was cut off: what stands before it is an older state of the file, not the file.
  if (hasObjectsAfter(bytes, at)) {
    damage.note('endMarkerMissing', reader.size);
    return false;
  }
  if (readXrefChain(document, offset + headerOffset, headerOffset)) return true;
  // Files with junk before the header may as well count from the first byte of the file.
  if (headerOffset > 0) {
    document.startOver();
    if (readXrefChain(document, offset, 0)) return true;
  }
  damage.note(document.trailer.size === 0 ? 'startxrefWrong' : 'xrefDamaged', start + at);
  return false;
}

/** Whether objects begin behind a position at which a file of its kind should be near its end. */
export function hasObjectsAfter(bytes: Uint8Array, position: number): boolean {
  return indexOfBytes(bytes, OBJECT_HEADING_END, position) >= 0;
}

/** Reads the section at `offset` and all older ones. True when the newest could be read and names a /Root. */
export function readXrefChain(document: PdfDocument, offset: number, headerOffset: number): boolean {
  const { damage } = document;
  const seen = new Set<number>();
  let next: number | undefined = offset;
  while (next !== undefined) {
    if (seen.has(next)) {
      damage.note('previousXrefLoop', next);
      break;
    }
    seen.add(next);
    const trailer = readSection(document, next, headerOffset);
    if (trailer === undefined) {
      if (seen.size === 1) return false;
      damage.note('previousXrefDamaged', next);
      break;
    }
    if (seen.size === 1) document.trailer = trailer;
    const previous = countOf(document.number(trailer.get('Prev')));
    next = previous === undefined ? undefined : previous + headerOffset;
  }
  return document.trailer.get('Root') instanceof PdfRef;
}

/** One section in either form; answers its trailer dictionary. */
function readSection(document: PdfDocument, offset: number, headerOffset: number): PdfDict | undefined {
  const { reader } = document;
  if (offset >= reader.size) return undefined;
  const { start, bytes } = reader.window(offset, HEADING_BYTES);
  let at = offset - start;
  while (CHARACTER_CLASS[bytes[at] ?? 0x30] === 1) at++;
  return startsWithAt(bytes, at, XREF)
    ? readTable(document, start + at + XREF.length, headerOffset)
    : readStream(document, offset, headerOffset);
}

/** A classic table, its trailer, and the stream a hybrid file hides behind /XRefStm. */
function readTable(document: PdfDocument, offset: number, headerOffset: number): PdfDict | undefined {
  const freeNumbers: number[] = [];
  const trailerAt = new TableReader(document, offset, headerOffset, freeNumbers).read();
  if (trailerAt === undefined) return undefined;
  const trailer = document.parseAt(trailerAt, TRAILER_WINDOW_BYTES, (lexer) => lexer.value());
  if (!isDict(trailer)) return undefined;
  const hidden = countOf(trailer.get('XRefStm'));
  if (hidden !== undefined && readStream(document, hidden + headerOffset, headerOffset) === undefined) {
    document.damage.note('xrefDamaged', hidden + headerOffset);
  }
  // A hybrid file lists its hidden objects as free: only after the stream has spoken are they really free.
  for (const objectNumber of freeNumbers) document.xref.add(objectNumber, ENTRY.free, 0);
  return trailer;
}

/** Walks the lines of a classic table, refilling its window as it goes. */
class TableReader {
  private bytes: Uint8Array = new Uint8Array(0);
  private base = 0;
  private at = 0;

  constructor(
    private readonly document: PdfDocument,
    private readonly offset: number,
    private readonly headerOffset: number,
    private readonly freeNumbers: number[],
  ) {}

  /** File offset behind the word `trailer`; undefined when the table is malformed. */
  read(): number | undefined {
    const { document } = this;
    this.base = this.offset;
    for (;;) {
      this.need(HEADING_BYTES);
      this.skipSpace();
      this.need(HEADING_BYTES);
      if (!isDigit(this.bytes[this.at])) break;
      const first = this.digits();
      this.skipSpace();
      const count = this.digits();
      this.skipSpace();
      const here = this.base + this.at;
      if (first < 0 || count < 0 || here + count * SHORTEST_ENTRY_BYTES > document.reader.size) return undefined;
      document.xref.reserve(first + count, here);
      if (!this.readEntries(first, count)) return undefined;
    }
    return startsWithAt(this.bytes, this.at, TRAILER) ? this.base + this.at + TRAILER.length : undefined;
  }

  private readEntries(first: number, count: number): boolean {
    const { document } = this;
    for (let i = 0; i < count; i++) {
      // Asking for all that is left makes one read of a table, unless it is very large.
      if (this.at + 2 * ENTRY_BYTES > this.bytes.length) this.need((count - i) * ENTRY_BYTES + HEADING_BYTES);
      const place = this.digits();
      if (place < 0) {
        // Fewer lines than announced: tolerated when the trailer follows.
        if (!startsWithAt(this.bytes, this.at, TRAILER)) return false;
        document.damage.note('xrefDamaged', this.base + this.at);
        return true;
      }
      this.skipSpace();
      this.digits();
      this.skipSpace();
      const kind = this.bytes[this.at++];
      this.skipSpace();
      if (kind === 0x6e) document.xref.add(first + i, ENTRY.inFile, place + this.headerOffset);
      else if (kind === 0x66) this.freeNumbers.push(first + i);
      else return false;
    }
    return true;
  }

  /** Makes sure that `length` bytes from here are at hand, as far as the file reaches. */
  private need(length: number): void {
    if (this.at + length <= this.bytes.length) return;
    const here = this.base + this.at;
    const { reader } = this.document;
    if (here >= reader.size || (this.bytes.length > 0 && this.base + this.bytes.length >= reader.size)) return;
    const window = reader.window(here, Math.min(length, TABLE_CHUNK_BYTES));
    this.bytes = window.bytes;
    this.base = window.start;
    this.at = here - window.start;
  }

  private skipSpace(): void {
    while (CHARACTER_CLASS[this.bytes[this.at] ?? 0x30] === 1) this.at++;
  }

  /** A run of digits as a number, or -1 when none stands here. */
  private digits(): number {
    const { bytes } = this;
    const from = this.at;
    let p = from;
    let value = 0;
    for (; p < bytes.length && isDigit(bytes[p]); p++) value = value * 10 + (bytes[p] as number) - 0x30;
    this.at = p;
    return p === from || !Number.isSafeInteger(value) ? -1 : value;
  }
}

/** A cross-reference stream (ISO 32000-1, 7.5.8); answers its dictionary, which is the trailer too. */
function readStream(document: PdfDocument, offset: number, headerOffset: number): PdfDict | undefined {
  const stream = document.objectAt(offset);
  if (!(stream instanceof PdfStream)) return undefined;
  const { dict } = stream;
  const widths = widthsOf(dict);
  const bytes = widths === undefined ? undefined : document.decodedBytes(stream);
  if (widths === undefined || bytes === undefined) return undefined;
  const entryBytes = widths[0] + widths[1] + widths[2];
  const sections = dict.get('Index');
  const index = Array.isArray(sections) ? sections : [0, dict.get('Size') ?? 0];
  let at = 0;
  for (let section = 0; section + 1 < index.length; section += 2) {
    const first = countOf(index[section]);
    const announced = countOf(index[section + 1]);
    if (first === undefined || announced === undefined) return undefined;
    const count = Math.min(announced, Math.floor((bytes.length - at) / entryBytes));
    if (count < announced) document.damage.note('xrefDamaged', offset);
    document.xref.reserve(first + count, offset);
    for (let i = 0; i < count; i++, at += entryBytes) {
      const kind = widths[0] === 0 ? 1 : bigEndian(bytes, at, widths[0]);
      const place = bigEndian(bytes, at + widths[0], widths[1]);
      if (kind === 1) document.xref.add(first + i, ENTRY.inFile, place + headerOffset);
      else if (kind === 2) document.xref.add(first + i, ENTRY.inObjectStream, place);
      else if (kind === 0) document.xref.add(first + i, ENTRY.free, 0);
    }
  }
  return dict;
}

function widthsOf(dict: PdfDict): readonly [number, number, number] | undefined {
  const widths = dict.get('W');
  if (!Array.isArray(widths)) return undefined;
  const [kind, place, extra] = widths.slice(0, 3).map(countOf);
  if (kind === undefined || place === undefined || extra === undefined) return undefined;
  return kind + place + extra > 0 && kind + place + extra <= 24 ? [kind, place, extra] : undefined;
}

function bigEndian(bytes: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let i = 0; i < width; i++) value = value * 256 + (bytes[at + i] as number);
  return value;
}
