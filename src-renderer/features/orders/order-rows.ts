import { minorFromNumber, minorToNumber } from '../../../src-core/contract/money.ts';
import type { OrderStatus } from '../../../src-core/contract/orders.ts';
import type { OrderRow } from '../../../src-core/ipc/subjects/orders.ts';

export interface OrderFilter {
  readonly status: OrderStatus | null;
  readonly text: string;
}

/** Equal for a name typed on any system: macOS gives Hangul apart (NFD), a keyboard gives it whole (NFC). */
const foldText = (text: string): string => text.normalize('NFC').toLocaleLowerCase();

export function matchesFilter(row: OrderRow, filter: OrderFilter): boolean {
  if (filter.status !== null && row.orderStatus !== filter.status) return false;
  const wanted = foldText(filter.text.trim());
  if (wanted === '') return true;
  return [...row.bookTitles, row.recipientName, row.orderUid, row.trackingNumber ?? '', row.externalRef ?? ''].some(
    (text) => foldText(text).includes(wanted),
  );
}

export interface OrderGroups {
  readonly changed: readonly OrderRow[];
  readonly others: readonly OrderRow[];
}

/** How many orders stand where. */
export function countStatuses(rows: readonly OrderRow[]): Readonly<Partial<Record<OrderStatus, number>>> {
  const counts: Partial<Record<OrderStatus, number>> = {};
  for (const { orderStatus } of rows) counts[orderStatus] = (counts[orderStatus] ?? 0) + 1;
  return counts;
}

/** What changed since the operator last looked stands on top, newest change first; the rest in the order of `rows`, newest order first. */
export function groupOrders(rows: readonly OrderRow[], filter: OrderFilter): OrderGroups {
  const kept = rows.filter((row) => matchesFilter(row, filter));
  return {
    changed: kept.filter((row) => row.changedSinceSeen).sort((a, b) => b.statusSinceMs - a.statusSinceMs),
    others: kept.filter((row) => !row.changedSinceSeen),
  };
}

export interface CancelPreview {
  readonly cancellable: readonly OrderRow[];
  readonly refused: readonly OrderRow[];
  /** What comes back at once: the whole charge of every order that can be cancelled. */
  readonly refund: number;
}

export function previewCancel(rows: readonly OrderRow[]): CancelPreview {
  const cancellable = rows.filter((row) => row.actions.cancel.allowed);
  return {
    cancellable,
    refused: rows.filter((row) => !row.actions.cancel.allowed),
    refund: sumAmounts(cancellable.map((row) => row.paidCreditAmount)),
  };
}

/** Adds wire amounts exactly. */
export function sumAmounts(amounts: readonly number[]): number {
  return minorToNumber(amounts.reduce((sum, amount) => sum + minorFromNumber(amount), 0n));
}

/** One line an order: album, carrier, number; tabs between, so that it pastes into a sheet. */
export function trackingText(rows: readonly OrderRow[]): string {
  return rows
    .filter((row) => row.trackingNumber !== null)
    .map((row) => [row.bookTitles.join(', '), row.trackingCarrier ?? '', row.trackingNumber ?? ''].join('\t'))
    .join('\n');
}
