import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Order } from '../../../src-core/contract/orders.ts';
import { isKept, type OrderedSpec } from '../../../src-core/desk/order-receipt.ts';
import { tableAsCsv } from '../../../src-node/manifests/write-table.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { orderIntentItems, orderIntents } from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { receiptOf } from './order-receipt.ts';
import { receiptSheet } from './receipt-sheet.ts';

const MIGRATIONS = join(import.meta.dirname, '../store/migrations');
const SPEC: OrderedSpec = {
  ...{ specUid: 'SQUAREBOOK_HC', name: '스퀘어북', pageCount: 46 },
  ...{ version: '3fa9c1d27b40', estimated: { unitPrice: 9_000, amount: 18_000 } },
};

let folder: string;
let store: OpenStore | null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'order-receipt-'));
  store = null;
});
afterEach(() => {
  store?.close(Date.now());
  rmSync(folder, { recursive: true, force: true });
});

const item = (bookUid: string, bookTitle: string) => ({
  ...{ bookUid, bookTitle, quantity: 2 },
  ...{ unitPrice: 10_000, itemAmount: 20_000 },
});
const orderOf = (...items: ReturnType<typeof item>[]) =>
  ({ orderUid: 'or_1', orderedAt: '2026-08-01T09:00:00+09:00', orderStatus: 'PAID', items }) as unknown as Order;

/** An order of the books for 30,000, charged 33,000. */
function placed(connectionId: string, bookUids: readonly string[], spec: OrderedSpec | null = SPEC): OpenStore {
  store ??= openStore(folder, plainStore(MIGRATIONS));
  const { db } = store;
  const intentId = `i ${connectionId}`;
  db.insert(orderIntents)
    .values({
      ...{ intentId, connectionId, runId: 'r', position: 0, attempts: 1, state: 'ordered', orderUid: 'or_1' },
      ...{ estimateMinor: 3_000_000, chargeMinor: 3_300_000 },
    })
    .run();
  for (const [position, bookUid] of bookUids.entries())
    db.insert(orderIntentItems).values({ intentId, position, bookId: bookUid, bookUid, quantity: 2, spec }).run();
  return store;
}

it('keeps by which spec and estimate an order was placed, beside what was charged for it', () => {
  const { db } = placed('here', ['bk_1', 'bk_2']);
  placed('elsewhere', ['bk_1'], { ...SPEC, specUid: 'OTHER', name: '다른 책', pageCount: 10 });
  const receipt = receiptOf(db, 'here', orderOf(item('bk_2', '둘'), item('bk_1', '하나'), item('bk_3', '셋')));
  expect(receipt).toMatchObject({ estimated: 30_000, charged: 33_000 });
  expect(receipt.books.map(({ bookUid, title, spec }) => [bookUid, title, spec])).toEqual([
    ['bk_2', '둘', SPEC],
    ['bk_1', '하나', SPEC],
    ['bk_3', '셋', null],
  ]);
  expect(receipt.books.map(({ charged }) => charged.amount)).toEqual([20_000, 20_000, 20_000]);
});

it('has nothing of an order that was placed elsewhere', () => {
  const { db } = placed('elsewhere', ['bk_1']);
  const receipt = receiptOf(db, 'here', orderOf(item('bk_1', '하나')));
  expect(receipt).toMatchObject({ estimated: null, charged: null, books: [{ spec: null, print: null, files: [] }] });
  expect(isKept(receipt)).toBe(false);
});

it('of an order that an earlier version placed it stays to be read, without what was not kept then', () => {
  const earlier = join(folder, 'migrations');
  cpSync(MIGRATIONS, earlier, { recursive: true });
  const place = join(earlier, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(place, 'utf8')) as { readonly entries: readonly { readonly tag: string }[] };
  const before = journal.entries.findIndex(({ tag }) => tag.endsWith('ordered_spec'));
  writeFileSync(place, JSON.stringify({ ...journal, entries: journal.entries.slice(0, before) }));
  const old = openStore(join(folder, 'old'), plainStore(earlier));
  old.db.run(sql`insert into order_intents (intent_id, run_id, connection_id, position, state, order_uid, charge_minor, attempts)
    values ('i', 'r', 'here', 0, 'ordered', 'or_1', 3300000, 1)`);
  old.db.run(sql`insert into order_intent_items (intent_id, position, book_id, book_uid, quantity, print)
    values ('i', 0, 'b', 'bk_1', 1, '{"print":"good","by":null}')`);
  old.close(Date.now());
  store = openStore(join(folder, 'old'), plainStore(MIGRATIONS));
  const receipt = receiptOf(store.db, 'here', orderOf(item('bk_1', '하나')));
  expect(receipt).toMatchObject({
    estimated: null,
    charged: 33_000,
    books: [{ spec: null, print: { print: 'good', by: null } }],
  });
  expect(isKept(receipt)).toBe(true);
});

it('of an order whose spec was kept without its version and price it says that neither was kept', () => {
  const { db } = placed('here', ['bk_1']);
  db.run(sql`update order_intent_items set spec = '{"specUid":"SQUAREBOOK_HC","name":"스퀘어북","pageCount":46}'`);
  const { books } = receiptOf(db, 'here', orderOf(item('bk_1', '하나')));
  expect(books[0]?.spec).toEqual({ ...SPEC, version: null, estimated: null });
});

it('is a table with a line for each book, whose sums are those of the order and whose cells no spreadsheet runs', () => {
  const { db } = placed('here', ['bk_1', 'bk_2']);
  const order = orderOf(item('bk_1', '=HYPERLINK("http://x")'), item('bk_2', '둘'), item('bk_3', '셋'));
  placed('elsewhere', ['bk_4'], { ...SPEC, estimated: null });
  const other = { ...orderOf(item('bk_4', '넷')), orderUid: 'or_1' };
  const { table, numberColumns } = receiptSheet('증빙', [
    { order, receipt: receiptOf(db, 'here', order) },
    { order: other, receipt: receiptOf(db, 'elsewhere', other) },
  ]);
  const [names = [], ...lines] = table;
  const column = (name: string) => lines.map((line) => line[names.indexOf(name)]);
  expect(column('specUid')).toEqual(['SQUAREBOOK_HC', 'SQUAREBOOK_HC', '', 'SQUAREBOOK_HC']);
  expect(column('pageCount')).toEqual(['46', '46', '', '46']);
  expect(column('specVersion')).toEqual([SPEC.version, SPEC.version, '', SPEC.version]);
  expect(column('bookEstimated')).toEqual(['18000', '18000', '', '']);
  expect(column('bookCharged')).toEqual(['20000', '20000', '20000', '20000']);
  expect(column('estimated')).toEqual(['30000', '', '', '30000']);
  expect(column('charged')).toEqual(['33000', '', '', '33000']);
  expect(numberColumns?.map((at) => names[at])).toEqual(expect.arrayContaining(['estimated', 'bookEstimated']));
  expect(Buffer.from(tableAsCsv(table)).toString()).toContain(`"'=HYPERLINK(""http://x"")"`);
});
