import { minorFromNumber, minorToNumber } from '../../../src-core/contract/money.ts';
import type { OrderStatus } from '../../../src-core/contract/orders.ts';
import type { OrderRow } from '../../../src-core/ipc/subjects/orders.ts';
import { WAITING_STATUSES, type WaitingStatus } from '../../../src-core/orders/late-orders.ts';
import { createSearch, searchTextOf, type SearchText } from '../../i18n/choseong.ts';

/** `late` and `changed` are no statuses: what stands in those groups of the board. */
export type OrderFold = OrderStatus | 'late' | 'changed';

export interface OrderFilter {
  readonly fold: OrderFold | null;
  readonly text: string;
}

export const NO_ORDER_FILTER: OrderFilter = { fold: null, text: '' };

export const isLate = ({ lateAtMs }: OrderRow, nowMs: number): boolean => lateAtMs !== null && lateAtMs <= nowMs;

function isIn(row: OrderRow, fold: OrderFold | null, nowMs: number): boolean {
  if (fold === null) return true;
  if (fold === 'late') return isLate(row, nowMs);
  return fold === 'changed' ? row.changedSinceSeen : row.orderStatus === fold;
}

/** Of rows that were looked through: they stay the same objects while they do not change. */
const searchTexts = new WeakMap<OrderRow, SearchText>();

/** Its parts do not run into each other. */
function textOf(row: OrderRow): SearchText {
  let text = searchTexts.get(row);
  if (text === undefined) {
    const { bookTitles, recipientName, orderUid, trackingNumber, externalRef } = row;
    const parts = [...bookTitles, recipientName, orderUid, trackingNumber ?? '', externalRef ?? ''];
    text = searchTextOf(parts.join('\0'));
    searchTexts.set(row, text);
  }
  return text;
}

/** The orders that the filter lets through, in their order: by album, recipient and numbers, by first consonants too. */
export function filterOrders(
  rows: readonly OrderRow[],
  { fold, text }: OrderFilter,
  nowMs: number,
): readonly OrderRow[] {
  const isSearched = text.trim() !== '';
  const holds = createSearch(text);
  return rows.filter((row) => isIn(row, fold, nowMs) && (!isSearched || holds(textOf(row))));
}

export interface OrderGroups {
  readonly late: readonly OrderRow[];
  readonly changed: readonly OrderRow[];
  readonly others: readonly OrderRow[];
}

export type OrderCounts = Readonly<Partial<Record<OrderFold, number>>>;

/** How many orders stand where. */
export function countFolds(rows: readonly OrderRow[], nowMs: number): OrderCounts {
  const counts: Partial<Record<OrderFold, number>> = {};
  const add = (fold: OrderFold): void => {
    counts[fold] = (counts[fold] ?? 0) + 1;
  };
  for (const row of rows) {
    add(row.orderStatus);
    if (isLate(row, nowMs)) add('late');
    if (row.changedSinceSeen) add('changed');
  }
  return counts;
}

/**
 * What is late stands on top, what has been late longest first; then what changed since the operator last looked, newest
 * change first; the rest in the order of `rows`, as are all three when the rows are sorted.
 */
export function groupOrders(
  rows: readonly OrderRow[],
  filter: OrderFilter,
  { nowMs, isSorted = false }: { readonly nowMs: number; readonly isSorted?: boolean },
): OrderGroups {
  const groups = { late: [] as OrderRow[], changed: [] as OrderRow[], others: [] as OrderRow[] };
  for (const row of filterOrders(rows, filter, nowMs)) groups[groupOf(row, nowMs)].push(row);
  if (isSorted) return groups;
  groups.late.sort((a, b) => (a.lateAtMs ?? 0) - (b.lateAtMs ?? 0));
  groups.changed.sort((a, b) => b.statusSinceMs - a.statusSinceMs);
  return groups;
}

export type OrderGroup = keyof OrderGroups;

export const groupOf = (row: OrderRow, nowMs: number): OrderGroup =>
  isLate(row, nowMs) ? 'late' : row.changedSinceSeen ? 'changed' : 'others';

/** Why orders are late: how many of each status, in the order of the way. */
export function lateStatuses(
  late: readonly OrderRow[],
): readonly { readonly status: WaitingStatus; readonly count: number }[] {
  return WAITING_STATUSES.map((status) => ({
    status,
    count: late.filter(({ orderStatus }) => orderStatus === status).length,
  })).filter(({ count }) => count > 0);
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
