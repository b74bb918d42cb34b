import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DeskContext } from '../desk-context.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { recipients } from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { systemClock, systemIds } from '../system-ports.ts';
import { lastAddress, noteLastAddress } from './last-address.ts';
import { Recipients } from './recipients.ts';

const ADDRESS = { recipientName: '홍길동', recipientPhone: '010-1234-5678', postalCode: '06236', address1: '서울' };

let folder: string;
let store: OpenStore;
let book: Recipients;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recipients-'));
  store = openStore(folder, plainStore(join(import.meta.dirname, '../store/migrations')));
  const context = { db: store.db, clock: systemClock, ids: systemIds, changed: () => undefined };
  book = new Recipients(context as unknown as DeskContext);
});
afterEach(() => {
  store.close(Date.now());
  rmSync(folder, { recursive: true, force: true });
});

const saved = (recipientName: string) => book.save(null, { ...ADDRESS, recipientName }, 'customer').recipientId;
const namesLeft = () =>
  store.db
    .select()
    .from(recipients)
    .all()
    .map(({ address }) => address.recipientName)
    .toSorted();
const run = (table: string, row: Readonly<Record<string, string | number>>) =>
  store.db.run(
    sql`insert into ${sql.identifier(table)} (${sql.join(
      Object.keys(row).map((name) => sql.identifier(name)),
      sql`, `,
    )}) values (${sql.join(
      Object.values(row).map((value) => sql`${value}`),
      sql`, `,
    )})`,
  );
const promotion = (recipientId: string) => ({
  promotion_id: `of-${recipientId}`,
  connection_id: 'live',
  from_connection_id: 'sandbox',
  orders: JSON.stringify([{ fromOrderUid: 'or_1', recipient: { recipientId }, items: [] }]),
  books: '[]',
  print: '{}',
  queued: '[]',
  created_at_ms: 1,
});

it('the next start deletes who was taken out of the book, but for those whom something still names', () => {
  run('book_recipients', { book_id: 'b', recipient_id: saved('of a book'), position: 0, quantity: 1 });
  run('order_intents', {
    intent_id: 'i',
    run_id: 'r',
    connection_id: 'sandbox',
    position: 0,
    recipient_id: saved('of an order'),
    state: 'ordered',
    attempts: 1,
  });
  // Most orders name nobody.
  run('order_intents', { intent_id: 'n', run_id: 'r', connection_id: 'x', position: 1, state: 'held', attempts: 0 });
  run('hot_folders', {
    hot_folder_id: 'h',
    path: '/hot',
    when_green: 'order',
    afterwards: 'stay',
    language: 'ko',
    created_at_ms: 1,
    recipient_id: saved('of a hot folder'),
  });
  run('promotions', promotion(saved('of an open promotion')));
  run('promotions', { ...promotion(saved('of one that ended')), ended_at_ms: 2 });
  saved('of nothing');
  for (const { recipientId } of book.list('sandbox')) book.remove(recipientId);
  saved('of the book');
  book.open();
  expect(namesLeft()).toEqual(['of a book', 'of a hot folder', 'of an open promotion', 'of an order', 'of the book']);
});

it('no order begins with an address that was taken out of the book, and with another one it does', () => {
  const recipientId = saved('Lee');
  noteLastAddress(store.db, 'sandbox', { ...ADDRESS, recipientName: ' lee ' });
  noteLastAddress(store.db, 'live', { ...ADDRESS, recipientName: 'Kim' });
  book.remove(recipientId);
  expect(lastAddress(store.db, 'sandbox')).toBeNull();
  expect(lastAddress(store.db, 'live')?.recipientName).toBe('Kim');
});

it.each([
  '+82 10-1234-5678',
  '0082 10 1234 5678',
  '82-10-1234-5678',
  '+82 (0)10-1234-5678',
  '8201012345678',
  '０１０－１２３４－５６７８',
  '010 1234 5678',
])('the same phone is the same recipient, however it is typed: %s', (recipientPhone) => {
  const first = book.save(null, ADDRESS, 'customer');
  expect(book.save(null, { ...ADDRESS, recipientPhone }, 'customer')).toEqual(first);
  expect(book.keepMany([{ ...ADDRESS, recipientPhone }], 'customer').recipientIds).toEqual([first.recipientId]);
  const second = book.save(null, { ...ADDRESS, recipientName: 'Kim', recipientPhone }, 'customer');
  expect(second.address.recipientPhone, 'is sent as it was typed').toBe(recipientPhone);
});

it.each(['+81 10-1234-5678', '+1 010-1234-5678', '010-1234-567'])(
  'another phone is another recipient: %s',
  (recipientPhone) => {
    const first = book.save(null, { ...ADDRESS, recipientPhone: '02-1234-5678' }, 'customer').recipientId;
    const numbers = ['010-1234-5678', recipientPhone].map(
      (one) => book.save(null, { ...ADDRESS, recipientPhone: one }, 'customer').recipientId,
    );
    expect(new Set([first, ...numbers]).size).toBe(3);
  },
);

it('entries that an earlier version kept apart for how their phone was typed become one at the next start', () => {
  const one = saved('Kim');
  const other = book.save(null, { ...ADDRESS, recipientName: 'Lee' }, 'customer').recipientId;
  const typed = { ...ADDRESS, recipientName: 'Kim', recipientPhone: '+82 10-1234-5678' };
  const alone = { ...ADDRESS, recipientName: 'Park', recipientPhone: '+82 10-1234-5678' };
  for (const [recipientId, address] of [
    ['former', typed],
    ['alone', alone],
  ] as const)
    store.db
      .insert(recipients)
      .values({ recipientId, address, addressKey: `${recipientId} as it was`, kind: 'customer', usedAtMs: 1 })
      .run();
  run('book_recipients', { book_id: 'b', recipient_id: 'former', position: 0, quantity: 1 });
  run('book_recipients', { book_id: 'b', recipient_id: one, position: 1, quantity: 2 });
  book.open();
  expect(book.ofBooks(['b']).get('b')).toEqual([{ recipientId: one, quantity: 3 }]);
  expect(new Set(book.list(null).map(({ recipientId }) => recipientId))).toEqual(new Set([one, other, 'alone']));
  expect(book.save(null, { ...alone, recipientPhone: '010-1234-5678' }, 'customer').recipientId).toBe('alone');
});

it.each([
  ['taken out of the address book', { removedAtMs: 5 }],
  ['typed for an order of Live alone', { environment: 'live' }],
] as const)('one of the address book stays in it where the other entry of that phone was %s', (_what, other) => {
  const address = { ...ADDRESS, recipientName: 'Kim' };
  const typed = { ...address, recipientPhone: '+82 10-1234-5678' };
  const { recipientId } = book.save(null, address, 'customer');
  store.db.update(recipients).set(other).run();
  run('book_recipients', { book_id: 'b', recipient_id: recipientId, position: 0, quantity: 1 });
  store.db
    .insert(recipients)
    .values({ recipientId: 'typed', address: typed, addressKey: 'as it was', kind: 'customer', usedAtMs: 1 })
    .run();
  book.open();
  expect(book.list('sandbox').map((entry) => entry.address.recipientName)).toEqual(['Kim']);
  expect(store.db.select().from(recipients).all()).toHaveLength(1);
});
