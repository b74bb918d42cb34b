import type { Inflate } from '../ports.ts';
import { ascii, startsWithAt } from './bytes.ts';
import type { DamageLog } from './damage.ts';
import { decodeStage, filterStages } from './filters.ts';
import { CHARACTER_CLASS, Lexer, WHITE_SPACE } from './lexer.ts';
import { LimitExceeded, WORK } from './limits.ts';
import type { Budget } from './limits.ts';
import { NameTable } from './name-table.ts';
import { ObjectStreams } from './object-stream.ts';
import { PdfKeyword, PdfRef, PdfStream, countOf, isDict } from './objects.ts';
import type { PdfDict, PdfValue } from './objects.ts';
import type { WindowReader } from './window-reader.ts';
import { ENTRY, XrefTable } from './xref-table.ts';

/** Undoes the encryption of one stream; undefined when there is no key. Answers fresh bytes. */
export type DecryptStream = (data: Uint8Array, objectNumber: number, generation: number) => Uint8Array | undefined;

/** Most dictionaries fit; a larger object is read again with more. */
const OBJECT_WINDOW_BYTES = 1024;
const WINDOW_GROWTH = 8;
const MAX_REFERENCE_CHAIN = 20;
const ENDSTREAM = ascii('endstream');
const ENDOBJ = ascii('endobj');
const END = ascii('end');
/** What may stand between the last byte of a stream and `endstream`: an end of line, sometimes padded. */
const ENDSTREAM_SLACK_BYTES = 8;

/** A PDF's objects, fetched one by one from where the cross-reference table says they are. */
export class PdfDocument {
  readonly names = new NameTable();
  xref: XrefTable;
  trailer: PdfDict = new Map();
  decryptStream: DecryptStream | undefined;
  /** Objects that were not where the table says. */
  misplacedObjects = 0;
  /** Of those, entries of the table that were set right, so that nobody finds them wrong any more. */
  replacedObjects = 0;
  /**
   * Where objects lie that are not where the table says; asked once, when the first is missed. Without it they are taken for
   * absent: while the structure is read the whole table is made anew instead.
   */
  lookForMisplaced: (() => XrefTable) | undefined;
  /** How often an object was asked for that the table lists and that is nowhere in the file. */
  lostFetches = 0;
  private foundObjects: XrefTable | undefined;
  private readonly lostObjects = new Set<number>();
  private readonly objectStreams = new ObjectStreams(this);
  private readonly remembered = new Map<number, PdfValue>();
  private readonly endstreams: NextWord;
  private readonly endobjs: NextWord;
  private readonly resolver = (value: PdfValue | undefined) => this.resolve(value);

  constructor(
    readonly reader: WindowReader,
    readonly inflate: Inflate,
    readonly budget: Budget,
    readonly damage: DamageLog,
  ) {
    this.xref = new XrefTable(budget.limits.maxObjects);
    this.endstreams = new NextWord(ENDSTREAM, reader, budget);
    this.endobjs = new NextWord(ENDOBJ, reader, budget);
  }

  /** Streams and strings cannot be taken as they stand in the file. */
  get isEncrypted(): boolean {
    return this.decryptStream !== undefined;
  }

  /** Forgets the table and all that was fetched through it. */
  startOver(): void {
    this.xref = new XrefTable(this.budget.limits.maxObjects);
    this.trailer = new Map();
    this.decryptStream = undefined;
    this.misplacedObjects = 0;
    this.replacedObjects = 0;
    this.forgetObjects();
  }

  /** Forgets fetched objects, for instance because they were fetched before the key was known. */
  forgetObjects(): void {
    this.remembered.clear();
    this.objectStreams.clear();
  }

  lexer(bytes: Uint8Array, position: number): Lexer {
    return new Lexer(bytes, position, this.names, this.budget.limits.maxDepth);
  }

  /** Parses at a file offset, in as large a window as it takes; undefined when `maxBytes` do not suffice. */
  parseAt<T>(
    offset: number,
    firstWindowBytes: number,
    parse: (lexer: Lexer, windowStart: number) => T,
    maxBytes = this.budget.limits.maxObjectBytes,
  ): T | undefined {
    const { reader } = this;
    if (offset < 0 || offset >= reader.size) return undefined;
    for (let length = firstWindowBytes; ; length *= WINDOW_GROWTH) {
      const window = reader.window(offset, length);
      const lexer = this.lexer(window.bytes, offset - window.start);
      const parsed = parse(lexer, window.start);
      this.spendParsed(window.start + lexer.position - offset, offset);
      if (lexer.tooDeep) throw new LimitExceeded('tooDeep', offset);
      if (!lexer.ranOut || offset + length >= reader.size) return parsed;
      if (length >= maxBytes) {
        this.damage.note('objectEndless', offset);
        return undefined;
      }
    }
  }

  /** Whoever parses without `parseAt` says how much. */
  spendParsed(bytes: number, atByte: number): void {
    this.budget.spendWork(bytes * WORK.parsedByte, atByte);
  }

  /**
   * Where the data of a stream ends that does not say so itself: at the next `endstream`, or, where that is damaged, before the
   * end of the object: the one found next would be another stream's. The end of the file for neither.
   */
  findStreamEnd({ dataOffset, dict }: PdfStream): { readonly end: number; readonly isMarked: boolean } {
    const stated = dataOffset + (countOf(dict.get('Length')) ?? Number.NaN);
    if (this.isDamagedEnd(stated)) return { end: stated, isMarked: false };
    const { size } = this.reader;
    const endstream = this.endstreams.next(dataOffset) ?? size;
    const endobj = this.endobjs.next(dataOffset) ?? size;
    return { end: Math.min(endstream, endobj), isMarked: endstream < endobj };
  }

  /** Whether what is left of an `endstream` stands there, behind white space. */
  private isDamagedEnd(at: number): boolean {
    if (!(at < this.reader.size)) return false;
    const bytes = this.reader.glance(at, ENDSTREAM_SLACK_BYTES + END.length);
    let from = 0;
    while (from < ENDSTREAM_SLACK_BYTES && CHARACTER_CLASS[bytes[from] ?? 0] === WHITE_SPACE) from++;
    return from > 0 && startsWithAt(bytes, from, END);
  }

  /** The object `n g obj ...` at a file offset; undefined when there is none, or another than `expected`. */
  objectAt(offset: number, expected?: number): PdfValue | undefined {
    return this.parseAt(offset, OBJECT_WINDOW_BYTES, (lexer, start) => parseIndirectObject(lexer, start, expected));
  }

  /** Follows references to a value; null for what does not exist, undefined only for undefined. */
  resolve(value: PdfValue | undefined): PdfValue | undefined {
    let current = value;
    for (let steps = 0; current instanceof PdfRef; steps++) {
      if (steps === MAX_REFERENCE_CHAIN) return null;
      current = this.fetch(current.objectNumber);
    }
    return current;
  }

  /** An object by number, remembered. */
  fetch(objectNumber: number): PdfValue {
    const known = this.remembered.get(objectNumber);
    if (known !== undefined) {
      if (known === null && this.lostObjects.has(objectNumber)) this.lostFetches++;
      return known;
    }
    const value = this.fetchOnce(objectNumber);
    this.remembered.set(objectNumber, value);
    return value;
  }

  /** An object by number, not remembered: for page dictionaries, of which there may be thousands and each is wanted once. */
  fetchOnce(objectNumber: number): PdfValue {
    const { xref } = this;
    const place = xref.place(objectNumber);
    this.budget.step(place);
    switch (xref.kind(objectNumber)) {
      case ENTRY.inFile: {
        const value = this.objectAt(place, objectNumber);
        if (value !== undefined) return value;
        this.misplacedObjects++;
        this.damage.note('objectMisplaced', place);
        return this.fetchFromElsewhere(objectNumber);
      }
      case ENTRY.inObjectStream:
        return this.objectStreams.fetch(place, objectNumber);
      default:
        return null;
    }
  }

  /** The table is set right for whoever asks next. */
  private fetchFromElsewhere(objectNumber: number): PdfValue {
    if (this.lookForMisplaced === undefined) return null;
    this.foundObjects ??= this.lookForMisplaced();
    const { foundObjects } = this;
    if (foundObjects.kind(objectNumber) === ENTRY.inFile) {
      const place = foundObjects.place(objectNumber);
      const value = this.objectAt(place, objectNumber);
      if (value !== undefined) {
        this.xref.put(objectNumber, ENTRY.inFile, place);
        this.replacedObjects++;
        return value;
      }
    }
    this.lostObjects.add(objectNumber);
    this.lostFetches++;
    return null;
  }

  /** The numbers of the objects in an object stream. */
  numbersInObjectStream(container: number): Iterable<number> {
    return this.objectStreams.numbersIn(container);
  }

  number(value: PdfValue | undefined): number | undefined {
    const resolved = this.resolve(value);
    return typeof resolved === 'number' ? resolved : undefined;
  }

  /**
   * The decoded bytes of a structure stream; undefined when its filter is none that structure is written in.
   * Throws LimitExceeded (`tooLarge`) beyond `maxBytes`, beyond the limit of one stream and beyond what the budget has left.
   */
  decodedBytes(stream: PdfStream, maxBytes = Number.POSITIVE_INFINITY): Uint8Array | undefined {
    const { budget, damage } = this;
    const most = Math.min(maxBytes, budget.limits.maxDecodedBytes);
    const stages = filterStages(stream.dict, this.resolver);
    const encoded = this.encodedBytes(stream);
    budget.spendWork(encoded.length * WORK.decodedByte, stream.dataOffset);
    // Cross-reference streams are never encrypted: they are needed to find the key.
    const isEncrypted = this.decryptStream !== undefined && stream.dict.get('Type') !== 'XRef';
    let bytes = isEncrypted ? this.decryptStream?.(encoded, stream.objectNumber, stream.generation) : encoded;
    if (bytes === undefined) return undefined;
    if (stages.length === 0 && !isEncrypted) bytes = bytes.slice();
    for (const stage of stages) {
      const decoded = decodeStage(bytes, stage, this.inflate, Math.min(most, budget.decodableBytes));
      if (decoded === undefined) return undefined;
      budget.spendWork(decoded.madeBytes * WORK.decodedByte, stream.dataOffset);
      if (decoded.isCut) throw new LimitExceeded('tooLarge', stream.dataOffset);
      budget.spendInflated(decoded.bytes.length, stream.dataOffset);
      if (decoded.isDamaged) damage.note('streamDamaged', stream.dataOffset);
      bytes = decoded.bytes;
    }
    return bytes;
  }

  /** The bytes as they stand in the file. A view: valid until the next read. Throws LimitExceeded (`tooLarge`) beyond `maxBytes`. */
  encodedBytes(stream: PdfStream, maxBytes = this.budget.limits.maxStreamBytes): Uint8Array {
    const { reader, damage } = this;
    const offset = stream.dataOffset;
    const length = countOf(this.resolve(stream.dict.get('Length')));
    if (length !== undefined && offset + length <= reader.size) {
      if (length > maxBytes) throw new LimitExceeded('tooLarge', offset);
      const withEnd = reader.glance(offset, length + ENDSTREAM_SLACK_BYTES + ENDSTREAM.length);
      for (let slack = 0; slack <= ENDSTREAM_SLACK_BYTES; slack++) {
        if (startsWithAt(withEnd, length + slack, ENDSTREAM)) return withEnd.subarray(0, length);
        // Anything but white space before the end belongs to the data: the length is too short.
        if (CHARACTER_CLASS[withEnd[length + slack] ?? 0] !== WHITE_SPACE) break;
      }
    }
    damage.note('streamLengthWrong', offset);
    const { end } = this.findStreamEnd(stream);
    if (end - offset > maxBytes) throw new LimitExceeded('tooLarge', offset);
    return reader.readOnce(offset, end - offset);
  }
}

/**
 * Where a word stands next. What is between two places that were asked about is not searched again: a file may begin thousands of
 * streams that all end at one place, or nowhere.
 */
class NextWord {
  private from = Number.POSITIVE_INFINITY;
  private found: number | null = null;

  constructor(
    private readonly word: Uint8Array,
    private readonly reader: WindowReader,
    private readonly budget: Budget,
  ) {}

  /** At or after a file offset; null for none. */
  next(from: number): number | null {
    if (from >= this.from && (this.found === null || from <= this.found)) return this.found;
    const found = this.reader.search(this.word, from, (atByte, bytes) => {
      this.budget.spendWork(bytes * WORK.searchedByte, atByte);
    });
    this.from = from;
    this.found = found < 0 ? null : found;
    return this.found;
  }
}

/** Reads `n g obj` and its value; `windowStart` turns positions into file offsets. */
export function parseIndirectObject(lexer: Lexer, windowStart: number, expected?: number): PdfValue | undefined {
  const heading = lexer.takeObjectHeading();
  if (heading === undefined || (expected !== undefined && heading.objectNumber !== expected)) return undefined;
  const value = lexer.value();
  if (value === undefined) return undefined;
  // `n g obj endobj` is an empty object.
  if (value instanceof PdfKeyword) return null;
  if (!isDict(value) || !lexer.skipSpace() || !lexer.takeStreamKeyword()) return value;
  return new PdfStream(value, windowStart + lexer.position, heading.objectNumber, heading.generation);
}
