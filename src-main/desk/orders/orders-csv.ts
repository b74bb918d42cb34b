import type { OrderRow } from '../../../src-core/ipc/views.ts';

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

const BOM = '\uFEFF';

/** A cell as RFC 4180 has it; one that a spreadsheet would run as a formula is made text. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Orders as CSV with a BOM, so that Excel reads Hangul. */
export function ordersCsv(rows: readonly OrderRow[]): string {
  const lines = [COLUMNS.map(([name]) => name), ...rows.map((row) => COLUMNS.map(([, of]) => cell(of(row))))];
  return `${BOM}${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
}
