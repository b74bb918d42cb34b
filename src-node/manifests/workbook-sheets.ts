import { fieldOf, findHeader } from '../../src-core/manifests/columns.ts';
import type { Table } from '../../src-core/manifests/manifest.ts';
import { bookOfRow } from '../../src-core/manifests/read-manifest.ts';
import { LARGEST } from './limits.ts';
import { attributeOf, plainText } from './seen-numbers.ts';

/** Cells of one column that are shown as one, from 0, the last one included. */
export interface MergedCells {
  readonly column: number;
  readonly firstRow: number;
  readonly lastRow: number;
}

/** The cells of one sheet of a workbook; of a CSV file, which has no name for it. */
export interface TableSheet {
  readonly name: string;
  /** A merged cell stands in the first of its rows alone. */
  readonly table: Table;
  readonly merged: readonly MergedCells[];
  /** Rows of the table, from 1, that its spreadsheet does not show. */
  readonly hiddenRows: readonly number[];
}

export interface WorkbookSheet {
  readonly isHidden: boolean;
  /** Within the archive. */
  readonly path: string | null;
}

/** The sheets of a workbook by their names, of `xl/workbook.xml` and its relationships. */
export function sheetsOf(workbook: string, relationships: string): ReadonlyMap<string, WorkbookSheet> {
  const targets = new Map(
    [...relationships.matchAll(/<(?:\w+:)?Relationship\s([^<>]*)>/g)].map(([, attributes = '']) => [
      attributeOf(attributes, 'Id'),
      attributeOf(attributes, 'Target'),
    ]),
  );
  const sheets = [...workbook.matchAll(/<(?:\w+:)?sheet\s([^<>]*)>/g)];
  return new Map(
    sheets.map(([, attributes = '']) => {
      const target = targets.get(attributeOf(attributes, '\\w+:id')) ?? null;
      const path = target === null ? null : target.startsWith('/') ? target.slice(1) : `xl/${target}`;
      const state = attributeOf(attributes, 'state');
      return [plainText(attributeOf(attributes, 'name') ?? ''), { isHidden: (state ?? 'visible') !== 'visible', path }];
    }),
  );
}

/**
 * A sheet whose cells without a value say so: `#N/A` is what stands there, and a formula that was never worked out is shown by
 * Excel as busy. The reader takes both for empty cells, and whoever was to get a book would be nobody.
 */
export const withErrors = (sheet: string): string =>
  sheet
    .replace(/<(?:\w+:)?c\s[^<>]*>/g, (cell) => cell.replace(/\bt=["']e["']/, 't="str"'))
    .replace(
      /<((?:\w+:)?)c((?:\s[^<>]*)?)>(<(?:\w+:)?f\b(?:[^<>]*\/>|[^<>]*>[^<]*<\/(?:\w+:)?f>))(?:<(?:\w+:)?v>\s*<\/(?:\w+:)?v>|<(?:\w+:)?v\s*\/>)?<\/(?:\w+:)?c>/g,
      (cell: string, prefix: string, attributes: string) => {
        // Text of no letters is an answer.
        if (attributeOf(attributes, 't') === 'str') return cell;
        return `<${prefix}c r="${attributeOf(attributes, 'r') ?? ''}" t="str"><${prefix}v>#BUSY!</${prefix}v></${prefix}c>`;
      },
    );

const ROW_OR_CELL = /<((?:\w+:)?)(row|c)(?=[\s/>])([^<>]*?)(\/?)>/g;
const PLACELESS = /<(?:\w+:)?c(?=[\s/>])(?![^<>]*\sr=)/;
const LETTERS = 26;

/**
 * A sheet all of whose cells say where they stand (`r`), which its reader wants and a program may leave out: it is the place behind the cell
 * before, in the row behind the row before (ECMA-376 part 1, 18.3.1.4 and 18.3.1.73).
 */
export function withPlaces(sheet: string): string {
  if (!PLACELESS.test(sheet)) return sheet;
  let [row, column] = [0, -1];
  return sheet.replace(ROW_OR_CELL, (tag: string, prefix: string, name: string, attributes: string, end: string) => {
    const said = attributeOf(attributes, 'r');
    if (name === 'row') {
      row = said === null ? row + 1 : Number(said);
      column = -1;
    } else column = said === null ? column + 1 : columnOf(/^[A-Z]+/.exec(said)?.[0] ?? '');
    const place = name === 'row' ? `${row}` : `${lettersOf(column)}${row}`;
    return said === null ? `<${prefix}${name} r="${place}"${attributes}${end}>` : tag;
  });
}

const lettersOf = (column: number): string =>
  (column < LETTERS ? '' : lettersOf(Math.floor(column / LETTERS) - 1)) + String.fromCharCode(65 + (column % LETTERS));

/** A cell that shows anything, by its place. A formula that was filled down gives no letters, and is nothing. */
const FILLED =
  /<(?:\w+:)?c(\s[^<>]*)>(?:<(?:\w+:)?f\b(?:[^<>]*\/>|[^<>]*>[^<]*<\/(?:\w+:)?f>))?<(?:\w+:)?(?:v>[^<]|is\b)/g;

/** Whether anything stands behind the last row or column of a list: its reader would make room for every cell before it. */
export function reachesTooFar(sheet: string): boolean {
  for (const [, attributes = ''] of sheet.matchAll(FILLED)) {
    const [, letters = '', row = ''] = /^([A-Z]{1,3})(\d{1,7})$/.exec(attributeOf(attributes, 'r') ?? '') ?? [];
    if (Number(row) > LARGEST.rows || columnOf(letters) >= LARGEST.columns) return true;
  }
  return false;
}

/** From 0. */
const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

export function mergedCells(sheet: string): MergedCells[] {
  const merged: MergedCells[] = [];
  for (const [, attributes = ''] of sheet.matchAll(/<(?:\w+:)?mergeCell\s([^<>]*)>/g)) {
    const [, letters = '', first = '', last = ''] =
      /^\$?([A-Z]{1,3})\$?(\d+):\$?[A-Z]{1,3}\$?(\d+)$/.exec(attributeOf(attributes, 'ref') ?? '') ?? [];
    if (letters === '' || first === last) continue;
    merged.push({ column: columnOf(letters), firstRow: Number(first) - 1, lastRow: Number(last) - 1 });
  }
  return merged;
}

/** The rows that a person does not see, by hand, by a filter or in a folded group, from 1. */
export function hiddenRows(sheet: string): number[] {
  const hidden: number[] = [];
  let row = 0;
  for (const [, attributes = ''] of sheet.matchAll(/<(?:\w+:)?row(?=[\s/>])([^<>]*)>/g)) {
    // Of a row that does not say its number it is the next one.
    row = Number(attributeOf(attributes, 'r') ?? row + 1);
    // Some programs hide a row by its height alone.
    const isFlat = /^0+(?:\.0*)?$/.test(attributeOf(attributes, 'ht') ?? '');
    if (isFlat || ['1', 'true'].includes(attributeOf(attributes, 'hidden') ?? '')) hidden.push(row);
  }
  return hidden;
}

/**
 * A table with what a merged cell says in each of its rows: a book's name beside all of its recipients. Copies of one book are
 * left as they stand: they may be meant for all of its rows together or for each.
 */
export function asMerged(table: Table, merged: readonly MergedCells[]): Table {
  const header = findHeader(table);
  if (header === null || merged.length === 0) return table;
  const rows = table.map((row) => [...row]);
  const fields = (table[header] ?? []).map(fieldOf);
  const bookOf = bookOfRow(table[header] ?? []);
  const books = new Map<number, string | null>();
  // What books are called is filled down before any copies are, and does not change any more.
  const bookAt = (at: number): string | null => {
    const known = books.get(at);
    const book = known === undefined ? bookOf(rows[at] ?? []) : known;
    books.set(at, book);
    return book;
  };
  let left = LARGEST.rows * LARGEST.columns;
  const ordered = merged.toSorted(
    (a, b) => Number(fields[a.column] === 'quantity') - Number(fields[b.column] === 'quantity'),
  );
  for (const { column, firstRow, lastRow } of ordered) {
    if (firstRow <= header) continue;
    const first = rows[firstRow];
    const isCopies = fields[column] === 'quantity';
    for (let at = firstRow + 1; at <= Math.min(lastRow, rows.length - 1) && left > 0; at += 1, left -= 1) {
      const row = rows[at];
      if (first === undefined || row === undefined || (row[column] ?? '') !== '') continue;
      // A row that names no book is told as such, whatever stands in it.
      if (isCopies && [bookAt(firstRow), null].includes(bookAt(at))) continue;
      row[column] = first[column] ?? '';
    }
  }
  return rows;
}
