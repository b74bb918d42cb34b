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
