import { describe, expect, it } from 'vitest';
import { NO_LIST, withPage, type KeptList, type ListOrder } from './kept-list.ts';

interface Row {
  readonly id: string;
  readonly at: number;
  readonly text?: string;
}

const order: ListOrder<Row> = { idOf: ({ id }) => id, compare: (a, b) => a.at - b.at };
const three: Row[] = [
  { id: 'a', at: 1 },
  { id: 'b', at: 2 },
  { id: 'c', at: 3 },
];
const list: KeptList<Row> = { mark: '1', rows: three };
const idsOf = ({ rows }: KeptList<Row>) => rows.map(({ id }) => id);

describe('a list that is kept by its changes', () => {
  it('begins with the whole list, page by page, in order', () => {
    const first = withPage<Row>(
      NO_LIST,
      { mark: '1', isFresh: true, rows: [three[2] as Row, three[0] as Row], gone: [] },
      order,
    );
    expect(idsOf(withPage(first, { mark: '2', isFresh: false, rows: [three[1] as Row], gone: [] }, order))).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it('exchanges changed rows and leaves the others the objects they are', () => {
    const next = withPage(
      list,
      { mark: '2', isFresh: false, rows: [{ id: 'b', at: 2, text: 'new' }], gone: [] },
      order,
    );
    expect(next.rows[1]).toEqual({ id: 'b', at: 2, text: 'new' });
    expect(next.rows[0]).toBe(three[0]);
    expect(next.rows[2]).toBe(three[2]);
    expect(next.mark).toBe('2');
  });

  it('takes rows out, and takes them back at their place', () => {
    const without = withPage(list, { mark: '2', isFresh: false, rows: [], gone: ['b', 'never there'] }, order);
    expect(idsOf(without)).toEqual(['a', 'c']);
    expect(idsOf(withPage(without, { mark: '3', isFresh: false, rows: [three[1] as Row], gone: [] }, order))).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it('moves a row whose place is another now', () => {
    expect(idsOf(withPage(list, { mark: '2', isFresh: false, rows: [{ id: 'a', at: 9 }], gone: [] }, order))).toEqual([
      'b',
      'c',
      'a',
    ]);
  });

  it('forgets what it had when the answer begins anew', () => {
    expect(idsOf(withPage(list, { mark: 'x', isFresh: true, rows: [{ id: 'z', at: 1 }], gone: [] }, order))).toEqual([
      'z',
    ]);
    expect(idsOf(withPage(list, { mark: 'x', isFresh: true, rows: [], gone: [] }, order))).toEqual([]);
  });

  it('is the very same list while nothing changes', () => {
    expect(withPage(list, { mark: '2', isFresh: false, rows: [], gone: [] }, order).rows).toBe(three);
  });
});
