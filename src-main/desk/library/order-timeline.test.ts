import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Order } from '../../../src-core/contract/orders.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { jobs } from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { orderHistory } from './order-timeline.ts';

const HERE = 'here';
let folder: string;
let store: OpenStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'order-timeline-'));
  store = openStore(folder, plainStore(join(import.meta.dirname, '../store/migrations')));
});
afterEach(() => {
  store.close(Date.now());
  rmSync(folder, { recursive: true, force: true });
});

/** So many books, each with two files that were sent in the ten milliseconds after its number. */
function sentBooks(count: number): Order {
  const bookUids = Array.from({ length: count }, (_, at) => `bk_${at}`);
  for (const [at, bookUid] of bookUids.entries()) {
    const file = (kind: 'cover' | 'contents') => ({
      fileId: `${bookUid} ${kind}`,
      name: kind,
      sizeBytes: 1,
      sha256: 'a',
    });
    const receipts = (['cover', 'contents'] as const).map((kind, place) => ({
      ...{ kind, name: `${bookUid}_${kind}.pdf`, sha256: 'ab'.repeat(32), sizeBytes: 1, atMs: 100 * at + 10 * place },
    }));
    store.db
      .insert(jobs)
      .values({
        ...{ jobId: bookUid, connectionId: HERE, bookId: bookUid, bookUid, attempts: 1, createdAtMs: at, turn: at },
        ...{ state: { status: 'done' }, cover: file('cover'), contents: file('contents'), receipts },
      } as unknown as typeof jobs.$inferInsert)
      .run();
  }
  return { orderUid: 'or_1', items: bookUids.map((bookUid) => ({ bookUid })) } as unknown as Order;
}

const told = (order: Order) =>
  orderHistory(store.db, HERE, order).map(({ atMs, text }) => [
    atMs,
    text.key.replace(/^desk\.timeline\./, ''),
    text.params,
  ]);

it('tells of an order of a few books which files of each were sent', () => {
  const lines = told(sentBooks(3));
  expect(lines.map(([, key]) => key)).toEqual(Array(3).fill(['sent.cover', 'sent.contents', 'finalized']).flat());
  expect(lines[1]).toMatchObject([10, 'sent.contents', { name: 'bk_0_contents.pdf' }]);
});

it('tells of an order of many books in two lines when they were sent: what follows is not below hundreds of files', () => {
  expect(told(sentBooks(190))).toEqual([
    [0, 'together.first', { books: 190, files: 380 }],
    [18_910, 'together.all', { books: 190, files: 380 }],
  ]);
});
