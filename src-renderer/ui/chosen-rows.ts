import { useMemo } from 'react';

/** Where each row stands, by its id. */
export const placesOf = <Row>(rows: readonly Row[], idOf: (row: Row) => string): ReadonlyMap<string, number> =>
  new Map(rows.map((row, at) => [idOf(row), at]));

/** The rows of these ids as they stand in the table: a step through ten thousand looks at those that are chosen. */
export const chosenRows = <Row>(
  rows: readonly Row[],
  places: ReadonlyMap<string, number>,
  ids: ReadonlySet<string>,
): readonly Row[] =>
  [...ids]
    .flatMap((id) => places.get(id) ?? [])
    .sort((a, b) => a - b)
    .map((at) => rows[at] as Row);

/** `idOf` is the same function from one drawing to the next. */
export function useChosenRows<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  ids: ReadonlySet<string>,
): readonly Row[] {
  const places = useMemo(() => placesOf(rows, idOf), [rows, idOf]);
  return useMemo(() => chosenRows(rows, places, ids), [rows, places, ids]);
}
