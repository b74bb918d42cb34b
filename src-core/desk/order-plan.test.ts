import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planOrders, type PlannedLine } from './order-plan.ts';

const line = (bookId: string, recipientId: string | null = null): PlannedLine => ({ bookId, recipientId });
const of = (lines: readonly PlannedLine[], set: { together?: boolean; apart?: string[][]; itemsMax?: number } = {}) =>
  planOrders(lines, {
    together: set.together ?? true,
    apart: set.apart ?? [],
    itemsMax: set.itemsMax ?? 10_000,
  }).map((order) => order.map(({ bookId, recipientId }) => `${bookId}→${recipientId ?? ''}`).join(' '));

describe('what goes in one order', () => {
  it('all books of one recipient, in the order of the selection', () => {
    expect(of([line('a', 'kim'), line('b', 'lee'), line('c', 'kim'), line('d'), line('e')])).toEqual([
      'a→kim c→kim',
      'b→lee',
      'd→ e→',
    ]);
  });

  it('a book for two people in the order of each', () => {
    expect(of([line('a', 'kim'), line('a', 'lee'), line('b', 'lee')])).toEqual(['a→kim', 'a→lee b→lee']);
  });

  it('each on its own where that is wanted, for all or for one', () => {
    expect(of([line('a', 'kim'), line('b', 'kim')], { together: false })).toEqual(['a→kim', 'b→kim']);
    expect(of([line('a', 'kim'), line('b', 'kim'), line('c', 'kim')], { apart: [['b']] })).toEqual([
      'a→kim c→kim',
      'b→kim',
    ]);
  });

  it('in two groups, each with its own recipients, where they are parted by hand', () => {
    const lines = [
      line('a', 'kim'),
      line('b', 'kim'),
      line('c', 'kim'),
      line('d', 'kim'),
      line('b', 'lee'),
      line('e', 'lee'),
    ];
    expect(of(lines, { apart: [['b', 'd']] })).toEqual(['a→kim c→kim', 'b→kim d→kim', 'b→lee', 'e→lee']);
    expect(of(lines, { apart: [['a'], ['b', 'd', 'e']], itemsMax: 1 })).toHaveLength(6);
  });

  it('loses nothing, doubles nothing, mixes no recipients and holds no more than the service takes', () => {
    const recipientId = fc.option(fc.constantFrom('kim', 'lee', 'park'));
    const parted = fc.array(fc.record({ recipientId, group: fc.option(fc.constantFrom(0, 1)) }), { maxLength: 60 });
    fc.assert(
      fc.property(parted, fc.integer({ min: 1, max: 7 }), (parts, itemsMax) => {
        const lines = parts.map(({ recipientId }, at) => line(`b${at}`, recipientId));
        const apart = [0, 1].map((group) => parts.flatMap((part, at) => (part.group === group ? [`b${at}`] : [])));
        const planned = planOrders(lines, { together: true, apart, itemsMax });
        const groupOf = ({ bookId }: PlannedLine) => apart.findIndex((group) => group.includes(bookId));
        const sorted = (all: readonly PlannedLine[]) => all.toSorted((a, b) => a.bookId.localeCompare(b.bookId));
        expect(sorted(planned.flat())).toEqual(sorted(lines));
        for (const order of planned) {
          expect(new Set(order.map((one) => `${one.recipientId} ${groupOf(one)}`)).size).toBe(1);
          expect(order.length).toBeLessThanOrEqual(itemsMax);
        }
        // Shipping is paid for one order of a recipient's group that is not full, never for two.
        const open = planned
          .filter((order) => order.length < itemsMax)
          .flatMap(([first]) => (first === undefined ? [] : `${first.recipientId} ${groupOf(first)}`));
        expect(new Set(open).size).toBe(open.length);
      }),
    );
  });
});
