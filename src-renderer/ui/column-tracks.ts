import type { ColumnView } from '../../src-core/desk/table-views.ts';

export interface TrackedColumn {
  readonly id: string;
  readonly track: string;
  /** Names the row: it is always there. */
  readonly isRowHeader?: boolean;
  /** There is no room for it now. */
  readonly isAway?: boolean;
}

/** A column that is shown, with its place among all of them, from 1. */
export interface ShownColumn<Column> {
  readonly column: Column;
  readonly index: number;
}

export function shownColumns<Column extends TrackedColumn>(
  columns: readonly Column[],
  { hidden }: ColumnView,
): readonly ShownColumn<Column>[] {
  return columns
    .map((column, at) => ({ column, index: at + 1 }))
    .filter(({ column }) => column.isRowHeader === true || (column.isAway !== true && !hidden.includes(column.id)));
}

const trackOf = ({ id, track }: TrackedColumn, { widths }: ColumnView): string => {
  const px = widths.find((one) => one.id === id)?.px;
  return px === undefined ? track : `${px}px`;
};

/** As CSS has it (`grid-template-columns`). */
export const templateOf = (columns: readonly ShownColumn<TrackedColumn>[], view: ColumnView): string =>
  columns.map(({ column }) => trackOf(column, view)).join(' ');

/** What the columns need together without the gaps between them: below it the table scrolls sideways. */
export const leastPxOf = (columns: readonly ShownColumn<TrackedColumn>[], view: ColumnView): number =>
  columns.reduce((sum, { column }) => sum + Number(/\d+/.exec(trackOf(column, view))?.[0] ?? 0), 0);
