import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bookStage, moveBook, setDelivery } from '../store/book-stages.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { books, files, jobs } from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { systemIds } from '../system-ports.ts';
import { enqueue } from '../uploads/enqueue-books.ts';
import { UploadJobs } from '../uploads/upload-jobs.ts';
import { noteRewritten } from './rewritten.ts';
import { savedSinceSent } from './saved-since-sent.ts';

let folder: string;
let store: OpenStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rewritten-'));
  store = openStore(folder, plainStore(join(import.meta.dirname, '../store/migrations')));
  for (const bookId of ['a', 'b']) {
    for (const kind of ['cover', 'contents']) {
      const place = { path: `/${bookId}/${kind}.pdf`, folder: [], name: `${bookId}_${kind}.pdf`, importId: 'imp' };
      store.db
        .insert(files)
        .values({ fileId: `${bookId} ${kind}`, ...place, presence: 'present', sizeBytes: 1, modifiedAtMs: 1 })
        .run();
    }
    const filed = { coverFileId: `${bookId} cover`, contentsFileId: `${bookId} contents` };
    const book = { bookId, importId: 'imp', title: bookId, batch: '', quantity: 1, pairing: { key: 'x' }, ...filed };
    store.db
      .insert(books)
      .values({ ...book, stage: 'ready', verdict: 'accepted', findings: [], addedAtMs: 1 })
      .run();
  }
});
afterEach(() => {
  store.close(Date.now());
  rmSync(folder, { recursive: true, force: true });
});

function queue(connectionId: string, bookIds: readonly string[]): void {
  const prints = new Map(bookIds.map((bookId) => [bookId, { print: 'good', by: null } as const]));
  const context = { db: store.db, ids: systemIds, clock: { nowMs: () => 1 } };
  store.db.transaction(() => enqueue(context, new UploadJobs(store.db), connectionId, bookIds, prints, null));
}

const rewrite = (fileId: string): void =>
  store.db.transaction(() =>
    noteRewritten(store.db, 'sandbox', fileId, { sizeBytes: 2, modifiedAtMs: 2, changedAtMs: 2, identity: null }),
  );
const jobsNow = () =>
  store.db
    .select()
    .from(jobs)
    .all()
    .map(({ connectionId, bookId, state, problem, contents }) => ({
      ...{ connectionId, bookId, status: state.status, problem, sizeBytes: contents.sizeBytes },
    }));

it('what waits of a book whose file is rewritten is given up, and the book is sent once when it is queued anew', () => {
  queue('sandbox', ['a', 'b']);
  rewrite('a contents');
  const changed = { key: 'errors.FILE_CHANGED', params: { name: 'a_contents.pdf' } };
  expect(jobsNow()).toMatchObject([
    { bookId: 'a', status: 'failed', problem: changed },
    { bookId: 'b', status: 'waiting', problem: null },
  ]);
  expect([bookStage(store.db, 'sandbox', 'a'), bookStage(store.db, 'sandbox', 'b')]).toEqual(['checking', 'queued']);
  moveBook(store.db, 'sandbox', 'a', 'checkedAccepted');
  queue('sandbox', ['a']);
  expect(jobsNow()).toMatchObject([
    { bookId: 'a', status: 'waiting', problem: null, sizeBytes: 2 },
    { bookId: 'b', status: 'waiting' },
  ]);
});

it('what waits at a connection that is not in use is left for it to notice', () => {
  queue('live', ['a']);
  rewrite('a cover');
  expect(jobsNow()).toMatchObject([{ connectionId: 'live', status: 'waiting' }]);
  expect(bookStage(store.db, 'live', 'a')).toBe('queued');
});

/** The book holds a file that was repaired twice. */
function repairContents(bookId: string): void {
  let from = `${bookId} contents`;
  for (const nth of [1, 2]) {
    const fileId = `${bookId} repaired ${nth}`;
    const place = { path: `/${fileId}.pdf`, folder: [], name: `${fileId}.pdf`, importId: 'imp' };
    store.db
      .insert(files)
      .values({ fileId, ...place, presence: 'present', sizeBytes: 3, modifiedAtMs: 3, repairedFromId: from })
      .run();
    from = fileId;
  }
  store.db.update(books).set({ contentsFileId: from }).where(eq(books.bookId, bookId)).run();
}
const heldBy = (bookId: string) => store.db.select().from(books).where(eq(books.bookId, bookId)).get();

it('a book that holds a repair of the file goes back to the file itself and is checked anew', () => {
  repairContents('a');
  queue('sandbox', ['a']);
  rewrite('a contents');
  expect(heldBy('a')).toMatchObject({ contentsFileId: 'a contents', coverFileId: 'a cover', verdict: 'notChecked' });
  expect(bookStage(store.db, 'sandbox', 'a')).toBe('checking');
  const changed = { key: 'errors.FILE_CHANGED', params: { name: 'a repaired 2.pdf' } };
  expect(jobsNow()).toMatchObject([{ bookId: 'a', status: 'failed', problem: changed }]);
});

it('one that was ordered with a repair of the file stays ordered, and its file is told to be saved since', () => {
  repairContents('a');
  const sent = { receipts: [], state: { status: 'done' } as const, createdAtMs: 1, attempts: 0, bookUid: 'bk_a' };
  const fileOf = (fileId: string) => ({ fileId, path: `/${fileId}`, name: fileId, sizeBytes: 3, modifiedAtMs: 3 });
  const receipt = { kind: 'contents', name: 'a', sizeBytes: 3, sha256: 'x', atMs: 7 } as const;
  store.db
    .insert(jobs)
    .values({
      ...{ jobId: 'j', connectionId: 'sandbox', bookId: 'a', ...sent, receipts: [receipt] },
      ...{ cover: fileOf('a cover'), contents: fileOf('a repaired 2') },
    })
    .run();
  setDelivery(store.db, 'sandbox', 'a', { stage: 'ordered', bookUid: 'bk_a' });
  expect(savedSinceSent(store.db, 'sandbox', ['a'])).toEqual(new Map());
  rewrite('a contents');
  expect(heldBy('a')).toMatchObject({ contentsFileId: 'a contents' });
  expect(bookStage(store.db, 'sandbox', 'a')).toBe('ordered');
  expect(savedSinceSent(store.db, 'sandbox', ['a'])).toEqual(new Map([['a', 7]]));
});

it('one that the service has, and whose cover was taken off it since, is told to be another by now', () => {
  const sent = { receipts: [], state: { status: 'done' } as const, createdAtMs: 1, attempts: 0, bookUid: 'bk_a' };
  const fileOf = (fileId: string) => ({ fileId, path: `/${fileId}`, name: fileId, sizeBytes: 1, modifiedAtMs: 1 });
  const receipt = { kind: 'cover', name: 'a', sizeBytes: 1, sha256: 'x', atMs: 7 } as const;
  store.db
    .insert(jobs)
    .values({
      ...{ jobId: 'j', connectionId: 'sandbox', bookId: 'a', ...sent, receipts: [receipt] },
      ...{ cover: fileOf('a cover'), contents: fileOf('a contents') },
    })
    .run();
  setDelivery(store.db, 'sandbox', 'a', { stage: 'uploaded', bookUid: 'bk_a' });
  expect(savedSinceSent(store.db, 'sandbox', ['a'])).toEqual(new Map());
  store.db.update(books).set({ coverFileId: null }).where(eq(books.bookId, 'a')).run();
  expect(savedSinceSent(store.db, 'sandbox', ['a'])).toEqual(new Map([['a', 7]]));
});
