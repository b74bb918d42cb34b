import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  advance,
  balanceOf,
  cancel,
  cancelItem,
  expectFailure,
  finalizedBook,
  fundLive,
  newBook,
  ONE_BOOK,
  order,
  placedOrder,
} from './journeys.ts';
import { bySpecification, startService, type Answer, type Host, type Service } from './service.ts';

let service: Service;
let sandbox: Host;
let live: Host;
let bookUid: string;
let liveBookUid: string;

beforeAll(async () => {
  service = await startService({ credit: 10_000_000 });
  ({ sandbox, live } = service);
  await fundLive(service, 1_000_000);
  bookUid = await finalizedBook(sandbox);
  liveBookUid = await finalizedBook(live);
});
afterAll(() => service.dispose());

const deletedBook = async () => {
  const deleted = await finalizedBook(sandbox);
  await sandbox.delete(`/books/${deleted}`);
  return deleted;
};
const twoItems = async () =>
  (
    await order(sandbox, [
      { bookUid, quantity: 1 },
      { bookUid, quantity: 1 },
    ])
  ).body.data;

/** A request that is refused, made ready once and then sent as often as one likes with a key. */
type Refused = () => Promise<(key: string) => Promise<Answer>>;

const KEPT: readonly [string, Refused][] = [
  [
    'an order of a missing book',
    async () => (key) => order(sandbox, [{ bookUid: 'bk_000000000000', quantity: 1 }], key),
  ],
  [
    'an order of a deleted book',
    async () => {
      const gone = await deletedBook();
      return (key) => order(sandbox, [{ bookUid: gone, quantity: 1 }], key);
    },
  ],
  [
    'an order of an unfinalized book',
    async () => {
      const draft = await newBook(sandbox);
      return (key) => order(sandbox, [{ bookUid: draft, quantity: 1 }], key);
    },
  ],
  [
    'an order of a book of the other environment',
    async () => (key) => order(sandbox, [{ bookUid: liveBookUid, quantity: 1 }], key),
  ],
  ['a cancel of a missing order', async () => (key) => cancel(sandbox, 'or_000000000000', '변심', key)],
  [
    'a cancel in a state that is not cancellable',
    async () => {
      const { orderUid } = await placedOrder(live, liveBookUid);
      await advance(service, orderUid);
      return (key) => cancel(live, orderUid, '변심', key);
    },
  ],
  [
    'a cancel of a cancelled order',
    async () => {
      const { orderUid } = await placedOrder(sandbox, bookUid);
      await cancel(sandbox, orderUid);
      return (key) => cancel(sandbox, orderUid, '변심', key);
    },
  ],
  [
    'an item cancel of an item that is not in the order',
    async () => {
      const { orderUid } = await placedOrder(sandbox, bookUid);
      return (key) => cancelItem(sandbox, orderUid, 'oi_000000000000', '변심', key);
    },
  ],
  [
    'an item cancel of a missing order',
    async () => (key) => cancelItem(sandbox, 'or_000000000000', 'oi_000000000000', '변심', key),
  ],
  [
    'an item cancel of a cancelled item',
    async () => {
      const { orderUid, items } = await twoItems();
      await cancelItem(sandbox, orderUid, items[0].itemUid);
      return (key) => cancelItem(sandbox, orderUid, items[0].itemUid, '변심', key);
    },
  ],
];

describe.runIf(bySpecification)('the stored 400s of orders', () => {
  it.each(KEPT)('%s: the same key gives the same answer again', async (_, ready) => {
    const send = await ready();
    const key = randomUUID();
    const first = await send(key);
    expectFailure(first, 400, 'ERR_VALIDATION_FAILED');
    expect([first.headers.get('x-idempotent-key'), first.headers.get('x-idempotent-replayed')]).toEqual([key, null]);
    const again = await send(key);
    expect([again.status, again.headers.get('x-idempotent-replayed'), again.text]).toEqual([400, 'true', first.text]);
  });
});

describe('what is not stored: the key is free for a corrected request', () => {
  it('request-format 400s of an order', async () => {
    const key = randomUUID();
    const before = await balanceOf(sandbox);
    for (const [items, more] of [
      [[], {}],
      [[{ bookUid, quantity: 0 }], {}],
      [[{ bookUid, quantity: 201 }], {}],
      [[{ bookUid, quantity: 1 }], { shipping: undefined }],
      [[{ bookUid, quantity: 1 }], { externalRef: 'x'.repeat(101) }],
    ] as const) {
      const answer = await order(sandbox, items, key, more);
      expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
      expect(answer.headers.get('x-idempotent-key')).toBeNull();
    }
    expect((await order(sandbox, [{ bookUid, quantity: 1 }], key)).status).toBe(201);
    expect(before - (await balanceOf(sandbox))).toBe(ONE_BOOK);
  });

  it('request-format 400s of a cancel and an item cancel', async () => {
    const { orderUid, items } = await twoItems();
    for (const send of [
      (reason: unknown, key: string) => cancelItem(sandbox, orderUid, items[0].itemUid, reason, key),
      (reason: unknown, key: string) => cancel(sandbox, orderUid, reason, key),
    ]) {
      const key = randomUUID();
      for (const reason of ['', 'x'.repeat(501), 5])
        expectFailure(await send(reason, key), 400, 'ERR_VALIDATION_FAILED');
      expect((await send('변심', key)).status).toBe(200);
    }
  });

  it('403 ERR_ENV_MISMATCH', async () => {
    const { orderUid } = await placedOrder(sandbox, bookUid);
    const key = randomUUID();
    for (let round = 0; round < 2; round += 1) {
      const answer = await cancel(live, orderUid, '변심', key);
      expectFailure(answer, 403, 'ERR_ENV_MISMATCH');
      expect([answer.headers.get('x-idempotent-key'), answer.headers.get('x-idempotent-replayed')]).toEqual([
        null,
        null,
      ]);
    }
  });

  it('401, and 5xx: the request that failed is done when it comes again', async () => {
    const key = randomUUID();
    expectFailure(
      await order(sandbox.as('SB0000000000.00000000000000000000000000000000'), [{ bookUid, quantity: 1 }], key),
      401,
      'ERR_UNAUTHORIZED',
    );
    await service.printHouse('POST', '/faults', { kind: 'fail', method: 'POST', path: '/orders', times: 1 });
    expectFailure(await order(sandbox, [{ bookUid, quantity: 1 }], key), 500, 'ERR_INTERNAL_ERROR');
    const done = await order(sandbox, [{ bookUid, quantity: 1 }], key);
    expect([done.status, done.headers.get('x-idempotent-replayed')]).toEqual([201, null]);
  });
});

describe('a key', () => {
  it('is one request’s: a different key with the same body is a new request and charged again', async () => {
    const before = await balanceOf(sandbox);
    const [first, second] = [await placedOrder(sandbox, bookUid), await placedOrder(sandbox, bookUid)];
    expect(second.orderUid).not.toBe(first.orderUid);
    expect(before - (await balanceOf(sandbox))).toBe(2 * ONE_BOOK);
  });

  it('belongs to one path: cancels of two orders, and of an item and its order, may share it', async () => {
    const key = randomUUID();
    const [one, other] = [await twoItems(), await twoItems()];
    for (const { orderUid, items } of [one, other]) {
      expect(
        (await cancelItem(sandbox, orderUid, items[0].itemUid, '변심', key)).headers.get('x-idempotent-replayed'),
      ).toBeNull();
      const cancelled = await cancel(sandbox, orderUid, '변심', key);
      expect([cancelled.status, cancelled.headers.get('x-idempotent-replayed')]).toEqual([200, null]);
    }
  });

  it('with another reason is another body: 422, and nothing is done', async () => {
    const { orderUid, items } = await twoItems();
    const key = randomUUID();
    await cancelItem(sandbox, orderUid, items[0].itemUid, '변심', key);
    expectFailure(
      await cancelItem(sandbox, orderUid, items[0].itemUid, '다른 이유', key),
      422,
      'ERR_IDEMPOTENCY_KEY_MISMATCH',
    );
    expect((await sandbox.get(`/orders/${orderUid}`)).body.data.orderStatus).toBe('PDF_READY');
  });

  it('is not looked at by the endpoints that do not honour it', async () => {
    const { orderUid } = await placedOrder(sandbox, bookUid);
    const headers = { 'idempotency-key': randomUUID() };
    for (const recipientName of ['박하나', '박둘']) {
      const answer = await sandbox.patch(`/orders/${orderUid}/shipping`, { recipientName }, { headers });
      expect([answer.body.data.recipientName, answer.headers.get('x-idempotent-key')]).toEqual([recipientName, null]);
    }
    const estimates = await Promise.all(
      [1, 2].map((quantity) => sandbox.post('/orders/estimate', { items: [{ bookUid, quantity }] }, { headers })),
    );
    expect(estimates.map((answer) => [answer.status, answer.body.data.items[0].quantity])).toEqual([
      [200, 1],
      [200, 2],
    ]);
  });
});
