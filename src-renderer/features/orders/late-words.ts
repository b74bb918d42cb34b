import { isWaiting, type LateRule } from '../../../src-core/orders/late-orders.ts';
import type { OrderRow } from '../../../src-core/ipc/subjects/orders.ts';
import type { Text } from '../../i18n/text.ts';
import { lateStatuses } from './order-rows.ts';

/** Since when one order is late, and by which limit of the studio. */
export function lateNote({ orderStatus, lateAtMs }: OrderRow, { days }: LateRule, { t, format }: Text): string {
  const normal = isWaiting(orderStatus) ? days[orderStatus] : null;
  return lateAtMs === null || normal === null
    ? ''
    : t('orders.late.note', {
        status: t(`orders.status.${orderStatus}`),
        days: normal,
        time: format.dateTime(lateAtMs),
      });
}

/** The reasons of all of them in one line, each with how many it holds for. */
export const whyLate = (late: readonly OrderRow[], { days }: LateRule, { t }: Text): string =>
  lateStatuses(late)
    .flatMap(({ status, count }) => {
      const normal = days[status];
      return normal === null
        ? []
        : [t('orders.late.why', { count, status: t(`orders.status.${status}`), days: normal })];
    })
    .join(' · ');
