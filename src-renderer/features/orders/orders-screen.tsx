import { Copy, Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { OrderDetail, OrderRow } from '../../../src-core/ipc/subjects/orders.ts';
import { useAction, useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { NO_SELECTION } from '../../ui/table-selection.ts';
import { showToast } from '../../ui/toast-store.ts';
import { ScreenFooter, ScreenHeader, Spacer } from '../../ui/toolbar.tsx';
import { CancelSheet } from './cancel-sheet.tsx';
import { CheckClock } from './check-clock.tsx';
import { OrderInspector } from './order-inspector.tsx';
import { countStatuses, groupOrders, trackingText, type OrderFilter } from './order-rows.ts';
import { OrderReadyBooks, useReadyBooks } from './order-ready-books.tsx';
import { OrdersTable } from './orders-table.tsx';
import { ShippingSheet } from './shipping-sheet.tsx';
import { StatusCounters } from './status-counters.tsx';
import { goTo } from '../../route.ts';

const NO_FILTER: OrderFilter = { status: null, text: '' };

export interface OrdersScreenProps {
  /** Newest first. */
  readonly rows: readonly OrderRow[];
  /** When somebody last looked; null for never. */
  readonly seenAtMs: number | null;
}

/** The board of all orders with the inspector of one. */
export function OrdersScreen({ rows, seenAtMs }: OrdersScreenProps) {
  const { t, ref } = useText();
  const status = useAnswer('app.status', {});
  const readyBooks = useReadyBooks().length;
  const [filter, setFilter] = useState(NO_FILTER);
  const [selection, setSelection] = useState(NO_SELECTION);
  const [isCancelling, setCancelling] = useState(false);
  const [shippingOf, setShippingOf] = useState<OrderDetail['order'] | null>(null);
  const markSeen = useAction('orders.markSeen');
  const exportCsv = useAction('orders.exportCsv', {
    onDone: ({ saved }) => saved && showToast({ text: t('orders.export.saved'), tone: 'good' }),
  });
  const currency = status.data?.credit?.currency ?? 'KRW';
  const counts = useMemo(() => countStatuses(rows), [rows]);
  const groups = useMemo(() => groupOrders(rows, filter), [rows, filter]);
  const shown = useMemo(() => [...groups.changed, ...groups.others], [groups]);
  const chosen = shown.filter((row) => selection.ids.has(row.orderUid));
  const current = shown.find((row) => row.orderUid === selection.focusId) ?? null;
  const tracked = chosen.filter((row) => row.trackingNumber !== null);
  const canCancel = chosen.some((row) => row.actions.cancel.allowed);
  const cancelReason = chosen[0]?.actions.cancel.reason ?? null;
  const exported = chosen.length > 1 ? chosen : shown;
  const exportShown = () => exportCsv.mutate({ orderUids: exported.map((row) => row.orderUid) });
  const copyTracking = () => {
    if (tracked.length > 0) copyText(trackingText(tracked), t('orders.tracking.copiedMany', { count: tracked.length }));
  };
  return (
    <Screen
      inspectorLabel={t('orders.detail.label')}
      inspector={
        current === null ? null : (
          <OrderInspector
            key={current.orderUid}
            row={current}
            currency={currency}
            onClose={() => setSelection(NO_SELECTION)}
            onCancel={() => setCancelling(true)}
            onChangeShipping={setShippingOf}
          />
        )
      }
    >
      <ScreenHeader title={t('orders.title')}>
        {rows.length > 0 && (
          <SearchField
            label={t('orders.filter')}
            value={filter.text}
            onChange={(text) => setFilter({ ...filter, text })}
          />
        )}
        <Spacer />
        <CheckClock />
      </ScreenHeader>
      {rows.length > 0 && (
        <StatusCounters
          counts={counts}
          all={rows.length}
          selected={filter.status}
          onSelect={(next) => setFilter({ ...filter, status: next })}
        />
      )}
      {rows.length === 0 ? (
        <OrdersEmpty readyBooks={readyBooks} />
      ) : shown.length === 0 ? (
        <EmptyState title={t('orders.noMatch.title')}>
          <Button onPress={() => setFilter(NO_FILTER)}>{t('orders.noMatch.clear')}</Button>
        </EmptyState>
      ) : (
        <OrdersTable
          groups={groups}
          rows={shown}
          selection={selection}
          seenAtMs={seenAtMs}
          currency={currency}
          onSelect={setSelection}
          onMarkSeen={() => markSeen.mutate({})}
          onCopyTracking={copyTracking}
          onExport={exportShown}
        />
      )}
      {(rows.length > 0 || readyBooks > 0) && (
        <ScreenFooter note={chosen.length > 0 ? t('orders.selected', { count: chosen.length }) : null}>
          {rows.length > 0 && (
            <>
              <Button
                icon={Copy}
                isDisabled={tracked.length === 0}
                whyNot={t('orders.tracking.noneSelected')}
                onPress={copyTracking}
              >
                {t('orders.tracking.copyMany')}
              </Button>
              <Button icon={Download} isDisabled={exported.length === 0} onPress={exportShown}>
                {t('orders.export')}
              </Button>
              <Button
                isDisabled={!canCancel}
                whyNot={cancelReason === null ? null : ref(cancelReason)}
                onPress={() => setCancelling(true)}
              >
                {t('orders.cancelMany', { count: Math.max(1, chosen.length) })}
              </Button>
            </>
          )}
          <OrderReadyBooks />
        </ScreenFooter>
      )}
      {isCancelling && chosen.length > 0 && (
        <CancelSheet rows={chosen} currency={currency} onClose={() => setCancelling(false)} />
      )}
      {shippingOf !== null && <ShippingSheet order={shippingOf} onClose={() => setShippingOf(null)} />}
    </Screen>
  );
}

/** No order yet: says how many books could be one. The button for them stands at its place in the foot; without any, the way is to the library. */
function OrdersEmpty({ readyBooks }: { readonly readyBooks: number }) {
  const { t } = useText();
  return (
    <EmptyState title={t('orders.empty.title')} text={t('orders.empty.ready', { count: readyBooks })}>
      {readyBooks === 0 && <Button onPress={() => goTo('library')}>{t('orders.empty.action')}</Button>}
    </EmptyState>
  );
}
