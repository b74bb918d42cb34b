import { ascii } from '../bytes.ts';
import type { PdfDocument } from '../document.ts';
import { PdfRef, PdfString, countOf, isDict } from '../objects.ts';
import type { PdfDict, PdfValue } from '../objects.ts';
import { ENTRY } from '../xref-table.ts';
import type { LastSection } from './last-section.ts';
import { NewStream } from './new-stream.ts';
import { dictText, valueText } from './serialise.ts';
import { streamSection, tableSection, type SectionEntry } from './xref-section.ts';

type NewValue = PdfValue | NewStream;

/** What of a trailer belongs to the section it stands in and not to the file. */
const SECTION_KEYS: ReadonlySet<string> = new Set([
  'Size', 'Prev', 'XRefStm', 'Type', 'W', 'Index', 'Length', 'Filter', 'DecodeParms', 'F', 'FFilter', 'FDecodeParms', 'DL',
]);
const ID_BYTES = 16;
const HEADING_BYTES = 64;

/** Sixteen bytes that stand for others, as an /ID wants them. */
export type Fingerprint = (bytes: Uint8Array) => Uint8Array;

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

  /** The dictionary of an object as it will be; undefined when it is none. */
  dictOf(objectNumber: number): PdfDict | undefined {
    const value = this.values.get(objectNumber) ?? this.document.fetchOnce(objectNumber);
    return isDict(value) ? value : undefined;
  }

  /** A dictionary that a value is or leads to, as it will be. */
  resolveDict(value: PdfValue | undefined): PdfDict | undefined {
    if (value instanceof PdfRef) return this.dictOf(value.objectNumber);
    return isDict(value) ? value : undefined;
  }

  /** What has to stand behind the last byte of the file. */
  bytes(fingerprint: Fingerprint): Uint8Array {
    const chunks = new Chunks(this.document.reader.size);
    // The file may end in `%%EOF` without an end of line.
    chunks.push(ascii('\n'));
    const entries = new Map<number, SectionEntry>();
    for (const [objectNumber, value] of this.values) {
      const generation = this.generationOf(objectNumber);
      entries.set(objectNumber, { offset: chunks.position, generation });
      writeObject(chunks, objectNumber, generation, value);
    }
    const trailer = this.trailer(fingerprint(chunks.joined()));
    const startxref = chunks.position;
    if (this.last.form === 'table') chunks.push(tableSection(entries, trailer));
    else this.writeStreamSection(chunks, entries, trailer);
    chunks.push(ascii(`startxref\n${startxref}\n%%EOF\n`));
    return chunks.joined();
  }

  private writeStreamSection(chunks: Chunks, entries: Map<number, SectionEntry>, trailer: PdfDict): void {
    const objectNumber = this.nextNumber;
    entries.set(objectNumber, { offset: chunks.position, generation: 0 });
    const section = streamSection(entries);
    const dict: PdfDict = new Map([...section.dict, ...trailer, ['Size', objectNumber + 1]]);
    writeObject(chunks, objectNumber, 0, new NewStream(dict, section.data));
  }

  private trailer(fingerprint: Uint8Array): PdfDict {
    const trailer: PdfDict = new Map([['Size', this.nextNumber], ['Prev', this.last.offset]]);
    for (const [key, value] of this.document.trailer) if (!SECTION_KEYS.has(key)) trailer.set(key, value);
    const ids = this.document.resolve(trailer.get('ID'));
    // The first half names the document for good, the second this state of it (ISO 32000-1, 14.4).
    if (Array.isArray(ids) && ids[0] !== undefined) trailer.set('ID', [ids[0], new PdfString(fingerprint.slice(0, ID_BYTES))]);
    return trailer;
  }

  /** References name the generation too, so a changed object keeps the one it has. */
  private generationOf(objectNumber: number): number {
    const { document } = this;
    if (document.xref.kind(objectNumber) !== ENTRY.inFile) return 0;
    const heading = document.parseAt(document.xref.place(objectNumber), HEADING_BYTES, (lexer) => lexer.takeObjectHeading());
    return heading?.generation ?? 0;
  }
}

function writeObject(chunks: Chunks, objectNumber: number, generation: number, value: NewValue): void {
  const heading = `${objectNumber} ${generation} obj\n`;
  if (!(value instanceof NewStream)) {
    chunks.push(ascii(`${heading}${valueText(value)}\nendobj\n`));
    return;
  }
  const dict: PdfDict = new Map([...value.dict, ['Length', value.data.length]]);
  chunks.push(ascii(`${heading}${dictText(dict)}\nstream\n`));
  chunks.push(value.data);
  chunks.push(ascii('\nendstream\nendobj\n'));
}

/** Pieces of output that know where in the file they will stand. */
class Chunks {
  position: number;
  private readonly pieces: Uint8Array[] = [];

  constructor(private readonly start: number) {
    this.position = start;
  }

  push(piece: Uint8Array): void {
    this.pieces.push(piece);
    this.position += piece.length;
  }

  joined(): Uint8Array {
    const all = new Uint8Array(this.position - this.start);
    let at = 0;
    for (const piece of this.pieces) {
      all.set(piece, at);
      at += piece.length;
    }
    return all;
  }
}
