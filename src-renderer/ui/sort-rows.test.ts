import { describe, expect, it } from 'vitest';
import { byName, byNumber, byRank, createSorter, nextSorting } from './sort-rows.ts';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly count: number | null;
}
const row = (id: string, name: string, count: number | null = null): Row => ({ id, name, count });
const idOf = ({ id }: Row): string => id;
const ids = (rows: readonly Row[]) => rows.map(idOf).join('');

describe('rows in order', () => {
  it('of names: as the language has them, numbers by their value, none at the end', () => {
    const rows = [row('a', ''), row('b', '제주 10'), row('c', '제주 9'), row('d', '김민수'), row('e', 'Kim')];
    const sort = createSorter(
      idOf,
      byName('ko', ({ name }: Row) => name),
      false,
    );
    expect(ids(sort(rows))).toBe('dcbea');
  });

  it('of numbers and of a list, the other way round too; what is equal stands as it came', () => {
    const rows = [row('a', 'x', 2), row('b', 'y', null), row('c', 'x', 1), row('d', 'y', 2)];
    const byCount = byNumber(({ count }: Row) => count);
    expect(ids(createSorter(idOf, byCount, false)(rows))).toBe('cadb');
    expect(ids(createSorter(idOf, byCount, true)(rows))).toBe('badc');
    expect(
      ids(
        createSorter(
          idOf,
          byRank(({ name }: Row) => name, ['y', 'x']),
          false,
        )(rows),
      ),
    ).toBe('bdac');
  });

  it('again after few changes takes few comparisons, and comes to the same', () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => row(String(at), `김민수 ${(at * 7_919) % 10_007}`));
    let compared = 0;
    const compare = byName('ko', ({ name }: Row) => name);
    const counted = (a: Row, b: Row) => {
      compared += 1;
      return compare(a, b);
    };
    const sort = createSorter(idOf, counted, false);
    sort(rows);
    expect(compared).toBeGreaterThan(100_000);
    compared = 0;
    const changed = rows.map((one, at) => (at % 1_000 === 0 ? { ...one, name: `이서연 ${at}` } : one));
    const again = sort(changed);
    expect(compared).toBeLessThan(25_000);
    expect(again.map(idOf)).toEqual(createSorter(idOf, compare, false)(changed).map(idOf));
  });

  it('goes up, down and back to how they came', () => {
    const up = nextSorting(null, 'title');
    const down = nextSorting(up, 'title');
    expect([up, down, nextSorting(down, 'title')]).toEqual([
      { by: 'title', isDown: false },
      { by: 'title', isDown: true },
      null,
    ]);
    expect(nextSorting(down, 'pages')).toEqual({ by: 'pages', isDown: false });
  });
});
