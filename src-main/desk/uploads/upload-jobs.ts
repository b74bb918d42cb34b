import { and, asc, count, eq, getTableColumns, gt, isNotNull, isNull, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import type { AppError } from '../../../src-core/desk/app-errors.ts';
import { LONGEST_RETRY_AFTER_MS } from '../../../src-core/desk/back-off.ts';
import type { Turn } from '../../../src-core/desk/queue-order.ts';
import {
  nextUpload,
  uploadStatuses,
  type UploadEvent,
  type UploadState,
} from '../../../src-core/desk/upload-machine.ts';
import { moveBook, setDelivery } from '../store/book-stages.ts';
import { settleEffect } from '../store/effects.ts';
import type { Store } from '../store/open-store.ts';
import { books, deliveries, jobs } from '../store/schema.ts';
import { updateMany } from '../store/update-many.ts';
import { giveUpJob, type GivenUp } from '../store/given-up-jobs.ts';
import { inList } from '../store/in-list.ts';
import type { JobRow, StepDone } from './upload-book.ts';

/** Of the jobs in one state. */
export interface JobTotals {
  readonly jobs: number;
  readonly bytesLeft: number;
  readonly filesLeft: number;
  /** Whose book is not made at the service yet. */
  readonly uncreated: number;
}

const SUMS = {
  jobs: sql<number>`count(*)`,
  bytesLeft: sql<number>`coalesce(sum(${jobs.totalBytes} - ${jobs.sentBytes}), 0)`,
  filesLeft: sql<number>`coalesce(sum(2 - ${jobs.sentFiles}), 0)`,
  uncreated: sql<number>`coalesce(sum(${jobs.bookUid} is null), 0)`,
};

const NO_JOBS: JobTotals = { jobs: 0, bytesLeft: 0, filesLeft: 0, uncreated: 0 };
const NO_TOTALS = { waiting: NO_JOBS, sending: NO_JOBS, done: NO_JOBS, failed: NO_JOBS, cancelled: NO_JOBS };

/** Jobs have no number of their own; SQLite's tells them apart for whoever reads the list page by page. */
export const jobPlace = sql<number>`${jobs}.rowid`;

/** The jobs on the disk, and what may become of each: state, book and effects move in one transaction. */
export class UploadJobs {
  readonly #db: Store;

  constructor(db: Store) {
    this.#db = db;
  }

  find(jobIds: readonly string[]): JobRow[] {
    return this.#db.select().from(jobs).where(inList(jobs.jobId, jobIds)).orderBy(asc(jobs.turn)).all();
  }

  /** Those of the jobs after which their book was not queued again at their connection. */
  findNewest(jobIds: readonly string[]): JobRow[] {
    return this.#db
      .select()
      .from(jobs)
      .where(and(inList(jobs.jobId, jobIds), isNewestOfBook))
      .orderBy(asc(jobs.turn))
      .all();
  }

  one(jobId: string): JobRow | null {
    return this.find([jobId])[0] ?? null;
  }

  sending(): JobRow[] {
    return this.#db.select().from(jobs).where(eq(jobs.status, 'sending')).all();
  }

  /** Those that wait, in the order in which they will be sent. */
  waiting(connectionId: string): Turn[] {
    return this.#db
      .select({ jobId: jobs.jobId, turn: jobs.turn })
      .from(jobs)
      .where(isWaiting(connectionId))
      .orderBy(asc(jobs.turn))
      .all();
  }

  /** The outermost turns of all jobs, whatever became of them. */
  edges(connectionId: string): { readonly lowest: number; readonly highest: number } {
    const edge = (which: 'min' | 'max') =>
      sql.join(
        // One status at a time, so that each is read off the end of the index.
        uploadStatuses.map(
          (status) =>
            sql`select (select ${sql.raw(which)}(${jobs.turn}) from ${jobs} where ${jobs.connectionId} = ${connectionId} and ${jobs.status} = ${status}) as turn`,
        ),
        sql` union all `,
      );
    return this.#db.get(
      sql`select coalesce((select min(turn) from (${edge('min')})), 1) as lowest, coalesce((select max(turn) from (${edge('max')})), 0) as highest`,
    );
  }

  /** Gives jobs of a connection their turns where they have those of `from` and nobody else has the new ones; answers whether it did. */
  changeTurns(connectionId: string, from: readonly Turn[], to: readonly Turn[]): boolean {
    const now = new Map(this.find(from.map(({ jobId }) => jobId)).map((job) => [job.jobId, job.turn]));
    if (!from.every(({ jobId, turn }) => now.get(jobId) === turn)) return false;
    const wanted = JSON.stringify(to.map(({ turn }) => turn));
    const holders = this.#db
      .select({ jobId: jobs.jobId })
      .from(jobs)
      .where(and(eq(jobs.connectionId, connectionId), sql`${jobs.turn} in (select value from json_each(${wanted}))`))
      .all();
    if (holders.some(({ jobId }) => !now.has(jobId))) return false;
    this.setTurns(to);
    return true;
  }

  setTurns(turns: readonly Turn[]): void {
    updateMany(
      this.#db,
      jobs,
      'jobId',
      turns.map(({ jobId, turn }) => [jobId, { turn }]),
    );
  }

  /** Jobs whose turn it is, in the order in which they are sent. */
  due(connectionId: string, nowMs: number, limit: number): JobRow[] {
    return this.#db
      .select()
      .from(jobs)
      .where(
        and(
          isWaiting(connectionId),
          or(isNull(jobs.notBeforeMs), hasComeBy(nowMs)),
          or(isNull(jobs.sendAtMs), lte(jobs.sendAtMs, nowMs)),
        ),
      )
      .orderBy(asc(jobs.turn))
      .limit(limit)
      .all();
  }

  nextDueMs(connectionId: string, nowMs: number): number | null {
    const dueAtMs = sql<number>`max(coalesce(${jobs.notBeforeMs}, 0), coalesce(${jobs.sendAtMs}, 0))`;
    const next = this.#db
      .select({ atMs: sql<number | null>`min(${dueAtMs})` })
      .from(jobs)
      .where(and(or(isWaiting(connectionId), isTriedAgain(connectionId)), gt(dueAtMs, nowMs)))
      .get();
    return next?.atMs ?? null;
  }

  /**
   * Failed ones that are to be tried again by now, in the order in which they are sent; not those whose book has changed, is removed or
   * was queued again since.
   */
  failedDue(connectionId: string, nowMs: number, limit: number): JobRow[] {
    return this.#db
      .select(getTableColumns(jobs))
      .from(jobs)
      .innerJoin(books, and(eq(books.bookId, jobs.bookId), isNull(books.undoId)))
      .innerJoin(deliveries, and(eq(deliveries.bookId, jobs.bookId), eq(deliveries.connectionId, jobs.connectionId)))
      .where(and(isTriedAgain(connectionId), hasComeBy(nowMs), eq(deliveries.stage, 'failed'), isNewestOfBook))
      .orderBy(asc(jobs.turn))
      .limit(limit)
      .all();
  }

  hasTriedAgain(connectionId: string): boolean {
    return (
      this.#db.select({ jobId: jobs.jobId }).from(jobs).where(isTriedAgain(connectionId)).limit(1).all().length > 0
    );
  }

  /** What waits after a failure, or failed and waits to be tried again, waits no longer. */
  forgetDelays(connectionId: string): void {
    const delayed = or(isNotNull(jobs.notBeforeMs), ne(jobs.attempts, 0), isNotNull(jobs.problem));
    this.#db
      .update(jobs)
      .set({ notBeforeMs: null, attempts: 0, problem: null })
      .where(and(isWaiting(connectionId), delayed))
      .run();
    this.#db.update(jobs).set({ notBeforeMs: 0 }).where(isTriedAgain(connectionId)).run();
  }

  /** Those that wait for their time, and the first of these times. */
  later(connectionId: string, nowMs: number): JobTotals & { readonly atMs: number | null } {
    return this.#db
      .select({ ...SUMS, atMs: sql<number | null>`min(${jobs.sendAtMs})` })
      .from(jobs)
      .where(and(isWaiting(connectionId), gt(jobs.sendAtMs, nowMs)))
      .get() as JobTotals & { readonly atMs: number | null };
  }

  /** Lets those of the jobs that wait begin at that time; at once for null. */
  setSendAt(jobIds: readonly string[], atMs: number | null): void {
    this.#db
      .update(jobs)
      .set({ sendAtMs: atMs })
      .where(and(inList(jobs.jobId, jobIds), eq(jobs.status, 'waiting')))
      .run();
  }

  totals(connectionId: string): Record<UploadState['status'], JobTotals> {
    const rows = this.#db
      .select({ status: jobs.status, ...SUMS })
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

  /** Why it stays as it is, until somebody does something about it. */
  tell(job: JobRow, { text }: AppError): void {
    this.#db
      .update(jobs)
      .set({ problem: text, serviceText: null, notBeforeMs: null })
      .where(eq(jobs.jobId, job.jobId))
      .run();
  }

  start(job: JobRow): JobRow {
    return this.#db.transaction(() => {
      const started = this.move(job, { type: 'start' }, { notBeforeMs: null, sendAtMs: null });
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

  /**
   * A book whose files are not what they were is checked anew from this moment on: it never counts as failed.
   * `againAtMs`: when it is tried again by itself; null for never.
   */
  giveUp(job: JobRow, error: AppError, how: GivenUp): void {
    this.#db.transaction(() => giveUpJob(this.#db, job, error, how));
  }

  /** The book has other files, or is out of the library, since before: it stands where these were judged to stand. */
  giveUpFormer(job: JobRow, error: AppError): void {
    this.#db.transaction(() => {
      giveUpJob(this.#db, job, error, { isChanged: false, againAtMs: null });
      setDelivery(this.#db, job.connectionId, job.bookId, { stage: null });
    });
  }
}

/** Books of the library that the queue gave up at the connection, and that nobody took up again. */
export const booksNotSent = (db: Store, connectionId: string): number =>
  db
    .select({ all: count() })
    .from(deliveries)
    .innerJoin(books, and(eq(books.bookId, deliveries.bookId), isNull(books.undoId)))
    .where(and(eq(deliveries.connectionId, connectionId), eq(deliveries.stage, 'failed')))
    .get()?.all ?? 0;

const isWaiting = (connectionId: string): SQL | undefined =>
  and(eq(jobs.connectionId, connectionId), eq(jobs.status, 'waiting'));

const isTriedAgain = (connectionId: string): SQL | undefined =>
  and(eq(jobs.connectionId, connectionId), eq(jobs.status, 'failed'), isNotNull(jobs.notBeforeMs));

export const isNewestOfBook = sql`${jobPlace} = (select max(rowid) from jobs as same where same.connection_id = ${jobs.connectionId} and same.book_id = ${jobs.bookId})`;

/** What a job waits for has come. Nothing waits longer than a service may ask for: the clock was set back since. */
const hasComeBy = (nowMs: number): SQL | undefined =>
  or(lte(jobs.notBeforeMs, nowMs), gt(jobs.notBeforeMs, nowMs + LONGEST_RETRY_AFTER_MS));
