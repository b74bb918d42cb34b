import type { Order } from '../../../src-core/contract/orders.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { trackingPageOf } from '../../../src-core/desk/carriers.ts';

/** The carrier's page for an order's parcel, or for that of one item. Throws TRACKING_NONE, TRACKING_PAGE_UNKNOWN. */
export function trackingPageIn(order: Order | null, itemUid: string | null): string {
  const parcel = itemUid === null ? order : order?.items.find((item) => item.itemUid === itemUid);
  const number = parcel?.trackingNumber ?? null;
  if (number === null) throw new AppError('TRACKING_NONE');
  const carrier = parcel?.trackingCarrier ?? null;
  const page = trackingPageOf(carrier, number);
  if (page === null) throw new AppError('TRACKING_PAGE_UNKNOWN', { params: { carrier: carrier ?? '–', number } });
  return page;
}
