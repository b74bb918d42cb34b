import { LIMITS } from '../contract/limits.ts';
import { recipientKey } from '../desk/recipients.ts';
import { comparableName } from '../imports/comparable-name.ts';
import { fieldOf, findHeader, isMeant, type ManifestField } from './columns.ts';
import {
  shown,
  type Manifest,
  type ManifestBook,
  type ManifestColumn,
  type ManifestNote,
  type ManifestRecipient,
  type Table,
} from './manifest.ts';
import { readRow, saidIn, type ManifestRow } from './read-row.ts';

/** What a book is as a whole: said in each of its rows alike, or only in some. */
const OF_BOOK = [
  'title',
  'spec',
  'externalRef',
  'coverFile',
  'contentsFile',
] as const satisfies readonly ManifestField[];

/**
 * Makes books of a table (operator-desk 3.2): rows with the same key are one book with several recipients. A row with a
 * problem holds back its own book, whose other copies would go out without it, and no other. Unknown columns are left
 * alone. Zeros that a spreadsheet took of phone numbers and postal codes are given back unless `restoreZeros` is false. `hiddenRows`, from 1, are
 * those that nobody saw in their spreadsheet. Null when no row names columns.
 */
export function readManifest(
  table: Table,
  {
    restoreZeros = true,
    hiddenRows = [],
  }: { readonly restoreZeros?: boolean; readonly hiddenRows?: readonly number[] } = {},
): Manifest | null {
  const header = findHeader(table);
  if (header === null) return null;
  const notes: ManifestNote[] = [];
  const { columns, rivals } = columnsOf(table[header] ?? [], header + 1, notes);
  const hidden = new Set(hiddenRows);
  const rows: ManifestRow[] = [];
  for (const [index, cells] of table.entries()) {
    if (index <= header || cells.every((cell) => cell.trim() === '')) continue;
    const { read: alone, notes: ofCells } = readRow(index + 1, cells, columns, restoreZeros);
    const ofRow = [
      ...differing(index + 1, cells, rivals, restoreZeros),
      ...(hidden.has(index + 1) ? [hiddenNote(index + 1)] : []),
    ];
    const read = ofRow.length === 0 ? alone : { ...alone, isSound: false };
    const said = [...ofCells, ...ofRow];
    const above = rows.at(-1);
    if (above !== undefined && above.key !== null && isBelow(read, above)) {
      // Somebody wrote the book's name once for several recipients: without this one it must not go out.
      rows.push({ ...read, key: above.key, isSound: false });
      notes.push(...said.filter(({ text }) => text.key !== NO_KEY), belowOf(read.row, above.key));
      continue;
    }
    rows.push(read);
    notes.push(...said);
  }
  const books: ManifestBook[] = [];
  for (const [key, ofBook] of byKey(rows)) {
    const { book, notes: said } = bookOf(key, ofBook);
    books.push(book);
    notes.push(...said);
  }
  return {
    headerRow: header + 1,
    columns,
    books,
    notes: notes.sort((a, b) => a.row - b.row || (a.column ?? 0) - (b.column ?? 0)),
  };
}

const NO_KEY = 'manifests.problem.noKey';
const belowOf = (row: number, key: string): ManifestNote => ({
  row,
  column: null,
  kind: 'problem',
  text: { key: 'manifests.problem.noKeyBelow', params: { row, key: shown(key) } },
});

const hiddenNote = (row: number): ManifestNote => ({
  row,
  column: null,
  kind: 'problem',
  text: { key: 'manifests.problem.hiddenRow', params: { row } },
});

/** A recipient without a book, and a row that repeats the title of a book which is called otherwise, may be one more of the book above. */
const isBelow = (read: ManifestRow, above: ManifestRow): boolean =>
  read.key === null
    ? read.isForSomebody
    : read.isCalledByTitle &&
      !above.isCalledByTitle &&
      above.title !== null &&
      comparableName(above.title) === comparableName(read.key);

/** Two columns of one field of which nothing says which one is meant. */
interface Rivals {
  readonly field: ManifestField;
  readonly used: ManifestColumn;
  readonly other: ManifestColumn;
}

/** Where a wrong one would go to somebody else, or in another number. */
const NEVER_GUESSED: ReadonlySet<ManifestField | null> = new Set([
  'recipientName',
  'zipCode',
  'address1',
  'quantity',
] as const);

/** A field that two columns claim is that of the one that says so best, else the first one's; the other is kept and told. */
function columnsOf(
  names: readonly string[],
  row: number,
  notes: ManifestNote[],
): { readonly columns: ManifestColumn[]; readonly rivals: Rivals[] } {
  const named = names.map((name, index) => ({ column: index + 1, name: name.trim(), field: fieldOf(name) }));
  const used = new Map<ManifestField, ManifestColumn>();
  for (const one of named) {
    if (one.field === null) continue;
    const known = used.get(one.field);
    if (known === undefined || (isMeant(one.field, one.name) && !isMeant(one.field, known.name)))
      used.set(one.field, one);
  }
  const rivals: Rivals[] = [];
  const columns = named.map((one) => {
    const first = one.field === null ? undefined : used.get(one.field);
    if (one.field === null || first === undefined || first === one) return one;
    const text = { key: 'manifests.repair.columnTwice', params: { name: shown(one.name) } };
    notes.push({ row, column: one.column, kind: 'repair', text });
    if (NEVER_GUESSED.has(one.field) && isMeant(one.field, one.name) === isMeant(one.field, first.name))
      rivals.push({ field: one.field, used: first, other: one });
    return { ...one, field: null };
  });
  return { columns, rivals };
}

/** By what rows under these names of columns are told to be of one book. Null of a row that names none. */
export function bookOfRow(names: readonly string[]): (cells: readonly string[]) => string | null {
  const { columns } = columnsOf(names, 0, []);
  return (cells) => {
    const { key } = readRow(0, cells, columns).read;
    return key === null ? null : comparableName(key);
  };
}

/** What the two columns say otherwise in a row. */
function differing(
  row: number,
  cells: readonly string[],
  rivals: readonly Rivals[],
  restoreZeros: boolean,
): ManifestNote[] {
  const at = ({ column }: ManifestColumn) => (cells[column - 1] ?? '').normalize('NFC').trim();
  return rivals.flatMap(({ field, used, other }) =>
    at(other) === '' || saidIn(field, at(other), restoreZeros) === saidIn(field, at(used), restoreZeros)
      ? []
      : [
          {
            row,
            column: other.column,
            kind: 'problem' as const,
            text: {
              key: 'manifests.problem.columnsDiffer',
              params: {
                name: shown(used.name),
                text: shown(at(used)),
                other: shown(other.name),
                otherText: shown(at(other)),
              },
            },
          },
        ],
  );
}

/** Rows without a key stand alone: each has its problem. */
function byKey(rows: readonly ManifestRow[]): [string, ManifestRow[]][] {
  const books = new Map<string, ManifestRow[]>();
  for (const row of rows) {
    if (row.key === null) continue;
    const key = comparableName(row.key);
    const ofBook = books.get(key);
    if (ofBook) ofBook.push(row);
    else books.set(key, [row]);
  }
  return [...books.values()].map((ofBook) => [ofBook[0]?.key ?? '', ofBook]);
}

function bookOf(
  key: string,
  rows: readonly ManifestRow[],
): { readonly book: ManifestBook; readonly notes: readonly ManifestNote[] } {
  const notes: ManifestNote[] = [];
  const note = (row: number, kind: ManifestNote['kind'], text: ManifestNote['text']) =>
    notes.push({ row, column: null, kind, text });
  const whole: Record<(typeof OF_BOOK)[number], string | null> = {
    title: null,
    spec: null,
    externalRef: null,
    coverFile: null,
    contentsFile: null,
  };
  for (const field of OF_BOOK) {
    const first = rows.find((row) => row[field] !== null);
    whole[field] = first?.[field] ?? null;
    for (const row of rows)
      if (first !== undefined && row[field] !== null && row[field] !== first[field])
        note(row.row, 'problem', {
          key: `manifests.problem.differs.${field}`,
          params: { key: shown(key), text: shown(row[field]), other: shown(first[field] ?? ''), row: first.row },
        });
  }
  const recipients = recipientsOf(rows, note);
  // Two rows for one recipient are two copies.
  const tellsCopies =
    rows.some((row) => row.quantity !== null) ||
    rows.filter(({ shipping, isSound }) => isSound && shipping !== null).length > recipients.length;
  const quantity =
    recipients.length > 0 && tellsCopies
      ? recipients.reduce((sum, { quantity: copies }) => sum + copies, 0)
      : (rows.find((row) => row.quantity !== null)?.quantity ?? null);
  // A number that stands once above several rows is meant for all of them together, or for each.
  let counted: ManifestRow | null = null;
  for (const row of rows) {
    if (!row.isSound) continue;
    if (row.quantity !== null) counted = row;
    else if (row.shipping !== null && counted !== null && counted.quantity !== 1)
      note(row.row, 'problem', {
        key: 'manifests.problem.quantityMissing',
        params: { row: row.row, key: shown(key), other: counted.row, copies: counted.quantity ?? 0 },
      });
  }
  const first = rows[0];
  // Several rows are told apart by who gets the copies, and by nothing else.
  for (const row of rows.slice(1))
    if (row.isSound && row.shipping === null && first !== undefined)
      note(row.row, 'problem', { key: 'manifests.problem.keyTwice', params: { key: shown(key), row: first.row } });
  if (first !== undefined && rows.length > 1 && first.isSound && first.shipping === null)
    note(first.row, 'problem', {
      key: 'manifests.problem.noRecipient',
      params: { key: shown(key), rows: rows.length },
    });
  return {
    book: {
      key,
      ...whole,
      quantity: Number.isNaN(quantity) ? null : quantity,
      recipients,
      rows: rows.map(({ row }) => row),
      isSound: rows.every((row) => row.isSound) && !notes.some(({ kind }) => kind === 'problem'),
    },
    notes,
  };
}

/** Copies for one address in two rows are added up. */
function recipientsOf(
  rows: readonly ManifestRow[],
  note: (row: number, kind: ManifestNote['kind'], text: ManifestNote['text']) => void,
): ManifestRecipient[] {
  const recipients = new Map<string, ManifestRecipient>();
  for (const { row, shipping, quantity, isSound } of rows) {
    if (shipping === null || !isSound) continue;
    const address = recipientKey(shipping);
    const known = recipients.get(address);
    const copies = (known?.quantity ?? 0) + (quantity ?? 1);
    if (known !== undefined) {
      const params = { row: known.row, copies, max: LIMITS.quantityMax };
      if (copies > LIMITS.quantityMax) note(row, 'problem', { key: 'manifests.problem.quantityTogether', params });
      else note(row, 'repair', { key: 'manifests.repair.sameRecipient', params: { row: known.row, copies } });
    }
    recipients.set(address, { row: known?.row ?? row, shipping: known?.shipping ?? shipping, quantity: copies });
  }
  return [...recipients.values()];
}
