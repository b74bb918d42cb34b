import { expect, it } from 'vitest';
import { groupRows } from './group-rows.ts';

const byLetter = {
  keyOf: (row: string) => row.slice(0, 1),
  headOf: (key: string, rows: readonly string[]) => `${key}: ${rows.length}`,
  compareHeads: (a: string, b: string) => (a < b ? -1 : 1),
};

it('puts groups in their order and leaves the rows of each in theirs', () => {
  const { rows, byKey: groups } = groupRows(['b2', 'a9', 'b1', 'a3'], byLetter);
  expect(rows).toEqual(['a9', 'a3', 'b2', 'b1']);
  expect([...groups]).toEqual([
    ['a', { head: 'a: 2', rows: ['a9', 'a3'] }],
    ['b', { head: 'b: 2', rows: ['b2', 'b1'] }],
  ]);
});

it('asks each of ten thousand rows once for its group, and each group once for its head', () => {
  const asked = { rows: 0, heads: 0 };
  const many = Array.from({ length: 10_000 }, (_, at) => `${at % 7}`);
  const { rows } = groupRows(many, {
    keyOf: (row) => ((asked.rows += 1), row),
    headOf: (key) => ((asked.heads += 1), key),
    compareHeads: byLetter.compareHeads,
  });
  expect(rows).toHaveLength(10_000);
  expect(asked).toEqual({ rows: 10_000, heads: 7 });
});
