import { CsvError, parse } from 'csv-parse/sync';
import { fieldOf } from '../../src-core/manifests/columns.ts';
import type { Table } from '../../src-core/manifests/manifest.ts';
import { unguarded } from '../csv.ts';
import { LARGEST, unlike, type NoTable } from './limits.ts';

export const DELIMITERS = [',', ';', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** Excel writes so, and reads it: the first line names the delimiter and is no row. */
const SAYS_DELIMITER = /^sep=(.)\r?\n/i;
/** One cell with an open quote would take in all that follows. */
const RECORD_MAX_CHARS = 256 * 1024;

/** Shops and forms write `="0123"`, so that a spreadsheet keeps the zero: what it shows is the text within. */
const AS_TEXT = /^="((?:[^"]|"")*)"$/;

const asShown = (cell: string): string => AS_TEXT.exec(cell)?.[1]?.replaceAll('""', '"') ?? unguarded(cell);

/** Reads the text of a CSV file. What was made text so that a spreadsheet doesn't run it (`'=…`), or doesn't take it for a number (`="…"`), is what it was again. */
export function readCsv(
  text: string,
): { readonly ok: true; readonly table: Table; readonly delimiter: Delimiter } | ({ readonly ok: false } & NoTable) {
  const said = SAYS_DELIMITER.exec(text);
  const body = said === null ? text : text.slice(said[0].length);
  const delimiter = DELIMITERS.find((each) => each === said?.[1]) ?? likelyDelimiter(body);
  let table: string[][];
  /** Of the last record that is whole. */
  let line = said === null ? 0 : 1;
  const linesBefore = line;
  try {
    table = parse(body, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: RECORD_MAX_CHARS,
      to: LARGEST.rows + 1,
      on_record: (record: string[], { lines }) => {
        line = linesBefore + lines;
        return record;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { ok: false, code: 'MANIFEST_QUOTE', params: { line: line + 1 } };
  }
  const tooLarge = unlike(table);
  if (tooLarge !== null) return { ok: false, ...tooLarge };
  return { ok: true, table: table.map((row) => row.map(asShown)), delimiter };
}

/**
 * The one by which the first lines name most columns; then the one that parts most of them below each other into as many cells: names
 * of columns hold no list; then the one that stands in them most often.
 */
function likelyDelimiter(text: string): Delimiter {
  const lines = text.slice(0, 64 * 1024).split(/\r\n|[\n\r]/, 10);
  const scores = DELIMITERS.map((delimiter) => {
    const cells = lines.map((line) => line.split(delimiter).map((cell) => cell.replace(/^\s*"|"\s*$/g, '')));
    const named = Math.max(...cells.map((line) => new Set(line.map(fieldOf).filter((field) => field !== null)).size));
    return {
      delimiter,
      named,
      alike: mostAlike(cells.map(({ length }) => length)),
      cells: cells.reduce((sum, line) => sum + line.length, 0),
    };
  });
  scores.sort((a, b) => b.named - a.named || b.alike - a.alike || b.cells - a.cells);
  return scores[0]?.delimiter ?? ',';
}

/** So many lines, one below the other, have one number of cells, which is more than one. */
function mostAlike(lengths: readonly number[]): number {
  const runs = lengths.map((length, at) => {
    const end = lengths.findIndex((other, below) => below > at && other !== length);
    return length < 2 ? 0 : (end < 0 ? lengths.length : end) - at;
  });
  return Math.max(...runs);
}
