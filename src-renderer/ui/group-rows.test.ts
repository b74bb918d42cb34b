import { expect, it } from 'vitest';
import { groupRows } from './group-rows.ts';

const byKey = { keyOf: (row: string) => row.slice(0, 1), compareKeys: (a: string, b: string) => (a < b ? -1 : 1) };

it('puts groups in their order and leaves the rows of each in theirs', () => {
  const { rows, byKey: groups } = groupRows(['b2', 'a9', 'b1', 'a3'], byKey);
  expect(rows).toEqual(['a9', 'a3', 'b2', 'b1']);
  expect([...groups]).toEqual([
    ['a', ['a9', 'a3']],
    ['b', ['b2', 'b1']],
  ]);
});

it('asks each of ten thousand rows once for its group', () => {
  let asked = 0;
  const many = Array.from({ length: 10_000 }, (_, at) => `${at % 7}`);
  const { rows } = groupRows(many, { ...byKey, keyOf: (row) => ((asked += 1), row) });
  expect([rows.length, asked]).toEqual([10_000, 10_000]);
});
