import { useMemo } from 'react';
import { createSorter, type Compare } from './sort-rows.ts';

/** Rows in the order of `compare`, which stays the same function from one drawing to the next; as they came for null. */
export function useSortedRows<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  compare: Compare<Row> | null,
  isDown: boolean,
): readonly Row[] {
  const sort = useMemo(
    () => (compare === null ? null : createSorter(rowId, compare, isDown)),
    [rowId, compare, isDown],
  );
  return useMemo(() => (sort === null ? rows : sort(rows)), [sort, rows]);
}
