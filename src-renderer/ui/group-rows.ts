/** Rows that stand together, under the name that is told above them. */
export interface RowGrouping<Row> {
  /** What rows of one group have in common: the same function from one drawing to the next. */
  readonly keyOf: (row: Row) => string;
  readonly compareKeys: (a: string, b: string) => number;
}

export interface GroupedRows<Row> {
  /** Group after group, each in the order in which its rows came. */
  readonly rows: readonly Row[];
  readonly byKey: ReadonlyMap<string, readonly Row[]>;
}

/** Looks at each row once and sorts the groups alone. */
export function groupRows<Row>(rows: readonly Row[], { keyOf, compareKeys }: RowGrouping<Row>): GroupedRows<Row> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  const byKey = new Map([...groups].sort(([a], [b]) => compareKeys(a, b)));
  return { rows: [...byKey.values()].flat(), byKey };
}
