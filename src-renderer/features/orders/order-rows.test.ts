import { describe, expect, it } from 'vitest';
import type { OrderRow } from '../../../src-core/ipc/subjects/orders.ts';
import {
  countFolds,
  filterOrders,
  groupOrders,
  lateStatuses,
  NO_ORDER_FILTER,
  previewCancel,
  sumAmounts,
  trackingText,
} from './order-rows.ts';
import { ORDER_TRACK, progressOf, STATUS_FILTERS } from './order-status.ts';
import { orderStatusSchema } from '../../../src-core/contract/orders.ts';

const row = (orderUid: string, more: Partial<OrderRow> = {}): OrderRow => ({
  orderUid,
  accountUid: 'acc',
  accountName: '스튜디오',
  accountOrganizationName: null,
  orderType: 'NORMAL',
  externalRef: null,
  orderStatus: 'PAID',
  orderStatusDisplay: '결제완료',
  totalAmount: 15_600,
  paidCreditAmount: 17_160,
  paymentMethod: 'CREDIT',
  itemCount: 1,
  recipientName: '김민수',
  isTest: true,
  orderedAt: '2026-11-20T10:00:00.000Z',
  createdAt: '2026-11-20T10:00:00.000Z',
  bookTitles: ['Kim & Lee'],
  batches: [],
  specs: [],
  cancelledItems: 0,
  statusSinceMs: 0,
  changedSinceSeen: false,
  lateAtMs: null,
  trackingNumber: null,
  trackingCarrier: null,
  actions: { cancel: { allowed: true, reason: null }, changeShipping: { allowed: true, reason: null } },
  ...more,
});
const shut = { allowed: false, reason: { key: 'orders.x' } };

describe('the order table', () => {
  it('finds by first consonants, and not what is half in one field and half in the next', () => {
    const rows = [row('a', { bookTitles: ['제주 여행'], recipientName: '박지훈' }), row('b')];
    const found = (text: string) => filterOrders(rows, { fold: null, text }, 0).map(({ orderUid }) => orderUid);
    expect([found('ㅂㅈㅎ'), found('여행박'), found('ㄱㅁㅅ')]).toEqual([['a'], [], ['b']]);
  });

  it('finds a Hangul name however it was composed', () => {
    expect(
      filterOrders([row('a', { bookTitles: ['이서연'.normalize('NFD')] })], { fold: null, text: '이서' }, 0).length > 0,
    ).toBe(true);
  });

  it('puts what changed on top, newest change first, and leaves the rest in their order', () => {
    const groups = groupOrders(
      [
        row('new', { orderedAt: '2026-11-02T00:00:00Z' }),
        row('old', { orderedAt: '2026-11-01T00:00:00Z' }),
        row('c1', { changedSinceSeen: true, statusSinceMs: 1 }),
        row('c2', { changedSinceSeen: true, statusSinceMs: 2 }),
      ],
      NO_ORDER_FILTER,
      { nowMs: 0 },
    );
    expect([groups.changed.map((r) => r.orderUid), groups.others.map((r) => r.orderUid)]).toEqual([
      ['c2', 'c1'],
      ['new', 'old'],
    ]);
  });

  it('puts what is late above all, the longest first, and turns a row late as the time comes', () => {
    const rows = [
      row('soon', { lateAtMs: 100 }),
      row('late', { lateAtMs: 90, changedSinceSeen: true }),
      row('later', { lateAtMs: 80, orderStatus: 'PDF_READY' }),
      row('never'),
    ];
    const at = (nowMs: number) => groupOrders(rows, NO_ORDER_FILTER, { nowMs });
    expect(at(95).late.map((r) => r.orderUid)).toEqual(['later', 'late']);
    expect([at(95).changed, at(95).others.map((r) => r.orderUid)]).toEqual([[], ['soon', 'never']]);
    expect(at(100).late.map((r) => r.orderUid)).toEqual(['later', 'late', 'soon']);
    expect(countFolds(rows, 95)).toEqual({ PAID: 3, PDF_READY: 1, late: 2, changed: 1 });
    expect(lateStatuses(at(100).late)).toEqual([
      { status: 'PAID', count: 2 },
      { status: 'PDF_READY', count: 1 },
    ]);
  });

  it('shows those alone that are late, or that changed', () => {
    const rows = [row('late', { lateAtMs: 1 }), row('changed', { changedSinceSeen: true }), row('other')];
    const shown = (fold: 'late' | 'changed') =>
      filterOrders(rows, { fold, text: '' }, 1).map(({ orderUid }) => orderUid);
    expect([shown('late'), shown('changed')]).toEqual([['late'], ['changed']]);
  });

  it('previews the refund of only those orders that can still be cancelled', () => {
    const preview = previewCancel([
      row('a'),
      row('b', { actions: { cancel: shut, changeShipping: shut } }),
      row('c', { paidCreditAmount: 20_000.1 }),
    ]);
    expect([preview.cancellable.length, preview.refused.length, preview.refund]).toEqual([2, 1, 37_160.1]);
  });

  it('adds amounts without binary fractions', () => {
    expect(sumAmounts([0.1, 0.2])).toBe(0.3);
  });

  it('copies only orders that have a tracking number', () => {
    expect(trackingText([row('a'), row('b', { trackingNumber: '1234', trackingCarrier: 'CJ' })])).toBe(
      'Kim & Lee\tCJ\t1234',
    );
  });
});

describe('the step bar', () => {
  it('fills one more segment at each status of the way', () => {
    expect(ORDER_TRACK.map((status) => progressOf(status).step)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('fills nothing for an order that left the way', () => {
    expect([progressOf('CANCELLED_REFUND'), progressOf('ERROR')].map((p) => [p.step, p.tone])).toEqual([
      [0, 'stopped'],
      [0, 'bad'],
    ]);
  });

  it('has a counter for every status of the wire', () => {
    expect([...STATUS_FILTERS].sort()).toEqual([...orderStatusSchema.options].sort());
  });
});
