import { Copy } from 'lucide-react';
import { useMemo } from 'react';
import type { OrderRow } from '../../../src-core/ipc/subjects/orders.ts';
import { useText } from '../../i18n/use-text.ts';
import type { Text } from '../../i18n/text.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { DataTable, type DataColumn } from '../../ui/data-table.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Money } from '../../ui/money.tsx';
import type { TableSelection } from '../../ui/table-selection.ts';
import { useNow } from '../../ui/use-now.ts';
import { useWidth } from '../../ui/use-width.ts';
import { albumOf } from './order-name.ts';
import { OrderStepBar } from './order-step-bar.tsx';
import type { OrderGroups } from './order-rows.ts';
import styles from './orders-screen.module.css';

export interface OrdersTableProps {
  readonly groups: OrderGroups;
  /** Of the groups, one after the other. */
  readonly rows: readonly OrderRow[];
  readonly selection: TableSelection;
  readonly seenAtMs: number | null;
  readonly currency: string;
  readonly onSelect: (selection: TableSelection) => void;
  readonly onMarkSeen: () => void;
  readonly onCopyTracking: () => void;
  readonly onExport: () => void;
}

const orderUidOf = (row: OrderRow): string => row.orderUid;
const groupOf = (row: OrderRow): string => (row.changedSinceSeen ? 'changed' : 'others');

/** The order board: what changed since the last look on top, then all the others. */
export function OrdersTable({
  groups,
  rows,
  selection,
  seenAtMs,
  currency,
  onSelect,
  onMarkSeen,
  onCopyTracking,
  onExport,
}: OrdersTableProps) {
  const text = useText();
  const { t, format } = text;
  const nowMs = useNow(60_000);
  const hasChanged = groups.changed.length > 0;
  const groupName = (group: string): string => {
    if (group === 'others') return t('orders.group.others');
    return seenAtMs === null
      ? t('orders.group.changedFirst')
      : t('orders.group.changed', { time: format.dateTime(seenAtMs) });
  };
  const [attachWidth, widthPx] = useWidth();
  const today = format.date(nowMs);
  const columns = useMemo(
    () =>
      columnsOf(text, currency, today).filter((column) => column.id !== 'recipient' || widthPx >= WITH_RECIPIENT_PX),
    [text, currency, today, widthPx],
  );
  return (
    <div ref={attachWidth} className={styles.board}>
      <DataTable
        label={t('orders.title')}
        rows={rows}
        rowId={orderUidOf}
        rowName={(row) => `${albumOf(row, t)}, ${row.recipientName}, ${t(`orders.status.${row.orderStatus}`)}`}
        columns={columns}
        selection={selection}
        onSelect={onSelect}
        onKey={(event) => {
          if (!event.ctrlKey && !event.metaKey) return false;
          const take =
            event.code === 'KeyC' && event.shiftKey ? onCopyTracking : event.code === 'KeyE' ? onExport : null;
          take?.();
          return take !== null;
        }}
        {...(hasChanged && {
          groupOf,
          groupHead: (group: string) => (
            <>
              <span>{groupName(group)}</span>
              <span className={styles.groupCount}>
                {format.number(groups[group === 'changed' ? 'changed' : 'others'].length)}
              </span>
              {group === 'changed' && (
                <span className={styles.groupEnd}>
                  <Button variant="quiet" onPress={onMarkSeen}>
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

/** Below this width of the board, in CSS pixels, the recipient makes room: the inspector that takes the room names it. */
const WITH_RECIPIENT_PX = 800;

/** `today` as `format.date` writes it: the time tells more of today's orders than the date. */
function columnsOf({ t, ref, format }: Text, currency: string, today: string): readonly DataColumn<OrderRow>[] {
  return [
    {
      id: 'album',
      name: t('orders.column.album'),
      track: 'minmax(124px, 2fr)',
      cell: (row) => (
        <span className={styles.album} title={albumOf(row, t)}>
          {row.changedSinceSeen && <span className={styles.changed} role="img" aria-label={t('orders.changedMark')} />}
          {albumOf(row, t)}
        </span>
      ),
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
        <span className={styles.quiet} title={format.dateTime(row.statusSinceMs)}>
          {format.date(row.statusSinceMs) === today ? format.time(row.statusSinceMs) : format.date(row.statusSinceMs)}
        </span>
      ),
    },
    { id: 'tracking', name: t('orders.column.tracking'), track: '124px', cell: (row) => <Tracking row={row} t={t} /> },
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

function Tracking({ row, t }: { readonly row: OrderRow; readonly t: Text['t'] }) {
  const { trackingNumber } = row;
  if (trackingNumber === null) return null;
  return (
    <span className={styles.tracking} title={row.trackingCarrier ?? ''}>
      {trackingNumber}
      <IconButton
        icon={Copy}
        label={t('orders.tracking.copy', { number: trackingNumber })}
        onPress={() => copyText(trackingNumber, t('orders.tracking.copied'))}
      />
    </span>
  );
}
