import type { TableSelection } from './table-selection.ts';

export type Line<Row> = { readonly type: 'head'; readonly group: string } | { readonly type: 'row'; readonly row: Row };

type GroupOf<Row> = ((row: Row) => string | null) | undefined;

/** What is drawn: each group behind its head, and of folded groups the head alone. */
export function withGroupHeads<Row>(
  rows: readonly Row[],
  groupOf: GroupOf<Row>,
  folded: ReadonlySet<string>,
): readonly Line<Row>[] {
  const lines: Line<Row>[] = [];
  let former: string | null = null;
  for (const row of rows) {
    const group = groupOf?.(row) ?? null;
    if (group !== null && group !== former) lines.push({ type: 'head', group });
    former = group;
    if (group === null || !folded.has(group)) lines.push({ type: 'row', row });
  }
  return lines;
}

/** The group of each row that is folded away, by the row's id. */
export function headsOfFolded<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  groupOf: GroupOf<Row>,
  folded: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const heads = new Map<string, string>();
  if (groupOf === undefined || folded.size === 0) return heads;
  for (const row of rows) {
    const group = groupOf(row);
    if (group !== null && folded.has(group)) heads.set(rowId(row), group);
  }
  return heads;
}

/** Where keys go on from a folded group: from the row before its head on the way up, from behind it on the way down. */
export function besideHead<Row>(
  selection: TableSelection,
  lines: readonly Line<Row>[],
  headLine: number,
  rowId: (row: Row) => string,
  key: string,
): TableSelection {
  const idsOf = (some: readonly Line<Row>[]) => some.flatMap((line) => (line.type === 'row' ? [rowId(line.row)] : []));
  const isUp = key === 'ArrowUp' || key === 'PageUp' || key.toLowerCase() === 'k';
  // A step away from the head ends at the row next to it, so that it begins one row beyond.
  const focusId = isUp ? (idsOf(lines.slice(headLine))[0] ?? null) : (idsOf(lines.slice(0, headLine)).at(-1) ?? null);
  return { ...selection, focusId };
}
