import { expect, it } from 'vitest';
import type { Order } from '../../../src-core/contract/orders.ts';
import { trackingPageIn } from './tracking-page.ts';

const orderOf = (trackingCarrier: string | null, trackingNumber: string | null): Order =>
  ({
    trackingCarrier,
    trackingNumber,
    items: [
      { itemUid: 'it_1', trackingCarrier, trackingNumber },
      { itemUid: 'it_2', trackingCarrier: 'LOTTE', trackingNumber: '4711' },
    ],
  }) as Order;

const refusal = (code: string, params?: object) =>
  expect.objectContaining({ code, text: expect.objectContaining({ ...params }) });

it('is made of what the order holds, or one of its items that went on its own', () => {
  const order = orderOf('CJ', '6001-2345-6789');
  expect(trackingPageIn(order, null)).toBe('https://trace.cjlogistics.com/next/tracking.html?wblNo=600123456789');
  expect(trackingPageIn(order, 'it_2')).toBe(
    'https://www.lotteglogis.com/home/reservation/tracking/linkView?InvNo=4711',
  );
});

it.each([
  ['an order that is not known here', null, null],
  ['an order without a number', orderOf(null, null), null],
  ['an item that the order does not have', orderOf('CJ', '1'), 'it_3'],
])('%s has none', (_, order, itemUid) => {
  expect(() => trackingPageIn(order, itemUid)).toThrow(refusal('TRACKING_NONE'));
});

it.each([
  ['직접배송', '4711', '직접배송'],
  [null, '4711', '–'],
  ['CJ', '4711?to=//evil.example', 'CJ'],
])('the carrier %s with the number %s is refused by both their names', (carrier, number, named) => {
  expect(() => trackingPageIn(orderOf(carrier, number), null)).toThrow(
    refusal('TRACKING_PAGE_UNKNOWN', { params: { carrier: named, number } }),
  );
});
