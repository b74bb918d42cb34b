import type { PdfDocument } from './document.ts';
import { LimitExceeded } from './limits.ts';
import { PdfStream, countOf } from './objects.ts';
import type { PdfValue } from './objects.ts';
import { ENTRY } from './xref-table.ts';

interface Container {
  readonly bytes: Uint8Array;
  /** Object number to its position in `bytes`. */
  readonly positions: ReadonlyMap<number, number>;
}

/** Decoded containers kept, in bytes together. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;

/** A container whose /Length lies in a container whose /Length lies in ... is a trap. */
const MAX_NESTED_OPENINGS = 4;

const EMPTY: Container = { bytes: new Uint8Array(0), positions: new Map() };

/** Objects packed together in compressed streams (ISO 32000-1, 7.5.7). */
export class ObjectStreams {
  private readonly kept = new Map<number, Container>();
  private keptBytes = 0;
  private opening = 0;

  constructor(private readonly document: PdfDocument) {}

  clear(): void {
    this.kept.clear();
    this.keptBytes = 0;
  }

  fetch(containerNumber: number, objectNumber: number): PdfValue {
    const container = this.container(containerNumber);
    const position = container.positions.get(objectNumber);
    if (position === undefined) return null;
    const lexer = this.document.lexer(container.bytes, position);
    const value = lexer.value();
    this.document.spendParsed(lexer.position - position, this.document.xref.place(containerNumber));
    if (lexer.tooDeep) throw new LimitExceeded('tooDeep', this.document.xref.place(containerNumber));
    return value ?? null;
  }

  numbersIn(containerNumber: number): Iterable<number> {
    return this.container(containerNumber).positions.keys();
  }

  private container(containerNumber: number): Container {
    const known = this.kept.get(containerNumber);
    if (known !== undefined) return known;
    if (this.opening >= MAX_NESTED_OPENINGS) return EMPTY;
    // A container may claim to hold its own /Length or /N: asked for again meanwhile, it is empty.
    this.kept.set(containerNumber, EMPTY);
    this.opening++;
    const container = this.open(containerNumber);
    this.opening--;
    this.keep(containerNumber, container);
    return container;
  }

  private keep(containerNumber: number, container: Container): void {
    this.keptBytes += container.bytes.length;
    for (const [number, oldest] of this.kept) {
      if (this.keptBytes <= MAX_KEPT_BYTES) break;
      this.kept.delete(number);
      this.keptBytes -= oldest.bytes.length;
    }
    this.kept.set(containerNumber, container);
  }

  private open(containerNumber: number): Container {
    const { document } = this;
    // A container is never itself compressed; believing otherwise would let one contain itself.
    if (document.xref.kind(containerNumber) !== ENTRY.inFile) return EMPTY;
    const stream = document.fetchOnce(containerNumber);
    if (!(stream instanceof PdfStream)) return EMPTY;
    const count = countOf(document.resolve(stream.dict.get('N')));
    const first = countOf(document.resolve(stream.dict.get('First')));
    if (count === undefined || first === undefined) return EMPTY;
    const bytes = document.decodedBytes(stream);
    return bytes === undefined
      ? EMPTY
      : { bytes, positions: this.readPositions(bytes, count, first, stream.dataOffset) };
  }

  private readPositions(bytes: Uint8Array, count: number, first: number, place: number): ReadonlyMap<number, number> {
    const positions = new Map<number, number>();
    const lexer = this.document.lexer(bytes, 0);
    for (let i = 0; i < count; i++) {
      const objectNumber = countOf(lexer.value());
      const position = countOf(lexer.value());
      if (objectNumber === undefined || position === undefined) break;
      positions.set(objectNumber, first + position);
    }
    this.document.spendParsed(lexer.position, place);
    return positions;
  }
}
