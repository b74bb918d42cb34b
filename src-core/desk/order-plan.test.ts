import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planOrders, type PlannedLine } from './order-plan.ts';

const line = (bookId: string, recipientId: string | null = null): PlannedLine => ({ bookId, recipientId });
const of = (lines: readonly PlannedLine[], set: { together?: boolean; apart?: string[]; itemsMax?: number } = {}) =>
  planOrders(lines, {
    together: set.together ?? true,
    apart: new Set(set.apart ?? []),
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
    expect(of([line('a', 'kim'), line('b', 'kim'), line('c', 'kim')], { apart: ['b'] })).toEqual([
      'a→kim c→kim',
      'b→kim',
    ]);
  });

  it('loses nothing, doubles nothing, mixes no recipients and holds no more than the service takes', () => {
    const recipient = fc.option(fc.constantFrom('kim', 'lee', 'park'));
    fc.assert(
      fc.property(fc.array(recipient, { maxLength: 60 }), fc.integer({ min: 1, max: 7 }), (recipients, itemsMax) => {
        const lines = recipients.map((recipientId, at) => line(`b${at}`, recipientId));
        const planned = planOrders(lines, { together: true, apart: new Set(), itemsMax });
        const sorted = (all: readonly PlannedLine[]) => all.toSorted((a, b) => a.bookId.localeCompare(b.bookId));
        expect(sorted(planned.flat())).toEqual(sorted(lines));
        for (const order of planned) {
          expect(new Set(order.map(({ recipientId }) => recipientId)).size).toBe(1);
          expect(order.length).toBeLessThanOrEqual(itemsMax);
        }
        // Shipping is paid for one order of a recipient that is not full, never for two.
        const open = planned.filter((order) => order.length < itemsMax).map((order) => order[0]?.recipientId);
        expect(new Set(open).size).toBe(open.length);
      }),
    );
  });
});
