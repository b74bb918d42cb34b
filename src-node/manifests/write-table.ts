import writeWorkbook from 'write-excel-file/node';
import type { Table } from '../../src-core/manifests/manifest.ts';
import { csvLines } from '../csv.ts';

export interface Sheet {
  readonly name: string;
  readonly table: Table;
  /** Empty rows below that are text already, so that what is typed into them keeps its zeros. */
  readonly emptyRows?: number;
  /** Columns, from 0, whose cells are numbers in a workbook where they are written as such: to be added up. */
  readonly numberColumns?: readonly number[];
}

export type TableKind = 'csv' | 'xlsx';

/** A CSV file has the first of the sheets alone. */
export async function writeTables(kind: TableKind, sheets: readonly Sheet[]): Promise<Uint8Array> {
  return kind === 'csv' ? tableAsCsv(sheets[0]?.table ?? []) : tablesAsXlsx(sheets);
}

/** CSV with a byte order mark, so that Excel reads Hangul; a cell that a spreadsheet would run as a formula is made text. */
export const tableAsCsv = (table: Table): Uint8Array => Buffer.from(csvLines(table), 'utf8');

/**
 * A workbook of text, and of figures where a column is meant to have them: nothing in it is worked out, and codes and phone numbers keep
 * their zeros when it is edited.
 */
export async function tablesAsXlsx(sheets: readonly Sheet[]): Promise<Uint8Array> {
  const written = sheets.map(({ name, table, emptyRows = 0, numberColumns = [] }) => {
    const width = Math.max(1, ...table.map((row) => row.length));
    const rows = [...table, ...Array.from({ length: emptyRows }, () => [])];
    return {
      sheet: name,
      columns: Array.from({ length: width }, (_, column) => ({ width: columnWidth(table, column) })),
      data: rows.map((row) =>
        Array.from({ length: width }, (_, column) =>
          numberColumns.includes(column) && FIGURE.test(row[column] ?? '')
            ? { value: Number(row[column]), type: Number }
            : textCell(row[column] ?? ''),
        ),
      ),
    };
  });
  return writeWorkbook(written).toBuffer();
}

/** An amount or a count without a leading zero. */
const FIGURE = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Text by type and by format: the one keeps a program that reads from working it out, the other Excel when it is edited. */
const textCell = (text: string) => ({ value: workbookText(text), type: String, format: '@' });

/**
 * Text as a workbook holds it (ECMA-376 part 1, 22.9.2.19): what XML cannot say stands as `_xHHHH_`, and so does the first
 * sign of what only looks like it. The writer leaves that to its callers, the reader takes it back.
 */
const workbookText = (text: string) =>
  text
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(
      /[\x00-\x08\v\f\r\x0e-\x1f]/g,
      (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|[\ufffe\uffff]/g, '\ufffd');

/** In letters, by what stands in it. */
function columnWidth(table: Table, column: number): number {
  const longest = table.slice(0, 100).reduce((most, row) => Math.max(most, wideLength(row[column] ?? '')), 0);
  return Math.min(48, Math.max(12, longest + 2));
}

/** Hangul takes the room of two letters. */
const wideLength = (text: string) => [...text].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 2 : 1), 0);
