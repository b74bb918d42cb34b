import type { PdfDocument } from '../document.ts';
import { PdfRef, PdfStream, dictOf, isDict, type PdfDict, type PdfValue } from '../objects.ts';
import { NewStream } from './new-stream.ts';

const PAGE_TREE_TYPES: ReadonlySet<PdfValue | undefined> = new Set(['Page', 'Pages']);
/** One picture of a cover as it stands in the file, in bytes. */
const MAX_STREAM_BYTES = 1024 * 1024 * 1024;

/**
 * Objects of a file that is not encrypted under new numbers, each once, in the order in which they are met. Other pages stay behind, and with
 * them all that leads there.
 */
export class CopiedObjects {
  private readonly numbers = new Map<number, PdfRef>();
  private readonly queue: number[] = [];
  private readonly added: [PdfRef, PdfValue | NewStream][] = [];
  private lent: PdfRef | null = null;

  /** `newNumber` is asked once for each object. */
  constructor(
    private readonly document: PdfDocument,
    private readonly newNumber: () => number,
  ) {}

  newObject(): PdfRef {
    return new PdfRef(this.newNumber(), 0);
  }

  /** A stream that the file does not have. */
  add(stream: NewStream): PdfRef {
    const reference = this.newObject();
    this.added.push([reference, stream]);
    return reference;
  }

  /** Resources for whatever paints and has none of its own, and would look for them on a page that is not there any more. */
  lend(resources: PdfDict): void {
    this.lent = this.newObject();
    this.added.push([this.lent, this.value(resources)]);
  }

  /** The new number of an object that was met; undefined for one that was not. */
  known(objectNumber: number): PdfRef | undefined {
    return this.numbers.get(objectNumber);
  }

  /** A stream as it stands, its dictionary with these entries. */
  stream(stream: PdfStream, entries: Readonly<Record<string, PdfValue>> = {}): NewStream {
    const dict = this.dict(stream.dict);
    dict.delete('Length');
    for (const [key, value] of Object.entries(entries)) dict.set(key, value);
    return new NewStream(dict, this.document.encodedBytes(stream, MAX_STREAM_BYTES).slice());
  }

  /** The new number of an object, which is copied because of it. */
  referenceTo({ objectNumber }: PdfRef): PdfRef {
    const known = this.numbers.get(objectNumber);
    if (known !== undefined) return known;
    const reference = this.newObject();
    this.numbers.set(objectNumber, reference);
    this.queue.push(objectNumber);
    return reference;
  }

  entries(dict: PdfDict, keys: readonly string[]): [string, PdfValue][] {
    return keys.flatMap((key): [string, PdfValue][] => {
      const value = dict.get(key);
      return value === undefined ? [] : [[key, this.value(value)]];
    });
  }

  value(value: PdfValue): PdfValue {
    if (value instanceof PdfRef) return this.referenceTo(value);
    if (Array.isArray(value)) return value.map((item) => this.value(item));
    return isDict(value) ? this.dict(value) : value;
  }

  /** What was referred to, until nothing is left: of each object others may be met. */
  *pending(): Generator<[PdfRef, PdfValue | NewStream]> {
    yield* this.added.splice(0);
    for (let objectNumber = this.queue.shift(); objectNumber !== undefined; objectNumber = this.queue.shift()) {
      const reference = this.numbers.get(objectNumber) as PdfRef;
      yield [reference, this.object(this.document.fetchOnce(objectNumber))];
    }
  }

  private object(value: PdfValue): PdfValue | NewStream {
    if (PAGE_TREE_TYPES.has(dictOf(value)?.get('Type'))) return null;
    return value instanceof PdfStream ? this.stream(value) : this.value(value);
  }

  private dict(dict: PdfDict): PdfDict {
    const copy: PdfDict = new Map([...dict].map(([key, value]) => [key, this.value(value)] as const));
    if (this.lent !== null && paints(dict) && !dict.has('Resources')) copy.set('Resources', this.lent);
    return copy;
  }
}

const PAINTING_TYPES: ReadonlySet<PdfValue | undefined> = new Set(['Form', 'Type3']);

/** Whether a dictionary is that of a form, a pattern of cells, or a font whose letters are drawn: all of them paint with resources. */
export const paints = (dict: PdfDict): boolean =>
  PAINTING_TYPES.has(dict.get('Subtype')) || dict.get('PatternType') === 1;
