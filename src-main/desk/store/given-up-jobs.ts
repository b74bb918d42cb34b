import { and, eq } from 'drizzle-orm';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { nextUpload } from '../../../src-core/desk/upload-machine.ts';
import { moveBook } from './book-stages.ts';
import { inList, unindexed } from './in-list.ts';
import type { Store } from './open-store.ts';
import { jobs } from './schema.ts';

export interface GivenUp {
  /** The book's files are not what they were. */
  readonly isChanged: boolean;
  /** When it is tried again by itself; null for never. */
  readonly againAtMs: number | null;
}

/** A job that failed, and its book. In a transaction. */
export function giveUpJob(
  db: Store,
  { jobId, connectionId, bookId, state, attempts }: typeof jobs.$inferSelect,
  error: AppError,
  { isChanged, againAtMs }: GivenUp,
): void {
  db.update(jobs)
    .set({
      state: nextUpload(state, { type: 'giveUp', code: error.code }),
      problem: error.text,
      serviceText: error.serviceText,
      attempts: attempts + 1,
      notBeforeMs: againAtMs,
    })
    .where(eq(jobs.jobId, jobId))
    .run();
  moveBook(db, connectionId, bookId, 'giveUp');
  if (isChanged) moveBook(db, connectionId, bookId, 'filesChanged');
}

/**
 * What waits to send former files of these books never will: the books are checked anew, and queued anew with what they have then.
 * `fileId`: the one that was rewritten, or is in the books no more. In a transaction.
 */
export function giveUpOutdated(
  db: Store,
  connectionId: string,
  bookIds: readonly string[],
  fileId: string | null,
): void {
  const outdated = db
    .select()
    .from(jobs)
    // By its books: of all that waits the index of turns would be read, for each file anew.
    .where(
      and(eq(unindexed(jobs.connectionId), connectionId), inList(jobs.bookId, bookIds), eq(jobs.status, 'waiting')),
    )
    .all();
  for (const job of outdated) {
    const { name } = job.contents.fileId === fileId ? job.contents : job.cover;
    const error = new AppError('FILE_CHANGED', { params: { name: name.normalize('NFC') } });
    giveUpJob(db, job, error, { isChanged: true, againAtMs: null });
  }
}
