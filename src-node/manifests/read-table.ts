import { findHeader } from '../../src-core/manifests/columns.ts';
import type { Table } from '../../src-core/manifests/manifest.ts';
import { decodeAs, decodeText, type Certainty, type Encoding } from './encoding.ts';
import { LARGEST, TOO_MANY_CELLS, type NoTable } from './limits.ts';
import { readCsv, type Delimiter } from './read-csv.ts';
import { asMerged, type TableSheet } from './workbook-sheets.ts';

/** How a table was written down. */
export type TableFormat =
  | { readonly kind: 'xlsx' }
  | {
      readonly kind: 'csv';
      readonly encoding: Encoding;
      readonly delimiter: Delimiter;
      readonly certainty: Certainty;
    };

export type ReadTable =
  | {
      readonly ok: true;
      readonly table: Table;
      readonly format: TableFormat;
      /** Sheets of the same workbook that name columns too and were not read. */
      readonly otherLists?: readonly string[];
      /** Rows of the table, from 1, that its spreadsheet does not show. */
      readonly hiddenRows?: readonly number[];
    }
  | ({ readonly ok: false } & NoTable);

export type ReadSheets =
  | { readonly ok: true; readonly sheets: readonly TableSheet[]; readonly format: TableFormat }
  | ({ readonly ok: false } & NoTable);

const beginsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, at) => bytes[at] === byte);
const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** Workbooks of Excel before 2007, and those of today that are locked with a password. */
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0];

/** Web shops give pages of tables the ending of a workbook, and spreadsheet programs of 2003 wrote XML. */
const MARKUP = /^[\s\uFEFF]*<(?:!|\?xml|(?:html|head|meta|body|table|style|div)\b)/i;

/**
 * Reads the first sheet that names columns of a list of books, else the first one, as `readSheets` does; a merged cell stands in each of
 * its rows, and other such lists are named.
 */
export async function readTable(bytes: Uint8Array, encoding: Encoding | null = null): Promise<ReadTable> {
  const read = await readSheets(bytes, encoding);
  if (!read.ok) return read;
  const sheets = read.sheets.map(({ table, merged, ...sheet }) => {
    const whole = asMerged(table, merged);
    return { ...sheet, table: whole, header: findHeader(whole) };
  });
  const [list, ...more] = sheets.filter(({ header }) => header !== null);
  const otherLists = more.filter(({ header, table }) => table.length > (header ?? 0) + 1).map(({ name }) => name);
  const { table, hiddenRows } = list ?? sheets[0] ?? { table: [], hiddenRows: [] };
  return {
    ok: true,
    table,
    format: read.format,
    ...(otherLists.length === 0 ? {} : { otherLists }),
    ...(hiddenRows.length === 0 ? {} : { hiddenRows }),
  };
}

/**
 * Reads a spreadsheet or CSV file by what it holds, not by its name. `encoding` is what a person said when it was unsure.
 * Untrusted bytes: call it within a thread that can be ended.
 */
export async function readSheets(bytes: Uint8Array, encoding: Encoding | null = null): Promise<ReadSheets> {
  if (bytes.length > LARGEST.fileBytes) return { ok: false, ...TOO_MANY_CELLS };
  if (beginsWith(bytes, COMPOUND_FILE)) return { ok: false, code: 'MANIFEST_OLD_OR_LOCKED' };
  if (beginsWith(bytes, ZIP)) {
    // Who drops a CSV file waits for no reader of workbooks.
    const { readXlsx } = await import('./read-xlsx.ts');
    const read = await readXlsx(bytes);
    return read.ok ? { ...read, format: { kind: 'xlsx' } } : read;
  }
  const decoded =
    encoding === null ? decodeText(bytes) : { ...decodeAs(bytes, encoding), certainty: 'certain' as const };
  // Pictures and PDFs that were given another ending.
  if (decoded.text.includes('\0') || MARKUP.test(decoded.text)) return { ok: false, code: 'MANIFEST_UNREADABLE' };
  const read = readCsv(decoded.text);
  if (!read.ok) return read;
  const { certainty } = decoded;
  return {
    ok: true,
    sheets: [{ name: '', table: read.table, merged: [], hiddenRows: [] }],
    format: { kind: 'csv', encoding: decoded.encoding, delimiter: read.delimiter, certainty },
  };
}
