import { useMemo, useRef, type CSSProperties, type RefObject } from 'react';
import { COLUMNS_AS_THEY_WERE, type ColumnView } from '../../src-core/desk/table-views.ts';
import { ColumnName, type NamedColumn } from './column-name.tsx';
import { leastPxOf, shownColumns, templateOf, type ShownColumn } from './column-tracks.ts';
import type { Sorting } from './sort-rows.ts';
import styles from './data-table.module.css';

/** What stands beside and between the columns, as `data-table.module.css` has it. */
const SIDES_PX = 32;
const GAP_PX = 12;
/** Height of the column names, which stay above the rows. */
export const HEAD_PX = 28;

/** How a table is arranged by a person, and what is called when one arranges it anew. */
export interface Arranging {
  /** How its rows are sorted, and what a column's name asks for; without them names are only read. */
  readonly sorting?: Sorting | null;
  readonly onSort?: (sorting: Sorting | null) => void;
  /** Which columns are shown and how wide; without `onView` they are as they are. */
  readonly view?: ColumnView;
  readonly onView?: (change: (view: ColumnView) => ColumnView) => void;
}

export interface LaidOut<Column> {
  /** The part that scrolls: its rows take their columns from it (`--columns`, and `--least` below which it scrolls sideways). */
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly shown: readonly ShownColumn<Column>[];
  readonly style: CSSProperties;
  /** Shows what a hand is about to make of it. On the table and not on its rows: none of them is drawn anew while a hand moves. */
  readonly layOut: (view: ColumnView) => void;
}

/** The columns that are shown now, on the part that scrolls. */
export function useColumns<Column extends NamedColumn>(
  columns: readonly Column[],
  view: ColumnView = COLUMNS_AS_THEY_WERE,
): LaidOut<Column> {
  const scroller = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => shownColumns(columns, view), [columns, view]);
  const least = (of: ColumnView): string => `${leastPxOf(shown, of) + SIDES_PX + GAP_PX * (shown.length - 1)}px`;
  return {
    scroller,
    shown,
    style: { '--columns': templateOf(shown, view), '--least': least(view) } as CSSProperties,
    layOut: (next) => {
      scroller.current?.style.setProperty('--columns', templateOf(shown, next));
      scroller.current?.style.setProperty('--least', least(next));
    },
  };
}

export interface ColumnHeadsProps extends Arranging {
  readonly laidOut: Pick<LaidOut<NamedColumn>, 'shown' | 'layOut'>;
}

/** The names of the columns, above the rows. */
export function ColumnHeads({
  laidOut,
  sorting = null,
  onSort,
  view = COLUMNS_AS_THEY_WERE,
  onView,
}: ColumnHeadsProps) {
  return (
    <div role="row" aria-rowindex={1} className={styles.head}>
      {laidOut.shown.map(({ column, index }) => (
        <ColumnName
          key={column.id}
          column={column}
          index={index}
          sorting={sorting}
          onSort={onSort}
          view={view}
          onView={onView}
          onDraw={laidOut.layOut}
        />
      ))}
    </div>
  );
}

/** A name has its own keys, and chords go on to the window. */
export const isOnName = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[role="columnheader"]') !== null;
