import { ascii } from '../bytes.ts';
import { PdfRef, PdfString, isDict, type PdfDict, type PdfValue } from '../objects.ts';
import type { OpenedPdf } from '../opened-pdf.ts';
import { CopiedObjects } from './copied-objects.ts';
import type { NewStream } from './new-stream.ts';
import { Output } from './output.ts';
import { paintedPage } from './painted-page.ts';
import { writeSection, type Fingerprint, type SectionEntry } from './xref-section.ts';

/** What of a page prints; the rest leads to other pages, or is another program's own. */
const PAGE_KEYS = ['Group', 'OutputIntents'] as const;
/** What of a catalogue says how pages print, and which layers do. */
const CATALOGUE_KEYS = ['Version', 'Extensions', 'OutputIntents', 'OCProperties', 'Metadata', 'Lang'] as const;
const LEAST_VERSION = '1.4';
const ID_BYTES = 16;

/**
 * A file of one page of a file that is not encrypted, in the order of its bytes: the page with what it paints with, streams as
 * they are, and what the catalogue says of colours and layers. Nothing else of the file comes along. `entries` are the page's own
 * boxes and turn, with all that it inherits. Of `page` alone nothing comes along that tells of its document: how it is to be
 * printed, and what it is. Two pages that paint the same are two files.
 *
 * @throws LimitExceeded, ReadFailed, Unwritable
 */
export function* pageAlone(
  { document, facts, leaves }: Pick<OpenedPdf, 'document' | 'facts' | 'leaves'>,
  pageIndex: number,
  entries: Readonly<Record<string, PdfValue | undefined>>,
  fingerprint: Fingerprint,
  of: 'document' | 'page' = 'document',
): Generator<Uint8Array> {
  const leaf = leaves[pageIndex];
  const catalogue = document.resolve(document.trailer.get('Root'));
  if (leaf === undefined || !isDict(catalogue)) throw new RangeError(`the file has no page ${pageIndex + 1}`);
  let count = 1;
  const copy = new CopiedObjects(document, () => count++);
  const [rootRef, treeRef, pageRef] = [copy.newObject(), copy.newObject(), copy.newObject()];
  const info = document.trailer.get('Info');
  const infoRef = info instanceof PdfRef && of === 'document' ? copy.referenceTo(info) : null;
  const page: PdfDict = new Map<string, PdfValue>([
    ['Type', 'Page'],
    ['Parent', treeRef],
    ...paintedPage(document, leaf, copy),
    ...copy.entries(leaf.dict, of === 'document' ? PAGE_KEYS : ['Group']),
    ...Object.entries(entries).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])),
  ]);
  const root: PdfDict = new Map<string, PdfValue>([
    ['Type', 'Catalog'],
    ['Pages', treeRef],
    ...copy.entries(catalogue, of === 'document' ? CATALOGUE_KEYS : ['OCProperties']),
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
  const id = new PdfString(fingerprint(ascii(`${facts.trailerId} ${pageIndex} ${position}`)).slice(0, ID_BYTES));
  const trailer: PdfDict = new Map<string, PdfValue>([
    ['Root', rootRef],
    ['ID', [id, id]],
    ...(infoRef === null ? [] : [['Info', infoRef] as const]),
  ]);
  yield* written((output) => writeSection(output, 'table', section, trailer, count));
}
