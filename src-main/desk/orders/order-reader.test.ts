import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Order, OrderListItem } from '../../../src-core/contract/orders.ts';
import type { OrderedSpec } from '../../../src-core/desk/order-receipt.ts';
import { ListChanges } from '../store/list-changes.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { books, orderIntentItems, orderIntents, orders } from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { systemIds } from '../system-ports.ts';
import { orderReader } from './order-reader.ts';

let folder: string;
let store: OpenStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'order-reader-'));
  store = openStore(folder, plainStore(join(import.meta.dirname, '../store/migrations')));
});
afterEach(() => {
  store.close(Date.now());
  rmSync(folder, { recursive: true, force: true });
});

const SPEC: OrderedSpec = { specUid: 'SQUAREBOOK_HC', name: '스퀘어북', pageCount: 46, version: null, estimated: null };

function addBook(bookId: string, importId: string, batch: string, addedAtMs: number): void {
  store.db
    .insert(books)
    .values({
      ...{ bookId, importId, batch, addedAtMs, title: `of ${bookId}`, quantity: 1, pairing: { key: 'x' } },
      ...{ stage: 'ordered', verdict: 'accepted', findings: [], specUid: 'ANOTHER_SINCE' },
    })
    .run();
}

function addOrder(
  orderUid: string,
  items: readonly { bookId: string; spec: OrderedSpec | null }[],
  said: string[],
): void {
  const detail = {
    items: said.map((bookSpecUid) => ({ bookTitle: 'there', bookSpecUid, bookSpecName: 'its name' })),
  } as unknown as Order;
  store.db
    .insert(orders)
    .values({
      ...{
        connectionId: 'here',
        orderUid,
        item: {} as OrderListItem,
        status: 'PAID',
        statusSinceMs: 1,
        orderedAtMs: 1,
      },
      detail: said.length === 0 ? null : detail,
    })
    .run();
  if (items.length === 0) return;
  store.db
    .insert(orderIntents)
    .values({
      intentId: orderUid,
      runId: 'r',
      connectionId: 'here',
      position: 0,
      state: 'ordered',
      orderUid,
      attempts: 1,
    })
    .run();
  for (const [position, { bookId, spec }] of items.entries())
    store.db
      .insert(orderIntentItems)
      .values({ intentId: orderUid, position, bookId, bookUid: bookId, quantity: 1, spec })
      .run();
}

const read = (orderUid: string) => orderReader(store.db).of([orderUid], { connectionId: 'here' })[0];

it('knows of its own orders with which imports the books came and by which specs they were ordered', () => {
  addBook('a', 'imp_1', 'Weddings', 10);
  addBook('b', 'imp_2', 'Schools', 20);
  addOrder(
    'or_1',
    [
      { bookId: 'a', spec: SPEC },
      { bookId: 'b', spec: SPEC },
    ],
    ['SAID_OTHERWISE'],
  );
  expect(read('or_1')).toMatchObject({
    bookTitles: ['of a', 'of b'],
    batches: [
      ['imp_1', 'Weddings', 10],
      ['imp_2', 'Schools', 20],
    ],
    specs: [
      ['SQUAREBOOK_HC', '스퀘어북'],
      ['SQUAREBOOK_HC', '스퀘어북'],
    ],
  });
});

it('takes the spec of an order of an earlier version, or of another computer, from the service, never the one that the book has by now', () => {
  addBook('a', 'imp_1', 'Weddings', 10);
  addOrder('or_1', [{ bookId: 'a', spec: null }], ['A4']);
  addOrder('or_2', [], ['A4']);
  addOrder('or_3', [], []);
  expect(read('or_1')).toMatchObject({ batches: [['imp_1', 'Weddings', 10]], specs: [['A4', 'its name']] });
  expect(read('or_2')).toMatchObject({ bookTitles: ['there'], batches: [], specs: [['A4', 'its name']] });
  expect(read('or_3')).toMatchObject({ bookTitles: [], batches: [], specs: [] });
});

it('is told when a book of an order stands in another batch', () => {
  addBook('a', 'imp_1', 'Weddings', 10);
  addOrder('or_1', [{ bookId: 'a', spec: SPEC }], []);
  new ListChanges(store.db, systemIds);
  const told = () => store.db.all<{ id: string }>(sql`select id from list_changes where list = 'orders'`);
  store.db.update(books).set({ quantity: 2 }).run();
  expect(told()).toEqual([]);
  store.db.update(books).set({ importId: 'imp_9' }).run();
  expect(told()).toEqual([{ id: 'or_1' }]);
});
