/** Rows that stand together, under a head that tells of them. */
export interface RowGrouping<Row, Head> {
  /** What rows of one group have in common: the same function from one drawing to the next. */
  readonly keyOf: (row: Row) => string;
  /** What is told of a group: asked once for each, since a group may be all of the rows. */
  readonly headOf: (key: string, rows: readonly Row[]) => Head;
  readonly compareHeads: (a: Head, b: Head) => number;
}

export interface RowGroup<Row, Head> {
  readonly head: Head;
  readonly rows: readonly Row[];
}

export interface GroupedRows<Row, Head> {
  /** Group after group, each in the order in which its rows came. */
  readonly rows: readonly Row[];
  readonly byKey: ReadonlyMap<string, RowGroup<Row, Head>>;
}

/** Looks at each row once and sorts the groups alone. */
export function groupRows<Row, Head>(
  rows: readonly Row[],
  { keyOf, headOf, compareHeads }: RowGrouping<Row, Head>,
): GroupedRows<Row, Head> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = found.get(key);
    if (group === undefined) found.set(key, [row]);
    else group.push(row);
  }
  const groups = [...found].map(([key, ofKey]) => [key, { head: headOf(key, ofKey), rows: ofKey }] as const);
  const byKey = new Map(groups.sort(([, a], [, b]) => compareHeads(a.head, b.head)));
  return { rows: [...byKey.values()].flatMap((group) => group.rows), byKey };
}
