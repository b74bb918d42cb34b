import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { placesOf } from './chosen-rows.ts';
import { ColumnHeads, HEAD_PX, isOnName, useColumns, type Arranging } from './column-heads.tsx';
import type { NamedColumn } from './column-name.tsx';
import { DataTableRow } from './data-table-row.tsx';
import { useFocusInSight } from './focus-in-sight.ts';
import { GroupFold } from './group-fold.tsx';
import { besideHead, headsOfFolded, withGroupHeads } from './table-lines.ts';
import { isTypingEvent } from './key-events.ts';
import { isEnteredByKey, isRemoveKey, selectionOfKey } from './table-keys.ts';
import { moveSelection, toggleInSelection, type TableSelection } from './table-selection.ts';
import type { Compare } from './sort-rows.ts';
import { useRowHeight } from './row-height.ts';
import styles from './data-table.module.css';

export interface DataColumn<Row> extends NamedColumn {
  readonly cell: (row: Row) => ReactNode;
  readonly compare?: Compare<Row> | undefined;
}

export interface CarryRows<Row> {
  readonly canCarry: (row: Row) => boolean;
  readonly canTake: (carried: Row, onto: Row) => boolean;
  readonly onCarried: (carried: Row, onto: Row) => void;
}

export interface DataTableProps<Row> extends Arranging {
  readonly label: string;
  readonly rows: readonly Row[];
  /** A function that stays the same from one drawing to the next. */
  readonly rowId: (row: Row) => string;
  readonly columns: readonly DataColumn<Row>[];
  readonly selection: TableSelection;
  readonly onSelect: (selection: TableSelection) => void;
  /** Enter, or a double click. */
  readonly onOpen?: (row: Row) => void;
  /** Delete or Mod+Backspace with the focus in the table. */
  readonly onRemove?: (ids: readonly string[]) => void;
  /** Other keys with the focus in the table; answers whether it took the key. */
  readonly onKey?: (event: KeyboardEvent) => boolean;
  /** The name a screen reader gives to the row. */
  readonly rowName: (row: Row) => string;
  /** What it says after the name. */
  readonly rowNote?: (row: Row) => string;
  /** Rows that just turned out so, by their id: `accepted`, `warning` or `refused`. */
  readonly turned?: ReadonlyMap<string, string>;
  /** Rows that a pointer carries onto others; the same object from one drawing to the next. */
  readonly carry?: CarryRows<Row>;
  /** Rows of one group stand together in `rows`; each group starts with its head. Null: no group, no head. */
  readonly groupOf?: (row: Row) => string | null;
  readonly groupHead?: (group: string) => ReactNode;
  /** Groups whose rows are not shown; a group folds by its head, and by left and right on one of its rows. */
  readonly folded?: ReadonlySet<string>;
  readonly onFold?: (group: string, isFolded: boolean) => void;
  /** A group whose head stands out. */
  readonly groupTone?: (group: string) => 'warning' | undefined;
  /** Stays above the rows, below the head. */
  readonly autoFocus?: boolean;
}

const NONE_FOLDED: ReadonlySet<string> = new Set();

/** A virtualised grid: 10,000 rows scroll as 30 do. Arrow keys and J/K move, Shift extends, Mod+A takes all. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    rows,
    rowId,
    columns,
    selection,
    onSelect,
    onOpen,
    onRemove,
    onKey,
    rowName,
    rowNote,
    turned,
    carry,
    groupOf,
    groupHead,
    groupTone,
    folded = NONE_FOLDED,
    onFold,
    autoFocus = false,
    view,
  } = props;
  const laidOut = useColumns(columns, view);
  const { scroller, shown } = laidOut;
  const baseId = useId();
  const rowHeightPx = useRowHeight();
  const lines = useMemo(() => withGroupHeads(rows, groupOf, folded), [rows, groupOf, folded]);
  const ids = useMemo(() => lines.flatMap((line) => (line.type === 'row' ? rowId(line.row) : [])), [lines, rowId]);
  const foldedHeads = useMemo(() => headsOfFolded(rows, rowId, groupOf, folded), [rows, rowId, groupOf, folded]);
  const places = useMemo(
    () => placesOf(lines, (line) => (line.type === 'row' ? rowId(line.row) : `head ${line.group}`)),
    [lines, rowId],
  );
  const { focusId } = selection;
  // The head stands for a row that is folded away.
  const foldedGroup = focusId === null ? undefined : foldedHeads.get(focusId);
  const focusKey = foldedGroup === undefined ? focusId : `head ${foldedGroup}`;
  const focusLine = focusKey === null ? -1 : (places.get(focusKey) ?? -1);
  const line = lines[focusLine];
  const focused = line?.type === 'row' ? line.row : null;
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    overscan: 6,
    scrollMargin: HEAD_PX,
    scrollPaddingStart: HEAD_PX,
  });
  useEffect(() => virtual.measure(), [rowHeightPx, virtual]);
  useFocusInSight(virtual, { key: focusKey, index: focusLine, isThere: (key) => places.has(key) });
  useEffect(() => {
    if (autoFocus) scroller.current?.focus();
  }, [autoFocus, scroller]);

  const pageRows = () =>
    Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowHeightPx * 10) / rowHeightPx) - 2);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isTypingEvent(event.nativeEvent) || isOnName(event.target)) return;
    const isMod = event.metaKey || event.ctrlKey;
    if (onKey?.(event) === true) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const fold = event.altKey || isMod ? undefined : { ArrowLeft: true, ArrowRight: false }[event.key];
    const group = foldedGroup ?? (focused === null ? null : (groupOf?.(focused) ?? null));
    const stood = foldedGroup === undefined ? selection : besideHead(selection, lines, focusLine, rowId, event.key);
    const chosen = selectionOfKey(event, stood, ids, pageRows);
    if (chosen !== null) onSelect(chosen);
    else if (fold !== undefined && onFold !== undefined && group !== null) onFold(group, fold);
    else if (event.key === 'Enter' && !isMod && focused !== null) onOpen?.(focused);
    else if (isRemoveKey(event) && selection.ids.size > 0) onRemove?.(ids.filter((id) => selection.ids.has(id)));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  // Rows are drawn again only when they change themselves, so what they call has to stay the same function.
  const latest = useRef({ ids, selection, onSelect, onOpen });
  useEffect(() => {
    latest.current = { ids, selection, onSelect, onOpen };
  });
  const onRowClick = useCallback((event: MouseEvent, id: string) => {
    const now = latest.current;
    now.onSelect(
      toggleInSelection(now.selection, now.ids, id, { range: event.shiftKey, add: event.metaKey || event.ctrlKey }),
    );
  }, []);
  const carriedRef = useRef<Row | null>(null);
  const onRowOpen = useCallback((row: Row) => latest.current.onOpen?.(row), []);

  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      data-table=""
      aria-label={label}
      aria-multiselectable="true"
      aria-rowcount={lines.length + 1}
      aria-colcount={columns.length}
      aria-activedescendant={
        focusLine < 0
          ? undefined
          : foldedGroup === undefined
            ? `${baseId}-${focusId}`
            : `${baseId}-head ${foldedGroup}`.replaceAll(' ', '_')
      }
      className={styles.table}
      style={laidOut.style}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        if (isEnteredByKey(event) && selection.focusId === null && ids[0] !== undefined)
          onSelect(moveSelection(selection, ids, 1, false));
      }}
    >
      <ColumnHeads laidOut={laidOut} {...props} />
      <div role="presentation" className={styles.space} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const line = lines[item.index];
          if (line === undefined) return null;
          const topPx = item.start - HEAD_PX;
          if (line.type === 'head') {
            return (
              <div
                key={`head ${line.group}`}
                id={`${baseId}-head ${line.group}`.replaceAll(' ', '_')}
                role="row"
                data-focus={foldedGroup === line.group || undefined}
                aria-rowindex={item.index + 2}
                className={styles.group}
                data-tone={groupTone?.(line.group)}
                style={{ height: item.size, transform: `translateY(${topPx}px)` }}
              >
                <div role="gridcell" aria-colspan={columns.length} className={styles.groupCell}>
                  {onFold === undefined ? (
                    groupHead?.(line.group)
                  ) : (
                    <GroupFold isFolded={folded.has(line.group)} onFold={(isFolded) => onFold(line.group, isFolded)}>
                      {groupHead?.(line.group)}
                    </GroupFold>
                  )}
                </div>
              </div>
            );
          }
          const { row } = line;
          const id = rowId(row);
          return (
            <DataTableRow
              key={id}
              row={row}
              id={id}
              domId={`${baseId}-${id}`}
              ariaRowIndex={item.index + 2}
              name={rowName(row)}
              note={rowNote?.(row)}
              columns={shown}
              topPx={topPx}
              heightPx={item.size}
              isSelected={selection.ids.has(id)}
              isFocus={selection.focusId === id}
              turned={turned?.get(id)}
              carry={carry}
              carriedRef={carriedRef}
              onClick={onRowClick}
              onOpen={onRowOpen}
            />
          );
        })}
      </div>
    </div>
  );
}
