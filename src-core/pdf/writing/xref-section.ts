import { ascii } from '../bytes.ts';
import type { PdfDict, PdfValue } from '../objects.ts';
import { dictText } from './serialise.ts';

/** Where a section says that an object is. */
export type SectionEntry =
  | { readonly offset: number; readonly generation: number }
  | { readonly container: number; readonly index: number };

export type SectionEntries = ReadonlyMap<number, SectionEntry>;

const TABLE_OFFSET_DIGITS = 10;

/** A classic table with its trailer (ISO 32000-1, 7.5.4). Objects in object streams cannot be listed in one. */
export function tableSection(entries: SectionEntries, trailer: PdfDict): Uint8Array {
  const lines = ['xref\n'];
  for (const run of runsOf(entries)) {
    lines.push(`${run[0]} ${run.length}\n`);
    for (const objectNumber of run) {
      const entry = entries.get(objectNumber);
      if (entry === undefined || !('offset' in entry)) throw new TypeError(`object ${objectNumber} cannot stand in a table`);
      lines.push(`${String(entry.offset).padStart(TABLE_OFFSET_DIGITS, '0')} ${String(entry.generation).padStart(5, '0')} n \n`);
    }
  }
  lines.push(`trailer\n${dictText(trailer)}\n`);
  return ascii(lines.join(''));
}

/** The dictionary entries and the data of a cross-reference stream (ISO 32000-1, 7.5.8), uncompressed. */
export function streamSection(entries: SectionEntries): { readonly dict: PdfDict; readonly data: Uint8Array } {
  const runs = runsOf(entries);
  const rows = runs.flat().map((objectNumber): readonly [number, number, number] => {
    const entry = entries.get(objectNumber) as SectionEntry;
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
  return { dict: new Map<string, PdfValue>([['Type', 'XRef'], ['W', [...widths]], ['Index', index]]), data };
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
