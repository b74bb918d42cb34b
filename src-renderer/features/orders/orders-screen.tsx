import { Copy } from 'lucide-react';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { OrderDetail, OrderRow } from '../../../src-core/ipc/subjects/orders.ts';
import { useAction, useAnswer } from '../../bridge.ts';
import { useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useChosenRows } from '../../ui/chosen-rows.ts';
import { toggleDetails } from '../../ui/details-fold.ts';
import { Rested } from '../../ui/rested.tsx';
import { groupRows } from '../../ui/group-rows.ts';
import { useSortedRows } from '../../ui/use-sorted-rows.ts';
import { NO_SELECTION } from '../../ui/table-selection.ts';
import { ScreenFooter, ScreenHeader, Spacer } from '../../ui/toolbar.tsx';
import { CancelSheet } from './cancel-sheet.tsx';
import { CheckClock } from './check-clock.tsx';
import { OrderInspector } from './order-inspector.tsx';
import { applyOrderFilter, orderFilter } from './order-filter.ts';
import { countFolds, filterOrders, groupOrders, NO_ORDER_FILTER, trackingText } from './order-rows.ts';
import { OrderAgain } from './order-again.tsx';
import { OrderInLive } from '../promotions/order-in-live.tsx';
import { PromotionBanners } from '../promotions/promotion-banners.tsx';
import { openPromotionReview } from './order-review-store.ts';
import { LinkedOrder } from './linked-order.tsx';
import { OpenRuns } from './open-runs.tsx';
import { OrderReadyBooks, useReadyBooks } from './order-ready-books.tsx';
import { ORDER_GROUPINGS, orderGrouping } from './order-groupings.ts';
import { orderComparisons, orderSorting } from './order-sorting.ts';
import { FilterChips } from '../tables/filter-chips.tsx';
import { SaveFilter } from '../tables/save-filter.tsx';
import { useTableView } from '../tables/use-table-view.ts';
import { ColumnsMenu } from '../tables/columns-menu.tsx';
import { orderColumnNames, OrdersTable } from './orders-table.tsx';
import { useSaveDocument } from '../documents/save-document.ts';
import { SaveTable } from './save-table.tsx';
import { ShippingSheet } from './shipping-sheet.tsx';
import { UnreadOrders } from './unread-orders.tsx';
import { nameOfFold, StatusCounters } from './status-counters.tsx';
import { goTo } from '../../route.ts';

const orderUidOf = (row: OrderRow): string => row.orderUid;
const againOf = (chosen: readonly OrderRow[]) => <OrderAgain orderUids={chosen.map(orderUidOf)} />;
const NONE: ReadonlySet<string> = new Set();

export interface OrdersScreenProps {
  /** Newest first. */
  readonly rows: readonly OrderRow[];
  /** When somebody last looked; null for never. */
  readonly seenAtMs: number | null;
}

/** The board of all orders with the inspector of one. */
export function OrdersScreen({ rows, seenAtMs }: OrdersScreenProps) {
  const text = useText();
  const { t, ref } = text;
  const status = useAnswer('app.status', {});
  const readyBooks = useReadyBooks().length;
  const filter = orderFilter.use();
  const nowMs = useNow(60_000);
  const [selection, setSelection] = useState(NO_SELECTION);
  /** Of which orders; whatever is filtered and selected meanwhile. */
  const [cancelling, setCancelling] = useState<ReadonlySet<string>>(NONE);
  const [shippingOf, setShippingOf] = useState<OrderDetail['order'] | null>(null);
  const markSeen = useAction('orders.markSeen');
  const { save } = useSaveDocument(t('orders.export.saved'));
  const currency = status.data?.credit?.currency ?? 'KRW';
  const environment = status.data?.connection?.environment ?? null;
  const counts = useMemo(() => countFolds(rows, nowMs), [rows, nowMs]);
  // The last order of the fold moved on: nobody looks at none of them on purpose.
  const isFoldEmpty = filter.fold !== null && (counts[filter.fold] ?? 0) === 0;
  useEffect(() => {
    if (isFoldEmpty) orderFilter.set((former) => ({ ...former, fold: null }));
  }, [isFoldEmpty]);
  const comparisons = useMemo(() => orderComparisons(text), [text]);
  const sorting = orderSorting.use();
  const compare = comparisons.get(sorting?.by ?? '') ?? null;
  const sorted = useSortedRows(rows, orderUidOf, compare, sorting?.isDown === true);
  const groups = useMemo(
    () => groupOrders(sorted, filter, { nowMs, isSorted: compare !== null }),
    [sorted, filter, nowMs, compare],
  );
  const { groupBy } = useTableView('orders').view;
  const grouping = useMemo(() => orderGrouping(groupBy, text), [groupBy, text]);
  // Chosen groups take the place of the board's own: their rows stand as the whole board is sorted.
  const grouped = useMemo(
    () => (grouping === null ? null : groupRows(filterOrders(sorted, filter, nowMs), grouping)),
    [grouping, sorted, filter, nowMs],
  );
  const shown = useMemo(
    () => grouped?.rows ?? [...groups.late, ...groups.changed, ...groups.others],
    [grouped, groups],
  );
  // Rows are drawn in slices between which the window answers; what a command takes is never older than the filter.
  const drawn = useDeferredValue(
    useMemo(() => {
      const byChoice = grouping === null || grouped === null ? null : { keyOf: grouping.keyOf, byKey: grouped.byKey };
      return { rows: shown, groups, byChoice };
    }, [shown, groups, grouping, grouped]),
  );
  const chosen = useChosenRows(shown, orderUidOf, selection.ids);
  const isCurrent = (row: OrderRow): boolean => row.orderUid === selection.focusId;
  const current = selection.focusId === null ? null : (chosen.find(isCurrent) ?? shown.find(isCurrent) ?? null);
  const inspectorOf = useCallback(
    (row: OrderRow | null) =>
      row === null ? null : (
        <OrderInspector
          key={row.orderUid}
          row={row}
          currency={currency}
          environment={environment}
          onClose={() => setSelection(NO_SELECTION)}
          onCancel={() => setCancelling(new Set([row.orderUid]))}
          onChangeShipping={setShippingOf}
        />
      ),
    [currency, environment],
  );
  const tracked = chosen.filter((row) => row.trackingNumber !== null);
  const canCancel = chosen.some((row) => row.actions.cancel.allowed);
  const cancelReason = chosen[0]?.actions.cancel.reason ?? null;
  const exported = chosen.length > 1 ? chosen : shown;
  const tableOf = (kind: 'csv' | 'xlsx') => ({
    what: 'orders' as const,
    orderUids: exported.map((row) => row.orderUid),
    kind,
  });
  const cancelChosen = () => setCancelling(new Set(chosen.map((row) => row.orderUid)));
  const copyTracking = () => {
    if (tracked.length > 0) copyText(trackingText(tracked), t('orders.tracking.copiedMany', { count: tracked.length }));
  };
  const whyNoneChosen = t('ui.whyNot.noOrder');
  const whyNoTracking = t('orders.tracking.noneSelected');
  useCommand('orders.copyTracking', tracked.length === 0 ? null : copyTracking, whyNoTracking);
  useCommand('screen.details', current === null ? null : toggleDetails, whyNoneChosen);
  useCommand('orders.exportCsv', exported.length === 0 ? null : () => save(tableOf('csv')), t('ui.whyNot.noOrders'));
  useCommand(
    'orders.cancel',
    canCancel ? cancelChosen : null,
    cancelReason === null ? whyNoneChosen : ref(cancelReason),
  );
  const news = groups.changed.length;
  useCommand('orders.markSeen', news === 0 ? null : () => markSeen.mutate({}), t('ui.whyNot.nothingChanged'));
  const hasRows = rows.length > 0;
  // A step from row to row draws none of it.
  const head = useMemo(
    () => (
      <ScreenHeader title={t('orders.title')}>
        {hasRows && (
          <SearchField
            label={t('orders.filter')}
            value={filter.text}
            onChange={(text) => orderFilter.set({ ...filter, text })}
          />
        )}
        <Spacer />
        <CheckClock />
        {hasRows && (
          <SaveFilter
            table="orders"
            now={filter}
            suggestion={[filter.fold === null ? '' : nameOfFold(filter.fold, t), filter.text.trim()]
              .filter((part) => part !== '')
              .join(' · ')}
          />
        )}
        {hasRows && <ColumnsMenu table="orders" columns={orderColumnNames(t)} groupings={ORDER_GROUPINGS} />}
      </ScreenHeader>
    ),
    [t, hasRows, filter],
  );
  return (
    <Screen
      inspectorLabel={t('orders.detail.label')}
      inspector={current === null ? null : <Rested value={current}>{inspectorOf}</Rested>}
    >
      {head}
      <PromotionBanners onReview={openPromotionReview} />
      <LinkedOrder rows={rows} />
      <OpenRuns currency={currency} />
      <UnreadOrders orders={status.data?.orders.unread ?? []} />
      {rows.length > 0 && (
        <StatusCounters
          counts={counts}
          all={rows.length}
          selected={filter.fold}
          onSelect={(fold) => orderFilter.set({ ...filter, fold })}
        />
      )}
      {rows.length > 0 && <FilterChips table="orders" now={filter} onApply={applyOrderFilter} />}
      {rows.length === 0 ? (
        <OrdersEmpty readyBooks={readyBooks} />
      ) : shown.length === 0 ? (
        <EmptyState title={t('orders.noMatch.title')}>
          <Button onPress={() => orderFilter.set(NO_ORDER_FILTER)}>{t('orders.noMatch.clear')}</Button>
        </EmptyState>
      ) : (
        <OrdersTable
          groups={drawn.groups}
          chosenGroups={drawn.byChoice}
          nowMs={nowMs}
          rows={drawn.rows}
          selection={selection}
          seenAtMs={seenAtMs}
          currency={currency}
          comparisons={comparisons}
          onSelect={setSelection}
          onMarkSeen={() => markSeen.mutate({})}
        />
      )}
      {(rows.length > 0 || readyBooks > 0) && (
        <ScreenFooter note={chosen.length > 0 ? t('orders.selected', { count: chosen.length }) : null}>
          {rows.length > 0 && (
            <>
              {/* As icons: with an order chosen two more buttons stand here, and the list is not to jump for them. */}
              <IconButton
                icon={Copy}
                size={20}
                label={t('orders.tracking.copyMany')}
                command="orders.copyTracking"
                isDisabled={tracked.length === 0}
                whyNot={whyNoTracking}
                onPress={copyTracking}
              />
              <SaveTable
                isIconOnly
                label={t('orders.export')}
                hints="orders.export"
                commands={{ csv: 'orders.exportCsv' }}
                isDisabled={exported.length === 0}
                documentOf={tableOf}
                onSave={save}
              />
              {chosen.length > 0 && <Rested value={chosen}>{againOf}</Rested>}
              <OrderInLive orderUids={chosen.map((row) => row.orderUid)} />
              <Button
                command="orders.cancel"
                isDisabled={!canCancel}
                whyNot={cancelReason === null ? whyNoneChosen : ref(cancelReason)}
                onPress={cancelChosen}
              >
                {t('orders.cancelMany', { count: Math.max(1, chosen.length) })}
              </Button>
            </>
          )}
          <OrderReadyBooks />
        </ScreenFooter>
      )}
      {cancelling.size > 0 && (
        <CancelSheet
          rows={rows.filter((row) => cancelling.has(row.orderUid))}
          currency={currency}
          onClose={() => setCancelling(NONE)}
        />
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
