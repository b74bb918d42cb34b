import type { OrderRow } from '../../../src-core/ipc/subjects/orders.ts';
import { csvOf } from '../../../src-node/csv.ts';

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
export const ordersCsv = (rows: readonly OrderRow[]): string => csvOf(COLUMNS, rows);
