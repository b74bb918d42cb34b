import { ascii } from '../bytes.ts';
import type { PdfDocument } from '../document.ts';
import { PdfRef, countOf, isDict } from '../objects.ts';
import type { PdfDict, PdfValue } from '../objects.ts';
import type { LastSection } from './last-section.ts';
import { NewStream } from './new-stream.ts';
import { Output } from './output.ts';
import { generationOf, trailerOf, writeSection, type Fingerprint, type SectionEntry } from './xref-section.ts';

type NewValue = PdfValue | NewStream;

/**
 * Changes to a file that was read without damage, to be appended to it as one incremental update (ISO 32000-1, 7.5.6).
 * Nothing of the file itself is touched, so what was read before stays valid.
 */
export class PdfUpdate {
  private readonly values = new Map<number, NewValue>();
  private readonly shared = new Map<string, PdfRef>();
  private nextNumber: number;

  constructor(
    readonly document: PdfDocument,
    private readonly last: LastSection,
  ) {
    // A file may hold objects beyond the /Size it states, and its /Size may promise more than it holds.
    this.nextNumber = Math.max(document.xref.length, countOf(document.resolve(document.trailer.get('Size'))) ?? 0);
  }

  get isEmpty(): boolean {
    return this.values.size === 0;
  }

  /** Gives an existing object another value. */
  put(objectNumber: number, value: NewValue): void {
    this.values.set(objectNumber, value);
  }

  add(value: NewValue): PdfRef {
    const reference = new PdfRef(this.nextNumber++, 0);
    this.values.set(reference.objectNumber, value);
    return reference;
  }

  /** A stream of operators; the same text is one object, however many pages use it. */
  addContent(text: string): PdfRef {
    const known = this.shared.get(text);
    if (known !== undefined) return known;
    const reference = this.add(new NewStream(new Map(), ascii(text)));
    this.shared.set(text, reference);
    return reference;
  }

  /** What refers to an object of the file, with the generation that it has. */
  referenceTo(objectNumber: number): PdfRef {
    return new PdfRef(objectNumber, generationOf(this.document, objectNumber));
  }

  /** The dictionary of an object as it will be; undefined when it is none. */
  dictOf(objectNumber: number): PdfDict | undefined {
    const changed = this.values.get(objectNumber);
    if (changed instanceof NewStream) return undefined;
    const value = changed ?? this.document.fetchOnce(objectNumber);
    return isDict(value) ? value : undefined;
  }

  /** A dictionary that a value is or leads to, as it will be. */
  resolveDict(value: PdfValue | undefined): PdfDict | undefined {
    if (value instanceof PdfRef) return this.dictOf(value.objectNumber);
    return isDict(value) ? value : undefined;
  }

  /** What has to stand behind the last byte of the file. Throws Unwritable. */
  bytes(fingerprint: Fingerprint): Uint8Array {
    const { document, last } = this;
    const output = new Output(document.reader.size);
    // The file may end in `%%EOF` without an end of line.
    output.text('\n');
    const entries = new Map<number, SectionEntry>();
    for (const [objectNumber, value] of this.values) {
      const generation = generationOf(document, objectNumber);
      entries.set(objectNumber, { offset: output.position, generation });
      output.object(objectNumber, generation, value);
    }
    const trailer = trailerOf(document, fingerprint(output.bytes()));
    trailer.set('Prev', last.offset);
    writeSection(output, last.form, entries, trailer, this.nextNumber);
    return output.bytes();
  }
}
