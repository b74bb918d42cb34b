import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, isNull, ne } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { putAside } from '../library/aside-books.ts';
import { leftOutId } from '../library/left-over.ts';
import { bookStage, moveBook } from '../store/book-stages.ts';
import { bytesIdOf } from '../store/bytes-id.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { books, files, jobs, type KeptFix } from '../store/schema.ts';
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

async function drop(coverFileId: string | null, contentsFileId: string | null): Promise<string> {
  const rule = coverFileId === null || contentsFileId === null ? 'alone' : 'suffix';
  const paired = { title: 'Kim', coverFileId, contentsFileId, rule, guessed: false } as const;
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

it.each([
  ['as it was repaired, its repair stays', { modifiedAtMs: 1 }, 'repaired'],
  ['with other bytes, the book holds those', { sizeBytes: 2, modifiedAtMs: 12, rewrites: 1 }, 'Kim_contents.pdf'],
  ['with other bytes of an older time as well', { modifiedAtMs: 0.5, rewrites: 1 }, 'Kim_contents.pdf'],
  ['with other bytes of the same size and time as well', { rewrites: 1 }, 'Kim_contents.pdf'],
])('where a file is dropped again %s', async (_, set, holds) => {
  const { db } = store;
  for (const fileId of ['Kim_cover.pdf', 'Kim_contents.pdf', 'repaired']) lay(fileId, 1);
  const bookId = await drop('Kim_cover.pdf', 'Kim_contents.pdf');
  const original = db.select().from(files).where(eq(files.fileId, 'Kim_contents.pdf')).get();
  if (original === undefined) return expect.fail('no file was kept');
  const fix: KeptFix = { fix: 'bakeRotation', atMs: 10, pages: [], ofBytesId: bytesIdOf(original, false) };
  db.update(files)
    .set({ repairedFromId: 'Kim_contents.pdf', fixes: [fix] })
    .where(eq(files.fileId, 'repaired'))
    .run();
  db.update(books).set({ contentsFileId: 'repaired' }).run();
  moveBook(db, 'sandbox', bookId, 'checkedAccepted');
  db.update(files).set(set).where(eq(files.fileId, 'Kim_contents.pdf')).run();
  expect(await drop('Kim_cover.pdf', 'Kim_contents.pdf')).toBe(bookId);
  expect(db.select().from(books).get()?.contentsFileId).toBe(holds);
  expect(bookStage(db, 'sandbox', bookId)).toBe(holds === 'repaired' ? 'ready' : 'checking');
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

const remove = (bookId: string) =>
  putAside(
    { db: store.db, changed: () => undefined } as never,
    { judgeMany: async () => undefined } as never,
    bookId,
    [bookId],
    () => expect.fail('it is not removed once more'),
  );

it('a removed half whose file came back with its partner does not bring it back a second time', async () => {
  for (const fileId of ['Kim_cover.pdf', 'Kim_contents.pdf']) lay(fileId, 1);
  const { takeBack } = remove(await drop('Kim_cover.pdf', null));
  await drop(null, 'Kim_contents.pdf');
  await drop('Kim_cover.pdf', 'Kim_contents.pdf');
  expect(rowsNow()).toEqual([['Kim_cover.pdf', 'Kim_contents.pdf']]);
  await expect(takeBack()).rejects.toThrow('UNDO_CHANGED');
  expect(rowsNow()).toEqual([['Kim_cover.pdf', 'Kim_contents.pdf']]);
});

it('of two removed halves that came back as one book neither comes back by itself', async () => {
  for (const fileId of ['Kim_cover.pdf', 'Kim_contents.pdf']) lay(fileId, 1);
  const halves = [await drop('Kim_cover.pdf', null), await drop(null, 'Kim_contents.pdf')].map(remove);
  await drop('Kim_cover.pdf', 'Kim_contents.pdf');
  for (const { takeBack } of halves) await expect(takeBack()).rejects.toThrow('UNDO_CHANGED');
  expect(rowsNow()).toEqual([['Kim_cover.pdf', 'Kim_contents.pdf']]);
});

it('a removed book comes back with the file alone that no other book took meanwhile', async () => {
  for (const fileId of ['Kim_cover.pdf', 'Kim_contents.pdf', 'Kim_contents (1).pdf']) lay(fileId, 1);
  const { takeBack } = remove(await drop('Kim_cover.pdf', 'Kim_contents.pdf'));
  await drop(null, 'Kim_contents (1).pdf');
  await drop('Kim_cover.pdf', 'Kim_contents (1).pdf');
  await takeBack();
  expect(rowsNow()).toEqual([
    [null, 'Kim_contents.pdf'],
    ['Kim_cover.pdf', 'Kim_contents (1).pdf'],
  ]);
});
