import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  ADDRESS,
  advance,
  balanceOf,
  cancel,
  cancelItem,
  charged,
  expectFailure,
  finalizedBook,
  fundLive,
  ledgerSum,
  newBook,
  ONE_BOOK,
  order,
  PER_PAGE,
  placedOrder,
  setSandboxCredit,
  SHIPPING_FEE,
} from './journeys.ts';
import { bySpecification, startService, type Host, type Service } from './service.ts';

/** What a copy of the square hard cover costs that has 26 pages. */
const OTHER_UNIT = 12_600 + 2 * PER_PAGE;

const ORDER_KEYS = [
  ...[
    'orderUid',
    'accountUid',
    'accountName',
    'accountOrganizationName',
    'orderType',
    'externalRef',
    'orderStatus',
    'orderStatusDisplay',
    'isTest',
  ],
  ...[
    'totalProductAmount',
    'totalShippingFee',
    'totalPackagingFee',
    'totalAmount',
    'paidCreditAmount',
    'paymentMethod',
    'creditBalanceAfter',
  ],
  ...[
    'recipientName',
    'recipientPhone',
    'postalCode',
    'address1',
    'address2',
    'shippingMemo',
    'trackingNumber',
    'trackingCarrier',
  ],
  ...[
    'cancelReason',
    'refundAmount',
    'orderedAt',
    'paidAt',
    'cancelledAt',
    'shippedAt',
    'deliveredAt',
    'createdAt',
    'items',
  ],
];
const ITEM_KEYS = [
  ...[
    'itemUid',
    'bookUid',
    'bookTitle',
    'bookSpecUid',
    'bookSpecName',
    'quantity',
    'pageCount',
    'unitPrice',
    'itemAmount',
  ],
  ...['itemStatus', 'itemStatusDisplay', 'trackingNumber', 'trackingCarrier', 'shippedAt', 'createdAt'],
];
let service: Service;
let sandbox: Host;
let live: Host;
let personal: Host;
let bookUid: string;
let liveBookUid: string;

beforeAll(async () => {
  service = await startService({ credit: 100_000_000 });
  ({ sandbox, live } = service);
  personal = sandbox.as(service.keys.personal.sandbox);
  await fundLive(service, 1_000_000);
  bookUid = await finalizedBook(sandbox, { title: '여름 여행' });
  liveBookUid = await finalizedBook(live);
});
afterAll(() => service.dispose());

// Whatever a test did: the entries of the ledger sum to the balance.
afterEach(async () => {
  for (const host of [sandbox, live, personal]) expect(await ledgerSum(host)).toBe(await balanceOf(host));
});

describe('POST /orders/estimate', () => {
  const estimate = (items: unknown, host = sandbox) => host.post('/orders/estimate', { items });

  it('prices product, shipping, packaging and VAT, in the recorded key order', async () => {
    const answer = await estimate([{ bookUid, quantity: 1 }]);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      items: [
        {
          bookUid,
          bookSpecUid: 'SQUAREBOOK_HC',
          pageCount: 24,
          quantity: 1,
          unitPrice: 12_600,
          itemAmount: 12_600,
          packagingFee: 0,
        },
      ],
      productAmount: 12_600,
      shippingFee: SHIPPING_FEE,
      boxCount: 1,
      packagingFee: 0,
      totalAmount: 12_600 + SHIPPING_FEE,
      paidCreditAmount: ONE_BOOK,
      creditBalance: await balanceOf(sandbox),
      creditSufficient: true,
      currency: 'KRW',
    });
    const keys = [
      'items',
      'productAmount',
      'shippingFee',
      'boxCount',
      'packagingFee',
      'totalAmount',
      'paidCreditAmount',
      'creditBalance',
      'creditSufficient',
      'currency',
    ];
    expect(Object.keys(answer.body.data)).toEqual(keys);
  });

  it('prices pages above the minimum at (pages - pageMin) x pricePerIncrement', async () => {
    const thicker = await finalizedBook(sandbox, { pageCount: 40 });
    const { data } = (await estimate([{ bookUid: thicker, quantity: 2 }])).body;
    const unitPrice = 12_600 + 16 * PER_PAGE;
    expect(data.items[0]).toMatchObject({ unitPrice, itemAmount: 2 * unitPrice });
    expect(data.paidCreditAmount).toBe(charged(2 * unitPrice + SHIPPING_FEE));
  });

  it('charges shipping once an order, whatever the number of books and boxes', async () => {
    const other = await finalizedBook(sandbox);
    const { data } = (
      await estimate([
        { bookUid, quantity: 60 },
        { bookUid: other, quantity: 1 },
      ])
    ).body;
    expect(data).toMatchObject({
      productAmount: 61 * 12_600,
      shippingFee: SHIPPING_FEE,
      boxCount: 2,
      totalAmount: 61 * 12_600 + SHIPPING_FEE,
    });
  });

  it('never answers 402: a shortage is creditSufficient false', async () => {
    await setSandboxCredit(personal, ONE_BOOK - 1);
    const own = await finalizedBook(personal);
    const short = await estimate([{ bookUid: own, quantity: 1 }], personal);
    expect([short.status, short.body.data.creditSufficient, short.body.data.creditBalance]).toEqual([
      200,
      false,
      ONE_BOOK - 1,
    ]);
    await setSandboxCredit(personal, ONE_BOOK);
    expect((await estimate([{ bookUid: own, quantity: 1 }], personal)).body.data.creditSufficient).toBe(true);
  });

  it('charges nothing', async () => {
    const before = await balanceOf(sandbox);
    await estimate([{ bookUid, quantity: 3 }]);
    expect(await balanceOf(sandbox)).toBe(before);
  });

  it('refuses a draft and names its status', async () => {
    const draft = await newBook(sandbox);
    const answer = await estimate([{ bookUid: draft, quantity: 1 }]);
    expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
    expect(answer.body.errors).toEqual([expect.stringContaining(draft)]);
    expect(answer.body.errors[0]).toContain('현재 상태: 1');
  });

  it('takes a body with shipping too', async () => {
    expect(
      (await sandbox.post('/orders/estimate', { items: [{ bookUid, quantity: 1 }], shipping: ADDRESS })).status,
    ).toBe(200);
  });
});

describe('POST /orders', () => {
  it('answers the whole order, in the recorded key order', async () => {
    const before = await balanceOf(sandbox);
    const answer = await order(sandbox, [{ bookUid, quantity: 1 }], randomUUID(), {
      externalRef: 'A-100',
      externalUserId: 'user-1',
    });
    expect(answer.status).toBe(201);
    const { data } = answer.body;
    expect(Object.keys(data)).toEqual(ORDER_KEYS);
    expect(Object.keys(data.items[0])).toEqual(ITEM_KEYS);
    expect(data).toMatchObject({
      orderUid: expect.stringMatching(/^or_[0-9A-Za-z]{12}$/),
      accountUid: service.keys.business.accountUid,
      orderType: 'NORMAL',
      externalRef: 'A-100',
      isTest: true,
      totalProductAmount: 12_600,
      totalShippingFee: SHIPPING_FEE,
      totalPackagingFee: 0,
      totalAmount: 12_600 + SHIPPING_FEE,
      paidCreditAmount: ONE_BOOK,
      paymentMethod: 'CREDIT',
      creditBalanceAfter: before - ONE_BOOK,
      trackingNumber: null,
      cancelReason: null,
      refundAmount: null,
      cancelledAt: null,
    });
    expect([data.paidAt, data.createdAt]).toEqual([data.orderedAt, data.orderedAt]);
    expect(data.items).toMatchObject([
      {
        itemUid: expect.stringMatching(/^oi_[0-9A-Za-z]{12}$/),
        bookUid,
        bookTitle: '여름 여행',
        quantity: 1,
        pageCount: 24,
        unitPrice: 12_600,
        itemAmount: 12_600,
      },
    ]);
  });

  it('is PDF_READY at once for PDF_UPLOAD books, in Sandbox and in Live', async () => {
    for (const [host, book, isTest] of [
      [sandbox, bookUid, true],
      [live, liveBookUid, false],
    ] as const) {
      const placed = await placedOrder(host, book);
      expect([placed.orderStatus, placed.orderStatusDisplay, placed.isTest]).toEqual([
        'PDF_READY',
        'PDF준비완료',
        isTest,
      ]);
      expect([placed.items[0].itemStatus, placed.items[0].itemStatusDisplay]).toEqual(['PDF_READY', 'PDF준비완료']);
    }
  });

  it('takes the credit at once, as one ledger entry with reason 3', async () => {
    const before = await balanceOf(sandbox);
    const placed = await placedOrder(sandbox, bookUid, 2);
    const charge = charged(2 * 12_600 + SHIPPING_FEE);
    expect(await balanceOf(sandbox)).toBe(before - charge);
    const [entry] = (await sandbox.get('/credits/transactions?limit=1')).body.data;
    expect(entry).toMatchObject({ reasonCode: 3, direction: '-', amount: charge, balanceAfter: before - charge });
    expect(entry.memo).toContain(placed.orderUid);
  });

  it('orders several books in one order', async () => {
    const other = await finalizedBook(sandbox, { pageCount: 26 });
    const { data } = (
      await order(sandbox, [
        { bookUid, quantity: 1 },
        { bookUid: other, quantity: 3 },
      ])
    ).body;
    expect(data.items.map((item: { bookUid: string; itemAmount: number }) => [item.bookUid, item.itemAmount])).toEqual([
      [bookUid, 12_600],
      [other, 3 * OTHER_UNIT],
    ]);
    expect(data.totalAmount).toBe(12_600 + 3 * OTHER_UNIT + SHIPPING_FEE);
  });

  it('answers 402 with required, balance and currency when credit is short, and writes nothing', async () => {
    const balance = Number((ONE_BOOK - 0.01).toFixed(2));
    await setSandboxCredit(personal, balance);
    const own = await finalizedBook(personal);
    const answer = await order(personal, [{ bookUid: own, quantity: 1 }]);
    expectFailure(answer, 402, 'ERR_INSUFFICIENT_CREDIT');
    expect(answer.body.message).toBe(bySpecification ? 'Payment Required' : 'Insufficient Credit');
    expect(answer.body.data).toEqual({ required: ONE_BOOK, balance, currency: 'KRW' });
    expect(answer.body.errors).toHaveLength(1);
    expect(answer.headers.get('x-idempotent-key')).toBeNull();
    expect(await balanceOf(personal)).toBe(balance);
    expect((await personal.get('/orders')).body.data).toEqual([]);
    await personal.post('/credits/sandbox/charge', { amount: 0.01 });
    expect((await order(personal, [{ bookUid: own, quantity: 1 }])).status).toBe(201);
    expect(await balanceOf(personal)).toBe(0);
  });

  it.each([
    ['missing', async () => 'bk_000000000000'],
    ['unfinalized', () => newBook(sandbox)],
    ['other-environment', async () => liveBookUid],
    ['foreign', () => finalizedBook(personal)],
    [
      'deleted',
      async () => {
        const deleted = await finalizedBook(sandbox);
        await sandbox.delete(`/books/${deleted}`);
        return deleted;
      },
    ],
  ])('refuses a %s book with ERR_VALIDATION_FAILED', async (_, bookOf) => {
    const before = await balanceOf(sandbox);
    const answer = await order(sandbox, [
      { bookUid, quantity: 1 },
      { bookUid: await bookOf(), quantity: 1 },
    ]);
    expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
    expect(await balanceOf(sandbox)).toBe(before);
  });

  it.each([
    [0, 'min', 1],
    [201, 'max', 200],
    [-1, 'min', 1],
  ])('refuses quantity %i', async (quantity, constraint, requiredValue) => {
    const answer = await order(sandbox, [{ bookUid, quantity }]);
    expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
    expect(answer.body.fieldErrors).toMatchObject([
      { field: 'items.0.quantity', currentValue: quantity, requiredValue, constraint },
    ]);
  });

  it('refuses a quantity that is no whole number, no items, and no items field', async () => {
    for (const items of [[{ bookUid, quantity: 1.5 }], [], undefined, [{ quantity: 1 }]]) {
      expectFailure(await sandbox.post('/orders', { items, shipping: ADDRESS }), 400, 'ERR_VALIDATION_FAILED');
    }
  });

  it('takes quantity 200', async () => {
    expect((await placedOrder(sandbox, bookUid, 200)).paidCreditAmount).toBe(charged(200 * 12_600 + SHIPPING_FEE));
  });

  it.each([
    ['recipientName', 100],
    ['recipientPhone', 20],
    ['postalCode', 10],
    ['address1', 200],
    ['address2', 200],
    ['memo', 200],
  ])('takes shipping.%s of %i characters and no more', async (field, maxChars) => {
    const send = (text: string) =>
      order(sandbox, [{ bookUid, quantity: 1 }], randomUUID(), { shipping: { ...ADDRESS, [field]: text } });
    expect((await send('가'.repeat(maxChars))).status).toBe(201);
    const answer = await send('가'.repeat(maxChars + 1));
    expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
    expect(answer.body.fieldErrors).toMatchObject([
      { field: `shipping.${field}`, requiredValue: maxChars, constraint: 'max' },
    ]);
  });

  it.each(['recipientName', 'recipientPhone', 'postalCode', 'address1'])('requires shipping.%s', async (field) => {
    for (const absent of [undefined, '']) {
      const answer = await order(sandbox, [{ bookUid, quantity: 1 }], randomUUID(), {
        shipping: { ...ADDRESS, [field]: absent },
      });
      expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
      expect(answer.body.fieldErrors).toMatchObject([{ field: `shipping.${field}`, constraint: 'required' }]);
    }
  });

  it('does without address2 and memo, and without a shipping object answers which field is missing', async () => {
    const { address2: _, memo: __, ...bare } = ADDRESS;
    const placed = (await order(sandbox, [{ bookUid, quantity: 1 }], randomUUID(), { shipping: bare })).body.data;
    expect([placed.address2, placed.shippingMemo]).toEqual([null, null]);
    const answer = await sandbox.post('/orders', { items: [{ bookUid, quantity: 1 }] });
    expect(answer.body.fieldErrors).toMatchObject([{ field: 'shipping', constraint: 'required' }]);
  });

  it('drops unknown shipping keys, and reads `memo` back as `shippingMemo`', async () => {
    const shipping = { ...ADDRESS, gate: 'B', shippingMemo: 'not this one' };
    const answer = await order(sandbox, [{ bookUid, quantity: 1 }], randomUUID(), { shipping });
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body.data)).toEqual(ORDER_KEYS);
    expect(answer.body.data.shippingMemo).toBe(ADDRESS.memo);
    const { memo: _, ...rest } = ADDRESS;
    expect(answer.body.data).toMatchObject(rest);
  });

  it('takes externalRef and externalUserId of 100 characters and no more', async () => {
    const send = (more: Record<string, string>) => order(sandbox, [{ bookUid, quantity: 1 }], randomUUID(), more);
    expect((await send({ externalRef: 'x'.repeat(100), externalUserId: 'x'.repeat(100) })).status).toBe(201);
    expectFailure(await send({ externalRef: 'x'.repeat(101) }), 400, 'ERR_VALIDATION_FAILED');
    expectFailure(await send({ externalUserId: 'x'.repeat(101) }), 400, 'ERR_VALIDATION_FAILED');
  });

  it('spends credit for exactly twenty orders on exactly twenty of fifty parallel ones', async () => {
    const own = await finalizedBook(personal);
    await setSandboxCredit(personal, 20 * ONE_BOOK);
    const before = (await personal.get('/orders?limit=1')).body.pagination.total;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => order(personal, [{ bookUid: own, quantity: 1 }])),
    );
    const placed = answers.filter((answer) => answer.status === 201);
    const short = answers.filter((answer) => answer.status === 402);
    expect([placed.length, short.length]).toEqual([20, 30]);
    expect(new Set(placed.map((answer) => answer.body.data.orderUid)).size).toBe(20);
    expect(new Set(placed.map((answer) => answer.body.data.creditBalanceAfter)).size).toBe(20);
    expect(await balanceOf(personal)).toBe(0);
    expect((await personal.get('/orders?limit=1')).body.pagination.total - before).toBe(20);
  });
});

describe('GET /orders', () => {
  it('pages newest first, with a flat array and the status in words', async () => {
    const placed = [
      await placedOrder(sandbox, bookUid),
      await placedOrder(sandbox, bookUid),
      await placedOrder(sandbox, bookUid),
    ].map((data) => data.orderUid);
    const first = await sandbox.get('/orders?limit=2');
    expect(first.body.data.map((item: { orderUid: string }) => item.orderUid)).toEqual([placed[2], placed[1]]);
    expect(first.body.pagination).toMatchObject({ limit: 2, offset: 0, hasNext: true });
    const second = await sandbox.get('/orders?limit=2&offset=2');
    expect(second.body.data[0].orderUid).toBe(placed[0]);
    expect(first.body.data[0]).toMatchObject({
      orderStatus: 'PDF_READY',
      orderStatusDisplay: 'PDF준비완료',
      itemCount: 1,
      totalAmount: 12_600 + SHIPPING_FEE,
      paidCreditAmount: ONE_BOOK,
      recipientName: ADDRESS.recipientName,
      isTest: true,
    });
    const { total } = first.body.pagination;
    expect((await sandbox.get(`/orders?offset=${total}`)).body).toMatchObject({
      data: [],
      pagination: { total, hasNext: false, limit: 20 },
    });
  });

  it('says of each order whose it is and how many items it has', async () => {
    const own = await finalizedBook(personal);
    await setSandboxCredit(personal, ONE_BOOK);
    await placedOrder(personal, own);
    await order(sandbox, [
      { bookUid, quantity: 1 },
      { bookUid, quantity: 2 },
    ]);
    await placedOrder(sandbox, bookUid);
    const listed = async (host: Host) => {
      const { data: account } = (await host.get('/accounts/me')).body;
      const { data } = (await host.get('/orders?limit=2')).body;
      for (const one of data) expect([one.accountUid, one.accountName]).toEqual([account.accountUid, account.name]);
      return data.map((one: { itemCount: number }) => one.itemCount);
    };
    expect(await listed(sandbox)).toEqual([1, 2]);
    expect((await listed(personal))[0]).toBe(1);
    const { orderUid } = await placedOrder(sandbox, bookUid);
    expect((await sandbox.get(`/orders/${orderUid}`)).body.data.accountName).toBe(
      (await sandbox.get('/accounts/me')).body.data.name,
    );
  });

  it('filters by status', async () => {
    const kept = (await placedOrder(sandbox, bookUid)).orderUid;
    const gone = (await placedOrder(sandbox, bookUid)).orderUid;
    await cancel(sandbox, gone);
    const uids = async (status: string) =>
      (await sandbox.get(`/orders?status=${status}&limit=100`)).body.data.map(
        (item: { orderUid: string }) => item.orderUid,
      );
    expect(await uids('CANCELLED_REFUND')).toContain(gone);
    expect(await uids('CANCELLED_REFUND')).not.toContain(kept);
    expect(await uids('PDF_READY')).toContain(kept);
    expect(await uids('PDF_READY')).not.toContain(gone);
    expectFailure(await sandbox.get('/orders?status=LOST'), 400, 'ERR_VALIDATION_FAILED');
  });

  it('takes each of the twelve statuses for a filter, also COMPLETED, which only items have', async () => {
    await cancel(sandbox, (await placedOrder(sandbox, bookUid)).orderUid);
    await placedOrder(sandbox, bookUid);
    const twelve = [
      'PAID_AWAITING_CONTENT',
      'PAID',
      'PDF_READY',
      'CONFIRMED',
      'IN_PRODUCTION',
      'COMPLETED',
      'PRODUCTION_COMPLETE',
      'SHIPPED',
      'DELIVERED',
      'CANCELLED',
      'CANCELLED_REFUND',
      'ERROR',
    ];
    for (const status of twelve) {
      const { data, pagination } = (await sandbox.get(`/orders?status=${status}&limit=100`)).body;
      expect(data.every((item: { orderStatus: string }) => item.orderStatus === status)).toBe(true);
      expect(pagination.total > 0).toBe(['PDF_READY', 'CANCELLED_REFUND'].includes(status));
    }
  });

  it('filters by from and to: instants, and whole days', async () => {
    const before = await placedOrder(sandbox, bookUid);
    await service.printHouse('POST', '/clock', { moveMs: 48 * 3600 * 1000 });
    const after = await placedOrder(sandbox, bookUid);
    const uids = async (query: string) =>
      (await sandbox.get(`/orders?limit=100&${query}`)).body.data.map((item: { orderUid: string }) => item.orderUid);
    const day = after.orderedAt.slice(0, 10);
    expect(await uids(`from=${day}`)).toEqual([after.orderUid]);
    expect(await uids(`from=${after.orderedAt}`)).toEqual([after.orderUid]);
    expect(await uids(`to=${before.orderedAt}`)).toContain(before.orderUid);
    expect(await uids(`to=${before.orderedAt}`)).not.toContain(after.orderUid);
    expect(await uids(`to=${day}`)).toContain(after.orderUid);
    expect(await uids(`from=${before.orderedAt}&to=${before.orderedAt}`)).toEqual([before.orderUid]);
    expectFailure(await sandbox.get('/orders?from=yesterday'), 400, 'ERR_VALIDATION_FAILED');
  });

  it('shows nobody else’s orders, and none of the other environment', async () => {
    const { orderUid } = await placedOrder(sandbox, bookUid);
    for (const host of [live, personal]) {
      const uids = (await host.get('/orders?limit=100')).body.data.map((item: { orderUid: string }) => item.orderUid);
      expect(uids).not.toContain(orderUid);
    }
  });
});

describe('GET /orders/{orderUid}', () => {
  it('answers what creation answered, without the balance', async () => {
    const placed = await placedOrder(sandbox, bookUid);
    expect((await sandbox.get(`/orders/${placed.orderUid}`)).body.data).toEqual({
      ...placed,
      creditBalanceAfter: null,
    });
  });

  it('answers 404 when missing, 403 for another partner, 403 ERR_ENV_MISMATCH for the other environment', async () => {
    const { orderUid } = await placedOrder(sandbox, bookUid);
    expectFailure(await sandbox.get('/orders/or_000000000000'), 404, 'ERR_NOT_FOUND');
    expectFailure(await personal.get(`/orders/${orderUid}`), 403, 'ERR_FORBIDDEN');
    expectFailure(await live.get(`/orders/${orderUid}`), 403, 'ERR_ENV_MISMATCH');
  });
});

describe('POST /orders/{orderUid}/cancel', () => {
  it('refunds in full and at once', async () => {
    const before = await balanceOf(sandbox);
    const { orderUid } = await placedOrder(sandbox, bookUid, 3);
    const answer = await cancel(sandbox, orderUid, '수량 변경');
    expect(answer.status).toBe(200);
    const charge = charged(3 * 12_600 + SHIPPING_FEE);
    expect(Object.keys(answer.body.data)).toEqual(ORDER_KEYS);
    expect(answer.body.data).toMatchObject({
      orderStatus: 'CANCELLED_REFUND',
      orderStatusDisplay: '취소환불',
      cancelReason: '수량 변경',
      refundAmount: charge,
      paidCreditAmount: charge,
      cancelledAt: expect.any(String),
      creditBalanceAfter: null,
    });
    expect(answer.body.data.items[0].itemStatus).toBe('CANCELLED');
    expect(await balanceOf(sandbox)).toBe(before);
    const [entry] = (await sandbox.get('/credits/transactions?limit=1')).body.data;
    expect(entry).toMatchObject({ reasonCode: 7, direction: '+', amount: charge, balanceAfter: before });
  });

  it('requires cancelReason, of at most 500 characters', async () => {
    const { orderUid } = await placedOrder(sandbox, bookUid);
    for (const [reason, constraint] of [
      [undefined, 'required'],
      ['', 'required'],
      ['x'.repeat(501), 'max'],
    ] as const) {
      const answer = await sandbox.post(`/orders/${orderUid}/cancel`, { cancelReason: reason });
      expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
      expect(answer.body.fieldErrors).toMatchObject([{ field: 'cancelReason', constraint }]);
    }
    expectFailure(await sandbox.post(`/orders/${orderUid}/cancel`), 400, 'ERR_VALIDATION_FAILED');
    expect((await cancel(sandbox, orderUid, 'x'.repeat(500))).status).toBe(200);
  });

  it('answers 400 for a missing order, not 404', async () => {
    expectFailure(await cancel(sandbox, 'or_000000000000'), 400, 'ERR_VALIDATION_FAILED');
  });

  it('refuses a second cancel and gives nothing back for it', async () => {
    const { orderUid } = await placedOrder(sandbox, bookUid);
    await cancel(sandbox, orderUid);
    const before = await balanceOf(sandbox);
    const again = await cancel(sandbox, orderUid);
    expectFailure(again, 400, 'ERR_VALIDATION_FAILED');
    expect(again.body.errors).toEqual([expect.stringContaining('이미 취소된 주문')]);
    expect(await balanceOf(sandbox)).toBe(before);
  });

  it('refuses once production was confirmed', async () => {
    const { orderUid } = await placedOrder(live, liveBookUid);
    await advance(service, orderUid);
    const before = await balanceOf(live);
    expectFailure(await cancel(live, orderUid), 400, 'ERR_VALIDATION_FAILED');
    expect([await balanceOf(live), (await live.get(`/orders/${orderUid}`)).body.data.orderStatus]).toEqual([
      before,
      'CONFIRMED',
    ]);
  });

  it('refuses another partner and the other environment', async () => {
    const { orderUid } = await placedOrder(sandbox, bookUid);
    expectFailure(await cancel(personal, orderUid), 403, 'ERR_FORBIDDEN');
    expectFailure(await cancel(live, orderUid), 403, 'ERR_ENV_MISMATCH');
  });

  it('refunds once when two cancels with different keys race', async () => {
    const before = await balanceOf(sandbox);
    for (let round = 0; round < 5; round += 1) {
      const { orderUid } = await placedOrder(sandbox, bookUid);
      const answers = await Promise.all([cancel(sandbox, orderUid), cancel(sandbox, orderUid)]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
      expect(await balanceOf(sandbox)).toBe(before);
    }
  });

  it('refunds no more than the charge when a cancel and an item cancel race', async () => {
    const before = await balanceOf(sandbox);
    const other = await finalizedBook(sandbox);
    for (let round = 0; round < 5; round += 1) {
      const { data } = (
        await order(sandbox, [
          { bookUid, quantity: 1 },
          { bookUid: other, quantity: 2 },
        ])
      ).body;
      await Promise.all([
        cancel(sandbox, data.orderUid),
        cancelItem(sandbox, data.orderUid, data.items[0].itemUid),
        cancelItem(sandbox, data.orderUid, data.items[1].itemUid),
      ]);
      const after = (await sandbox.get(`/orders/${data.orderUid}`)).body.data;
      expect([after.orderStatus, after.refundAmount]).toEqual(['CANCELLED_REFUND', data.paidCreditAmount]);
      expect(await balanceOf(sandbox)).toBe(before);
    }
  });
});

describe('an order whose book was deleted', () => {
  it('stays as it was, and is cancelled like any other; the book is not ordered again', async () => {
    const own = await finalizedBook(sandbox);
    const placed = await placedOrder(sandbox, own);
    await sandbox.delete(`/books/${own}`);
    expect((await sandbox.get(`/orders/${placed.orderUid}`)).body.data).toEqual({
      ...placed,
      creditBalanceAfter: null,
    });
    expectFailure(await order(sandbox, [{ bookUid: own, quantity: 1 }]), 400, 'ERR_VALIDATION_FAILED');
    expect((await cancel(sandbox, placed.orderUid)).body.data.refundAmount).toBe(ONE_BOOK);
  });
});

describe('POST /orders/{orderUid}/items/{itemUid}/cancel', () => {
  let otherUid: string;
  beforeAll(async () => {
    otherUid = await finalizedBook(sandbox, { pageCount: 26 });
  });
  const REST = charged(2 * OTHER_UNIT + SHIPPING_FEE);
  const WHOLE = charged(12_600 + 2 * OTHER_UNIT + SHIPPING_FEE);
  const twoItems = async () =>
    (
      await order(sandbox, [
        { bookUid, quantity: 1 },
        { bookUid: otherUid, quantity: 2 },
      ])
    ).body.data;

  it('gives back what was paid less what the rest costs with shipping and VAT; the last item cancels the order', async () => {
    const before = await balanceOf(sandbox);
    const placed = await twoItems();
    expect(placed.paidCreditAmount).toBe(WHOLE);
    const [first, second] = placed.items;

    const partly = await cancelItem(sandbox, placed.orderUid, first.itemUid);
    expect(partly.status).toBe(200);
    expect(Object.keys(partly.body.data)).toEqual(ORDER_KEYS);
    expect(partly.body.data).toMatchObject({
      orderStatus: 'PDF_READY',
      refundAmount: WHOLE - REST,
      paidCreditAmount: WHOLE,
    });
    expect(partly.body.data.items.map((item: { itemStatus: string }) => item.itemStatus)).toEqual([
      'CANCELLED',
      'PDF_READY',
    ]);
    expect(await balanceOf(sandbox)).toBe(before - REST);

    const wholly = await cancelItem(sandbox, placed.orderUid, second.itemUid, '남은 항목도');
    expect(wholly.body.data).toMatchObject({
      orderStatus: 'CANCELLED_REFUND',
      refundAmount: WHOLE,
      cancelReason: '남은 항목도',
    });
    expect(await balanceOf(sandbox)).toBe(before);
    const refunds = (await sandbox.get('/credits/transactions?limit=2')).body.data;
    expect(refunds.map((entry: { reasonCode: number; amount: number }) => [entry.reasonCode, entry.amount])).toEqual([
      [7, REST],
      [7, WHOLE - REST],
    ]);
  });

  it('leaves the rest of the charge to a whole cancel', async () => {
    const before = await balanceOf(sandbox);
    const placed = await twoItems();
    await cancelItem(sandbox, placed.orderUid, placed.items[1].itemUid);
    expect((await cancel(sandbox, placed.orderUid)).body.data.refundAmount).toBe(placed.paidCreditAmount);
    expect(await balanceOf(sandbox)).toBe(before);
  });

  it('refuses an item that is not in the order, one that is cancelled, and a missing order', async () => {
    const placed = await twoItems();
    const [item] = placed.items;
    const elsewhere = (await placedOrder(sandbox, bookUid)).items[0].itemUid;
    expectFailure(await cancelItem(sandbox, placed.orderUid, elsewhere), 400, 'ERR_VALIDATION_FAILED');
    expectFailure(await cancelItem(sandbox, placed.orderUid, 'oi_000000000000'), 400, 'ERR_VALIDATION_FAILED');
    expect((await cancelItem(sandbox, placed.orderUid, item.itemUid)).status).toBe(200);
    const again = await cancelItem(sandbox, placed.orderUid, item.itemUid);
    expectFailure(again, 400, 'ERR_VALIDATION_FAILED');
    expect(again.body.errors).toEqual([expect.stringContaining('이미 취소된 항목')]);
    expectFailure(await cancelItem(sandbox, 'or_000000000000', item.itemUid), 400, 'ERR_VALIDATION_FAILED');
  });

  it('requires cancelReason, of at most 500 characters', async () => {
    const placed = await twoItems();
    for (const reason of [undefined, '', 'x'.repeat(501)]) {
      const answer = await cancelItem(
        sandbox,
        placed.orderUid,
        placed.items[0].itemUid,
        reason === undefined ? null : reason,
      );
      expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
      expect(answer.body.fieldErrors).toMatchObject([{ field: 'cancelReason' }]);
    }
    expect((await cancelItem(sandbox, placed.orderUid, placed.items[0].itemUid, 'x'.repeat(500))).status).toBe(200);
  });

  it('refuses once production was confirmed', async () => {
    const placed = await placedOrder(live, liveBookUid);
    await advance(service, placed.orderUid);
    expectFailure(await cancelItem(live, placed.orderUid, placed.items[0].itemUid), 400, 'ERR_VALIDATION_FAILED');
  });

  it('is done once under one key', async () => {
    const placed = await twoItems();
    const key = randomUUID();
    const first = await cancelItem(sandbox, placed.orderUid, placed.items[0].itemUid, '한 권', key);
    const balance = await balanceOf(sandbox);
    const again = await cancelItem(sandbox, placed.orderUid, placed.items[0].itemUid, '한 권', key);
    expect([again.status, again.headers.get('x-idempotent-replayed'), again.text]).toEqual([200, 'true', first.text]);
    expect(await balanceOf(sandbox)).toBe(balance);
  });
});

describe('PATCH /orders/{orderUid}/shipping', () => {
  const patch = (host: Host, orderUid: string, body: unknown) => host.patch(`/orders/${orderUid}/shipping`, body);

  it('changes what is given and leaves the rest', async () => {
    const placed = await placedOrder(sandbox, bookUid);
    const answer = await patch(sandbox, placed.orderUid, {
      recipientName: '박둘',
      address2: '',
      shippingMemo: '경비실',
    });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      ...placed,
      creditBalanceAfter: null,
      recipientName: '박둘',
      address2: answer.body.data.address2,
      shippingMemo: '경비실',
    });
    expect(['', null]).toContain(answer.body.data.address2);
    expect((await sandbox.get(`/orders/${placed.orderUid}`)).body.data).toEqual(answer.body.data);
  });

  it('calls the memo shippingMemo: `memo` is dropped', async () => {
    const { orderUid } = await placedOrder(sandbox, bookUid);
    expect((await patch(sandbox, orderUid, { memo: 'x' })).body.data.shippingMemo).toBe(ADDRESS.memo);
  });

  it('keeps to the lengths of creation', async () => {
    const { orderUid } = await placedOrder(sandbox, bookUid);
    const tooLong = {
      recipientName: 101,
      recipientPhone: 21,
      postalCode: 11,
      address1: 201,
      address2: 201,
      shippingMemo: 201,
    };
    for (const [field, length] of Object.entries(tooLong)) {
      const answer = await patch(sandbox, orderUid, { [field]: 'x'.repeat(length) });
      expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
      expect(answer.body.fieldErrors).toMatchObject([{ field, constraint: 'max' }]);
    }
    expectFailure(await patch(sandbox, orderUid, { recipientName: '' }), 400, 'ERR_VALIDATION_FAILED');
  });

  it('is possible until CONFIRMED and refused afterwards', async () => {
    const { orderUid } = await placedOrder(live, liveBookUid);
    expect((await patch(live, orderUid, { recipientName: 'PDF_READY' })).status).toBe(200);
    await advance(service, orderUid);
    expect((await patch(live, orderUid, { recipientName: 'CONFIRMED' })).status).toBe(200);
    await advance(service, orderUid);
    expectFailure(await patch(live, orderUid, { recipientName: 'IN_PRODUCTION' }), 400, 'ERR_VALIDATION_FAILED');
    expect((await live.get(`/orders/${orderUid}`)).body.data.recipientName).toBe('CONFIRMED');
  });

  it('is refused for a cancelled order, a missing one, another partner’s and the other environment’s', async () => {
    const { orderUid } = await placedOrder(sandbox, bookUid);
    expectFailure(await patch(sandbox, 'or_000000000000', { recipientName: 'x' }), 404, 'ERR_NOT_FOUND');
    expectFailure(await patch(personal, orderUid, { recipientName: 'x' }), 403, 'ERR_FORBIDDEN');
    expectFailure(await patch(live, orderUid, { recipientName: 'x' }), 403, 'ERR_ENV_MISMATCH');
    await cancel(sandbox, orderUid);
    expectFailure(await patch(sandbox, orderUid, { recipientName: 'x' }), 400, 'ERR_VALIDATION_FAILED');
  });
});

describe('PATCH /orders/{orderUid}/status', () => {
  const patch = (host: Host, orderUid: string, body: unknown) => host.patch(`/orders/${orderUid}/status`, body);

  it.each([
    'PAID',
    'CONFIRMED',
    'IN_PRODUCTION',
    'PRODUCTION_COMPLETE',
    'SHIPPED',
    'DELIVERED',
    'CANCELLED',
    'ERROR',
    'PDF_READY',
  ])('refuses a partner’s move to %s with ERR_ORDER_TRANSITION_INVALID', async (orderStatus) => {
    const { orderUid } = await placedOrder(sandbox, bookUid);
    expectFailure(
      await patch(sandbox, orderUid, { orderStatus, cancelReason: 'x' }),
      400,
      'ERR_ORDER_TRANSITION_INVALID',
    );
    expect((await sandbox.get(`/orders/${orderUid}`)).body.data.orderStatus).toBe('PDF_READY');
  });

  it('cancels with a refund, once, with a reason', async () => {
    const before = await balanceOf(sandbox);
    const { orderUid } = await placedOrder(sandbox, bookUid);
    expectFailure(await patch(sandbox, orderUid, { orderStatus: 'CANCELLED_REFUND' }), 400, 'ERR_VALIDATION_FAILED');
    const answer = await patch(sandbox, orderUid, { orderStatus: 'CANCELLED_REFUND', cancelReason: '변심' });
    expect([answer.status, answer.body.data.orderStatus, await balanceOf(sandbox)]).toEqual([
      200,
      'CANCELLED_REFUND',
      before,
    ]);
    expectFailure(
      await patch(sandbox, orderUid, { orderStatus: 'CANCELLED_REFUND', cancelReason: '변심' }),
      400,
      'ERR_ORDER_TRANSITION_INVALID',
    );
  });

  it('refuses an unknown status, a missing order and another partner’s', async () => {
    const { orderUid } = await placedOrder(sandbox, bookUid);
    expectFailure(await patch(sandbox, orderUid, { orderStatus: 'LOST' }), 400, 'ERR_VALIDATION_FAILED');
    expectFailure(await patch(sandbox, 'or_000000000000', { orderStatus: 'SHIPPED' }), 404, 'ERR_NOT_FOUND');
    expectFailure(await patch(personal, orderUid, { orderStatus: 'SHIPPED' }), 403, 'ERR_FORBIDDEN');
  });
});
