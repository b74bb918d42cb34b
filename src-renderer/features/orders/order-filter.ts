import { orderStatusSchema } from '../../../src-core/contract/orders.ts';
import type { FilterNow } from '../tables/save-filter.tsx';
import { createStore } from '../../ui/store.ts';
import { NO_ORDER_FILTER, type OrderFilter, type OrderFold } from './order-rows.ts';

/** What the board shows. It outlives the screen, so that one comes back to the same place. */
export const orderFilter = createStore<OrderFilter>(NO_ORDER_FILTER);

/** The board with one fold of it alone. */
export const foldOrders = (fold: OrderFold | null): void => orderFilter.set({ ...NO_ORDER_FILTER, fold });

/** The board as a kept filter has it; a fold that there is no more is all of them. */
export function applyOrderFilter({ text, fold }: FilterNow): void {
  const status = orderStatusSchema.safeParse(fold);
  const known = fold === 'late' || fold === 'changed' ? fold : status.success ? status.data : null;
  orderFilter.set({ text, fold: known });
}
