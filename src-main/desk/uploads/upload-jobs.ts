import { and, asc, eq, gt, isNotNull, isNull, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import type { AppError } from '../../../src-core/desk/app-errors.ts';
import { nextUpload, type UploadEvent, type UploadState } from '../../../src-core/desk/upload-machine.ts';
import { moveBook, setDelivery } from '../store/book-stages.ts';
import { settleEffect } from '../store/effects.ts';
import { inList } from '../store/in-list.ts';
import type { Store } from '../store/open-store.ts';
import { jobs } from '../store/schema.ts';
import type { JobRow, StepDone } from './upload-book.ts';

/** Of the jobs in one state. */
export interface JobTotals {
  readonly jobs: number;
  readonly bytesLeft: number;
  readonly filesLeft: number;
  /** Whose book is not made at the service yet. */
  readonly uncreated: number;
}

const NO_JOBS: JobTotals = { jobs: 0, bytesLeft: 0, filesLeft: 0, uncreated: 0 };
const NO_TOTALS = { waiting: NO_JOBS, sending: NO_JOBS, done: NO_JOBS, failed: NO_JOBS, cancelled: NO_JOBS };

/** Jobs have no number of their own; SQLite's tells the order in which they were queued. */
export const jobPlace = sql<number>`${jobs}.rowid`;

/** The jobs on the disk, and what may become of each: state, book and effects move in one transaction. */
export class UploadJobs {
  readonly #db: Store;

  constructor(db: Store) {
    this.#db = db;
  }

  find(jobIds: readonly string[]): JobRow[] {
    return this.#db.select().from(jobs).where(inList(jobs.jobId, jobIds)).orderBy(asc(jobPlace)).all();
  }

  one(jobId: string): JobRow | null {
    return this.find([jobId])[0] ?? null;
  }

  sending(): JobRow[] {
    return this.#db.select().from(jobs).where(eq(jobs.status, 'sending')).all();
  }

  /** Jobs whose turn it is, in the order they were queued. */
  due(connectionId: string, nowMs: number, limit: number): JobRow[] {
    return this.#db
      .select()
      .from(jobs)
      .where(and(isWaiting(connectionId), or(isNull(jobs.notBeforeMs), lte(jobs.notBeforeMs, nowMs))))
      .orderBy(asc(jobs.createdAtMs), asc(jobPlace))
      .limit(limit)
      .all();
  }

  nextDueMs(connectionId: string, nowMs: number): number | null {
    const next = this.#db
      .select({ atMs: sql<number | null>`min(${jobs.notBeforeMs})` })
      .from(jobs)
      .where(and(isWaiting(connectionId), gt(jobs.notBeforeMs, nowMs)))
      .get();
    return next?.atMs ?? null;
  }

  /** What waits after a failure waits no longer. */
  forgetDelays(connectionId: string): void {
    const delayed = or(isNotNull(jobs.notBeforeMs), ne(jobs.attempts, 0), isNotNull(jobs.problem));
    this.#db
      .update(jobs)
      .set({ notBeforeMs: null, attempts: 0, problem: null })
      .where(and(isWaiting(connectionId), delayed))
      .run();
  }

  totals(connectionId: string): Record<UploadState['status'], JobTotals> {
    const rows = this.#db
      .select({
        status: jobs.status,
        jobs: sql<number>`count(*)`,
        bytesLeft: sql<number>`sum(${jobs.totalBytes} - ${jobs.sentBytes})`,
        filesLeft: sql<number>`sum(2 - ${jobs.sentFiles})`,
        uncreated: sql<number>`sum(${jobs.bookUid} is null)`,
      })
      .from(jobs)
      .where(eq(jobs.connectionId, connectionId))
      .groupBy(jobs.status)
      .all();
    return { ...NO_TOTALS, ...Object.fromEntries(rows.map(({ status, ...sums }) => [status, sums])) };
  }

  move(job: JobRow, event: UploadEvent, set: Partial<JobRow> = {}): JobRow {
    return this.#db
      .update(jobs)
      .set({ ...set, state: nextUpload(job.state, event) })
      .where(eq(jobs.jobId, job.jobId))
      .returning()
      .get();
  }

  /** Why it stays as it is. */
  tell(job: JobRow, { text }: AppError): void {
    this.#db.update(jobs).set({ problem: text, serviceText: null }).where(eq(jobs.jobId, job.jobId)).run();
  }

  start(job: JobRow): JobRow {
    return this.#db.transaction(() => {
      const started = this.move(job, { type: 'start' }, { notBeforeMs: null });
      moveBook(this.#db, job.connectionId, job.bookId, 'start');
      return started;
    });
  }

  stepDone(job: JobRow, { set, settled }: StepDone): JobRow {
    return this.#db.transaction(() => {
      if (settled !== null) settleEffect(this.#db, settled.key, settled.state);
      return this.move(job, { type: 'stepDone' }, { ...set, attempts: 0, problem: null, serviceText: null });
    });
  }

  finish(job: JobRow, settled: StepDone['settled']): void {
    const db = this.#db;
    db.transaction(() => {
      if (settled !== null) settleEffect(db, settled.key, settled.state);
      db.update(jobs)
        .set({ state: { status: 'done' }, receipts: job.receipts, problem: null, serviceText: null, notBeforeMs: null })
        .where(eq(jobs.jobId, job.jobId))
        .run();
      moveBook(db, job.connectionId, job.bookId, 'finalized');
      setDelivery(db, job.connectionId, job.bookId, { bookUid: job.bookUid });
    });
  }

  /** To its place in the queue, at the step where it is or at the one that is given. */
  putBack(job: JobRow, set: Partial<JobRow>, event: UploadEvent = { type: 'putBack' }): void {
    this.#db.transaction(() => {
      this.move(job, event, set);
      moveBook(this.#db, job.connectionId, job.bookId, 'queue');
    });
  }

  /** A book whose files are not what they were is checked anew from this moment on: it never counts as failed. */
  giveUp(job: JobRow, error: AppError, isChanged = false): void {
    const db = this.#db;
    db.transaction(() => {
      this.move(
        job,
        { type: 'giveUp', code: error.code },
        { problem: error.text, serviceText: error.serviceText, attempts: job.attempts + 1 },
      );
      moveBook(db, job.connectionId, job.bookId, 'giveUp');
      if (isChanged) moveBook(db, job.connectionId, job.bookId, 'filesChanged');
    });
  }
}

const isWaiting = (connectionId: string): SQL | undefined =>
  and(eq(jobs.connectionId, connectionId), eq(jobs.status, 'waiting'));
