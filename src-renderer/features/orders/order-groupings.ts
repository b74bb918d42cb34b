import type { OrderRow } from '../../../src-core/ipc/subjects/orders.ts';
import type { Text } from '../../i18n/text.ts';
import type { RowGrouping } from '../../ui/group-rows.ts';
import { byName } from '../../ui/sort-rows.ts';
import { sumAmounts } from './order-rows.ts';

export const ORDER_GROUPINGS = [
  { id: 'day', command: 'orders.groupByDay' },
  { id: 'batch', command: 'orders.groupByBatch' },
  { id: 'spec', command: 'orders.groupBySpec' },
  { id: 'recipient', command: 'orders.groupByRecipient' },
] as const;

/** What is told of a group of orders, whatever it is grouped by. */
export interface OrderHead {
  readonly name: string;
  /** When the batch came; null where that says nothing. */
  readonly atMs: number | null;
  readonly count: number;
  /** What was charged for all of them. */
  readonly charged: number;
}

export type OrderGrouping = RowGrouping<OrderRow, OrderHead>;

/** An order of several batches or specs stands in one group all the same: the sums of all groups are that of the board. */
const SEVERAL = '*';
const UNKNOWN = '';
/** Books that came by no folder, each with an import of its own. */
const UNFILED = '/';

const oneOf = (ids: readonly string[]): string => (ids.length > 1 ? SEVERAL : (ids[0] ?? UNKNOWN));
const batchKey = ({ batches }: OrderRow): string =>
  oneOf(
    batches.every(({ name }) => name === '')
      ? batches.slice(0, 1).map(() => UNFILED)
      : batches.map(({ batchId }) => batchId),
  );
const specKey = ({ specs }: OrderRow): string => oneOf(specs.map(({ specUid }) => specUid));
const recipientKey = ({ recipientName }: OrderRow): string => recipientName;

/** How the board is grouped when somebody chose it; null: what is late, what changed and the others. */
export function orderGrouping(groupBy: string | null, { language, format, t }: Text): OrderGrouping | null {
  const collated = byName(language, ({ name }: OrderHead) => name);
  const headOf = (name: string, rows: readonly OrderRow[], atMs: number | null = null): OrderHead => ({
    name,
    atMs,
    count: rows.length,
    charged: sumAmounts(rows.map((row) => row.paidCreditAmount)),
  });
  switch (groupBy) {
    case 'recipient':
      return { keyOf: recipientKey, headOf, compareHeads: collated };
    case 'day':
      // Days are written as dates are in tables (2026-09-25), which stand in their order as text; the newest first.
      return { keyOf: dayKey(format), headOf, compareHeads: (a, b) => (a.name < b.name ? 1 : -1) };
    case 'spec': {
      const several = t('orders.group.specs');
      const unknown = t('orders.group.noSpec');
      const name = (uid: string, rows: readonly OrderRow[]): string =>
        rows.flatMap(({ specs }) => specs).find(({ specUid, name }) => specUid === uid && name !== null)?.name ?? uid;
      return {
        keyOf: specKey,
        headOf: (key, rows) => headOf(key === SEVERAL ? several : key === UNKNOWN ? unknown : name(key, rows), rows),
        compareHeads: last([several, unknown], collated),
      };
    }
    case 'batch': {
      const others = [t('orders.group.batches'), t('library.noFolder'), t('orders.group.noBatch')] as const;
      const [several, unfiled, unknown] = others;
      return {
        keyOf: batchKey,
        headOf: (key, rows) => {
          if (key === SEVERAL) return headOf(several, rows);
          if (key === UNFILED) return headOf(unfiled, rows);
          const batch = rows[0]?.batches[0];
          return batch === undefined
            ? headOf(unknown, rows)
            : headOf(batch.name, rows, latest(rows.map(({ batches }) => batches[0]?.addedAtMs ?? 0)));
        },
        // What came last is worked at first.
        compareHeads: last(others, (a, b) => (b.atMs ?? 0) - (a.atMs ?? 0) || collated(a, b)),
      };
    }
    default:
      return null;
  }
}

const latest = (times: readonly number[]): number => times.reduce((a, b) => Math.max(a, b), 0);

/** Groups of these names stand behind all others, in this order. */
const last =
  (names: readonly string[], compare: (a: OrderHead, b: OrderHead) => number) =>
  (a: OrderHead, b: OrderHead): number =>
    names.indexOf(a.name) - names.indexOf(b.name) || compare(a, b);

/** Writing ten thousand dates takes as long as all else that groups them: an order's is written once. */
function dayKey(format: Text['format']): (row: OrderRow) => string {
  const days = new Map<string, string>();
  return ({ orderedAt }) => {
    const known = days.get(orderedAt);
    if (known !== undefined) return known;
    const day = format.date(Date.parse(orderedAt));
    days.set(orderedAt, day);
    return day;
  };
}
