import type { OrderRow } from '../../../src-core/ipc/subjects/orders.ts';
import type { Text } from '../../i18n/text.ts';
import { createStore } from '../../ui/store.ts';
import { byName, byNumber, byRank, type Compare, type Sorting } from '../../ui/sort-rows.ts';
import { albumOf } from './order-name.ts';
import { STATUS_FILTERS } from './order-status.ts';

/** By which column of the board its rows stand; null newest first. It outlives the screen. */
export const orderSorting = createStore<Sorting | null>(null);

/** How orders stand by each column of the board, by the column's id. */
export const orderComparisons = ({ language, t }: Text): ReadonlyMap<string, Compare<OrderRow>> =>
  new Map<string, Compare<OrderRow>>([
    ['album', byName(language, (row) => albumOf(row, t))],
    ['recipient', byName(language, ({ recipientName }) => recipientName)],
    ['status', byRank(({ orderStatus }) => orderStatus, STATUS_FILTERS)],
    ['since', byNumber(({ statusSinceMs }) => statusSinceMs)],
    ['tracking', byName(language, ({ trackingNumber }) => trackingNumber ?? '')],
    ['cancel', byNumber(({ actions }) => (actions.cancel.allowed ? 0 : 1))],
    ['charged', byNumber(({ paidCreditAmount }) => paidCreditAmount)],
  ]);
