import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, type HTMLAttributes, type ReactNode } from 'react';

export interface VirtualTableProps<Row> {
  readonly label: string;
  /** Of the part that scrolls, and of the table in it. */
  readonly className?: string | undefined;
  readonly tableClassName?: string | undefined;
  /** The column heads, as many as a row has cells; none for a list of one column that its label names. */
  readonly head: readonly ReactNode[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Of a row of one line; what a row turns out to be is measured. */
  readonly rowHeightPx: number;
  readonly cells: (row: Row, index: number) => ReactNode;
  readonly attributes?: (
    row: Row,
    index: number,
  ) => HTMLAttributes<HTMLTableRowElement> & { readonly [data: `data-${string}`]: unknown };
}

/**
 * A plain table to be read, of which only the rows on screen are drawn: ten thousand orders open as ten do. Its columns
 * need widths of their own (`table-layout: fixed`), since most rows are not there to be measured. For rows that are chosen
 * and opened there is `DataTable`.
 */
export function VirtualTable<Row>({
  label,
  className,
  tableClassName,
  head,
  rows,
  rowKey,
  rowHeightPx,
  cells,
  attributes,
}: VirtualTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    getItemKey: (index) => (rows[index] === undefined ? index : rowKey(rows[index])),
    overscan: 10,
  });
  const shown = virtual.getVirtualItems();
  const abovePx = shown[0]?.start ?? 0;
  const belowPx = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    <div ref={scroller} className={className} tabIndex={0} role="region" aria-label={label}>
      <table className={tableClassName} aria-rowcount={rows.length + 1}>
        {head.length > 0 && (
          <thead>
            <tr aria-rowindex={1}>{head}</tr>
          </thead>
        )}
        <tbody>
          <Gap heightPx={abovePx} columns={head.length} />
          {shown.map(({ index, key }) => {
            const row = rows[index];
            return row === undefined ? null : (
              <tr
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                aria-rowindex={index + 2}
                {...attributes?.(row, index)}
              >
                {cells(row, index)}
              </tr>
            );
          })}
          <Gap heightPx={belowPx} columns={head.length} />
        </tbody>
      </table>
    </div>
  );
}

/** The height of the rows that are not drawn. */
function Gap({ heightPx, columns }: { readonly heightPx: number; readonly columns: number }) {
  if (heightPx <= 0) return null;
  return (
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height: heightPx, padding: 0, border: 0 }} />
    </tr>
  );
}
