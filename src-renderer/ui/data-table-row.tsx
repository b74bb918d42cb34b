import { memo, type MouseEvent, type ReactNode } from 'react';
import { cx } from './class-names.ts';
import type { DataColumn } from './data-table.tsx';
import styles from './data-table.module.css';

interface DataTableRowProps<Row> {
  readonly row: Row;
  readonly id: string;
  readonly domId: string;
  /** From 1; the head of the table is row 1. */
  readonly ariaRowIndex: number;
  readonly name: string;
  readonly note: string | undefined;
  readonly columns: readonly DataColumn<Row>[];
  readonly template: string;
  readonly topPx: number;
  readonly heightPx: number;
  readonly isSelected: boolean;
  readonly isFocus: boolean;
  /** How it just turned out: it shows so for a moment. */
  readonly turned: string | undefined;
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
      style={{ gridTemplateColumns: props.template, height: heightPx, transform: `translateY(${topPx}px)` }}
      onClick={(event) => props.onClick(event, props.id)}
      onDoubleClick={() => props.onOpen(row)}
    >
      {columns.map((column) => (
        <div key={column.id} role="gridcell" className={cx(styles.cell, column.align === 'end' && styles.end)}>
          {column.cell(row)}
        </div>
      ))}
    </div>
  );
}

/** One row of a `DataTable`, drawn again only when something of it changed. */
export const DataTableRow = memo(PlainRow) as typeof PlainRow;
