import { ArrowDown, ArrowUp } from 'lucide-react';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { withColumnWidth, type ColumnView } from '../../src-core/desk/table-views.ts';
import { useText } from '../i18n/use-text.ts';
import { cx } from './class-names.ts';
import type { TrackedColumn } from './column-tracks.ts';
import { nextSorting, type Sorting } from './sort-rows.ts';
import styles from './data-table.module.css';

const KEY_STEP_PX = 16;

/** A column by its name, whatever is in its cells. */
export interface NamedColumn extends TrackedColumn {
  readonly name: string;
  readonly align?: 'start' | 'end';
  readonly isNameHidden?: boolean;
  /** How rows stand by it (`Compare`); a column without it is not sorted by. The same function from one drawing to the next. */
  readonly compare?: unknown;
}

interface ColumnNameProps {
  readonly column: NamedColumn;
  /** Among all columns, those that are hidden included; from 1. */
  readonly index: number;
  readonly sorting: Sorting | null;
  readonly onSort: ((sorting: Sorting | null) => void) | undefined;
  readonly view: ColumnView;
  readonly onView: ((change: (view: ColumnView) => ColumnView) => void) | undefined;
  /** Shows what a hand is about to make of it. */
  readonly onDraw: (view: ColumnView) => void;
}

/**
 * Sorts by its column where it can be; its edge draws the column wider and narrower, and Alt with the arrows does. Its keys are
 * its own: Enter is no row's here.
 */
export function ColumnName({ column, index, sorting, onSort, view, onView, onDraw }: ColumnNameProps) {
  const { t } = useText();
  const place = useRef<HTMLDivElement>(null);
  const { id, name, isNameHidden = false, align, compare } = column;
  const isSorted = sorting?.by === id;
  const Arrow = isSorted && sorting.isDown ? ArrowDown : ArrowUp;
  const shown = <span className={isNameHidden ? 'visually-hidden' : ''}>{name}</span>;
  const order = isSorted ? (sorting.isDown ? 'descending' : 'ascending') : 'none';
  const canSort = compare !== undefined && onSort !== undefined;
  // Marks are as wide as they are.
  const canDraw = onView !== undefined && !isNameHidden;
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? KEY_STEP_PX : event.key === 'ArrowLeft' ? -KEY_STEP_PX : 0;
    if (!canDraw || !event.altKey || step === 0) return;
    event.preventDefault();
    const shownPx = place.current?.offsetWidth ?? 0;
    onView((now) => withColumnWidth(now, id, (now.widths.find((one) => one.id === id)?.px ?? shownPx) + step));
  };
  return (
    <div
      ref={place}
      role="columnheader"
      aria-colindex={index}
      className={cx(styles.name, align === 'end' && styles.end)}
      aria-sort={canSort ? order : undefined}
    >
      {canSort ? (
        <button
          type="button"
          className={styles.sort}
          data-sorted={isSorted}
          {...(canDraw && {
            title: t('ui.table.widthKeys'),
            'aria-keyshortcuts': 'Alt+ArrowLeft Alt+ArrowRight',
          })}
          onClick={() => onSort(nextSorting(sorting, id))}
          onKeyDown={onKeyDown}
        >
          {shown}
          <Arrow className={styles.arrow} size={12} aria-hidden="true" />
        </button>
      ) : (
        shown
      )}
      {canDraw && (
        <ColumnEdge
          widthPx={() => place.current?.offsetWidth ?? 0}
          onDraw={(px) => onDraw(withColumnWidth(view, id, px))}
          onDrawn={(px) => {
            onDraw(withColumnWidth(view, id, px));
            onView((now) => withColumnWidth(now, id, px));
          }}
        />
      )}
    </div>
  );
}

interface ColumnEdgeProps {
  readonly widthPx: () => number;
  readonly onDraw: (px: number) => void;
  /** Null: as it was. */
  readonly onDrawn: (px: number | null) => void;
}

/** For a pointer alone: keys have the column's name. */
function ColumnEdge({ widthPx, onDraw, onDrawn }: ColumnEdgeProps) {
  const hand = useRef<{ readonly fromX: number; readonly fromPx: number; px: number } | null>(null);
  const end = (event: PointerEvent<HTMLElement>): void => {
    delete event.currentTarget.dataset['drawn'];
    const held = hand.current;
    hand.current = null;
    if (held !== null && held.px !== held.fromPx) onDrawn(held.px);
  };
  return (
    <span
      className={styles.edge}
      aria-hidden="true"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.dataset['drawn'] = '';
        const fromPx = widthPx();
        hand.current = { fromX: event.clientX, fromPx, px: fromPx };
      }}
      onPointerMove={(event) => {
        const held = hand.current;
        if (held === null) return;
        held.px = held.fromPx + event.clientX - held.fromX;
        onDraw(held.px);
      }}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => onDrawn(null)}
    />
  );
}
