import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PrintReceipt } from '../../../src-core/desk/print-gate.ts';
import type { PrintVerdict } from '../../../src-core/preflight/verdicts.ts';
import { PrintGate } from '../checks/print-gate.ts';
import type { Connections } from '../connections/connections.ts';
import { bookStage, moveBook, setDelivery } from '../store/book-stages.ts';
import { ListChanges } from '../store/list-changes.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { books, files, jobs } from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { plainContext } from '../testing/plain-context.ts';
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
  const context = plainContext(store.db);
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
  lay('f');
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
  const filed = { coverFileId: 'f', contentsFileId: 'f' };
  const book = { bookId: 'b', importId: 'imp', title: 'b', batch: '', quantity: 1, pairing: { key: 'x' }, ...filed };
  store.db
    .insert(books)
    .values({ ...book, stage: 'ready', verdict: 'accepted', print: now, checkedLevel: 3, findings: [], addedAtMs: 1 })
    .run();
  setDelivery(store.db, 'sandbox', 'b', { stage: 'failed' });
}

function lay(fileId: string): void {
  const place = { path: `/${fileId}.pdf`, folder: [], name: `${fileId}.pdf`, importId: 'imp' };
  store.db
    .insert(files)
    .values({ fileId, ...place, presence: 'present', sizeBytes: 1, modifiedAtMs: 1 })
    .run();
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

function failedJob(
  jobId: string,
  print: PrintReceipt | null,
  notBeforeMs: number | null = null,
  more: Partial<typeof jobs.$inferInsert> = {},
): void {
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
      ...more,
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

describe('a failed upload that somebody tries again', () => {
  const GOOD = { print: 'good', by: null } as const;
  const stageNow = () => bookStage(store.db, 'sandbox', 'b');
  const jobsNow = () =>
    store.db
      .select()
      .from(jobs)
      .orderBy(jobs.turn)
      .all()
      .map(({ state, cover, problem }) => [state.status, cover.fileId, problem?.key ?? null]);

  /** Its connection is in use; the service is away, so that what is queued stays as it was queued. */
  function use(connectionId: string): void {
    Object.assign(connections, { active: () => ({ connectionId }), reach: { isAway: () => true } });
  }

  /** As after a repair: its cover is another file, and it was checked. */
  function repair(print: PrintVerdict): void {
    lay('repaired');
    store.db.update(books).set({ coverFileId: 'repaired', print }).run();
    moveBook(store.db, 'sandbox', 'b', 'filesChanged');
    moveBook(store.db, 'sandbox', 'b', 'checkedAccepted');
  }

  beforeEach(() => {
    use('sandbox');
    failedBook('good');
  });

  it.each([
    ['that had made nothing at the service is taken up', null, [['waiting', 'repaired', null]]],
    [
      'that had made a book at the service is given up for a new one',
      'uid',
      [
        ['cancelled', 'f', null],
        ['waiting', 'repaired', null],
      ],
    ],
  ] as const)('of a repaired book %s, with the files that the book has now', async (_, bookUid, expected) => {
    failedJob('j', GOOD, null, { bookUid });
    repair('good');
    await queue.retry(['j']);
    expect(jobsNow()).toEqual(expected);
    expect(stageNow()).toBe('queued');
  });

  it.each([
    ['prints worse than it was let go', GOOD],
    ['prints badly once more, however somebody took on the files of before,', { print: 'bad', by: BY }],
  ] as const)('of a repaired book that %s asks for a name', async (_, print) => {
    failedJob('j', print);
    repair('bad');
    await queue.retry(['j']);
    expect(jobsNow()).toEqual([['failed', 'f', 'errors.PRINT_NEEDS_NAME']]);
    expect(stageNow()).toBe('ready');
  });

  it('of a book that has other files and is not checked yet stays as it is', async () => {
    failedJob('j', GOOD);
    repair('good');
    moveBook(store.db, 'sandbox', 'b', 'filesChanged');
    await queue.retry(['j']);
    expect(jobsNow()).toEqual([['failed', 'f', null]]);
  });

  it('of a repaired book at another connection than the one in use stays as it is', async () => {
    failedJob('j', GOOD);
    repair('good');
    use('live');
    await queue.retry(['j']);
    expect(jobsNow()).toEqual([['failed', 'f', null]]);
  });

  it('of a book that was taken out of the library stays as it is', async () => {
    failedJob('j', GOOD);
    store.db.update(books).set({ undoId: 'u' }).run();
    await queue.retry(['j']);
    expect(jobsNow()).toEqual([['failed', 'f', null]]);
  });

  it('of a book that was sent since by another upload stays as it is', async () => {
    failedJob('older', GOOD);
    failedJob('newer', GOOD, null, { state: { status: 'done' }, turn: 1 });
    setDelivery(store.db, 'sandbox', 'b', { stage: 'uploaded' });
    await queue.retry(['older']);
    expect(jobsNow()).toEqual([
      ['failed', 'f', null],
      ['done', 'f', null],
    ]);
  });
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
