import { setImmediate } from 'node:timers/promises';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { PdfKind } from '../../../src-core/contract/books.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { MAX_TRIES, backOffMs, sameKeyWaitMs } from '../../../src-core/desk/back-off.ts';
import { bookStageSchema, canBook } from '../../../src-core/desk/book-machine.ts';
import { nextSpeed, uploadEta, type Speed } from '../../../src-core/desk/upload-pace.ts';
import {
  canUpload,
  nextUpload,
  type UploadEvent,
  type UploadState,
  type UploadStep,
} from '../../../src-core/desk/upload-machine.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import type { StatusView } from '../../../src-core/ipc/subjects/app.ts';
import type { QueueProgress, UploadJobView } from '../../../src-core/ipc/subjects/queue.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import type { Checks } from '../checks/checks.ts';
import type { FileHashes } from '../preflight/file-hashes.ts';
import type { FileWatch } from '../library/file-watch.ts';
import { moveBook, moveBooks, setDelivery, stagesOf } from '../store/book-stages.ts';
import { inChunks } from '../slices.ts';
import { settleEffect } from '../store/effects.ts';
import { idsOf, inGiven, inList, unindexed } from '../store/in-list.ts';
import { insertMany } from '../store/insert-many.ts';
import type { ListChanges, ListPage, ListSource } from '../store/list-changes.ts';
import { listReader } from '../store/list-reader.ts';
import type { Store } from '../store/open-store.ts';
import { perStore } from '../store/per-store.ts';
import { jsonOf } from '../store/read-together.ts';
import { books, deliveries, files, jobs } from '../store/schema.ts';
import { BeginAgain, doStep, isFinalized, type JobRow, type StepDone, type StepPorts } from './upload-book.ts';
import { readDeskValue, writeDeskValue } from '../store/desk-values.ts';

const AT_ONCE = 2;
const PROGRESS_EVERY_MS = 200;
const PAUSED = 'queue.paused';
/** Stages from which a book is queued. What is being sent goes back to its place by itself. */
const QUEUEABLE = bookStageSchema.options.filter((stage) => stage !== 'uploading' && canBook(stage, 'queue'));

/** Why a running upload was cut off: it goes back to its place in the queue. */
class PutBack extends Error {}

interface Running {
  readonly abort: AbortController;
  readonly done: Promise<void>;
  /** Bytes on their way by file; what is acknowledged is in the job. */
  readonly sent: Record<PdfKind, number>;
  speed: Speed | null;
  sampleAtMs: number;
  sampleBytes: number;
}

type QueueView = StatusView['queue'];

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

/** Of the jobs in one state. */
interface QueueTotals {
  readonly jobs: number;
  readonly bytesLeft: number;
  readonly filesLeft: number;
  /** Whose book is not made at the service yet. */
  readonly uncreated: number;
}

const NO_JOBS: QueueTotals = { jobs: 0, bytesLeft: 0, filesLeft: 0, uncreated: 0 };

/** Jobs have no number of their own; SQLite's tells the order in which they were queued. */
const jobPlace = sql<number>`${jobs}.rowid`;

/**
 * The durable queue: every state is on the disk before it is acted upon, so a crash loses nothing that was acknowledged
 * and sends nothing of it again. Works on the jobs of the connection in use.
 */
export class UploadQueue {
  readonly #context: DeskContext;
  readonly #connections: Connections;
  readonly #checks: Checks;
  readonly #watch: FileWatch;
  readonly #hashes: FileHashes;
  readonly #running = new Map<string, Running>();
  #pausing = false;
  #heldReason: TextRef | null = null;
  #speed: Speed | null = null;
  #timer: NodeJS.Timeout | null = null;
  #toldAtMs = 0;
  #isClosed = false;
  /** A book is finalized at the service. */
  onUploaded: () => void = () => undefined;

  readonly #changes: ListChanges;
  readonly #list: ListSource<UploadJobView> = {
    list: 'queue',
    idOf: (job) => job.jobId,
    contextKey: () => this.#connections.active()?.connectionId ?? '',
    after: (place, limit) =>
      this.#reader.after(place, limit, this.#here()).map((job) => ({ place: job.place, row: this.#view(job) })),
    of: (jobIds) => this.#reader.of(jobIds, this.#here()).map((job) => this.#view(job)),
  };
  readonly #reader: ReturnType<typeof jobReader>;

  constructor(
    context: DeskContext,
    connections: Connections,
    checks: Checks,
    watch: FileWatch,
    hashes: FileHashes,
    changes: ListChanges,
  ) {
    this.#context = context;
    this.#connections = connections;
    this.#checks = checks;
    this.#watch = watch;
    this.#hashes = hashes;
    this.#changes = changes;
    this.#reader = jobReader(context.db);
  }

  /** What a crash interrupted goes back to its place. */
  open(): void {
    for (const job of this.#context.db.select().from(jobs).where(eq(jobs.status, 'sending')).all())
      this.#putBack(job, {});
  }

  /** What changed in the list of jobs since `mark`; all of them for null. */
  changes(mark: string | null): ListPage<UploadJobView> {
    return this.#changes.since(this.#list, mark);
  }

  /** Queues those of the books that are ready, in the library's order; all ready ones for an empty list. */
  async upload(bookIds: readonly string[]): Promise<{ queued: number }> {
    const { connectionId } = this.#connections.needActive();
    const { db } = this.#context;
    const wanted = idsOf(
      db,
      db
        .select({ id: sql<string>`${books.bookId}`.as('id') })
        .from(books)
        .leftJoin(deliveries, and(eq(deliveries.bookId, books.bookId), eq(deliveries.connectionId, connectionId)))
        .where(
          and(
            isNull(books.undoId),
            inArray(sql`coalesce(${deliveries.stage}, ${books.stage})`, QUEUEABLE),
            ...(bookIds.length === 0 ? [] : [inList(books.bookId, bookIds)]),
          ),
        )
        .orderBy(asc(books.addedAtMs), asc(books.title)),
    );
    await setImmediate();
    let queued = 0;
    // Each slice goes the whole way before the next one, so that no step is long because the library is.
    await inChunks(wanted, async (chunk) => {
      await this.#watch.lookAt(chunk);
      queued += db.transaction(() => this.#queue(connectionId, chunk));
    });
    this.#tell();
    this.kick();
    return { queued };
  }

  /** `now` cuts off what is under way: the service takes files only whole, so it is sent again from its first byte. */
  async pause(how: 'afterThisFile' | 'now'): Promise<void> {
    this.#setPaused(true);
    if (how === 'now') await this.#interrupt();
    else this.#pausing = this.#running.size > 0;
    this.#tell();
  }

  resume(): void {
    this.#setPaused(false);
    this.#pausing = false;
    this.#heldReason = null;
    this.#tell();
    this.kick();
  }

  async retry(jobIds: readonly string[]): Promise<void> {
    const { db } = this.#context;
    await inChunks(jobIds, (chunk) =>
      db.transaction(() => {
        for (const job of this.#find(chunk)) {
          if (!canUpload(job.state, 'retry')) continue;
          this.#move(job, { type: 'retry' }, { attempts: 0, notBeforeMs: null, problem: null, serviceText: null });
          moveBook(db, job.connectionId, job.bookId, 'queue');
        }
      }),
    );
    this.#tell();
    this.kick();
  }

  async cancel(jobIds: readonly string[]): Promise<void> {
    const { db } = this.#context;
    const cutOff = jobIds.flatMap((jobId) => this.#running.get(jobId) ?? []);
    for (const { abort } of cutOff) abort.abort(new PutBack());
    await Promise.all(cutOff.map(({ done }) => done));
    const bookIds: string[] = [];
    await inChunks(jobIds, (chunk) =>
      db.transaction(() => {
        for (const job of this.#find(chunk)) {
          if (!canUpload(job.state, 'cancel')) continue;
          this.#move(job, { type: 'cancel' }, { problem: null, serviceText: null });
          moveBook(db, job.connectionId, job.bookId, 'unqueue');
          bookIds.push(job.bookId);
        }
      }),
    );
    await this.#checks.judgeMany(bookIds);
    this.#tell();
    this.kick();
  }

  status(): QueueView {
    const totals = this.#totals();
    const open = totals.waiting.jobs + totals.sending.jobs;
    const left = { bytes: 0, uploads: 0, generalCalls: 0 };
    for (const part of [totals.waiting, totals.sending]) {
      left.bytes += part.bytesLeft;
      left.uploads += part.filesLeft;
      left.generalCalls += part.jobs + part.uncreated;
    }
    for (const { sent } of this.#running.values()) left.bytes = Math.max(0, left.bytes - sent.cover - sent.contents);
    const eta = open === 0 ? null : uploadEta(left, this.#speed?.bytesPerSecond ?? 0);
    const connection = this.#connections.active();
    const lanes = connection === null ? undefined : this.#connections.knownClient(connection.connectionId)?.lanes;
    const pausedUntil = Math.max(lanes?.general.pausedUntilMs ?? 0, lanes?.upload.pausedUntilMs ?? 0);
    return {
      state: this.#state(open),
      heldReason: this.#heldReason ?? (pausedUntil > 0 && open > 0 ? { key: 'desk.held.rate' } : null),
      done: totals.done.jobs,
      total: open + totals.done.jobs + totals.failed.jobs,
      failed: totals.failed.jobs,
      bytesPerSecond: this.#running.size === 0 ? 0 : (this.#speed?.bytesPerSecond ?? 0),
      etaMs: eta?.etaMs ?? null,
      etaBound: eta?.bound ?? null,
      resumesAtMs: pausedUntil > 0 && open > 0 ? pausedUntil : null,
    };
  }

  /** What moves while files are sent: as many rows as are sent at once, however long the queue is. */
  progress(): QueueProgress {
    const views = this.#list.of([...this.#running.keys()]);
    return {
      queue: this.status(),
      jobs: views.map(({ jobId, sentBytes, bytesPerSecond }) => ({ jobId, sentBytes, bytesPerSecond })),
    };
  }

  isBusy(): boolean {
    return this.#running.size > 0;
  }

  /** Another connection is in use or one got a new key: what held the queue may be gone. */
  async connectionChanged(): Promise<void> {
    this.#heldReason = null;
    const connectionId = this.#connections.active()?.connectionId;
    const delayed = or(isNotNull(jobs.notBeforeMs), ne(jobs.attempts, 0), isNotNull(jobs.problem));
    this.#context.db
      .update(jobs)
      .set({ notBeforeMs: null, attempts: 0, problem: null })
      .where(and(this.#isHere(), eq(jobs.status, 'waiting'), delayed))
      .run();
    for (const [jobId, running] of this.#running) {
      if (this.#one(jobId)?.connectionId === connectionId) continue;
      running.abort.abort(new PutBack());
      await running.done;
    }
    this.#tell();
    this.kick();
  }

  /** Starts what may start, and sees to being called again when something else may. */
  kick(): void {
    if (this.#isClosed || this.#heldReason !== null || this.#isPaused()) return;
    const connection = this.#connections.active();
    if (connection === null) return;
    const nowMs = this.#context.clock.nowMs();
    for (const job of this.#due(nowMs)) {
      if (this.#running.size >= AT_ONCE) return;
      if (!this.#running.has(job.jobId)) this.#start(job);
    }
    const nextMs = this.#nextDueMs(nowMs);
    if (nextMs === null) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.kick(), Math.max(1, nextMs - nowMs));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#interrupt();
  }

  async #interrupt(): Promise<void> {
    const all = [...this.#running.values()];
    for (const { abort } of all) abort.abort(new PutBack());
    await Promise.all(all.map(({ done }) => done));
  }

  #start(job: JobRow): void {
    const running: Omit<Running, 'done'> = {
      abort: new AbortController(),
      sent: { cover: 0, contents: 0 },
      speed: null,
      sampleAtMs: this.#context.clock.nowMs(),
      sampleBytes: 0,
    };
    // Entered before the first await, so that a job is never started twice.
    const entry = { ...running, done: Promise.resolve() };
    this.#running.set(job.jobId, entry);
    entry.done = this.#run(job.jobId, entry).finally(() => {
      this.#running.delete(job.jobId);
      if (this.#running.size === 0) this.#pausing = false;
      this.#tell();
      this.kick();
    });
  }

  async #run(jobId: string, running: Running): Promise<void> {
    const { db } = this.#context;
    let job = this.#one(jobId);
    if (job === null) return;
    const isTakenUpAgain = job.bookUid !== null;
    db.transaction(() => {
      job = this.#move(job as JobRow, { type: 'start' }, { notBeforeMs: null });
      moveBook(db, job.connectionId, job.bookId, 'start');
    });
    this.#tell();
    try {
      const client = await this.#connections.clientOf(job.connectionId);
      const ports: StepPorts = {
        context: this.#context,
        client,
        hashes: this.#hashes,
        signal: running.abort.signal,
        onSent: (bytes) => this.#progress(running, job as JobRow, bytes),
        onRestart: (kind) => (running.sent[kind] = 0),
      };
      if (isTakenUpAgain && (await isFinalized(ports, job))) return this.#finish(job, null);
      while (job.state.status === 'sending') {
        const { step }: { step: UploadStep } = job.state;
        const { set, settled } = await doStep(ports, job, step);
        if (step === 'finalize') return this.#finish({ ...job, ...set }, settled);
        job = db.transaction(() => {
          if (settled !== null) settleEffect(db, settled.key, settled.state);
          return this.#move(
            job as JobRow,
            { type: 'stepDone' },
            { ...set, attempts: 0, problem: null, serviceText: null },
          );
        });
        // What is acknowledged is the job's from now on.
        running.sent.cover = 0;
        running.sent.contents = 0;
        this.#context.changed('queue');
        running.abort.signal.throwIfAborted();
        if (this.#pausing) throw new PutBack();
      }
    } catch (error) {
      await this.#stopped(this.#one(jobId) ?? job, error);
    }
  }

  #finish(job: JobRow, settled: StepDone['settled']): void {
    const { db } = this.#context;
    db.transaction(() => {
      if (settled !== null) settleEffect(db, settled.key, settled.state);
      db.update(jobs)
        .set({ state: { status: 'done' }, receipts: job.receipts, problem: null, serviceText: null, notBeforeMs: null })
        .where(eq(jobs.jobId, job.jobId))
        .run();
      moveBook(db, job.connectionId, job.bookId, 'finalized');
      setDelivery(db, job.connectionId, job.bookId, { bookUid: job.bookUid });
    });
    this.#context.changed('library');
    this.onUploaded();
  }

  /** What to do about a job that did not get on, by the retry class of its error. */
  async #stopped(job: JobRow, error: unknown): Promise<void> {
    const nowMs = this.#context.clock.nowMs();
    if (error instanceof PutBack) return void this.#putBack(job, {});
    if (error instanceof BeginAgain) {
      const attempts = job.attempts + 1;
      if (attempts >= MAX_TRIES) return this.#giveUp(job, new AppError('SERVICE_PREREQUISITE'));
      this.#context.db.transaction(() => {
        this.#move(
          job,
          { type: 'redoFrom', step: error.step },
          { ...error.result, attempts, notBeforeMs: nowMs + backOffMs(attempts, this.#context.random()) },
        );
        moveBook(this.#context.db, job.connectionId, job.bookId, 'queue');
      });
      return;
    }
    if (!(error instanceof AppError)) {
      this.#context.log.write('error', 'an upload failed in an unknown way', { error });
      return this.#giveUp(job, new AppError('SERVICE_BAD_ANSWER', { cause: error }));
    }
    const told = { problem: error.text, serviceText: error.serviceText };
    const attempts = job.attempts + 1;
    switch (error.retry) {
      case 'holdLane':
        this.#heldReason = error.text;
        return this.#putBack(job, told);
      case 'waitClass':
        return this.#putBack(job, { ...told, notBeforeMs: nowMs + (error.retryAfterMs ?? 0) });
      case 'sameKey':
        return this.#putBack(job, { attempts, notBeforeMs: nowMs + sameKeyWaitMs(attempts) });
      case 'backOff':
        if (attempts >= MAX_TRIES) return this.#giveUp(job, error);
        return this.#putBack(job, {
          ...told,
          attempts,
          notBeforeMs: nowMs + backOffMs(attempts, this.#context.random()),
        });
      default: {
        // The bytes on the disk are others than those that were judged, whatever their stamp says.
        const isChanged = error.code === 'FILE_CHANGED' || error.code === 'FILE_MISSING';
        this.#giveUp(job, error, isChanged);
        if (isChanged) await this.#watch.readAnew([job.bookId]);
      }
    }
  }

  #putBack(job: JobRow, set: Partial<JobRow>): void {
    const { db } = this.#context;
    db.transaction(() => {
      this.#move(job, { type: 'putBack' }, set);
      moveBook(db, job.connectionId, job.bookId, 'queue');
    });
  }

  /** A book whose files are not what they were is checked anew from this moment on: it never counts as failed. */
  #giveUp(job: JobRow, error: AppError, isChanged = false): void {
    const { db } = this.#context;
    db.transaction(() => {
      this.#move(
        job,
        { type: 'giveUp', code: error.code },
        { problem: error.text, serviceText: error.serviceText, attempts: job.attempts + 1 },
      );
      moveBook(db, job.connectionId, job.bookId, 'giveUp');
      if (isChanged) moveBook(db, job.connectionId, job.bookId, 'filesChanged');
    });
    this.#context.changed('library');
  }

  #progress(running: Running, job: JobRow, bytes: number): void {
    if (job.state.status !== 'sending') return;
    const { step } = job.state;
    if (step === 'cover' || step === 'contents') running.sent[step] += bytes;
    running.sampleBytes += bytes;
    const nowMs = this.#context.clock.nowMs();
    const tookMs = nowMs - running.sampleAtMs;
    if (tookMs < PROGRESS_EVERY_MS) return;
    const before = [...this.#running.values()].reduce((sum, one) => sum + (one.speed?.bytesPerSecond ?? 0), 0);
    running.speed = nextSpeed(running.speed, { bytes: running.sampleBytes, tookMs, atMs: nowMs });
    running.sampleAtMs = nowMs;
    running.sampleBytes = 0;
    const now = [...this.#running.values()].reduce((sum, one) => sum + (one.speed?.bytesPerSecond ?? 0), 0);
    this.#speed = { bytesPerSecond: now === 0 ? before : now, atMs: nowMs };
    if (nowMs - this.#toldAtMs < PROGRESS_EVERY_MS) return;
    this.#toldAtMs = nowMs;
    this.#context.changed('progress');
  }

  #state(openJobs: number): QueueView['state'] {
    if (this.#pausing) return 'pausing';
    if (this.#heldReason !== null) return 'held';
    if (openJobs === 0) return 'idle';
    return this.#isPaused() ? 'paused' : 'running';
  }

  /** Queues some books at once: so many statements, however many they are. Answers how many were queued. */
  #queue(connectionId: string, bookIds: readonly string[]): number {
    const { db, ids, clock } = this.#context;
    const stages = stagesOf(db, connectionId, bookIds);
    const open = bookIds.filter((bookId) => {
      const stage = stages.get(bookId);
      return stage !== undefined && QUEUEABLE.includes(stage);
    });
    const filed = new Map(
      filesToSend(db)
        .all({ bookIds: JSON.stringify(open) })
        .map((one) => [one.bookId, one]),
    );
    const failed = failedJobs(db).all({ connectionId, bookIds: JSON.stringify(open) });
    const fresh: (typeof jobs.$inferInsert)[] = [];
    const queued: string[] = [];
    for (const bookId of open) {
      const one = filed.get(bookId);
      if (one === undefined) continue;
      const anew = {
        cover: one.cover,
        contents: one.contents,
        attempts: 0,
        notBeforeMs: null,
        problem: null,
        serviceText: null,
      };
      const own = failed.filter((job) => job.bookId === bookId);
      // A job that may have made its book without learning of it is taken up with its key, not doubled.
      const uncreated = own.find((job) => job.bookUid === null);
      if (uncreated !== undefined) this.#move(uncreated, { type: 'retry' }, anew);
      else
        fresh.push({
          jobId: `job_${ids.base62(12)}`,
          connectionId,
          bookId,
          state: { status: 'waiting', step: 'create' },
          receipts: [],
          createdAtMs: clock.nowMs(),
          ...anew,
        });
      for (const job of own) if (job !== uncreated) this.#move(job, { type: 'cancel' });
      queued.push(bookId);
    }
    insertMany(db, jobs, fresh);
    moveBooks(db, connectionId, queued, 'queue', stages);
    return queued.length;
  }

  #isHere(): SQL {
    return eq(jobs.connectionId, this.#connections.active()?.connectionId ?? '');
  }

  /** Jobs whose turn it is, in the order they were queued: more than may run, since those that run may be among them. */
  #due(nowMs: number): JobRow[] {
    return this.#context.db
      .select()
      .from(jobs)
      .where(
        and(this.#isHere(), eq(jobs.status, 'waiting'), or(isNull(jobs.notBeforeMs), lte(jobs.notBeforeMs, nowMs))),
      )
      .orderBy(asc(jobs.createdAtMs), asc(jobPlace))
      .limit(2 * AT_ONCE)
      .all();
  }

  #nextDueMs(nowMs: number): number | null {
    const next = this.#context.db
      .select({ atMs: sql<number | null>`min(${jobs.notBeforeMs})` })
      .from(jobs)
      .where(and(this.#isHere(), eq(jobs.status, 'waiting'), gt(jobs.notBeforeMs, nowMs)))
      .get();
    return next?.atMs ?? null;
  }

  #totals(): Record<UploadState['status'], QueueTotals> {
    const totals = { waiting: NO_JOBS, sending: NO_JOBS, done: NO_JOBS, failed: NO_JOBS, cancelled: NO_JOBS };
    if (this.#connections.active() === null) return totals;
    const rows = this.#context.db
      .select({
        status: jobs.status,
        jobs: sql<number>`count(*)`,
        bytesLeft: sql<number>`sum(${jobs.totalBytes} - ${jobs.sentBytes})`,
        filesLeft: sql<number>`sum(2 - ${jobs.sentFiles})`,
        uncreated: sql<number>`sum(${jobs.bookUid} is null)`,
      })
      .from(jobs)
      .where(this.#isHere())
      .groupBy(jobs.status)
      .all();
    return { ...totals, ...Object.fromEntries(rows.map(({ status, ...sums }) => [status, sums])) };
  }

  /** What `jobReader` is given. */
  #here(): { readonly connectionId: string } {
    return { connectionId: this.#connections.active()?.connectionId ?? '' };
  }

  #find(jobIds: readonly string[]): JobRow[] {
    return this.#context.db.select().from(jobs).where(inList(jobs.jobId, jobIds)).orderBy(asc(jobPlace)).all();
  }

  #one(jobId: string): JobRow | null {
    return this.#find([jobId])[0] ?? null;
  }

  #move(job: JobRow, event: UploadEvent, set: Partial<JobRow> = {}): JobRow {
    return this.#context.db
      .update(jobs)
      .set({ ...set, state: nextUpload(job.state, event) })
      .where(eq(jobs.jobId, job.jobId))
      .returning()
      .get();
  }

  #isPaused(): boolean {
    return readDeskValue(this.#context.db, PAUSED) === true;
  }

  #setPaused(value: boolean): void {
    writeDeskValue(this.#context.db, PAUSED, value);
  }

  #tell(): void {
    this.#toldAtMs = this.#context.clock.nowMs();
    this.#context.changed('queue', 'status', 'library');
  }

  #view(job: ListedJob): UploadJobView {
    const running = this.#running.get(job.jobId);
    const sizes = { cover: job.coverBytes, contents: job.contentsBytes };
    const sent = (kind: PdfKind) => (job.acknowledged.includes(kind) ? sizes[kind] : (running?.sent[kind] ?? 0));
    const isAllowed = (allowed: boolean) => ({
      allowed,
      reason: allowed ? null : { key: `desk.why.job.${job.state.status}` },
    });
    return {
      jobId: job.jobId,
      bookId: job.bookId,
      title: job.title ?? job.bookId,
      place: job.place,
      state: job.state,
      sentBytes: sent('cover') + sent('contents'),
      totalBytes: sizes.cover + sizes.contents,
      bytesPerSecond: running?.speed?.bytesPerSecond ?? 0,
      attempts: job.attempts,
      nextTryAtMs: job.notBeforeMs,
      problem: job.problem,
      serviceText: job.serviceText,
      actions: {
        retry: isAllowed(canUpload(job.state, 'retry')),
        cancel: isAllowed(job.state.status === 'sending' || canUpload(job.state, 'cancel')),
      },
    };
  }
}

/** Jobs as the list shows them, of the connection that is given as `connectionId`. */
function jobReader(db: Store) {
  return listReader(db, {
    fields: {
      place: jobPlace,
      jobId: jobs.jobId,
      bookId: jobs.bookId,
      title: sql<string | null>`${books.title}`,
      state: jobs.state,
      coverBytes: sql<number>`json_extract(${jobs.cover}, '$.sizeBytes')`,
      contentsBytes: sql<number>`json_extract(${jobs.contents}, '$.sizeBytes')`,
      acknowledged: jsonOf<PdfKind[]>(
        sql`(select json_group_array(json_extract(value, '$.kind')) from json_each(${jobs.receipts}))`,
      ),
      attempts: jobs.attempts,
      notBeforeMs: jobs.notBeforeMs,
      problem: jobs.problem,
      serviceText: jobs.serviceText,
    },
    id: jobs.jobId,
    place: jobPlace,
    from: (select, which) =>
      select
        .from(jobs)
        .leftJoin(books, eq(books.bookId, jobs.bookId))
        .where(and(eq(unindexed(jobs.connectionId), sql.placeholder('connectionId')), which)),
  });
}

type ListedJob = ReturnType<ReturnType<typeof jobReader>['of']>[number];
