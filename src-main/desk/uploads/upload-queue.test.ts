import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PrintReceipt } from '../../../src-core/desk/print-gate.ts';
import type { PrintVerdict } from '../../../src-core/preflight/verdicts.ts';
import { PrintGate } from '../checks/print-gate.ts';
import { plainDisks } from '../../../src-node/disks/testing/plain-disks.ts';
import { ActivityLog } from '../client/activity-log.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import { moveBook, setDelivery } from '../store/book-stages.ts';
import { ListChanges } from '../store/list-changes.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { books, jobs } from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { systemIds } from '../system-ports.ts';
import { Steps } from '../steps/steps.ts';
import { UploadJobs } from './upload-jobs.ts';
import { UploadQueue } from './upload-queue.ts';

const BY = { name: 'Mina', reason: 'Proof seen', atMs: 5 };

let folder: string;
let store: OpenStore;
let queue: UploadQueue;
let connections: Connections;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'upload-queue-'));
  store = openStore(folder, plainStore(join(import.meta.dirname, '../store/migrations')));
  const context: DeskContext = {
    db: store.db,
    clock: { nowMs: () => 1_000 },
    ids: systemIds,
    random: () => 0,
    log: { write: () => undefined },
    disks: plainDisks(),
    activity: new ActivityLog(() => undefined),
    changed: () => undefined,
  };
  // No connection is open: nothing is sent, and what is queued stays as it was queued.
  connections = { active: () => null } as unknown as Connections;
  const none = {} as never;
  const changes = new ListChanges(store.db, systemIds);
  queue = new UploadQueue(
    context,
    connections,
    none,
    none,
    none,
    changes,
    new PrintGate(context),
    new Steps(systemIds),
  );
});
afterEach(async () => {
  await queue.close();
  store.close(Date.now());
  rmSync(folder, { recursive: true, force: true });
});

/** A book whose upload failed: how it prints by now, and as what it was let go. */
function failed(now: PrintVerdict, print: PrintReceipt | null): void {
  failedBook(now);
  failedJob('j', print);
}

function failedBook(now: PrintVerdict): void {
  const book = { bookId: 'b', importId: 'imp', title: 'b', batch: '', quantity: 1, pairing: { key: 'x' } };
  store.db
    .insert(books)
    .values({ ...book, stage: 'ready', verdict: 'accepted', print: now, checkedLevel: 3, findings: [], addedAtMs: 1 })
    .run();
  setDelivery(store.db, 'sandbox', 'b', { stage: 'failed' });
}

it('what the disk does not take stands still and says so, and what failed is counted apart', async () => {
  Object.assign(connections, {
    active: () => ({ connectionId: 'sandbox' }),
    knownClient: () => null,
    reach: { isAway: () => false },
    clientOf: async () => ({}),
  });
  failed('good', { print: 'good', by: null });
  expect(queue.left()).toEqual({ moving: 0, waiting: 0, why: null, failed: 1 });
  store.db.run(
    sql`create trigger full before update on jobs when new.state like '%sending%' begin select raise(fail, 'full'); end`,
  );
  await queue.retry(['j']);
  await expect.poll(() => queue.left()).toMatchObject({ moving: 0, waiting: 1, why: { key: 'desk.still.unforeseen' } });
});

function failedJob(jobId: string, print: PrintReceipt | null, notBeforeMs: number | null = null): void {
  const file = { fileId: 'f', name: 'f.pdf', path: '/f.pdf', sizeBytes: 1, modifiedAtMs: 1, sha256: null };
  store.db
    .insert(jobs)
    .values({
      jobId,
      connectionId: 'sandbox',
      bookId: 'b',
      state: { status: 'failed', step: 'cover', code: 'SERVICE_REFUSED' },
      cover: file,
      contents: file,
      receipts: [],
      print,
      attempts: 1,
      notBeforeMs,
      createdAtMs: 1,
    })
    .run();
}

it.each([
  ['a good one', 'good', { print: 'good', by: null }, 'waiting'],
  ['one that turned out bad', 'bad', { print: 'notChecked', by: null }, 'failed'],
  ['a bad one that somebody took on', 'bad', { print: 'bad', by: BY }, 'waiting'],
  ['a bad one of an earlier version', 'bad', null, 'failed'],
] as const)('a failed upload of %s goes on only as it was let go', async (_, now, print, status) => {
  failed(now, print);
  await queue.retry(['j']);
  const job = store.db.select().from(jobs).get();
  expect(job?.state.status).toBe(status);
  expect(job?.problem).toEqual(status === 'failed' ? { key: 'errors.PRINT_NEEDS_NAME' } : null);
});

describe('what failed and is to be tried again', () => {
  const due = (nowMs: number) => new UploadJobs(store.db).failedDue('sandbox', nowMs, 10).map(({ jobId }) => jobId);
  const good = { print: 'good', by: null } as const;

  it('is one upload of a book, the newest, once its time has come', () => {
    failedBook('good');
    failedJob('older', good, 10);
    failedJob('newer', good, 20);
    expect([due(19), due(20)]).toEqual([[], ['newer']]);
  });

  it('is nothing of a removed book until it is back', () => {
    failedBook('good');
    failedJob('j', good, 10);
    store.db.update(books).set({ undoId: 'u' }).run();
    expect(due(10)).toEqual([]);
    store.db.update(books).set({ undoId: null }).run();
    expect(due(10)).toEqual(['j']);
  });

  it('is nothing of a book whose files are others, also on a connection that is not in use', () => {
    for (const inUse of ['sandbox', 'live']) {
      store.db.delete(jobs).run();
      store.db.delete(books).run();
      failedBook('good');
      failedJob('j', good, 10);
      moveBook(store.db, inUse, 'b', 'filesChanged');
      expect([due(10), store.db.select().from(jobs).get()?.notBeforeMs]).toEqual([[], null]);
    }
  });
});
