import { ascii } from '../bytes.ts';
import type { PdfDocument } from '../document.ts';
import { PdfRef, PdfStream, PdfString, dictOf, isDict, type PdfDict, type PdfValue } from '../objects.ts';
import type { OpenedPdf } from '../opened-pdf.ts';
import { NewStream } from './new-stream.ts';
import { Output } from './output.ts';
import { writeSection, type Fingerprint, type SectionEntry } from './xref-section.ts';

/** What of a page prints; the rest leads to other pages, or is another program's own. */
const PAGE_KEYS = ['Contents', 'Group', 'OutputIntents'] as const;
/** What of a catalogue says how pages print, and which layers do. */
const CATALOGUE_KEYS = ['Version', 'Extensions', 'OutputIntents', 'OCProperties', 'Metadata', 'Lang'] as const;
const PAGE_TREE_TYPES: ReadonlySet<PdfValue | undefined> = new Set(['Page', 'Pages']);
const LEAST_VERSION = '1.4';
/** One picture of a cover as it stands in the file, in bytes. */
const MAX_STREAM_BYTES = 1024 * 1024 * 1024;
const ID_BYTES = 16;

/**
 * A file of one page of a file that is not encrypted, in the order of its bytes: the page with what it paints with, streams as
 * they are, and what the catalogue says of colours and layers. Nothing else of the file comes along. `entries` are the page's own
 * boxes and turn, with all that it inherits.
 *
 * @throws LimitExceeded, ReadFailed, Unwritable
 */
export function* pageAlone(
  { document, facts, leaves }: Pick<OpenedPdf, 'document' | 'facts' | 'leaves'>,
  pageIndex: number,
  entries: Readonly<Record<string, PdfValue | undefined>>,
  fingerprint: Fingerprint,
): Generator<Uint8Array> {
  const leaf = leaves[pageIndex];
  const catalogue = document.resolve(document.trailer.get('Root'));
  if (leaf === undefined || !isDict(catalogue)) throw new RangeError(`the file has no page ${pageIndex + 1}`);
  const copy = new CopiedObjects(document);
  const [rootRef, treeRef, pageRef] = [copy.newObject(), copy.newObject(), copy.newObject()];
  const info = document.trailer.get('Info');
  const infoRef = info instanceof PdfRef ? copy.referenceTo(info) : null;
  const page: PdfDict = new Map<string, PdfValue>([
    ['Type', 'Page'],
    ['Parent', treeRef],
    ['Resources', copy.value(leaf.dict.get('Resources') ?? leaf.inherited.resources ?? new Map())],
    ...copy.entries(leaf.dict, PAGE_KEYS),
    ...Object.entries(entries).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])),
  ]);
  const root: PdfDict = new Map<string, PdfValue>([
    ['Type', 'Catalog'],
    ['Pages', treeRef],
    ...copy.entries(catalogue, CATALOGUE_KEYS),
  ]);
  const tree: PdfDict = new Map<string, PdfValue>([
    ['Type', 'Pages'],
    ['Kids', [pageRef]],
    ['Count', 1],
  ]);

  let position = 0;
  const section = new Map<number, SectionEntry>([[0, 'free']]);
  const written = (write: (output: Output) => void): readonly Uint8Array[] => {
    const output = new Output(position);
    write(output);
    position = output.position;
    return output.pieceByPiece();
  };
  const object = ({ objectNumber }: PdfRef, value: PdfValue | NewStream): readonly Uint8Array[] => {
    section.set(objectNumber, { offset: position, generation: 0 });
    return written((output) => output.object(objectNumber, 0, value));
  };
  // Four bytes beyond ASCII tell programs that this is no text (ISO 32000-1, 7.5.2).
  yield* written((output) => {
    output.text(`%PDF-${facts.header.version || LEAST_VERSION}\n%`);
    output.push(Uint8Array.of(0xe2, 0xe3, 0xcf, 0xd3));
    output.text('\n');
  });
  yield* object(rootRef, root);
  yield* object(treeRef, tree);
  yield* object(pageRef, page);
  for (const [reference, value] of copy.pending()) yield* object(reference, value);
  const id = new PdfString(fingerprint(ascii(`${facts.trailerId} ${position}`)).slice(0, ID_BYTES));
  const trailer: PdfDict = new Map<string, PdfValue>([
    ['Root', rootRef],
    ['ID', [id, id]],
    ...(infoRef === null ? [] : [['Info', infoRef] as const]),
  ]);
  yield* written((output) => writeSection(output, 'table', section, trailer, copy.count));
}

/** Objects under new numbers, each once, in the order in which they are met. */
class CopiedObjects {
  private readonly numbers = new Map<number, PdfRef>();
  private readonly queue: number[] = [];
  private nextNumber = 1;

  constructor(private readonly document: PdfDocument) {}

  /** One above the highest number. */
  get count(): number {
    return this.nextNumber;
  }

  newObject(): PdfRef {
    return new PdfRef(this.nextNumber++, 0);
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
    for (let objectNumber = this.queue.shift(); objectNumber !== undefined; objectNumber = this.queue.shift()) {
      const reference = this.numbers.get(objectNumber) as PdfRef;
      yield [reference, this.object(this.document.fetchOnce(objectNumber))];
    }
  }

  private object(value: PdfValue): PdfValue | NewStream {
    // Other pages stay behind, and with them all that leads there.
    if (PAGE_TREE_TYPES.has(dictOf(value)?.get('Type'))) return null;
    if (!(value instanceof PdfStream)) return this.value(value);
    const dict = this.dict(value.dict);
    dict.delete('Length');
    return new NewStream(dict, this.document.encodedBytes(value, MAX_STREAM_BYTES).slice());
  }

  private dict(dict: PdfDict): PdfDict {
    return new Map([...dict].map(([key, value]) => [key, this.value(value)] as const));
  }
}
