import { unzipSync, zipSync, type Unzipped } from 'fflate';
import readWorkbook from 'read-excel-file/universal';
import { LARGEST, TOO_MANY_CELLS, unlike, type NoTable } from './limits.ts';
import { numberAsSeen, sheetAsSeen, zeroPatternsOf } from './seen-numbers.ts';
import {
  hiddenRows,
  mergedCells,
  reachesTooFar,
  sheetsOf,
  withErrors,
  withPlaces,
  type TableSheet,
  type WorkbookSheet,
} from './workbook-sheets.ts';

const UNREADABLE: NoTable = { code: 'MANIFEST_UNREADABLE' };

/**
 * Reads the sheets of a workbook, at least one, as the text that a person sees there where
 * it matters: codes keep the zeros of their format, dates are `2026-05-03`, errors are told. Formulas give what they were last worked out
 * to. Hidden sheets are nobody's; merged cells and hidden rows are named.
 *
 * A workbook is untrusted: what it unfolds to is known before it is unfolded, and the reader gets it already unfolded, so
 * that it begins no threads of its own. Call it where its memory and time are limited all the same.
 */
export async function readXlsx(
  bytes: Uint8Array,
): Promise<{ readonly ok: true; readonly sheets: readonly TableSheet[] } | ({ readonly ok: false } & NoTable)> {
  const parts = unpacked(bytes);
  if ('code' in parts) return { ok: false, ...parts };
  const about = sheetsOf(textOf(parts.files['xl/workbook.xml']), textOf(parts.files['xl/_rels/workbook.xml.rels']));
  const shown = [...about.values()].filter(({ isHidden }) => !isHidden);
  if (shown.some(({ path }) => reachesTooFar(withPlaces(textOf(parts.files[path ?? ''])))))
    return { ok: false, ...TOO_MANY_CELLS };
  let read: readonly { readonly sheet: string; readonly data?: readonly (readonly unknown[])[] }[];
  try {
    const flat = zipSync(asSeen(withoutHidden(parts.files, about)), { level: 0 });
    read = await readWorkbook(new Blob([new Uint8Array(flat)]), { trim: false, parseNumber: numberAsSeen });
  } catch {
    // Whatever the reader meets in a damaged workbook: its words name elements of XML, which help nobody.
    return { ok: false, ...UNREADABLE };
  }
  // A sheet that is a chart alone has no cells.
  const sheets = read.flatMap(({ sheet, data }) =>
    data === undefined || about.get(sheet)?.isHidden === true ? [] : [{ sheet, data }],
  );
  if (sheets.length === 0) return { ok: false, ...UNREADABLE };
  for (const { data } of sheets) {
    const tooLarge = unlike(data);
    if (tooLarge !== null) return { ok: false, ...tooLarge };
  }
  return {
    ok: true,
    sheets: sheets.map(({ sheet, data }) => {
      const xml = textOf(parts.files[about.get(sheet)?.path ?? '']);
      const table = data.map((row) => row.map(cellText));
      return { name: sheet, table, merged: mergedCells(xml), hiddenRows: hiddenRows(xml) };
    }),
  };
}

const textOf = (bytes: Uint8Array | undefined): string => (bytes === undefined ? '' : new TextDecoder().decode(bytes));

/** The XML of a workbook. Sizes stand in the directory of the archive, and nothing is unfolded past them. */
function unpacked(bytes: Uint8Array): { readonly files: Unzipped } | NoTable {
  let unfoldedBytes = 0;
  try {
    const isXml = (name: string) => name.endsWith('.xml') || name.endsWith('.rels');
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (isXml(name)) unfoldedBytes += originalSize;
        return false;
      },
    });
    if (unfoldedBytes > LARGEST.unpackedBytes) return TOO_MANY_CELLS;
    const files = unzipSync(bytes, { filter: ({ name }) => isXml(name) });
    return files['xl/workbook.xml'] === undefined ? UNREADABLE : { files };
  } catch {
    return UNREADABLE;
  }
}

/** Nobody's lists have no cells: who reads them would make room for all of theirs. */
function withoutHidden(files: Unzipped, about: ReadonlyMap<string, WorkbookSheet>): Unzipped {
  const hidden = [...about.values()].flatMap(({ isHidden, path }) =>
    isHidden && path !== null && files[path] !== undefined ? [path] : [],
  );
  return { ...files, ...Object.fromEntries(hidden.map((path) => [path, NO_CELLS])) };
}

const NO_CELLS = new TextEncoder().encode(
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData/></worksheet>',
);

function asSeen(files: Unzipped): Unzipped {
  const patterns = zeroPatternsOf(textOf(files['xl/styles.xml']));
  const isSheet = (name: string) => name.startsWith('xl/worksheets/') && name.endsWith('.xml');
  return Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => {
      if (!isSheet(name)) return [name, bytes];
      const sheet = withErrors(withPlaces(textOf(bytes)));
      return [name, new TextEncoder().encode(patterns.size === 0 ? sheet : sheetAsSeen(sheet, patterns))];
    }),
  );
}

function cellText(cell: unknown): string {
  if (typeof cell === 'string') return cell;
  if (cell instanceof Date) return dateText(cell);
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return '';
}

/** A cell's date has no time zone; the reader gives it as UTC. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const [day = '', time = ''] = date.toISOString().split('T');
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`;
}
