import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  advance,
  balanceOf,
  cancel,
  cancelItem,
  charged,
  expectFailure,
  finalizedBook,
  fundLive,
  ledgerSum,
  ONE_BOOK,
  order,
  PER_PAGE,
  placedOrder,
  setSandboxCredit,
  SHIPPING_FEE,
} from './journeys.ts';
import { startService, type Answer, type Host, type Service } from './service.ts';

let service: Service;
let sandbox: Host;
let live: Host;
let personal: Host;
let bookUid: string;
let liveBookUid: string;
let otherLiveBookUid: string;

beforeAll(async () => {
  service = await startService({ credit: 100_000_000 });
  ({ sandbox, live } = service);
  personal = sandbox.as(service.keys.personal.sandbox);
  await fundLive(service, 10_000_000);
  bookUid = await finalizedBook(sandbox);
  liveBookUid = await finalizedBook(live);
  otherLiveBookUid = await finalizedBook(live, { pageCount: 40 });
});
afterAll(() => service.dispose());

// Whatever a test did: the entries of the ledger sum to the balance.
afterEach(async () => {
  for (const host of [sandbox, live, personal]) expect(await ledgerSum(host)).toBe(await balanceOf(host));
});

interface Item {
  readonly itemUid: string;
  readonly itemStatus: string;
  readonly trackingNumber: string | null;
}

const read = async (orderUid: string, host = live) => (await host.get(`/orders/${orderUid}`)).body.data;
const statusesOf = (data: { orderStatus: string; items: Item[] }) => [
  data.orderStatus,
  ...data.items.map((item) => item.itemStatus),
];
const at = (orderUid: string, what: string, body?: unknown) =>
  service.printHouse('POST', `/orders/${orderUid}/${what}`, body);
const expectInvalid = (answer: Answer) =>
  expect([answer.status, answer.body.errorCode], answer.text).toEqual([400, 'ERR_ORDER_TRANSITION_INVALID']);
const twoBooks = async () =>
  (
    await order(live, [
      { bookUid: liveBookUid, quantity: 1 },
      { bookUid: otherLiveBookUid, quantity: 2 },
    ])
  ).body.data;
const OTHER_UNIT = 12_600 + 16 * PER_PAGE;

describe('production', () => {
  it('walks a Live order from PDF_READY to DELIVERED, items with it', async () => {
    const { orderUid } = await placedOrder(live, liveBookUid, 2);
    const walked = [];
    for (let step = 0; step < 5; step += 1) {
      await advance(service, orderUid);
      const { orderStatus, orderStatusDisplay, items } = await read(orderUid);
      walked.push([orderStatus, orderStatusDisplay, items[0].itemStatus]);
    }
    expect(walked).toEqual([
      ['CONFIRMED', '제작확정', 'CONFIRMED'],
      ['IN_PRODUCTION', '제작중', 'IN_PRODUCTION'],
      ['PRODUCTION_COMPLETE', '전체제작완료', 'COMPLETED'],
      ['SHIPPED', '발송완료', 'SHIPPED'],
      ['DELIVERED', '배송완료', 'SHIPPED'],
    ]);
    const delivered = await read(orderUid);
    expect(delivered).toMatchObject({
      trackingNumber: expect.stringMatching(/^\d+$/),
      trackingCarrier: 'HANJIN',
      shippedAt: expect.any(String),
      deliveredAt: expect.any(String),
    });
    expect(delivered.items[0]).toMatchObject({
      trackingNumber: delivered.trackingNumber,
      trackingCarrier: 'HANJIN',
      shippedAt: delivered.shippedAt,
    });
    expectInvalid(await at(orderUid, 'advance', {}));
  });

  it('completes an order item by item: PRODUCTION_COMPLETE comes with the last', async () => {
    const { orderUid, items } = await twoBooks();
    const [first, second] = items.map((item: Item) => item.itemUid);
    expectInvalid(await at(orderUid, `items/${first}/complete`));
    await advance(service, orderUid, 2);
    expect(statusesOf((await at(orderUid, `items/${second}/complete`)).body.data)).toEqual([
      'IN_PRODUCTION',
      'IN_PRODUCTION',
      'COMPLETED',
    ]);
    expectInvalid(await at(orderUid, `items/${second}/complete`));
    expectFailure(await at(orderUid, 'items/oi_000000000000/complete'), 404, 'ERR_NOT_FOUND');
    expect(statusesOf((await at(orderUid, `items/${first}/complete`)).body.data)).toEqual([
      'PRODUCTION_COMPLETE',
      'COMPLETED',
      'COMPLETED',
    ]);
    expect((await read(orderUid)).items[0].itemStatusDisplay).toBe('제작완료');
  });

  it('asks a cancelled item for nothing: the last one that goes on completes the order', async () => {
    const { orderUid, items } = await twoBooks();
    await cancelItem(live, orderUid, items[0].itemUid);
    await advance(service, orderUid, 2);
    expectInvalid(await at(orderUid, `items/${items[0].itemUid}/complete`));
    expect(statusesOf((await at(orderUid, `items/${items[1].itemUid}/complete`)).body.data)).toEqual([
      'PRODUCTION_COMPLETE',
      'CANCELLED',
      'COMPLETED',
    ]);
  });

  it('ships with the tracking that the print house gives, and delivers', async () => {
    const { orderUid } = await placedOrder(live, liveBookUid);
    const tracking = { trackingNumber: '555', trackingCarrier: 'CJ' };
    expectInvalid(await at(orderUid, 'ship', tracking));
    await advance(service, orderUid, 3);
    expectFailure(await at(orderUid, 'ship', { trackingNumber: '555' }), 400, 'ERR_VALIDATION_FAILED');
    expectInvalid(await at(orderUid, 'deliver'));
    expect((await at(orderUid, 'ship', tracking)).body.data).toMatchObject({
      orderStatus: 'SHIPPED',
      ...tracking,
      items: [{ ...tracking, itemStatus: 'SHIPPED' }],
    });
    expectInvalid(await at(orderUid, 'ship', tracking));
    expect((await at(orderUid, 'deliver')).body.data).toMatchObject({
      orderStatus: 'DELIVERED',
      ...tracking,
      deliveredAt: expect.any(String),
    });
  });

  it('leaves a cancelled item out', async () => {
    const { orderUid, items } = await twoBooks();
    await cancelItem(live, orderUid, items[0].itemUid);
    await advance(service, orderUid, 4);
    const shipped = await read(orderUid);
    expect(shipped.items.map((item: Item) => [item.itemStatus, item.trackingNumber === null])).toEqual([
      ['CANCELLED', true],
      ['SHIPPED', false],
    ]);
  });

  it('does not happen in Sandbox: the order stays PDF_READY', async () => {
    const { orderUid, items } = await placedOrder(sandbox, bookUid);
    const moves = [
      'advance',
      'ship',
      'deliver',
      'hold',
      'release',
      'fail',
      'resume',
      `items/${items[0].itemUid}/complete`,
    ];
    for (const move of moves)
      expectInvalid(
        await at(orderUid, move, move === 'ship' ? { trackingNumber: '1', trackingCarrier: 'CJ' } : undefined),
      );
    expect((await read(orderUid, sandbox)).orderStatus).toBe('PDF_READY');
  });
});

describe('the table of moves at the print house’s side', () => {
  /** How an order is brought to a status, and which moves it has there. */
  const PLACES: Record<string, { readonly way: readonly [string, unknown?][]; readonly moves: readonly string[] }> = {
    PDF_READY: { way: [], moves: ['advance', 'hold', 'cancel'] },
    PAID_AWAITING_CONTENT: { way: [['hold']], moves: ['release', 'cancel'] },
    CONFIRMED: { way: [['advance']], moves: ['advance', 'fail', 'cancel'] },
    IN_PRODUCTION: { way: [['advance'], ['advance']], moves: ['advance', 'complete', 'fail', 'cancel'] },
    PRODUCTION_COMPLETE: { way: [['advance'], ['advance'], ['advance']], moves: ['advance', 'ship', 'fail', 'cancel'] },
    SHIPPED: { way: [['advance'], ['advance'], ['advance'], ['advance']], moves: ['advance', 'deliver'] },
    DELIVERED: { way: [['advance'], ['advance'], ['advance'], ['advance'], ['advance']], moves: [] },
    ERROR: { way: [['advance'], ['fail']], moves: ['resume', 'cancel'] },
    CANCELLED: { way: [['cancel', { reason: '중단', refund: false }]], moves: ['restore'] },
    CANCELLED_REFUND: { way: [['cancel', { reason: '중단', refund: true }]], moves: ['restore'] },
  };
  const BODIES: Record<string, unknown> = {
    advance: undefined,
    complete: undefined,
    ship: { trackingNumber: '1', trackingCarrier: 'CJ' },
    deliver: undefined,
    hold: undefined,
    release: undefined,
    fail: undefined,
    resume: undefined,
    restore: undefined,
    cancel: { reason: '중단', refund: true },
  };

  it.each(Object.keys(PLACES))(
    'lets an order in %s go where the table says, and answers everything else with ERR_ORDER_TRANSITION_INVALID',
    async (status) => {
      const { way, moves } = PLACES[status] ?? { way: [], moves: [] };
      const brought = async () => {
        const placed = await placedOrder(live, liveBookUid);
        for (const [move, body] of way) expect((await at(placed.orderUid, move, body)).status).toBe(200);
        expect((await read(placed.orderUid)).orderStatus).toBe(status);
        return placed;
      };
      const refusing = await brought();
      for (const [move, body] of Object.entries(BODIES)) {
        const path = move === 'complete' ? `items/${refusing.items[0].itemUid}/complete` : move;
        if (!moves.includes(move)) expectInvalid(await at(refusing.orderUid, path, body));
      }
      expect((await read(refusing.orderUid)).orderStatus).toBe(status);
      for (const move of moves) {
        const { orderUid, items } = await brought();
        const path = move === 'complete' ? `items/${items[0].itemUid}/complete` : move;
        const answer = await at(orderUid, path, BODIES[move]);
        expect(answer.status, answer.text).toBe(200);
        expect(answer.body.data.orderStatus).not.toBe(status);
      }
    },
  );

  it('answers 404 for an order that is not there', async () => {
    for (const [move, body] of Object.entries(BODIES)) {
      if (move !== 'complete') expectFailure(await at('or_000000000000', move, body), 404, 'ERR_NOT_FOUND');
    }
  });
});

describe('an order that the print house holds or that failed', () => {
  it('waits in PAID_AWAITING_CONTENT, where the partner cannot cancel, and begins again when it is released', async () => {
    const { orderUid } = await placedOrder(live, liveBookUid);
    expect((await at(orderUid, 'hold')).body.data).toMatchObject({
      orderStatus: 'PAID_AWAITING_CONTENT',
      orderStatusDisplay: '결제완료(컨텐츠 대기)',
      items: [{ itemStatus: 'PAID_AWAITING_CONTENT' }],
    });
    expectFailure(await cancel(live, orderUid), 400, 'ERR_VALIDATION_FAILED');
    expect(statusesOf((await at(orderUid, 'release')).body.data)).toEqual(['PDF_READY', 'PDF_READY']);
    expect((await cancel(live, orderUid)).status).toBe(200);
  });

  it('is in ERROR, and is made anew from its beginning, without what production had written', async () => {
    const { orderUid, items } = await twoBooks();
    await cancelItem(live, orderUid, items[0].itemUid);
    await advance(service, orderUid, 3);
    expect((await at(orderUid, 'fail')).body.data).toMatchObject({ orderStatus: 'ERROR', orderStatusDisplay: '오류' });
    const before = await balanceOf(live);
    expect(statusesOf((await at(orderUid, 'resume')).body.data)).toEqual(['PDF_READY', 'CANCELLED', 'PDF_READY']);
    expect(await balanceOf(live)).toBe(before);
    await advance(service, orderUid, 5);
    expect((await read(orderUid)).orderStatus).toBe('DELIVERED');
  });
});

describe('the print house cancels', () => {
  const cancelThere = (orderUid: string, refund: boolean) => at(orderUid, 'cancel', { reason: '용지 품절', refund });

  it('before shipping, with a refund of reason 8', async () => {
    const before = await balanceOf(live);
    const { orderUid } = await placedOrder(live, liveBookUid);
    await advance(service, orderUid, 3);
    expect((await cancelThere(orderUid, true)).body.data).toMatchObject({
      orderStatus: 'CANCELLED_REFUND',
      refundAmount: ONE_BOOK,
      cancelReason: '용지 품절',
    });
    expect(await balanceOf(live)).toBe(before);
    expect((await live.get('/credits/transactions?limit=1')).body.data[0]).toMatchObject({
      reasonCode: 8,
      reasonDisplay: '관리자 취소 환불',
      direction: '+',
      amount: ONE_BOOK,
    });
  });

  it('or without one, as CANCELLED', async () => {
    const { orderUid } = await placedOrder(live, liveBookUid);
    const before = await balanceOf(live);
    expect((await cancelThere(orderUid, false)).body.data).toMatchObject({
      orderStatus: 'CANCELLED',
      orderStatusDisplay: '취소',
      refundAmount: 0,
    });
    expect(await balanceOf(live)).toBe(before);
  });

  it('an order of which an item was cancelled before: the refund is what is left of the charge', async () => {
    const before = await balanceOf(live);
    const { orderUid, items, paidCreditAmount } = await twoBooks();
    await cancelItem(live, orderUid, items[0].itemUid);
    expect((await cancelThere(orderUid, true)).body.data.refundAmount).toBe(paidCreditAmount);
    expect(await balanceOf(live)).toBe(before);
    expect((await live.get('/credits/transactions?limit=1')).body.data[0]).toMatchObject({
      reasonCode: 8,
      amount: charged(2 * OTHER_UNIT + SHIPPING_FEE),
    });
  });

  it('not once the order was shipped', async () => {
    const { orderUid } = await placedOrder(live, liveBookUid);
    await advance(service, orderUid, 4);
    for (const refund of [true, false]) expectInvalid(await cancelThere(orderUid, refund));
  });

  it('gives back once when the partner cancels at the same moment', async () => {
    const before = await balanceOf(live);
    for (let round = 0; round < 5; round += 1) {
      const { orderUid } = await placedOrder(live, liveBookUid);
      const answers = await Promise.all([cancel(live, orderUid), cancelThere(orderUid, true)]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
      expect(await balanceOf(live)).toBe(before);
    }
  });
});

describe('a restored order', () => {
  const restore = (orderUid: string) => at(orderUid, 'restore');

  it('is charged again, with reason 11, and goes on where it began', async () => {
    const { orderUid } = await placedOrder(live, liveBookUid);
    const paid = await balanceOf(live);
    await cancel(live, orderUid);
    expect((await restore(orderUid)).status).toBe(200);
    expect(await balanceOf(live)).toBe(paid);
    expect((await live.get('/credits/transactions?limit=1')).body.data[0]).toMatchObject({
      reasonCode: 11,
      reasonDisplay: '주문 복원 차감',
      direction: '-',
      amount: ONE_BOOK,
    });
    const restored = await read(orderUid);
    expect(restored).toMatchObject({
      orderStatus: 'PDF_READY',
      cancelReason: null,
      cancelledAt: null,
      refundAmount: null,
    });
    expect(restored.items[0].itemStatus).toBe('PDF_READY');
    await advance(service, orderUid, 5);
  });

  it('begins again also when it was cancelled in production', async () => {
    const { orderUid } = await placedOrder(live, liveBookUid);
    await advance(service, orderUid, 2);
    await at(orderUid, 'cancel', { reason: '기계 고장', refund: true });
    expect(statusesOf((await restore(orderUid)).body.data)).toEqual(['PDF_READY', 'PDF_READY']);
  });

  it('can be cancelled again, for the same refund', async () => {
    const { orderUid } = await placedOrder(sandbox, bookUid);
    const paid = await balanceOf(sandbox);
    for (let round = 0; round < 2; round += 1) {
      await cancel(sandbox, orderUid);
      await restore(orderUid);
    }
    expect((await cancel(sandbox, orderUid)).body.data.refundAmount).toBe(ONE_BOOK);
    expect(await balanceOf(sandbox)).toBe(paid + ONE_BOOK);
  });

  it('costs nothing when its cancel gave nothing back', async () => {
    const { orderUid } = await placedOrder(live, liveBookUid);
    const paid = await balanceOf(live);
    await at(orderUid, 'cancel', { reason: '연락 두절', refund: false });
    expect((await restore(orderUid)).body.data).toMatchObject({ orderStatus: 'PDF_READY', refundAmount: null });
    expect(await balanceOf(live)).toBe(paid);
    expect((await cancel(live, orderUid)).body.data.refundAmount).toBe(ONE_BOOK);
  });

  it('comes back as it stood when it was cancelled: an item cancelled before stays so, and is not charged again', async () => {
    const { orderUid, items, paidCreditAmount } = await twoBooks();
    // A whole cancel that was undone is no part of how it stands.
    await cancel(live, orderUid);
    await restore(orderUid);
    await cancelItem(live, orderUid, items[0].itemUid);
    const before = await balanceOf(live);
    const { refundAmount } = await read(orderUid);
    await cancel(live, orderUid);
    expect((await restore(orderUid)).status).toBe(200);
    expect(await balanceOf(live)).toBe(before);
    expect((await live.get('/credits/transactions?limit=1')).body.data[0]).toMatchObject({
      reasonCode: 11,
      amount: charged(2 * OTHER_UNIT + SHIPPING_FEE),
    });
    const restored = await read(orderUid);
    expect([...statusesOf(restored), restored.refundAmount]).toEqual([
      'PDF_READY',
      'CANCELLED',
      'PDF_READY',
      refundAmount,
    ]);
    expect((await cancel(live, orderUid)).body.data.refundAmount).toBe(paidCreditAmount);
  });

  it('of which the last item was cancelled by itself comes back with that item', async () => {
    const { orderUid, items } = await twoBooks();
    await cancelItem(live, orderUid, items[0].itemUid);
    const before = await balanceOf(live);
    await cancelItem(live, orderUid, items[1].itemUid);
    expect(statusesOf((await restore(orderUid)).body.data)).toEqual(['PDF_READY', 'CANCELLED', 'PDF_READY']);
    expect(await balanceOf(live)).toBe(before);
  });

  it('needs the credit for it: 402, and it stays cancelled', async () => {
    const own = await finalizedBook(personal);
    await setSandboxCredit(personal, ONE_BOOK);
    const { orderUid } = await placedOrder(personal, own);
    await cancel(personal, orderUid);
    await setSandboxCredit(personal, ONE_BOOK - 1);
    const before = await read(orderUid, personal);
    const answer = await restore(orderUid);
    expect([answer.status, answer.body.data]).toEqual([
      402,
      { required: ONE_BOOK, balance: ONE_BOOK - 1, currency: 'KRW' },
    ]);
    expect([await read(orderUid, personal), await balanceOf(personal)]).toEqual([before, ONE_BOOK - 1]);
  });

  it('is charged once when it is restored twice at once', async () => {
    const { orderUid } = await placedOrder(sandbox, bookUid);
    const paid = await balanceOf(sandbox);
    for (let round = 0; round < 5; round += 1) {
      await cancel(sandbox, orderUid);
      const answers = await Promise.all([restore(orderUid), restore(orderUid), restore(orderUid)]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400]);
      expect(await balanceOf(sandbox)).toBe(paid);
    }
  });

  it('was cancelled before: any other is refused', async () => {
    const own = await finalizedBook(personal);
    await setSandboxCredit(personal, 10 * ONE_BOOK);
    const items = [1, 2].map((quantity) => ({ bookUid: own, quantity }));
    const placed = (await order(personal, items)).body.data;
    await cancelItem(personal, placed.orderUid, placed.items[0].itemUid);
    expectInvalid(await restore(placed.orderUid));
    // Also where the credit would not do for what the item cancel gave back.
    await setSandboxCredit(personal, 0);
    expectInvalid(await restore(placed.orderUid));
  });
});
