import { MOST_ENTRIES } from '../../src-core/layout/themed/entries.ts';
import { isBlank, widthOf } from '../../src-core/layout/themed/table-columns.ts';
import type { Table } from '../../src-core/manifests/manifest.ts';
import { TOO_MANY_CELLS, type NoTable } from './limits.ts';
import { readSheets } from './read-table.ts';
import { tableBytes } from './table-bytes.ts';
import type { MergedCells } from './workbook-sheets.ts';

/** Sheets of a table whose rows become entries of a layout, in which something stands. */
export type RowsFile =
  | {
      readonly ok: true;
      readonly sheets: readonly {
        /** Of a CSV file: none. */
        readonly name: string;
        readonly rows: Table;
        readonly hiddenRows: readonly number[];
      }[];
    }
  | ({ readonly ok: false } & NoTable);

/** With more nobody would know what comes of it. */
const MOST_SHEETS = 200;

const TOO_LARGE: NoTable = { code: 'TABLE_TOO_LARGE', params: { ...TOO_MANY_CELLS.params, rows: MOST_ENTRIES } };

/** Reads a table from the disk, whatever its columns are called. Throws when the file cannot be opened. */
export async function readRowsFile(path: string): Promise<RowsFile> {
  const bytes = await tableBytes(path);
  const read = bytes === null ? { ok: false as const, ...TOO_MANY_CELLS } : await readSheets(bytes);
  if (!read.ok) return read.code === TOO_MANY_CELLS.code ? { ok: false, ...TOO_LARGE } : read;
  const sheets = read.sheets.map(({ table, ...sheet }) => {
    const last = table.findLastIndex((row) => !row.every(isBlank));
    return { ...sheet, table: table.slice(0, last + 1) };
  });
  const filled = sheets.filter(({ table }) => table.length > 0);
  if (filled.length > MOST_SHEETS || filled.some(({ table }) => table.length > MOST_ENTRIES))
    return { ok: false, ...TOO_LARGE };
  return {
    ok: true,
    sheets: filled.map(({ name, table, merged, hiddenRows }) => {
      const width = widthOf(table);
      return {
        name,
        rows: filledDown(table, merged).map((row) => row.slice(0, width)),
        hiddenRows: hiddenRows.filter((row) => row <= table.length),
      };
    }),
  };
}

/** With what a merged cell says in each of its rows in which anything else stands: a class beside all of its pupils. */
function filledDown(table: Table, merged: readonly MergedCells[]): Table {
  return merged.reduce<Table>((rows, { column, firstRow, lastRow }) => {
    const said = table[firstRow]?.[column] ?? '';
    if (isBlank(said)) return rows;
    const isIn = (row: readonly string[], at: number): boolean =>
      at > firstRow && at <= lastRow && isBlank(row[column]) && !(table[at] ?? []).every(isBlank);
    return rows.map((row, at) => (isIn(row, at) ? row.with(column, said) : row));
  }, table);
}
