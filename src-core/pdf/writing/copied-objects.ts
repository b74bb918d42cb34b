import type { PdfDocument } from '../document.ts';
import { PdfRef, PdfStream, dictOf, isDict, type PdfDict, type PdfValue } from '../objects.ts';
import { lacksResources } from './lacking-resources.ts';
import { NewStream } from './new-stream.ts';
import type { SharedObjects } from './shared-objects.ts';

const PAGE_TREE_TYPES: ReadonlySet<PdfValue | undefined> = new Set(['Page', 'Pages']);
/** One picture of a cover as it stands in the file, in bytes. */
const MAX_STREAM_BYTES = 1024 * 1024 * 1024;

/** Deeper ones are not compared with others. */
const MOST_NESTED = 64;

/** With what other pages of the file that is written brought already. */
export interface Sharing {
  readonly objects: SharedObjects;
  /** What an object of this number has to have in common with another one beside what it says. */
  readonly kindOf: (objectNumber: number) => string;
}

/**
 * Objects of a file that is not encrypted under new numbers, each once, in the order in which they are met. Other pages stay behind, and with
 * them all that leads there.
 */
export class CopiedObjects {
  private readonly numbers = new Map<number, PdfRef>();
  private readonly queue: number[] = [];
  private readonly added: [PdfRef, PdfValue | NewStream][] = [];
  private lent: PdfRef | null = null;
  /** Those that are being looked through for what they lead to. */
  private readonly open = new Set<number>();

  /** `newNumber` is asked once for each object. `sharing`: one that is in the file already is not copied again. */
  constructor(
    private readonly document: PdfDocument,
    private readonly newNumber: () => number,
    private readonly sharing: Sharing | null = null,
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
    const dict = this.dict(new Map([...stream.dict].filter(([key]) => key !== 'Length')));
    this.lendTo(stream, dict);
    for (const [key, value] of Object.entries(entries)) dict.set(key, value);
    return new NewStream(dict, this.document.encodedBytes(stream, MAX_STREAM_BYTES).slice());
  }

  /** The new number of an object, which is copied because of it. */
  referenceTo({ objectNumber }: PdfRef): PdfRef {
    const known = this.numbers.get(objectNumber);
    if (known !== undefined) return known;
    // What leads back to itself has its number before all of it is known: it is like no other.
    const isComparable = !this.open.has(objectNumber) && this.open.size < MOST_NESTED;
    if (this.sharing !== null && isComparable) return this.shared(objectNumber, this.sharing);
    return this.copied(objectNumber);
  }

  private copied(objectNumber: number): PdfRef {
    const reference = this.newObject();
    this.numbers.set(objectNumber, reference);
    this.queue.push(objectNumber);
    return reference;
  }

  private shared(objectNumber: number, { objects, kindOf }: Sharing): PdfRef {
    this.open.add(objectNumber);
    const value = this.object(this.document.fetch(objectNumber));
    this.open.delete(objectNumber);
    const numbered = this.numbers.get(objectNumber);
    if (numbered !== undefined) return numbered;
    const digest = objects.digestOf(value, kindOf(objectNumber));
    const same = objects.find(digest);
    if (same !== undefined) {
      this.numbers.set(objectNumber, same);
      return same;
    }
    const reference = this.copied(objectNumber);
    objects.keep(digest, reference);
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
      const { document } = this;
      yield [
        reference,
        this.object(this.sharing === null ? document.fetchOnce(objectNumber) : document.fetch(objectNumber)),
      ];
    }
  }

  private object(value: PdfValue): PdfValue | NewStream {
    if (PAGE_TREE_TYPES.has(dictOf(value)?.get('Type'))) return null;
    return value instanceof PdfStream ? this.stream(value) : this.value(value);
  }

  private dict(dict: PdfDict): PdfDict {
    const copy: PdfDict = new Map([...dict].map(([key, value]) => [key, this.value(value)] as const));
    this.lendTo(dict, copy);
    return copy;
  }

  private lendTo(painting: PdfStream | PdfDict, copy: PdfDict): void {
    if (this.lent !== null && lacksResources(this.document, painting)) copy.set('Resources', this.lent);
  }
}
