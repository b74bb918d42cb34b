import type { WebhookData } from '../../src-core/contract/webhook-events.ts';

const ORDER = { order_uid: 'or_SAMPLE000000' };
const AT = '2026-01-02T03:04:05.000Z';
const DAY = '2026-01-05';

/** What a test call sends: the fields of each kind with values of no real order (specification, POST /webhooks/test). */
export const SAMPLE_DATA: WebhookData = {
  'order.created': { ...ORDER, order_status: 'PAID', total_amount: 15600, item_count: 1, ordered_at: AT },
  'order.cancelled': {
    ...ORDER,
    order_status: 'CANCELLED_REFUND',
    cancel_reason: '테스트',
    refund_amount: 17160,
    cancelled_at: AT,
  },
  'order.item_cancelled': {
    ...ORDER,
    item_uid: 'oi_SAMPLE000000',
    order_status: 'PAID',
    full_cancel: false,
    refund_amount: 13860,
    cancel_reason: '테스트',
    cancelled_at: AT,
  },
  'order.restored': { ...ORDER, order_status: 'PAID', charged_amount: 17160, restored_at: AT },
  'production.confirmed': { ...ORDER, order_status: 'CONFIRMED', print_day: DAY, confirmed_at: AT },
  'production.started': { ...ORDER, order_status: 'IN_PRODUCTION', print_day: DAY, started_at: AT },
  'production.completed': { ...ORDER, order_status: 'PRODUCTION_COMPLETE', completed_at: AT },
  'shipping.departed': {
    ...ORDER,
    item_uid: 'oi_SAMPLE000000',
    tracking_number: '000000000000',
    tracking_carrier: 'HANJIN',
    shipped_at: AT,
  },
  'shipping.delivered': { ...ORDER, order_status: 'DELIVERED', delivered_at: AT },
  'webhook.exhausted': {
    delivery_uid: 'wh_000000000000',
    event_uid: 'evt_SAMPLE000000',
    event_type: 'order.created',
    attempts: 4,
    exhausted_at: AT,
  },
};
