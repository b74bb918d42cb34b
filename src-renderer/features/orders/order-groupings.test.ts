import { describe, expect, it } from 'vitest';
import { orderRows } from '../../../test/renderer/data/orders.ts';
import type { OrderRow } from '../../../src-core/ipc/subjects/orders.ts';
import { createText } from '../../i18n/text.ts';
import { groupRows } from '../../ui/group-rows.ts';
import { ORDER_GROUPINGS, orderGrouping, type OrderGrouping } from './order-groupings.ts';
import { filterOrders, NO_ORDER_FILTER, sumAmounts } from './order-rows.ts';

const NOW_MS = Date.UTC(2026, 8, 25);
const text = createText('en');
const groupingBy = (groupBy: string): OrderGrouping => orderGrouping(groupBy, text) as OrderGrouping;
const plain = orderRows(NOW_MS, { count: 1 })[0] as OrderRow;
const order = (charged: number, of: Partial<OrderRow>): OrderRow => ({ ...plain, paidCreditAmount: charged, ...of });
const batch = (batchId: string, name: string, addedAtMs: number) => ({ batchId, name, addedAtMs });
const headsBy = (groupBy: string, rows: readonly OrderRow[]) =>
  [...groupRows(rows, groupingBy(groupBy)).byKey.values()].map(({ head }) => [head.name, head.count, head.charged]);

describe('orders by batch', () => {
  it('stand by their import, the latest first, two imports of one folder apart', () => {
    const rows = [
      order(100, { batches: [batch('a', 'Weddings', 1)] }),
      order(20, { batches: [batch('b', 'Weddings', 3)] }),
      order(3, { batches: [batch('c', 'Schools', 2)] }),
      order(400, { batches: [batch('a', 'Weddings', 1)] }),
    ];
    expect(headsBy('batch', rows)).toEqual([
      ['Weddings', 1, 20],
      ['Schools', 1, 3],
      ['Weddings', 2, 500],
    ]);
  });

  it('have those of several, of no folder and of no import behind all others', () => {
    const rows = [
      order(1, { batches: [] }),
      order(2, { batches: [batch('made', '', 9)] }),
      order(3, { batches: [batch('made too', '', 8), batch('made as well', '', 7)] }),
      order(4, { batches: [batch('a', 'Zoo', 1), batch('b', 'Weddings', 2)] }),
      order(5, { batches: [batch('a', 'Zoo', 1)] }),
    ];
    expect(headsBy('batch', rows)).toEqual([
      ['Zoo', 1, 5],
      ['Several batches', 1, 4],
      ['Without a folder', 2, 5],
      ['Not imported here', 1, 1],
    ]);
  });
});

describe('orders by spec', () => {
  it('stand by it, by whatever name any of them knows it, those of several and of none last', () => {
    const rows = [
      order(1, { specs: [] }),
      order(2, { specs: [{ specUid: 'Z', name: null }] }),
      order(3, { specs: [{ specUid: 'S', name: null }] }),
      order(4, {
        specs: [
          { specUid: 'S', name: 'Square' },
          { specUid: 'A', name: 'A4' },
        ],
      }),
      order(5, { specs: [{ specUid: 'S', name: 'Square' }] }),
      order(6, { specs: [{ specUid: 'A', name: 'A4' }] }),
    ];
    expect(headsBy('spec', rows)).toEqual([
      ['A4', 1, 6],
      ['Square', 2, 8],
      ['Z', 1, 2],
      ['Several specs', 1, 4],
      ['Spec not known', 1, 1],
    ]);
  });
});

describe.each(ORDER_GROUPINGS.map(({ id }) => id))('ten thousand orders by %s', (groupBy) => {
  const many = orderRows(NOW_MS, { count: 10_000 });

  it('lose none, and their counts and sums add up to those of what the filter shows', () => {
    for (const filter of [NO_ORDER_FILTER, { fold: 'SHIPPED' as const, text: '' }, { fold: null, text: 'ㄱㅁㅅ' }]) {
      const shown = filterOrders(many, filter, NOW_MS);
      const { rows, byKey } = groupRows(shown, groupingBy(groupBy));
      expect(new Set(rows)).toEqual(new Set(shown));
      const heads = [...byKey.values()].map(({ head }) => head);
      expect(heads.reduce((sum, { count }) => sum + count, 0)).toBe(shown.length);
      expect(sumAmounts(heads.map(({ charged }) => charged))).toBe(
        sumAmounts(shown.map((row) => row.paidCreditAmount)),
      );
    }
  });

  it('stand in one run for each group, which a table draws a head for', () => {
    const grouping = groupingBy(groupBy);
    const keys = groupRows(many, grouping).rows.map(grouping.keyOf);
    const runs = keys.filter((key, at) => key !== keys[at - 1]);
    expect(runs).toHaveLength(new Set(keys).size);
  });
});
