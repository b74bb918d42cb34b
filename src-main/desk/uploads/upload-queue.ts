import { asc, eq, isNull } from 'drizzle-orm';
import type { PdfKind } from '../../../src-core/contract/books.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { MAX_TRIES, backOffMs, sameKeyWaitMs } from '../../../src-core/desk/back-off.ts';
import { canBook } from '../../../src-core/desk/book-machine.ts';
import { nextSpeed, uploadEta, type Speed } from '../../../src-core/desk/upload-pace.ts';
import { canUpload, nextUpload, type UploadEvent, type UploadStep } from '../../../src-core/desk/upload-machine.ts';
import type { TextRef } from '../../../src-core/ipc/text-ref.ts';
import type { StatusView, UploadJobView } from '../../../src-core/ipc/views.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import type { Checks } from '../library/checks.ts';
import type { FileHashes } from '../library/file-hashes.ts';
import type { FileRow } from '../library/files.ts';
import type { FileWatch } from '../library/file-watch.ts';
import { bookStage, moveBook, setDelivery } from '../library/stages.ts';
import { settleEffect } from '../store/effects.ts';
import { books, deskValues, jobs, type JobFile } from '../store/schema.ts';
import { BeginAgain, doStep, isFinalized, type JobRow, type StepDone, type StepPorts } from './upload-book.ts';

const AT_ONCE = 2;
const PROGRESS_EVERY_MS = 200;
const PAUSED = 'queue.paused';

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

  constructor(context: DeskContext, connections: Connections, checks: Checks, watch: FileWatch, hashes: FileHashes) {
    this.#context = context;
    this.#connections = connections;
    this.#checks = checks;
    this.#watch = watch;
    this.#hashes = hashes;
  }

  /** What a crash interrupted goes back to its place. */
  open(): void {
    for (const job of this.#context.db.select().from(jobs).all()) {
      if (job.state.status === 'sending') this.#putBack(job, {});
    }
  }

  views(): UploadJobView[] {
    return this.#jobs().map((job) => this.#view(job));
  }

  /** Queues those of the books that are ready; all ready ones for an empty list. */
  async upload(bookIds: readonly string[]): Promise<{ queued: number }> {
    const { connectionId } = this.#connections.needActive();
    const { db, ids, clock } = this.#context;
    const wanted = db.select().from(books).where(isNull(books.undoId)).orderBy(asc(books.addedAtMs), asc(books.title)).all();
    const chosen = wanted.filter((book) => bookIds.length === 0 || bookIds.includes(book.bookId));
    await this.#watch.lookAt(chosen.filter((book) => this.#canQueue(connectionId, book.bookId)).map((book) => book.bookId));
    let queued = 0;
    db.transaction(() => {
      for (const { bookId } of chosen) {
        const book = db.select().from(books).where(eq(books.bookId, bookId)).get();
        if (book === undefined || !this.#canQueue(connectionId, bookId)) continue;
        const { cover, contents } = this.#checks.filesOf(book);
        if (cover === null || contents === null) continue;
        const fresh = { cover: jobFile(cover), contents: jobFile(contents), attempts: 0, notBeforeMs: null, problem: null, serviceText: null };
        const failed = this.#jobs().filter((job) => job.bookId === bookId && job.state.status === 'failed');
        // A job that may have made its book without learning of it is taken up with its key, not doubled.
        const uncreated = failed.find((job) => job.bookUid === null);
        if (uncreated !== undefined) this.#move(uncreated, { type: 'retry' }, fresh);
        else {
          db.insert(jobs)
            .values({ jobId: `job_${ids.base62(12)}`, connectionId, bookId, state: { status: 'waiting', step: 'create' }, receipts: [], createdAtMs: clock.nowMs(), ...fresh })
            .run();
        }
        for (const job of failed) if (job !== uncreated) this.#move(job, { type: 'cancel' });
        moveBook(db, connectionId, bookId, 'queue');
        queued += 1;
      }
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

  retry(jobIds: readonly string[]): void {
    const { db } = this.#context;
    for (const job of this.#jobs().filter((one) => jobIds.includes(one.jobId) && canUpload(one.state, 'retry'))) {
      db.transaction(() => {
        this.#move(job, { type: 'retry' }, { attempts: 0, notBeforeMs: null, problem: null, serviceText: null });
        moveBook(db, job.connectionId, job.bookId, 'queue');
      });
    }
    this.#tell();
    this.kick();
  }

  async cancel(jobIds: readonly string[]): Promise<void> {
    for (const jobId of jobIds) {
      const running = this.#running.get(jobId);
      running?.abort.abort(new PutBack());
      await running?.done;
      const job = this.#find(jobId);
      if (job === null || !canUpload(job.state, 'cancel')) continue;
      const { db } = this.#context;
      db.transaction(() => {
        this.#move(job, { type: 'cancel' }, { problem: null, serviceText: null });
        moveBook(db, job.connectionId, job.bookId, 'unqueue');
      });
      this.#checks.judge([job.bookId]);
    }
    this.#tell();
    this.kick();
  }

  status(): QueueView {
    const all = this.#jobs().filter((job) => job.state.status !== 'cancelled');
    const open = all.filter((job) => job.state.status === 'waiting' || job.state.status === 'sending');
    const left = { bytes: 0, uploads: 0, generalCalls: 0 };
    for (const job of open) {
      const kinds = (['cover', 'contents'] as const).filter((kind) => !job.receipts.some((receipt) => receipt.kind === kind));
      left.uploads += kinds.length;
      left.generalCalls += job.bookUid === null ? 2 : 1;
      for (const kind of kinds) left.bytes += Math.max(0, job[kind].sizeBytes - (this.#running.get(job.jobId)?.sent[kind] ?? 0));
    }
    const eta = open.length === 0 ? null : uploadEta(left, this.#speed?.bytesPerSecond ?? 0);
    const connection = this.#connections.active();
    const lanes = connection === null ? undefined : this.#connections.knownClient(connection.connectionId)?.lanes;
    const pausedUntil = Math.max(lanes?.general.pausedUntilMs ?? 0, lanes?.upload.pausedUntilMs ?? 0);
    return {
      state: this.#state(open.length),
      heldReason: this.#heldReason ?? (pausedUntil > 0 && open.length > 0 ? { key: 'desk.held.rate' } : null),
      done: all.filter((job) => job.state.status === 'done').length,
      total: all.length,
      failed: all.filter((job) => job.state.status === 'failed').length,
      bytesPerSecond: this.#running.size === 0 ? 0 : (this.#speed?.bytesPerSecond ?? 0),
      etaMs: eta?.etaMs ?? null,
      etaBound: eta?.bound ?? null,
      resumesAtMs: pausedUntil > 0 && open.length > 0 ? pausedUntil : null,
    };
  }

  isBusy(): boolean {
    return this.#running.size > 0;
  }

  /** Another connection is in use or one got a new key: what held the queue may be gone. */
  async connectionChanged(): Promise<void> {
    this.#heldReason = null;
    const connectionId = this.#connections.active()?.connectionId;
    for (const job of this.#jobs()) {
      if (job.state.status === 'waiting') this.#context.db.update(jobs).set({ notBeforeMs: null, attempts: 0, problem: null }).where(eq(jobs.jobId, job.jobId)).run();
    }
    for (const [jobId, running] of this.#running) {
      if (this.#find(jobId)?.connectionId === connectionId) continue;
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
    const waiting = this.#jobs().filter((job) => job.state.status === 'waiting' && !this.#running.has(job.jobId));
    for (const job of waiting) {
      if (this.#running.size >= AT_ONCE) return;
      if ((job.notBeforeMs ?? 0) <= nowMs) this.#start(job);
    }
    const nextMs = Math.min(...waiting.map((job) => job.notBeforeMs ?? Infinity).filter((atMs) => atMs > nowMs));
    if (!Number.isFinite(nextMs)) return;
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
    let job = this.#find(jobId);
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
          return this.#move(job as JobRow, { type: 'stepDone' }, { ...set, attempts: 0, problem: null, serviceText: null });
        });
        running.abort.signal.throwIfAborted();
        if (this.#pausing) throw new PutBack();
      }
    } catch (error) {
      await this.#stopped(this.#find(jobId) ?? job, error);
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
        this.#move(job, { type: 'redoFrom', step: error.step }, { ...error.result, attempts, notBeforeMs: nowMs + backOffMs(attempts, this.#context.random()) });
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
        return this.#putBack(job, { ...told, attempts, notBeforeMs: nowMs + backOffMs(attempts, this.#context.random()) });
      default:
        this.#giveUp(job, error);
        // The bytes on the disk are others than those that were judged, whatever their stamp says.
        if (error.code === 'FILE_CHANGED' || error.code === 'FILE_MISSING') await this.#watch.lookAt([job.bookId], { mustRead: true });
    }
  }

  #putBack(job: JobRow, set: Partial<JobRow>): void {
    const { db } = this.#context;
    db.transaction(() => {
      this.#move(job, { type: 'putBack' }, set);
      moveBook(db, job.connectionId, job.bookId, 'queue');
    });
  }

  #giveUp(job: JobRow, error: AppError): void {
    const { db } = this.#context;
    db.transaction(() => {
      this.#move(job, { type: 'giveUp', code: error.code }, { problem: error.text, serviceText: error.serviceText, attempts: job.attempts + 1 });
      moveBook(db, job.connectionId, job.bookId, 'giveUp');
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
    if (nowMs - this.#toldAtMs >= PROGRESS_EVERY_MS) this.#tell();
  }

  #state(openJobs: number): QueueView['state'] {
    if (this.#pausing) return 'pausing';
    if (this.#heldReason !== null) return 'held';
    if (openJobs === 0) return 'idle';
    return this.#isPaused() ? 'paused' : 'running';
  }

  #canQueue(connectionId: string, bookId: string): boolean {
    const stage = bookStage(this.#context.db, connectionId, bookId);
    return stage !== null && stage !== 'uploading' && canBook(stage, 'queue');
  }

  /** Jobs of the connection in use, in the order they were queued. */
  #jobs(): JobRow[] {
    const connection = this.#connections.active();
    if (connection === null) return [];
    return this.#context.db.select().from(jobs).where(eq(jobs.connectionId, connection.connectionId)).orderBy(asc(jobs.createdAtMs), asc(jobs.jobId)).all();
  }

  #find(jobId: string): JobRow | null {
    return this.#context.db.select().from(jobs).where(eq(jobs.jobId, jobId)).get() ?? null;
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
    return this.#context.db.select().from(deskValues).where(eq(deskValues.name, PAUSED)).get()?.value === true;
  }

  #setPaused(value: boolean): void {
    this.#context.db.insert(deskValues).values({ name: PAUSED, value }).onConflictDoUpdate({ target: deskValues.name, set: { value } }).run();
  }

  #tell(): void {
    this.#toldAtMs = this.#context.clock.nowMs();
    this.#context.changed('queue', 'status', 'library');
  }

  #view(job: JobRow): UploadJobView {
    const running = this.#running.get(job.jobId);
    const acknowledged = (kind: PdfKind) => job.receipts.some((receipt) => receipt.kind === kind);
    const sent = (kind: PdfKind) => (acknowledged(kind) ? job[kind].sizeBytes : (running?.sent[kind] ?? 0));
    const title = this.#context.db.select({ title: books.title }).from(books).where(eq(books.bookId, job.bookId)).get()?.title ?? job.bookId;
    const isAllowed = (allowed: boolean) => ({ allowed, reason: allowed ? null : { key: `desk.why.job.${job.state.status}` } });
    return {
      jobId: job.jobId,
      bookId: job.bookId,
      title,
      state: job.state,
      sentBytes: sent('cover') + sent('contents'),
      totalBytes: job.cover.sizeBytes + job.contents.sizeBytes,
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

const jobFile = (file: FileRow): JobFile => ({
  fileId: file.fileId,
  name: file.name,
  path: file.path,
  sizeBytes: file.sizeBytes,
  modifiedAtMs: file.modifiedAtMs,
  changedAtMs: file.changedAtMs,
  sha256: file.sha256,
});
