import type { Order } from '../../../src-core/contract/orders.ts';
import type { OrderReceipt } from '../../../src-core/desk/order-receipt.ts';
import type { Sheet } from '../../../src-node/manifests/write-table.ts';

interface Line {
  readonly order: Order;
  readonly receipt: OrderReceipt;
  readonly book: OrderReceipt['books'][number];
}

/** Of the whole order, in its first line: the column adds up to what it was. */
const ofOrder = ({ receipt, book }: Line, amount: number | null): string =>
  amount === null || book !== receipt.books[0] ? '' : String(amount);

const fileOf = ({ book }: Line, kind: 'cover' | 'contents') => book.files.findLast((file) => file.kind === kind);

const COLUMNS = [
  ['orderUid', ({ order }) => order.orderUid],
  ['orderedAt', ({ order }) => order.orderedAt],
  ['status', ({ order }) => order.orderStatus],
  ['bookUid', ({ book }) => book.bookUid],
  ['title', ({ book }) => book.title],
  ['quantity', ({ book }) => String(book.quantity)],
  ['specUid', ({ book }) => book.spec?.specUid ?? ''],
  ['specName', ({ book }) => book.spec?.name ?? ''],
  ['pageCount', ({ book }) => String(book.spec?.pageCount ?? '')],
  ['estimated', (line) => ofOrder(line, line.receipt.estimated)],
  ['charged', (line) => ofOrder(line, line.receipt.charged)],
  ['print', ({ book }) => book.print?.print ?? ''],
  ['takenBy', ({ book }) => book.print?.by?.name ?? ''],
  ['takenReason', ({ book }) => book.print?.by?.reason ?? ''],
  ['coverFile', (line) => fileOf(line, 'cover')?.name ?? ''],
  ['coverBytes', (line) => String(fileOf(line, 'cover')?.sizeBytes ?? '')],
  ['coverSha256', (line) => fileOf(line, 'cover')?.sha256 ?? ''],
  ['contentsFile', (line) => fileOf(line, 'contents')?.name ?? ''],
  ['contentsBytes', (line) => String(fileOf(line, 'contents')?.sizeBytes ?? '')],
  ['contentsSha256', (line) => fileOf(line, 'contents')?.sha256 ?? ''],
] as const satisfies readonly (readonly [string, (line: Line) => string])[];

const FIGURES: ReadonlySet<string> = new Set([
  'quantity',
  'pageCount',
  'estimated',
  'charged',
  'coverBytes',
  'contentsBytes',
] satisfies (typeof COLUMNS)[number][0][]);

/** A line for each book of an order; what was not kept is empty. */
export const receiptSheet = (name: string, order: Order, receipt: OrderReceipt): Sheet => ({
  name,
  table: [
    COLUMNS.map(([column]) => column),
    ...receipt.books.map((book) => COLUMNS.map(([, of]) => of({ order, receipt, book }))),
  ],
  numberColumns: COLUMNS.flatMap(([column], at) => (FIGURES.has(column) ? [at] : [])),
});
