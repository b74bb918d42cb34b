import type { OrderRow } from '../../../src-core/ipc/subjects/orders.ts';
import type { Sheet } from '../../../src-node/manifests/write-table.ts';

const COLUMNS = [
  ['orderUid', (row) => row.orderUid],
  ['title', (row) => row.bookTitles.join(' / ')],
  ['recipientName', (row) => row.recipientName],
  ['status', (row) => row.orderStatus],
  ['statusDisplay', (row) => row.orderStatusDisplay],
  ['statusSince', (row) => new Date(row.statusSinceMs).toISOString()],
  ['trackingCarrier', (row) => row.trackingCarrier ?? ''],
  ['trackingNumber', (row) => row.trackingNumber ?? ''],
  ['charged', (row) => String(row.paidCreditAmount)],
  ['orderedAt', (row) => row.orderedAt],
  ['externalRef', (row) => row.externalRef ?? ''],
] as const satisfies readonly (readonly [string, (row: OrderRow) => string])[];

/** One line an order. */
export const ordersSheet = (name: string, rows: readonly OrderRow[]): Sheet => ({
  name,
  table: [COLUMNS.map(([column]) => column), ...rows.map((row) => COLUMNS.map(([, of]) => of(row)))],
  numberColumns: [COLUMNS.findIndex(([column]) => column === 'charged')],
});
