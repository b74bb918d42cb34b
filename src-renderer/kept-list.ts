/** One answer of a list's channel, whatever its rows are. */
export interface ListPage<Row> {
  readonly mark: string;
  readonly isFresh: boolean;
  readonly rows: readonly Row[];
  readonly gone: readonly string[];
}

/** A list as the window has it: its rows in order, and the mark that they are as old as. */
export interface KeptList<Row> {
  readonly mark: string | null;
  readonly rows: readonly Row[];
}

export interface ListOrder<Row> {
  readonly idOf: (row: Row) => string;
  readonly compare: (a: Row, b: Row) => number;
}

export const NO_LIST: KeptList<never> = { mark: null, rows: [] };

/** The list with one more answer. Rows that did not change stay the same objects, so that they are not drawn again. */
export function withPage<Row>(
  list: KeptList<Row>,
  { mark, isFresh, rows: news, gone }: ListPage<Row>,
  { idOf, compare }: ListOrder<Row>,
): KeptList<Row> {
  const before = isFresh ? [] : list.rows;
  if (!isFresh && news.length === 0 && gone.length === 0) return { mark, rows: list.rows };
  const changed = new Map(news.map((row) => [idOf(row), row]));
  const left = new Set(gone);
  const rows: Row[] = [];
  for (const row of before) {
    const id = idOf(row);
    if (left.has(id)) continue;
    rows.push(changed.get(id) ?? row);
    changed.delete(id);
  }
  rows.push(...changed.values());
  // Nearly in order already, which costs a sort little more than looking.
  return { mark, rows: rows.sort(compare) };
}
