import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isNull, ne } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { leftOutId } from '../library/left-over.ts';
import { bookStage, moveBook } from '../store/book-stages.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { books, files, jobs } from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { systemIds } from '../system-ports.ts';
import { enqueue } from '../uploads/enqueue-books.ts';
import { UploadJobs } from '../uploads/upload-jobs.ts';
import { ImportedBooks } from './imported-books.ts';

const DROPPED = { importId: 'imp', batch: '', paths: [], atMs: 1 };

let folder: string;
let store: OpenStore;
let imported: ImportedBooks;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'imported-books-'));
  store = openStore(folder, plainStore(join(import.meta.dirname, '../store/migrations')));
  const connections = { active: () => ({ connectionId: 'sandbox' }), specs: () => [] };
  imported = new ImportedBooks({ db: store.db, ids: systemIds } as never, connections as never);
});
afterEach(() => {
  store.close(Date.now());
  rmSync(folder, { recursive: true, force: true });
});

function lay(fileId: string, modifiedAtMs: number): void {
  const place = { path: `/${fileId}`, folder: [], name: fileId, importId: 'imp' };
  store.db
    .insert(files)
    .values({ fileId, ...place, presence: 'present', sizeBytes: 1, modifiedAtMs })
    .run();
}

async function drop(coverFileId: string, contentsFileId: string): Promise<string> {
  const paired = { title: 'Kim', coverFileId, contentsFileId, rule: 'suffix', guessed: false } as const;
  const [bookId] = await imported.keep(DROPPED, [{ ...paired, reason: { key: 'x' } }]);
  return bookId ?? expect.fail('no book was kept');
}

it('what waits of a book that gets another file by an import is given up: the book is checked anew', async () => {
  const { db } = store;
  for (const fileId of ['Kim_cover.pdf', 'Kim_contents.pdf']) lay(fileId, 1);
  const bookId = await drop('Kim_cover.pdf', 'Kim_contents.pdf');
  moveBook(db, 'sandbox', bookId, 'checkedAccepted');
  const prints = new Map([[bookId, { print: 'good', by: null } as const]]);
  const context = { db, ids: systemIds, clock: { nowMs: () => 1 } };
  enqueue(context, new UploadJobs(db), 'sandbox', [bookId], prints, null);
  // Dropped again as it is, it stays queued.
  expect(await drop('Kim_cover.pdf', 'Kim_contents.pdf')).toBe(bookId);
  expect(bookStage(db, 'sandbox', bookId)).toBe('queued');
  lay('Kim_contents_v2.pdf', 2);
  expect(await drop('Kim_cover.pdf', 'Kim_contents_v2.pdf')).toBe(bookId);
  expect(db.select().from(jobs).get()).toMatchObject({
    state: { status: 'failed', code: 'FILE_CHANGED' },
    problem: { key: 'errors.FILE_CHANGED', params: { name: 'Kim_contents.pdf' } },
  });
  expect(bookStage(db, 'sandbox', bookId)).toBe('checking');
});

/** What living books hold: a row a line. */
const rowsNow = () =>
  store.db
    .select()
    .from(books)
    .where(isNull(books.undoId))
    .all()
    .map(({ coverFileId, contentsFileId }) => [coverFileId, contentsFileId]);

it('a file whose partner was put elsewhere by hand is a row of its own, once, and stays out when it is left out', async () => {
  const { db } = store;
  for (const fileId of ['Kim_cover.pdf', 'Final.pdf', 'Kim_contents.pdf']) lay(fileId, 1);
  const byHand = await drop('Kim_cover.pdf', 'Final.pdf');
  db.update(books)
    .set({ pairing: { key: 'desk.pairing.byHand' } })
    .run();
  await drop('Kim_cover.pdf', 'Kim_contents.pdf');
  const both = [
    ['Kim_cover.pdf', 'Final.pdf'],
    [null, 'Kim_contents.pdf'],
  ];
  expect(rowsNow()).toEqual(both);
  const [half] = db.select().from(books).where(ne(books.bookId, byHand)).all();
  expect([half?.title, half?.pairing.key]).toEqual(['Kim', 'library.pairing.alone']);
  await drop('Kim_cover.pdf', 'Kim_contents.pdf');
  expect(rowsNow()).toEqual(both);

  db.update(books)
    .set({ undoId: leftOutId('one') })
    .where(ne(books.bookId, byHand))
    .run();
  await drop('Kim_cover.pdf', 'Kim_contents.pdf');
  expect(rowsNow()).toEqual([['Kim_cover.pdf', 'Final.pdf']]);
});

it('a repair that is in a book by hand has its file in that book', async () => {
  for (const fileId of ['Kim_cover.pdf', 'Final.pdf', 'Kim_contents.pdf']) lay(fileId, 1);
  await drop('Kim_cover.pdf', 'Final.pdf');
  const place = {
    path: '/repaired',
    folder: [],
    name: 'Kim_contents.pdf',
    importId: 'imp',
    repairedFromId: 'Kim_contents.pdf',
  };
  store.db
    .insert(files)
    .values({
      fileId: 'repaired',
      ...place,
      presence: 'present',
      sizeBytes: 1,
      modifiedAtMs: 2,
      fixes: [{ atMs: 2 } as never],
    })
    .run();
  store.db
    .update(books)
    .set({ contentsFileId: 'repaired', pairing: { key: 'desk.pairing.byHand' } })
    .run();
  await drop('Kim_cover.pdf', 'Kim_contents.pdf');
  expect(rowsNow()).toEqual([['Kim_cover.pdf', 'repaired']]);
});
