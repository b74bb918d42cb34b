import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import type { Shipping } from '../../../src-core/contract/orders.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { minorFromNumber } from '../../../src-core/contract/money.ts';
import type { ReviewedOrder } from '../orders/order-review.ts';
import { Recipients } from '../recipients/recipients.ts';
import { setDelivery } from '../store/book-stages.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { books, hotFolders, orderIntents, orders, type HotFolderRow } from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { plainContext } from '../testing/plain-context.ts';
import { HotOrders, type HotOrderPorts } from './hot-orders.ts';
import { keepUploaded } from './testing/uploaded-book.ts';

const STUDIO: Shipping = {
  recipientName: '홍길동',
  recipientPhone: '010-1234-5678',
  postalCode: '06236',
  address1: '서울',
};
const MOVED: Shipping = { ...STUDIO, postalCode: '48058', address1: '부산' };
const PRICE = 10_000;
const DAY_MS = 24 * 3_600_000;

let dir: string;
let store: OpenStore;
let recipients: Recipients;
let hot: HotOrders;
let nowMs: number;
/** What was confirmed. */
let confirmed: ReviewedOrder[];
/** While the service is asked for prices, and before, while files are looked at. */
let whileAsked: () => void;
let whileLookedAt: () => void;
let inUse: { readonly connectionId: string; readonly environment: 'sandbox' | 'live' };
let studio: string;
/** A book that the service does not know any more. */
let unknownThere: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hot-orders-'));
  store = openStore(dir, plainStore(join(import.meta.dirname, '../store/migrations')));
  nowMs = Date.UTC(2026, 5, 1, 3);
  confirmed = [];
  whileAsked = () => undefined;
  whileLookedAt = () => undefined;
  inUse = { connectionId: 'here', environment: 'sandbox' };
  unknownThere = '';
  const context = plainContext(store.db, { clock: { nowMs: () => nowMs } });
  recipients = new Recipients(context);
  studio = recipients.save(null, STUDIO, 'studio').recipientId;
  hot = new HotOrders({
    context,
    recipients,
    connections: { active: () => inUse },
    watch: { lookAtUploaded: async () => whileLookedAt() },
    reviews: new PricesAsked(),
    runs: { confirm: ({ placed }: { readonly placed: readonly ReviewedOrder[] }) => confirmed.push(...placed) },
  } as unknown as HotOrderPorts);
  store.db
    .insert(hotFolders)
    .values({
      hotFolderId: 'hot',
      path: dir,
      connectionId: 'here',
      whenGreen: 'order',
      afterwards: 'leave',
      language: 'en',
      createdAtMs: 1,
      dailyLimitMinor: 5 * PRICE * 100,
      recipientId: studio,
    })
    .run();
});
afterEach(() => {
  store.close(Date.now());
  rmSync(dir, { recursive: true, force: true });
});

/** Each copy costs the same; an order is of one book. */
class PricesAsked {
  #orders: ReviewedOrder[] = [];
  #at = '';

  async review(bookIds: readonly string[], { recipientId }: { readonly recipientId: string | null }) {
    this.#at = inUse.connectionId;
    const goesTo = recipients.ofBooks(bookIds);
    this.#orders = bookIds.flatMap((bookId) => {
      const book = store.db.select().from(books).where(eq(books.bookId, bookId)).get();
      const all = goesTo.get(bookId) ?? [{ recipientId: recipientId ?? '', quantity: book?.quantity ?? 0 }];
      return all.map((to) => ({
        recipient: recipients.byId([to.recipientId]).get(to.recipientId) ?? null,
        promoted: null,
        repeats: null,
        lines: [
          {
            ...{ bookId, bookUid: `uid ${bookId}`, title: bookId, quantity: to.quantity },
            ...{ stage: 'uploaded', orderUid: null, spec: null },
          },
        ],
        estimateMinor: Number(minorFromNumber(PRICE * to.quantity)),
      }));
    });
    await Promise.resolve();
    whileAsked();
    if (bookIds.includes(unknownThere)) throw new AppError('SERVICE_NOT_FOUND');
    const charges = this.#orders.map(({ lines }) => ({ charge: PRICE * (lines[0]?.quantity ?? 0) }));
    return { reviewId: 'review', creditNow: 100 * PRICE, orders: charges };
  }

  need = () => ({ connectionId: this.#at, orders: this.#orders });
  drop = () => undefined;
}

const uploaded = (bookId: string, quantity = 1): void =>
  keepUploaded(store.db, { bookId, quantity, connectionId: 'here', hotFolderId: 'hot', dir, queuedAtMs: 2 });

const folder = (): HotFolderRow => {
  const row = store.db.select().from(hotFolders).get();
  if (row === undefined) throw new Error('no hot folder');
  return row;
};
/** As the intake calls it, with what the folder was when its round began. */
const place = (as = folder()) => hot.place(as, () => false);
const doors = () => confirmed.map(({ recipient }) => recipient?.address.address1);

it('orders what is green for whom the folder says', async () => {
  uploaded('a');
  expect(await place()).toBe(true);
  expect(doors()).toEqual(['서울']);
});

it.each([
  ['ordering was turned off', { whenGreen: 'upload', dailyLimitMinor: null, recipientId: null } as const],
  ['it was paused', { isPaused: true }],
  ['the sum a day was made smaller', { dailyLimitMinor: PRICE * 50 }],
  ['it sends elsewhere', { connectionId: 'there' }],
])('nothing is ordered when %s while prices are asked', async (_, set) => {
  uploaded('a');
  whileAsked = () => void store.db.update(hotFolders).set(set).run();
  await place();
  expect(confirmed).toEqual([]);
});

it.each(['before prices are asked', 'while they are'])(
  'nothing is ordered at another connection that comes into use %s',
  async (when) => {
    uploaded('a');
    const toLive = () => void (inUse = { connectionId: 'live', environment: 'live' });
    if (when === 'while they are') whileAsked = toLive;
    else whileLookedAt = toLive;
    await place();
    expect(confirmed).toEqual([]);
  },
);

it('copies, recipients and addresses that are set while prices are asked hold for the order', async () => {
  uploaded('a');
  const other = recipients.save(null, { ...STUDIO, recipientName: 'Lee' }, 'customer').recipientId;
  const changes = [
    () => recipients.setCopies(['a'], 2),
    () => void recipients.assign(['a'], other),
    () => void recipients.save(other, { ...MOVED, recipientName: 'Lee' }, 'customer'),
  ];
  for (const change of changes) {
    whileAsked = change;
    expect(await place()).toBe(true);
    expect(confirmed).toEqual([]);
  }
  whileAsked = () => undefined;
  await place();
  expect(confirmed.map(({ recipient, lines }) => [recipient?.address, lines[0]?.quantity])).toEqual([
    [{ ...MOVED, recipientName: 'Lee' }, 2],
  ]);
});

it('an address that became another entry of the address book is where the folder sends from then on', async () => {
  uploaded('a');
  recipients.save(null, MOVED, 'studio');
  const before = folder();
  recipients.save(studio, MOVED, 'studio');
  await place(before);
  expect(doors()).toEqual(['부산']);
});

it('a book that costs more than a whole day may holds up none behind it, and says so', async () => {
  uploaded('dear', 6);
  uploaded('small');
  expect(await place()).toBe(true);
  expect(confirmed.flatMap(({ lines }) => lines.map(({ bookId }) => bookId))).toEqual(['small']);
  expect(hot.problem).toEqual({ key: 'desk.hotFolder.overLimit', params: { title: 'dear' } });
  setDelivery(store.db, 'here', 'small', { stage: 'ordered' });
  nowMs += DAY_MS;
  expect(await place()).toBe(false);
  recipients.setCopies(['dear'], 5);
  await place();
  expect(confirmed.flatMap(({ lines }) => lines.map(({ bookId }) => bookId))).toEqual(['small', 'dear']);
  expect(hot.problem).toBeNull();
});

it('what orders of persons are estimated at is kept for their receipts, and reserves no credit', async () => {
  const { db } = store;
  const order = { runId: 'run', connectionId: 'here', position: 0, attempts: 0, state: 'waiting' } as const;
  db.insert(orderIntents)
    .values({ ...order, intentId: 'of a person', estimateMinor: Number(minorFromNumber(100 * PRICE)) })
    .run();
  uploaded('a');
  expect(await place()).toBe(true);
  expect(confirmed.map(({ hotFolderId, estimateMinor }) => [hotFolderId, estimateMinor])).toEqual([
    ['hot', Number(minorFromNumber(PRICE))],
  ]);
  db.update(orderIntents).set({ hotFolderId: 'another' }).run();
  confirmed = [];
  await place();
  expect(confirmed).toEqual([]);
});

it('a book that the service does not know any more holds up no other, and is named', async () => {
  for (const bookId of ['a', 'b', 'gone', 'c']) uploaded(bookId);
  unknownThere = 'gone';
  for (let round = 0; round < 8; round += 1) {
    await place();
    for (const { lines } of confirmed) setDelivery(store.db, 'here', lines[0]?.bookId ?? '', { stage: 'ordered' });
    nowMs += 31_000;
  }
  expect(confirmed.flatMap(({ lines }) => lines.map(({ bookId }) => bookId)).toSorted()).toEqual(['a', 'b', 'c']);
  expect(hot.problem).toEqual({ key: 'desk.hotFolder.notOrdered', params: { title: 'gone' } });
  expect(hot.isDue).toBe(false);
  unknownThere = '';
  nowMs += 3_600_000;
  expect(hot.isDue).toBe(true);
  await place();
  expect([confirmed.length, hot.problem]).toEqual([4, { key: 'desk.hotFolder.notOrdered', params: { title: 'gone' } }]);
  setDelivery(store.db, 'here', 'gone', { stage: 'ordered' });
  await place();
  expect(hot.problem).toBeNull();
});

it('what it is about to order is told, from when it is sent until it is confirmed, waits or is for later', async () => {
  expect(hot.left(folder())).toEqual({ moving: 0, waiting: 0, why: null });
  uploaded('a');
  expect(hot.left(folder())).toEqual({ moving: 1, waiting: 0, why: null });
  whileAsked = () => {
    throw new AppError('SERVICE_FAULT');
  };
  await place();
  expect(hot.left(folder())).toEqual({ moving: 0, waiting: 1, why: { key: 'errors.SERVICE_FAULT' } });
  whileAsked = () => undefined;
  nowMs += 30_000;
  const order = { runId: 'run', connectionId: 'here', position: 0, attempts: 0, state: 'ordered' } as const;
  const today = { hotFolderId: 'hot', placedAtMs: nowMs, chargeMinor: Number(minorFromNumber(5 * PRICE)) };
  store.db
    .insert(orderIntents)
    .values({ ...order, ...today, intentId: 'of today' })
    .run();
  expect(await place()).toBe(false);
  expect(hot.left(folder()), 'for tomorrow').toEqual({ moving: 0, waiting: 0, why: null });
  nowMs += DAY_MS;
  expect(hot.left(folder()), 'until it is looked at anew').toEqual({ moving: 0, waiting: 0, why: null });
  hot.forgetWaiting();
  expect(hot.left(folder())).toMatchObject({ moving: 1 });
  store.db.update(hotFolders).set({ whenGreen: 'upload' }).run();
  expect(hot.left(folder())).toEqual({ moving: 0, waiting: 0, why: null });
});

/** An order of the folder as it stands once the service has it: charged, by this computer's clock and by the service's. */
function ordered(orderUid: string, charge: number, placedAtMs: number, orderedAtMs: number): void {
  const { db } = store;
  const common = { connectionId: 'here', orderUid };
  db.insert(orderIntents)
    .values({
      ...common,
      ...{ intentId: orderUid, runId: 'run', position: 0, attempts: 0, state: 'ordered', hotFolderId: 'hot' },
      ...{ placedAtMs, chargeMinor: Number(minorFromNumber(charge)) },
    })
    .run();
  const row = { ...common, item: {}, status: 'PAID', statusSinceMs: 1, changedAtMs: null, orderedAtMs };
  db.insert(orders)
    .values(row as unknown as typeof orders.$inferInsert)
    .run();
}

it('what was ordered while the clock was ahead counts on the day on which the service took it, and on none behind that', async () => {
  ordered('of the wrong year', 5 * PRICE, nowMs + 365 * DAY_MS, nowMs - 3_600_000);
  uploaded('a');
  await place();
  expect(doors(), 'the day is spent').toEqual([]);
  nowMs += DAY_MS;
  await place();
  expect(doors(), 'the next day').toEqual(['서울']);
});

it('what is for tomorrow goes tomorrow, also when the clock was ahead as that was found and is right by then', async () => {
  nowMs += 30 * DAY_MS;
  ordered('of the day', 5 * PRICE, nowMs, nowMs - 30 * DAY_MS);
  uploaded('a');
  expect(await place()).toBe(false);
  expect(hot.isDue).toBe(false);
  nowMs -= 29 * DAY_MS;
  expect(hot.isDue).toBe(true);
  await place();
  expect(doors()).toEqual(['서울']);
});

it('a book that was passed over while the clock was ahead is asked for again once it is right', async () => {
  nowMs += 30 * DAY_MS;
  uploaded('gone');
  unknownThere = 'gone';
  await place();
  nowMs += 31_000;
  expect(hot.isDue).toBe(true);
  await place();
  expect(hot.isDue).toBe(false);
  unknownThere = '';
  nowMs -= 30 * DAY_MS;
  expect(hot.isDue).toBe(true);
  await place();
  expect(doors()).toEqual(['서울']);
});
