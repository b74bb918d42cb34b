import type { Template } from '../../contract/templates.ts';
import { comparableHeader } from '../../manifests/columns.ts';
import type { Table } from '../../manifests/manifest.ts';

/** Which column, from 0, gives each variable of a template its values; null, or not named: none does. */
export type TableColumns = Readonly<Record<string, number | null>>;

/** How a table is read: what stands above its columns, and whose values they hold. */
export interface TableReading {
  /** The row of the heads, from 1: entries begin under it. Null: the first row is one already. */
  readonly headRow: number | null;
  readonly columns: TableColumns;
}

/** A title and a few lines of remarks may stand above the heads. */
const ROWS_ABOVE = 10;
/** A word of one letter stands in many others. */
const LEAST_SHARED = 2;

interface Variable {
  readonly name: string;
  /** As they are compared. */
  readonly labels: readonly string[];
}

const variablesOf = ({ parameters }: Template): readonly Variable[] =>
  Object.entries(parameters.definitions).map(([name, { description }]) => ({
    name,
    labels: [...new Set([name, description].map(comparableHeader))].filter((label) => label !== ''),
  }));

export const isBlank = (cell: string | undefined): boolean => (cell ?? '').trim() === '';

/** Columns up to the last one in which anything stands. */
export const widthOf = (rows: Table): number =>
  rows.reduce((most, row) => Math.max(most, row.findLastIndex((cell) => !isBlank(cell)) + 1), 0);

/**
 * How a table is likely meant. The heads are the row that names most variables of the template, by their name or their description,
 * whatever its case, spaces, signs and bracketed remarks; where none names one whole, the first row if words of it hold one. A table
 * without heads that has just as many columns as the template has variables is read in their order.
 */
export function proposedReading(template: Template, rows: Table): TableReading {
  const variables = variablesOf(template);
  const first = rows.findIndex((row) => !row.every(isBlank));
  const above = rows.slice(0, first + ROWS_ABOVE).map((row) => named(variables, row));
  const most = Math.max(0, ...above.map(({ size }) => size));
  const at = most > 0 ? above.findIndex(({ size }) => size === most) : first;
  const columns = held(variables, rows[at] ?? [], above[at] ?? new Map<string, number>());
  if (columns.size > 0) return { headRow: at + 1, columns: Object.fromEntries(columns) };
  const isInOrder = variables.length > 0 && widthOf(rows) === variables.length;
  return {
    headRow: null,
    columns: isInOrder ? Object.fromEntries(variables.map(({ name }, column) => [name, column])) : {},
  };
}

/** Variables whose label a head of the row is; the first such column each. */
function named(variables: readonly Variable[], row: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  row.forEach((cell, column) => {
    const head = comparableHeader(cell);
    const variable = variables.find(({ name, labels }) => labels.includes(head) && !found.has(name));
    if (variable !== undefined) found.set(variable.name, column);
  });
  return found;
}

/** Those, and of what is left the heads that hold a label, or that a label holds, the longest first. What two of them could mean nobody guesses. */
function held(
  variables: readonly Variable[],
  row: readonly string[],
  known: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const taken = new Set(known.values());
  const heads = row.flatMap((cell, column) => (taken.has(column) ? [] : [{ column, head: comparableHeader(cell) }]));
  const left = variables.filter(({ name }) => !known.has(name));
  const shared = left
    .flatMap(({ name, labels }) =>
      heads.map(({ column, head }) => ({ name, column, length: Math.max(0, ...labels.map(sharedWith(head))) })),
    )
    .filter(({ length }) => length >= LEAST_SHARED);
  const found = new Map(known);
  const lengths = [...new Set(shared.map(({ length }) => length))].sort((a, b) => b - a);
  for (const length of lengths) {
    const now = shared.filter((one) => one.length === length && !found.has(one.name) && !taken.has(one.column));
    for (const { name, column } of now)
      if (now.filter((other) => other.name === name || other.column === column).length === 1) found.set(name, column);
    for (const column of found.values()) taken.add(column);
  }
  return found;
}

/** Letters of a head that are a whole label, or of a label that are the whole head. */
const sharedWith =
  (head: string) =>
  (label: string): number =>
    head !== '' && (head.includes(label) || label.includes(head)) ? Math.min(head.length, label.length) : 0;
