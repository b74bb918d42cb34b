import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OrderListItem } from '../../../src-core/contract/orders.ts';
import { bookStage, setDelivery } from '../store/book-stages.ts';
import { newEffect, openEffect } from '../store/effects.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { books, effects, jobs, orderIntentItems, orderIntents, orderRuns } from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { systemIds } from '../system-ports.ts';
import { UploadJobs } from '../uploads/upload-jobs.ts';
import { keepOrder } from './order-book.ts';
import { effectOf, OrderIntents } from './order-intents.ts';

const CANCELLED = {
  orderUid: 'or_1',
  externalRef: 'bps-1',
  orderStatus: 'CANCELLED_REFUND',
  paidCreditAmount: 100,
  orderedAt: '2026-06-01T00:00:00.000Z',
} as OrderListItem;

let folder: string;
let store: OpenStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'order-book-'));
  store = openStore(folder, plainStore(join(import.meta.dirname, '../store/migrations')));
});
afterEach(() => {
  store.close(Date.now());
  rmSync(folder, { recursive: true, force: true });
});

it('a lost order that a sweep met as cancelled before it was found out leaves its book free to be ordered', () => {
  const { db } = store;
  const intents = new OrderIntents(db, { nowMs: () => 5_000 });
  const book = { bookId: 'a', importId: 'imp', title: 'a', batch: '', quantity: 1, pairing: { key: 'x' } };
  db.insert(books)
    .values({ ...book, stage: 'ready', verdict: 'accepted', findings: [], addedAtMs: 1 })
    .run();
  setDelivery(db, 'live', 'a', { stage: 'ordering', bookUid: 'uid-a' });
  db.insert(orderRuns).values({ runId: 'run', connectionId: 'live', isStopped: false, createdAtMs: 1 }).run();
  const [intent] = db
    .insert(orderIntents)
    .values({ intentId: 'bps-1', runId: 'run', connectionId: 'live', position: 0, state: 'checking', attempts: 1 })
    .returning()
    .all();
  if (intent === undefined) throw new Error('no intent');
  db.insert(orderIntentItems)
    .values({ intentId: 'bps-1', position: 0, bookId: 'a', bookUid: 'uid-a', quantity: 1 })
    .run();
  db.insert(effects)
    .values(newEffect(systemIds, effectOf(intent), '{}'))
    .run();
  const effect = openEffect(db, effectOf(intent));
  if (effect === null) throw new Error('no effect');

  keepOrder(db, 'live', { item: CANCELLED }, { nowMs: 4_000, isOwnDoing: true });
  intents.placed(intent, effect, CANCELLED);

  expect(bookStage(db, 'live', 'a')).toBe('uploaded');
  expect(db.select().from(orderIntentItems).get()?.isCancelled).toBe(true);
});

it('what waits after a failure waits no longer because the clock was set back a day', () => {
  const { db } = store;
  const atMs = Date.UTC(2026, 5, 1);
  const dayBeforeMs = atMs - 24 * 3_600_000;
  const notBeforeMs = atMs + 30_000;
  db.insert(orderRuns).values({ runId: 'run', connectionId: 'live', isStopped: false, createdAtMs: 1 }).run();
  const intent = { intentId: 'bps-1', runId: 'run', connectionId: 'live', position: 0, attempts: 1 };
  db.insert(orderIntents)
    .values({ ...intent, state: 'checking', notBeforeMs })
    .run();
  const file = { fileId: '', name: '', path: '', sizeBytes: 1, modifiedAtMs: 1, changedAtMs: null, sha256: null };
  const job = { jobId: 'job', connectionId: 'live', bookId: 'a', cover: file, contents: file, attempts: 1 };
  db.insert(jobs)
    .values({ ...job, state: { status: 'waiting', step: 'create' }, receipts: [], createdAtMs: 1, notBeforeMs })
    .run();
  const intents = new OrderIntents(db, { nowMs: () => atMs });
  const uploads = new UploadJobs(db);
  expect([intents.due('live', atMs).length, uploads.due('live', atMs, 1).length]).toEqual([0, 0]);
  expect([intents.due('live', dayBeforeMs).length, uploads.due('live', dayBeforeMs, 1).length]).toEqual([1, 1]);
});
