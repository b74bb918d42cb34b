/** By which column rows stand, and whether the last one stands first. */
export interface Sorting {
  readonly by: string;
  readonly isDown: boolean;
}

export type Compare<Row> = (a: Row, b: Row) => number;

/** What pressing a column's name makes of it: up, down, and the order in which the rows came. */
export function nextSorting(now: Sorting | null, by: string): Sorting | null {
  if (now?.by !== by) return { by, isDown: false };
  return now.isDown ? null : { by, isDown: true };
}

/**
 * Sorts rows that come again and again with few changes. It begins with the order of the last time, which is in order but for
 * those few: ten thousand names are compared some ten thousand times then, not a hundred and thirty thousand.
 */
export function createSorter<Row>(
  rowId: (row: Row) => string,
  compare: Compare<Row>,
  isDown: boolean,
): (rows: readonly Row[]) => readonly Row[] {
  let places: ReadonlyMap<string, number> = new Map();
  return (rows) => {
    const came = new Map(rows.map((row, place) => [row, place]));
    const before = (row: Row) => places.get(rowId(row)) ?? Infinity;
    const sorted = rows
      .map((row) => ({ row, place: before(row) }))
      .sort((a, b) => (a.place === b.place ? 0 : a.place - b.place))
      .map(({ row }) => row)
      // What is equal stands as it came, however it stood before.
      .sort((a, b) => (isDown ? compare(b, a) : compare(a, b)) || (came.get(a) ?? 0) - (came.get(b) ?? 0));
    places = new Map(sorted.map((row, place) => [rowId(row), place]));
    return sorted;
  };
}

/** Values of a list in its order; what is not in it stands last. */
export function byRank<Row, Value>(valueOf: (row: Row) => Value, order: readonly Value[]): Compare<Row> {
  const rank = new Map(order.map((value, place) => [value, place]));
  const of = (row: Row) => rank.get(valueOf(row)) ?? order.length;
  return (a, b) => of(a) - of(b);
}

/** Numbers; rows without one stand last. */
export const byNumber =
  <Row>(valueOf: (row: Row) => number | null): Compare<Row> =>
  (a, b) => {
    const [one, other] = [valueOf(a), valueOf(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return one - other;
  };

const collators = new Map<string, Intl.Collator>();

/** Names as the language orders them, numbers in them by their value; empty ones stand last. */
export function byName<Row>(language: string, valueOf: (row: Row) => string): Compare<Row> {
  const collator = collators.get(language) ?? new Intl.Collator(language, { numeric: true });
  collators.set(language, collator);
  return (a, b) => {
    const [one, other] = [valueOf(a), valueOf(b)];
    if (one === '' || other === '') return Number(one === '') - Number(other === '');
    return collator.compare(one, other);
  };
}
