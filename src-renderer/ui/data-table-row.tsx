import { memo, type DragEvent, type MouseEvent, type ReactNode, type RefObject } from 'react';
import { cx } from './class-names.ts';
import type { ShownColumn } from './column-tracks.ts';
import type { CarryRows, DataColumn } from './data-table.tsx';
import styles from './data-table.module.css';

interface DataTableRowProps<Row> {
  readonly row: Row;
  readonly id: string;
  readonly domId: string;
  /** From 1; the head of the table is row 1. */
  readonly ariaRowIndex: number;
  readonly name: string;
  readonly note: string | undefined;
  readonly columns: readonly ShownColumn<DataColumn<Row>>[];
  readonly topPx: number;
  readonly heightPx: number;
  readonly isSelected: boolean;
  readonly isFocus: boolean;
  /** How it just turned out: it shows so for a moment. */
  readonly turned: string | undefined;
  readonly carry: CarryRows<Row> | undefined;
  /** The row that is being carried. */
  readonly carriedRef: RefObject<Row | null>;
  readonly onClick: (event: MouseEvent, id: string) => void;
  readonly onOpen: (row: Row) => void;
}

function PlainRow<Row>(props: DataTableRowProps<Row>): ReactNode {
  const { row, columns, topPx, heightPx } = props;
  return (
    <div
      id={props.domId}
      role="row"
      aria-rowindex={props.ariaRowIndex}
      aria-selected={props.isSelected}
      aria-label={props.name}
      aria-description={props.note}
      data-focus={props.isFocus || undefined}
      data-turned={props.turned}
      className={styles.row}
      style={{ height: heightPx, transform: `translateY(${topPx}px)` }}
      onClick={(event) => props.onClick(event, props.id)}
      onDoubleClick={() => props.onOpen(row)}
      {...carryHandlers(props)}
    >
      {columns.map(({ column, index }) => (
        <div
          key={column.id}
          role={column.isRowHeader === true ? 'rowheader' : 'gridcell'}
          aria-colindex={index}
          className={cx(styles.cell, column.align === 'end' && styles.end)}
        >
          {column.cell(row)}
        </div>
      ))}
    </div>
  );
}

/** What is dragged over a row shows on it at once, without a drawing of the table. */
function carryHandlers<Row>({ row, id, carry, carriedRef }: DataTableRowProps<Row>) {
  if (carry === undefined) return {};
  const takes = (): boolean => carriedRef.current !== null && carry.canTake(carriedRef.current, row);
  const leave = (event: DragEvent<HTMLElement>): void => void delete event.currentTarget.dataset['over'];
  return {
    draggable: carry.canCarry(row),
    onDragStart: (event: DragEvent<HTMLElement>) => {
      carriedRef.current = row;
      event.dataTransfer.setData('text/x-row', id);
      event.dataTransfer.effectAllowed = 'link';
    },
    onDragEnd: () => {
      carriedRef.current = null;
    },
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (!takes()) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'link';
      event.currentTarget.dataset['over'] = '';
    },
    onDragLeave: leave,
    onDrop: (event: DragEvent<HTMLElement>) => {
      leave(event);
      const carried = carriedRef.current;
      if (carried === null || !takes()) return;
      event.preventDefault();
      carry.onCarried(carried, row);
    },
  };
}

/** One row of a `DataTable`, drawn again only when something of it changed. */
export const DataTableRow = memo(PlainRow) as typeof PlainRow;
