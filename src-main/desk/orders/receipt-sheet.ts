import type { Order } from '../../../src-core/contract/orders.ts';
import type { OrderReceipt } from '../../../src-core/desk/order-receipt.ts';
import type { Sheet } from '../../../src-node/manifests/write-table.ts';

interface Line extends KeptOrder {
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
  ['specVersion', ({ book }) => book.spec?.version ?? ''],
  ['pageCount', ({ book }) => String(book.spec?.pageCount ?? '')],
  ['bookEstimated', ({ book }) => String(book.spec?.estimated?.amount ?? '')],
  ['bookCharged', ({ book }) => String(book.charged.amount)],
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
  'bookEstimated',
  'bookCharged',
  'estimated',
  'charged',
  'coverBytes',
  'contentsBytes',
] satisfies (typeof COLUMNS)[number][0][]);

/** An order with what was kept of it. */
export interface KeptOrder {
  readonly order: Order;
  readonly receipt: OrderReceipt;
}

/**
 * A line for each book of each order; what was not kept is empty. What a book cost is without shipping and VAT, what an order cost is
 * with both.
 */
export const receiptSheet = (name: string, orders: readonly KeptOrder[]): Sheet => ({
  name,
  table: [
    COLUMNS.map(([column]) => column),
    ...orders.flatMap(({ order, receipt }) =>
      receipt.books.map((book) => COLUMNS.map(([, of]) => of({ order, receipt, book }))),
    ),
  ],
  numberColumns: COLUMNS.flatMap(([column], at) => (FIGURES.has(column) ? [at] : [])),
});
