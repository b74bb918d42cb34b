import type { PdfDocument } from '../document.ts';
import { PdfString } from '../objects.ts';
import type { PdfDict, PdfValue } from '../objects.ts';
import { ENTRY } from '../xref-table.ts';
import { NewStream } from './new-stream.ts';
import type { Output } from './output.ts';
import { dictText } from './serialise.ts';

/** Where a section says that an object is. */
export type SectionEntry =
  | { readonly offset: number; readonly generation: number }
  | { readonly container: number; readonly index: number }
  | 'free';

type SectionEntries = ReadonlyMap<number, SectionEntry>;

/** Sixteen bytes that stand for others, as an /ID wants them. */
export type Fingerprint = (bytes: Uint8Array) => Uint8Array;

const OFFSET_DIGITS = 10;
const GENERATION_DIGITS = 5;
/** No object may ever have this generation: what is free for good (ISO 32000-1, 7.5.4). */
const LAST_GENERATION = 65_535;
const ID_BYTES = 16;
const HEADING_BYTES = 64;
/** What of a trailer belongs to the section it stands in and not to the file. */
const SECTION_KEYS: ReadonlySet<string> = new Set([
  'Size',
  'Prev',
  'XRefStm',
  'Type',
  'W',
  'Index',
  'Length',
  'Filter',
  'DecodeParms',
  'F',
  'FFilter',
  'FDecodeParms',
  'DL',
]);

/** The file's trailer for another state of the file, without what depends on the section. */
export function trailerOf(document: PdfDocument, fingerprint: Uint8Array): PdfDict {
  const trailer: PdfDict = new Map();
  for (const [key, value] of document.trailer) if (!SECTION_KEYS.has(key)) trailer.set(key, value);
  const ids = document.resolve(trailer.get('ID'));
  // The first half names the document for good, the second this state of it (ISO 32000-1, 14.4).
  if (Array.isArray(ids) && ids[0] !== undefined)
    trailer.set('ID', [ids[0], new PdfString(fingerprint.slice(0, ID_BYTES))]);
  return trailer;
}

/** References name the generation too, so a changed object keeps the one it has. */
export function generationOf(document: PdfDocument, objectNumber: number): number {
  if (document.xref.kind(objectNumber) !== ENTRY.inFile) return 0;
  const heading = document.parseAt(document.xref.place(objectNumber), HEADING_BYTES, (lexer) =>
    lexer.takeObjectHeading(),
  );
  return heading?.generation ?? 0;
}

/** Ends a file: a section in either form, and where it stands. `size` is one above the highest number used so far. */
export function writeSection(
  output: Output,
  form: 'table' | 'stream',
  entries: ReadonlyMap<number, SectionEntry>,
  trailer: PdfDict,
  size: number,
): void {
  const startxref = output.position;
  if (form === 'table') output.text(tableText(entries, new Map([['Size', size], ...trailer])));
  else {
    // The stream is an object too, and lists itself.
    const section = streamSection(new Map([...entries, [size, { offset: startxref, generation: 0 }]]));
    output.object(size, 0, new NewStream(new Map([...section.dict, ['Size', size + 1], ...trailer]), section.data));
  }
  output.text(`startxref\n${startxref}\n%%EOF\n`);
}

/** A classic table with its trailer (ISO 32000-1, 7.5.4). Objects in object streams cannot be listed in one. */
function tableText(entries: SectionEntries, trailer: PdfDict): string {
  const lines = ['xref\n'];
  const line = (offset: number, generation: number, kind: 'n' | 'f') =>
    `${String(offset).padStart(OFFSET_DIGITS, '0')} ${String(generation).padStart(GENERATION_DIGITS, '0')} ${kind} \n`;
  for (const run of runsOf(entries)) {
    lines.push(`${run[0]} ${run.length}\n`);
    for (const objectNumber of run) {
      const entry = entries.get(objectNumber);
      if (entry === 'free') lines.push(line(0, LAST_GENERATION, 'f'));
      else if (entry !== undefined && 'offset' in entry) lines.push(line(entry.offset, entry.generation, 'n'));
      else throw new TypeError(`object ${objectNumber} cannot stand in a table`);
    }
  }
  lines.push(`trailer\n${dictText(trailer)}\n`);
  return lines.join('');
}

/** The dictionary entries and the data of a cross-reference stream (ISO 32000-1, 7.5.8), uncompressed. */
function streamSection(entries: SectionEntries): { readonly dict: PdfDict; readonly data: Uint8Array } {
  const runs = runsOf(entries);
  const rows = runs.flat().map((objectNumber): readonly [number, number, number] => {
    const entry = entries.get(objectNumber) as SectionEntry;
    if (entry === 'free') return [0, 0, LAST_GENERATION];
    return 'offset' in entry ? [1, entry.offset, entry.generation] : [2, entry.container, entry.index];
  });
  const widths = [1, bytesFor(rows.map((row) => row[1])), bytesFor(rows.map((row) => row[2]))] as const;
  const rowBytes = widths[0] + widths[1] + widths[2];
  const data = new Uint8Array(rows.length * rowBytes);
  rows.forEach((row, index) => {
    let at = index * rowBytes;
    row.forEach((value, column) => {
      const width = widths[column] as number;
      for (let i = width - 1, rest = value; i >= 0; i--, rest = Math.floor(rest / 256)) data[at + i] = rest % 256;
      at += width;
    });
  });
  const index = runs.flatMap((run) => [run[0] as number, run.length]);
  return {
    dict: new Map<string, PdfValue>([
      ['Type', 'XRef'],
      ['W', [...widths]],
      ['Index', index],
    ]),
    data,
  };
}

function bytesFor(values: readonly number[]): number {
  let largest = values.reduce((most, value) => Math.max(most, value), 0);
  let bytes = 1;
  for (; largest > 255; largest = Math.floor(largest / 256)) bytes++;
  return bytes;
}

/** Object numbers in runs of neighbours. */
function runsOf(entries: SectionEntries): number[][] {
  const runs: number[][] = [];
  for (const objectNumber of [...entries.keys()].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run !== undefined && run.at(-1) === objectNumber - 1) run.push(objectNumber);
    else runs.push([objectNumber]);
  }
  return runs;
}
