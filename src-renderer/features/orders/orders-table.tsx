import { useCallback, useMemo } from 'react';
import type { LateRule } from '../../../src-core/orders/late-orders.ts';
import type { OrderRow } from '../../../src-core/ipc/subjects/orders.ts';
import { useAction, useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import type { Text } from '../../i18n/text.ts';
import { EndKept } from '../../ui/end-kept.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable, type DataColumn } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import type { GroupedRows } from '../../ui/group-rows.ts';
import type { TableSelection } from '../../ui/table-selection.ts';
import type { Compare } from '../../ui/sort-rows.ts';
import { useWidth } from '../../ui/use-width.ts';
import { albumOf, endOfAlbum } from './order-name.ts';
import { OrderStepBar } from './order-step-bar.tsx';
import type { OrderGrouping, OrderHead } from './order-groupings.ts';
import { orderSorting } from './order-sorting.ts';
import { useFoldedGroups } from '../tables/use-folded-groups.ts';
import { useTableView } from '../tables/use-table-view.ts';
import { lateNote, whyLate } from './late-words.ts';
import { ParcelNumber } from './parcel-number.tsx';
import { groupOf, isLate, type OrderGroup, type OrderGroups } from './order-rows.ts';
import styles from './orders-screen.module.css';

export interface OrdersTableProps {
  readonly groups: OrderGroups;
  /** Groups that somebody chose, in place of those. */
  readonly chosenGroups: (Pick<OrderGrouping, 'keyOf'> & Pick<GroupedRows<OrderRow, OrderHead>, 'byKey'>) | null;
  readonly nowMs: number;
  /** Of the groups, one after the other. */
  readonly rows: readonly OrderRow[];
  readonly selection: TableSelection;
  readonly seenAtMs: number | null;
  readonly currency: string;
  readonly comparisons: ReadonlyMap<string, Compare<OrderRow>>;
  readonly onSelect: (selection: TableSelection) => void;
  readonly onMarkSeen: () => void;
}

const orderUidOf = (row: OrderRow): string => row.orderUid;

/** The order board: what is late on top, what changed since the last look, then all the others. */
export function OrdersTable({
  groups,
  chosenGroups,
  nowMs,
  rows,
  selection,
  seenAtMs,
  currency,
  comparisons,
  onSelect,
  onMarkSeen,
}: OrdersTableProps) {
  const text = useText();
  const { t, format } = text;
  const lateRule = useAnswer('orders.lateRule', {}).data ?? null;
  const { mutate: openTrackingPage } = useAction('orders.openTrackingPage');
  const sorting = orderSorting.use();
  const isGrouped = groups.late.length > 0 || groups.changed.length > 0;
  const groupName = (group: string): string => {
    if (group === 'others') return t('orders.group.others');
    if (group === 'late') return t('orders.group.late');
    return seenAtMs === null
      ? t('orders.group.changedFirst')
      : t('orders.group.changed', { time: format.dateTime(seenAtMs) });
  };
  const cameAt = (atMs: number): string => t('orders.group.came', { time: format.dateTime(atMs) });
  const arranged = useTableView('orders');
  const folding = useFoldedGroups(arranged.view.groupBy, chosenGroups?.byKey ?? null);
  const [attachWidth, widthPx] = useWidth();
  const today = format.date(nowMs);
  const isWide = widthPx >= WIDE_PX;
  const columns = useMemo(
    () =>
      columnsOf(text, {
        currency,
        today,
        lateRule,
        nowMs,
        onOpenTrackingPage: isWide ? (orderUid) => openTrackingPage({ orderUid }) : null,
      }).map((column) => ({
        ...column,
        isAway: column.id === 'recipient' && !isWide,
        compare: comparisons.get(column.id),
      })),
    [text, currency, today, lateRule, nowMs, isWide, comparisons, openTrackingPage],
  );
  const groupOfRow = useCallback((row: OrderRow) => groupOf(row, nowMs), [nowMs]);
  return (
    <div ref={attachWidth} className={styles.board}>
      <DataTable
        label={t('orders.title')}
        rows={rows}
        rowId={orderUidOf}
        rowNote={(row) => (isLate(row, nowMs) && lateRule !== null ? lateNote(row, lateRule, text) : '')}
        rowName={(row) => `${albumOf(row, t)}, ${row.recipientName}, ${t(`orders.status.${row.orderStatus}`)}`}
        columns={columns}
        view={arranged.view}
        onView={arranged.changeColumns}
        selection={selection}
        onSelect={onSelect}
        sorting={sorting}
        onSort={orderSorting.set}
        {...(chosenGroups !== null && {
          ...folding,
          groupOf: chosenGroups.keyOf,
          groupHead: (group: string) => {
            const head = chosenGroups.byKey.get(group)?.head;
            return (
              head !== undefined && (
                <>
                  <span className={styles.groupName}>{head.name}</span>
                  <span className={styles.groupCount}>{t('orders.group.count', { count: head.count })}</span>
                  {head.atMs !== null && <span className={styles.why}>{cameAt(head.atMs)}</span>}
                  <span className={styles.groupEnd}>
                    <Money amount={head.charged} currency={currency} />
                  </span>
                </>
              )
            );
          },
        })}
        {...(chosenGroups === null &&
          isGrouped && {
            groupOf: groupOfRow,
            groupTone: (group: string) => (group === 'late' ? 'warning' : undefined),
            groupHead: (group: string) => (
              <>
                <span>
                  {group === 'late' && <span aria-hidden="true">▲ </span>}
                  {groupName(group)}
                </span>
                <span className={styles.groupCount}>{format.number(groups[group as OrderGroup].length)}</span>
                {group === 'late' && lateRule !== null && (
                  <span className={styles.why}>{whyLate(groups.late, lateRule, text)}</span>
                )}
                {group === 'changed' && (
                  <span className={styles.groupEnd}>
                    <Button variant="quiet" command="orders.markSeen" onPress={onMarkSeen}>
                      {t('orders.markSeen')}
                    </Button>
                  </span>
                )}
              </>
            ),
          })}
      />
    </div>
  );
}

const COLUMNS = ['album', 'recipient', 'status', 'since', 'tracking', 'cancel', 'charged'] as const;

/** The columns of the board, to choose from. */
export const orderColumnNames = (t: Text['t']) =>
  COLUMNS.map((id) => ({ id, name: t(`orders.column.${id}`), isRowHeader: id === 'album' }));

/** Below this width of the board, in CSS pixels, recipient and carrier's page make room: the inspector that takes the room has both. */
const WIDE_PX = 800;

interface BoardTold {
  readonly currency: string;
  /** As `format.date` writes it: the time tells more of today's orders than the date. */
  readonly today: string;
  readonly lateRule: LateRule | null;
  readonly nowMs: number;
  /** Null: there is no room for it. */
  readonly onOpenTrackingPage: ((orderUid: string) => void) | null;
}

function columnsOf(
  text: Text,
  { currency, today, lateRule, nowMs, onOpenTrackingPage }: BoardTold,
): readonly DataColumn<OrderRow>[] {
  const { t, ref, format } = text;
  return [
    {
      id: 'album',
      name: t('orders.column.album'),
      track: 'minmax(124px, 2fr)',
      isRowHeader: true,
      cell: (row) => {
        const album = albumOf(row, t);
        const out = row.cancelledItems === 0 ? '' : ` · ${t('orders.itemsCancelled', { count: row.cancelledItems })}`;
        const end = `${endOfAlbum(row, album) ?? ''}${out}`;
        return (
          <span className={styles.album} title={`${album}${out}`}>
            {row.changedSinceSeen && (
              <span className={styles.changed} role="img" aria-label={t('orders.changedMark')} />
            )}
            <EndKept text={`${album}${out}`} end={end === '' ? undefined : end} />
          </span>
        );
      },
    },
    {
      id: 'recipient',
      name: t('orders.column.recipient'),
      track: 'minmax(56px, 0.7fr)',
      cell: (row) => row.recipientName,
    },
    {
      id: 'status',
      name: t('orders.column.status'),
      track: 'minmax(164px, 1.4fr)',
      cell: (row) => <OrderStepBar status={row.orderStatus} />,
    },
    {
      id: 'since',
      name: t('orders.column.since'),
      track: '80px',
      cell: (row) => (
        <span
          className={isLate(row, nowMs) ? styles.late : styles.quiet}
          title={
            isLate(row, nowMs) && lateRule !== null ? lateNote(row, lateRule, text) : format.dateTime(row.statusSinceMs)
          }
        >
          {format.date(row.statusSinceMs) === today ? format.time(row.statusSinceMs) : format.date(row.statusSinceMs)}
        </span>
      ),
    },
    {
      id: 'tracking',
      name: t('orders.column.tracking'),
      track: onOpenTrackingPage === null ? '124px' : '152px',
      cell: ({ orderUid, trackingNumber, trackingCarrier }) =>
        trackingNumber !== null && (
          <ParcelNumber
            number={trackingNumber}
            carrier={trackingCarrier}
            onOpenPage={onOpenTrackingPage === null ? null : () => onOpenTrackingPage(orderUid)}
          />
        ),
    },
    {
      id: 'cancel',
      name: t('orders.column.cancel'),
      track: '52px',
      cell: ({ actions: { cancel } }) => (
        <span className={cancel.allowed ? '' : styles.quiet} title={cancel.reason === null ? '' : ref(cancel.reason)}>
          {t(cancel.allowed ? 'orders.cancel.open' : 'orders.cancel.closed')}
        </span>
      ),
    },
    {
      id: 'charged',
      name: t('orders.column.charged'),
      track: '76px',
      align: 'end',
      cell: (row) => <Money amount={row.paidCreditAmount} currency={currency} />,
    },
  ];
}
