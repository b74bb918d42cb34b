import type { OrderRow } from '../../../src-core/ipc/subjects/orders.ts';
import type { Text } from '../../i18n/text.ts';
import type { RowGrouping } from '../../ui/group-rows.ts';
import { byName } from '../../ui/sort-rows.ts';

export const ORDER_GROUPINGS = [
  { id: 'day', command: 'orders.groupByDay' },
  { id: 'recipient', command: 'orders.groupByRecipient' },
] as const;

/** How the board is grouped when somebody chose it; null: what is late, what changed and the others. */
export function orderGrouping(groupBy: string | null, { language, format }: Text): RowGrouping<OrderRow> | null {
  if (groupBy === 'recipient')
    return { keyOf: ({ recipientName }) => recipientName, compareKeys: byName(language, (name: string) => name) };
  // Days are written as dates are in tables (2026-09-25), which stand in their order as text; the newest first.
  if (groupBy === 'day')
    return { keyOf: ({ orderedAt }) => format.date(Date.parse(orderedAt)), compareKeys: (a, b) => (a < b ? 1 : -1) };
  return null;
}
