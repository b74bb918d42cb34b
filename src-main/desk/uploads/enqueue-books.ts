import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { bookStageSchema, canBook } from '../../../src-core/desk/book-machine.ts';
import type { PrintReceipt } from '../../../src-core/desk/print-gate.ts';
import type { DeskContext } from '../desk-context.ts';
import { moveBooks, stagesOf } from '../store/book-stages.ts';
import { idsOf, inGiven, inList } from '../store/in-list.ts';
import { isNewest } from '../store/newest-version.ts';
import { insertMany } from '../store/insert-many.ts';
import type { Store } from '../store/open-store.ts';
import { perStore } from '../store/per-store.ts';
import { books, deliveries, files, jobs } from '../store/schema.ts';
import type { JobRow } from './upload-book.ts';
import { jobPlace, type UploadJobs } from './upload-jobs.ts';

/** Stages from which a book is queued. What is being sent goes back to its place by itself. */
const QUEUEABLE = bookStageSchema.options.filter((stage) => stage !== 'uploading' && canBook(stage, 'queue'));

const coverFiles = alias(files, 'cover_files');
const contentsFiles = alias(files, 'contents_files');
const COVER = {
  fileId: coverFiles.fileId,
  name: coverFiles.name,
  path: coverFiles.path,
  sizeBytes: coverFiles.sizeBytes,
  modifiedAtMs: coverFiles.modifiedAtMs,
  changedAtMs: coverFiles.changedAtMs,
  sha256: coverFiles.sha256,
};
const CONTENTS = {
  fileId: contentsFiles.fileId,
  name: contentsFiles.name,
  path: contentsFiles.path,
  sizeBytes: contentsFiles.sizeBytes,
  modifiedAtMs: contentsFiles.modifiedAtMs,
  changedAtMs: contentsFiles.changedAtMs,
  sha256: contentsFiles.sha256,
};

/** The files of books that have both, as they are sent. */
const filesToSend = perStore((db) =>
  db
    .select({ bookId: books.bookId, cover: COVER, contents: CONTENTS })
    .from(books)
    .innerJoin(coverFiles, eq(coverFiles.fileId, books.coverFileId))
    .innerJoin(contentsFiles, eq(contentsFiles.fileId, books.contentsFileId))
    .where(inGiven(books.bookId, 'bookIds'))
    .prepare(),
);

/** Ids of those of the jobs whose book is in the library with the files that they would send. */
export function isSameToSend(db: Store, jobsAsked: readonly JobRow[]): ReadonlySet<string> {
  const bookIds = jobsAsked.map(({ bookId }) => bookId);
  const here = new Set(
    db
      .select({ bookId: books.bookId })
      .from(books)
      .where(and(inList(books.bookId, bookIds), isNull(books.undoId)))
      .all()
      .map(({ bookId }) => bookId),
  );
  const filed = new Map(
    filesToSend(db)
      .all({ bookIds: JSON.stringify(bookIds) })
      .map((one) => [one.bookId, one]),
  );
  const isSame = (one: JobRow['cover'], other: JobRow['cover'] | undefined) =>
    one.fileId === other?.fileId &&
    one.sizeBytes === other.sizeBytes &&
    one.modifiedAtMs === other.modifiedAtMs &&
    (one.sha256 === null || other.sha256 === null || one.sha256 === other.sha256);
  return new Set(
    jobsAsked.flatMap(({ jobId, bookId, cover, contents }) => {
      const now = filed.get(bookId);
      return here.has(bookId) && isSame(cover, now?.cover) && isSame(contents, now?.contents) ? [jobId] : [];
    }),
  );
}

/**
 * Why what the job would send is not its book any more, whatever the bytes are; null: it is. The book may have been taken apart, or out of the
 * library, while another connection was in use.
 */
export function whyFormer(db: Store, { bookId, cover, contents }: JobRow): AppError | null {
  const { coverFileId, contentsFileId, undoId } = books;
  const book = db.select({ coverFileId, contentsFileId, undoId }).from(books).where(eq(books.bookId, bookId)).get();
  if (book === undefined || book.undoId !== null) return new AppError('BOOK_UNKNOWN');
  if (book.coverFileId === cover.fileId && book.contentsFileId === contents.fileId) return null;
  const { name } = book.coverFileId === cover.fileId ? contents : cover;
  return new AppError('FILE_CHANGED', { params: { name: name.normalize('NFC') } });
}

/** Of some books, oldest first. */
const failedJobs = perStore((db) =>
  db
    .select()
    .from(jobs)
    .where(
      and(
        eq(jobs.connectionId, sql.placeholder('connectionId')),
        inGiven(jobs.bookId, 'bookIds'),
        eq(jobs.status, 'failed'),
      ),
    )
    .orderBy(asc(jobs.createdAtMs), asc(jobPlace))
    .prepare(),
);

/** Those of the books that may be queued, in the library's order; all that may be for an empty list, of a layout its newest version. */
export const queueable = (db: Store, connectionId: string, bookIds: readonly string[]): string[] =>
  idsOf(
    db,
    db
      .select({ id: sql<string>`${books.bookId}`.as('id') })
      .from(books)
      .leftJoin(deliveries, and(eq(deliveries.bookId, books.bookId), eq(deliveries.connectionId, connectionId)))
      .where(
        and(
          isNull(books.undoId),
          inArray(sql`coalesce(${deliveries.stage}, ${books.stage})`, QUEUEABLE),
          ...(bookIds.length === 0 ? [isNewest] : [inList(books.bookId, bookIds)]),
        ),
      )
      .orderBy(asc(books.addedAtMs), asc(books.title)),
  );

/** Queues some books at once: so many statements, however many they are; those alone whose print is let go. Answers how many were queued. */
export function enqueue(
  { db, ids, clock }: Pick<DeskContext, 'db' | 'ids' | 'clock'>,
  uploadJobs: UploadJobs,
  connectionId: string,
  bookIds: readonly string[],
  prints: ReadonlyMap<string, PrintReceipt>,
  sendAtMs: number | null,
): number {
  const stages = stagesOf(db, connectionId, bookIds);
  const open = bookIds.filter((bookId) => {
    const stage = stages.get(bookId);
    return stage !== undefined && QUEUEABLE.includes(stage) && prints.has(bookId);
  });
  const filed = new Map(
    filesToSend(db)
      .all({ bookIds: JSON.stringify(open) })
      .map((one) => [one.bookId, one]),
  );
  const failed = failedJobs(db).all({ connectionId, bookIds: JSON.stringify(open) });
  const fresh: (typeof jobs.$inferInsert)[] = [];
  const queued: string[] = [];
  let { highest: turn } = uploadJobs.edges(connectionId);
  for (const bookId of open) {
    const one = filed.get(bookId);
    if (one === undefined) continue;
    const anew = {
      cover: one.cover,
      contents: one.contents,
      print: prints.get(bookId) ?? null,
      attempts: 0,
      notBeforeMs: null,
      sendAtMs,
      problem: null,
      serviceText: null,
    };
    const own = failed.filter((job) => job.bookId === bookId);
    // A job that may have made its book without learning of it is taken up with its key, not doubled.
    const uncreated = own.find((job) => job.bookUid === null);
    if (uncreated !== undefined) uploadJobs.move(uncreated, { type: 'retry' }, anew);
    else
      fresh.push({
        jobId: `job_${ids.base62(12)}`,
        connectionId,
        bookId,
        state: { status: 'waiting', step: 'create' },
        receipts: [],
        createdAtMs: clock.nowMs(),
        turn: ++turn,
        ...anew,
      });
    for (const job of own) if (job !== uncreated) uploadJobs.move(job, { type: 'cancel' }, { notBeforeMs: null });
    queued.push(bookId);
  }
  insertMany(db, jobs, fresh);
  moveBooks(db, connectionId, queued, 'queue', stages);
  return queued.length;
}
