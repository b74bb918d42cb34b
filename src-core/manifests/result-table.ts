import { headerOf, MANIFEST_FIELDS } from './columns.ts';
import type { Table } from './manifest.ts';

/** What became of the book of a row. Empty where there is nothing to say yet. */
export interface RowResult {
  readonly orderUid: string;
  /** Money as it was charged, in the account's currency, without signs. */
  readonly charged: string;
  readonly status: string;
  readonly error: string;
}

const RESULT_COLUMNS = ['orderUid', 'charged', 'status', 'error'] as const satisfies readonly (keyof RowResult)[];
const NOTHING: RowResult = { orderUid: '', charged: '', status: '', error: '' };

/**
 * The manifest as it came, every column of it, with what became of its rows behind them. A result that is mended and
 * dropped again has these columns already: they are written anew, not once more.
 */
export function resultTable(table: Table, headerRow: number, resultOf: (row: number) => RowResult | null): Table {
  const header = table[headerRow - 1] ?? [];
  const places: number[] = [];
  let width = Math.max(0, ...table.map((cells) => cells.length));
  for (const name of RESULT_COLUMNS) {
    const there = header.findIndex((cell) => cell.trim() === name);
    places.push(there >= 0 ? there : (width += 1) - 1);
  }
  return table.map((cells, index) => {
    const row = Array.from({ length: width }, (_, column) => cells[column] ?? '');
    const isHeader = index + 1 === headerRow;
    const result = (index + 1 > headerRow ? resultOf(index + 1) : null) ?? NOTHING;
    for (const [position, name] of RESULT_COLUMNS.entries())
      if (index + 1 >= headerRow) row[places[position] ?? 0] = isHeader ? name : result[name];
    return row;
  });
}

/** An empty manifest: the row that names all columns. */
export const templateTable = (language: 'ko' | 'en'): Table => [
  MANIFEST_FIELDS.map((field) => headerOf(field, language)),
];
