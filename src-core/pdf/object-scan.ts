import { ascii, indexOfBytes, startsWithAt } from './bytes.ts';
import { parseIndirectObject } from './document.ts';
import type { PdfDocument } from './document.ts';
import { CHARACTER_CLASS, isDigit } from './lexer.ts';
import type { Lexer } from './lexer.ts';
import { LimitExceeded } from './limits.ts';
import { PdfRef, PdfStream, countOf, dictOf, isDict } from './objects.ts';
import type { PdfDict, PdfValue } from './objects.ts';
import { ENTRY, type XrefTable } from './xref-table.ts';

const OBJ = ascii('obj');
const TRAILER = ascii('trailer');
const ENDSTREAM = ascii('endstream');
/** After a jump the next objects are usually close; a long stretch without one is read in growing pieces. */
const FIRST_CHUNK_BYTES = 2048;
const LAST_CHUNK_BYTES = 1024 * 1024;
/** `4294967295 65535 obj`, with room for generous white space. */
const HEADING_BYTES = 64;
const ENDSTREAM_SLACK_BYTES = 8;
const TRAILER_WINDOW_BYTES = 1024;
/** In a damaged file an object without an end must not swallow the rest. Ten times the /Kids of the largest book. */
const MAX_OBJECT_BYTES = 1024 * 1024;
/** Not looked for yet in this chunk. */
const UNKNOWN = -2;

interface FoundObject {
  readonly kind: 'object';
  readonly objectNumber: number;
  readonly offset: number;
  /** File offset behind `obj`. */
  readonly end: number;
}

type Found = FoundObject | { readonly kind: 'trailer'; readonly end: number };

/**
 * Finds the objects of a file whose table is lost, from the first byte to the last, without reading the streams:
 * a stream's /Length is believed when `endstream` stands where it leads.
 */
export class ObjectScan {
  /** Page dictionaries, object streams: object numbers in file order. */
  readonly pages: number[] = [];
  readonly objectStreams: number[] = [];
  lastCatalogue: number | undefined;
  private readonly trailerEntries: PdfDict = new Map();
  private readonly streamTrailerEntries: PdfDict = new Map();
  private readonly buffer = new Uint8Array(LAST_CHUNK_BYTES);
  private start = 0;
  private bytes: Uint8Array = this.buffer.subarray(0, 0);
  private chunkBytes = FIRST_CHUNK_BYTES;
  /** Position of the next `trailer` in the chunk, -1 for none. */
  private trailerAt = UNKNOWN;

  /** `found`: the table that is filled, the document's own or one beside it. */
  constructor(
    private readonly document: PdfDocument,
    private readonly found: XrefTable = document.xref,
  ) {}

  /** The entries of all trailers, later ones winning; cross-reference streams only fill gaps. */
  trailer(): PdfDict {
    const entries: PdfDict = new Map(this.streamTrailerEntries);
    for (const [key, value] of this.trailerEntries) entries.set(key, value);
    return entries;
  }

  run(): void {
    const { document } = this;
    let at = 0;
    while (at < document.reader.size) {
      document.budget.step(at);
      const found = this.findNext(at);
      if (found === undefined) return;
      at = found.kind === 'trailer' ? this.takeTrailer(found.end) : this.takeObject(found);
    }
  }

  private takeTrailer(at: number): number {
    const dict = this.parseTolerantly(at, TRAILER_WINDOW_BYTES, (lexer) => lexer.value());
    if (isDict(dict)) for (const [key, value] of dict) if (key !== 'Prev') this.trailerEntries.set(key, value);
    return at;
  }

  private takeObject(found: FoundObject): number {
    const parsed = this.parse(found);
    if (parsed === undefined) return found.end;
    const { value, end } = parsed;
    const { objectNumber } = found;
    this.found.reserve(objectNumber + 1, found.offset);
    this.found.put(objectNumber, ENTRY.inFile, found.offset);
    const dict = dictOf(value);
    switch (dict?.get('Type')) {
      case 'Page':
        this.pages.push(objectNumber);
        break;
      case 'Catalog':
        this.lastCatalogue = objectNumber;
        break;
      case 'ObjStm':
        this.objectStreams.push(objectNumber);
        break;
      case 'XRef':
        for (const key of ['Root', 'Encrypt', 'ID', 'Info']) {
          const entry = dict?.get(key);
          if (entry !== undefined) this.streamTrailerEntries.set(key, entry);
        }
        break;
    }
    return value instanceof PdfStream ? this.endOfStream(value) : end;
  }

  /** The value of an object, from the chunk at hand when it is whole there. */
  private parse(found: FoundObject): { value: PdfValue; end: number } | undefined {
    const { document } = this;
    const lexer = document.lexer(this.bytes, found.offset - this.start);
    let value = parseIndirectObject(lexer, this.start, found.objectNumber);
    let end = this.start + lexer.position;
    document.spendParsed(end - found.offset, found.offset);
    if (lexer.tooDeep) return undefined;
    if (lexer.ranOut && this.start + this.bytes.length < document.reader.size) {
      value = this.parseTolerantly(found.offset, FIRST_CHUNK_BYTES, (larger, windowStart) => {
        const reread = parseIndirectObject(larger, windowStart, found.objectNumber);
        end = windowStart + larger.position;
        return reread;
      });
    }
    return value === undefined ? undefined : { value, end };
  }

  /** Like the document's own, but litter that looks too deep is merely not an object. */
  private parseTolerantly<T>(
    offset: number,
    firstBytes: number,
    parse: (lexer: Lexer, windowStart: number) => T,
  ): T | undefined {
    try {
      return this.document.parseAt(offset, firstBytes, parse, MAX_OBJECT_BYTES);
    } catch (error) {
      if (error instanceof LimitExceeded && error.reason === 'tooDeep') return undefined;
      throw error;
    }
  }

  /** Where to go on behind a stream. */
  private endOfStream(stream: PdfStream): number {
    const { document } = this;
    const length = this.knownLength(stream.dict.get('Length'));
    if (length !== undefined) {
      const end = stream.dataOffset + length;
      if (end < document.reader.size && !this.holds(end, ENDSTREAM_SLACK_BYTES + ENDSTREAM.length))
        this.load(end, FIRST_CHUNK_BYTES);
      for (let slack = 0; slack <= ENDSTREAM_SLACK_BYTES; slack++) {
        if (!startsWithAt(this.bytes, end - this.start + slack, ENDSTREAM)) continue;
        return end + slack + ENDSTREAM.length;
      }
    }
    const { end, isMarked } = document.findStreamEnd(stream);
    // What looks like the data of a stream without an end may be the objects behind it.
    return isMarked ? end : stream.dataOffset;
  }

  private knownLength(length: PdfValue | undefined): number | undefined {
    if (!(length instanceof PdfRef)) return countOf(length);
    // The length of a stream usually stands behind it: then it is not known yet.
    if (this.found.kind(length.objectNumber) !== ENTRY.inFile) return undefined;
    const place = this.found.place(length.objectNumber);
    return countOf(
      this.parseTolerantly(place, HEADING_BYTES, (lexer, start) =>
        parseIndirectObject(lexer, start, length.objectNumber),
      ),
    );
  }

  private findNext(from: number): Found | undefined {
    const { reader } = this.document;
    this.chunkBytes = FIRST_CHUNK_BYTES;
    let at = from;
    for (;;) {
      if (at < this.start || at >= this.start + this.bytes.length) this.loadGrowing(at);
      if (this.bytes.length === 0) return undefined;
      const found = this.findInChunk(at - this.start);
      if (found !== undefined) return found;
      const end = this.start + this.bytes.length;
      if (end >= reader.size) return undefined;
      // A heading may lie across the border of two chunks.
      at = Math.max(at, end - HEADING_BYTES);
      this.loadGrowing(at);
    }
  }

  /** The next `n g obj` or `trailer`, whichever comes first. */
  private findInChunk(from: number): Found | undefined {
    const { bytes } = this;
    if (this.trailerAt === UNKNOWN || (this.trailerAt >= 0 && this.trailerAt < from)) {
      this.trailerAt = indexOfBytes(bytes, TRAILER, from);
    }
    const { trailerAt } = this;
    // Of the letters of `obj`, `j` is by far the rarest in dictionaries.
    for (let j = bytes.indexOf(OBJ[2] as number, from); ; j = bytes.indexOf(OBJ[2] as number, j + 1)) {
      if (trailerAt >= 0 && (j < 0 || trailerAt < j))
        return { kind: 'trailer', end: this.start + trailerAt + TRAILER.length };
      if (j < 0) return undefined;
      if (!startsWithAt(bytes, j - 2, OBJ)) continue;
      const heading = this.headingBefore(j - 2);
      if (heading !== undefined) return heading;
    }
  }

  /** Reads `n g` backwards from `obj`. */
  private headingBefore(objAt: number): FoundObject | undefined {
    const generationStart = this.numberBefore(objAt);
    const numberStart = generationStart < 0 ? -1 : this.numberBefore(generationStart);
    if (numberStart < 0) return undefined;
    let objectNumber = 0;
    for (let p = numberStart; isDigit(this.bytes[p]); p++)
      objectNumber = objectNumber * 10 + (this.bytes[p] as number) - 0x30;
    // A number beyond every table is litter, not an object; entering it would only trip the limit.
    if (objectNumber >= this.document.budget.limits.maxObjects) return undefined;
    return { kind: 'object', objectNumber, offset: this.start + numberStart, end: this.start + objAt + OBJ.length };
  }

  /** Position of the run of digits that ends before `end`, with white space between; -1 when there is none. */
  private numberBefore(end: number): number {
    const { bytes } = this;
    let p = end - 1;
    while (p >= 0 && CHARACTER_CLASS[bytes[p] as number] === 1) p--;
    const last = p;
    while (p >= 0 && isDigit(bytes[p])) p--;
    return p === last || last === end - 1 ? -1 : p + 1;
  }

  private loadGrowing(offset: number): void {
    this.load(offset, this.chunkBytes);
    this.chunkBytes = Math.min(this.chunkBytes * 4, LAST_CHUNK_BYTES);
  }

  private holds(offset: number, length: number): boolean {
    return offset >= this.start && offset + length <= this.start + this.bytes.length;
  }

  private load(offset: number, length: number): void {
    if (this.holds(offset, length)) return;
    this.trailerAt = UNKNOWN;
    const bytes = this.document.reader.readOnce(offset, length);
    this.buffer.set(bytes);
    this.start = offset;
    this.bytes = this.buffer.subarray(0, bytes.length);
  }
}
