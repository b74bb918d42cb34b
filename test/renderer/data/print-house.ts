import type { OrderRow } from '../../../src-core/ipc/subjects/orders.ts';
import type { HouseMove, PrintHouseView } from '../../../src-core/ipc/subjects/print-house.ts';
import { ORDER_STATUSES, type OrderStatus } from '../../../src-core/contract/orders.ts';

export const printHouseView = (environment: PrintHouseView['environment'], nowMs: number): PrintHouseView => ({
  environment,
  clock: { nowMs, offsetMs: 0 },
  production: { enabled: false, minutesAStep: 2_880 },
  misfortunes: [],
  payments: [{ orderId: 'po_7GhT2kQ1', amount: 100_000, outcome: 'approved' }],
});

const WAY: readonly OrderStatus[] = [
  'PDF_READY',
  'CONFIRMED',
  'IN_PRODUCTION',
  'PRODUCTION_COMPLETE',
  'SHIPPED',
  'DELIVERED',
];

/** The order one step on, or at the door. */
export function movedRow(row: OrderRow, move: HouseMove, trackingNumber: string | null): OrderRow {
  if (move !== 'next' && move !== 'delivered') return row;
  const orderStatus = move === 'delivered' ? 'DELIVERED' : (WAY[WAY.indexOf(row.orderStatus) + 1] ?? row.orderStatus);
  const isOut = orderStatus === 'SHIPPED' || orderStatus === 'DELIVERED';
  return {
    ...row,
    orderStatus,
    orderStatusDisplay: ORDER_STATUSES[orderStatus].display,
    ...(isOut
      ? { trackingNumber: row.trackingNumber ?? trackingNumber ?? '600123456789', trackingCarrier: 'HANJIN' }
      : {}),
  };
}
