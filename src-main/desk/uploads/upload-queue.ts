import { setImmediate } from 'node:timers/promises';
import { MAX_TRIES } from '../../../src-core/desk/back-off.ts';
import { uploadEta } from '../../../src-core/desk/upload-pace.ts';
import { movedTurns, type QueueMove, type Turn } from '../../../src-core/desk/queue-order.ts';
import type { SendLimit } from '../../../src-core/desk/send-limit.ts';
import { needTimeAhead, timedPause, type PauseEnd } from '../../../src-core/desk/timed-pause.ts';
import { canUpload } from '../../../src-core/desk/upload-machine.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import type { PrintTaken } from '../../../src-core/ipc/subjects/checks.ts';
import { PAUSED, UNFORESEEN, type LaneWork } from '../../../src-core/desk/work-left.ts';
import type { Output } from '../../../src-core/ipc/contract.ts';
import type { StatusView } from '../../../src-core/ipc/subjects/app.ts';
import type { QueueProgress, UploadJobView } from '../../../src-core/ipc/subjects/queue.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import type { PrintGate } from '../checks/print-gate.ts';
import type { Checks } from '../checks/checks.ts';
import { replacedNotes } from '../layouts/layout-versions.ts';
import type { FileHashes } from '../preflight/file-hashes.ts';
import type { FileWatch } from '../library/file-watch.ts';
import { moveBook } from '../store/book-stages.ts';
import { DurableRunner } from '../runner/durable-runner.ts';
import { inChunks } from '../slices.ts';
import type { ListChanges, ListPage, ListSource } from '../store/list-changes.ts';
import type { Step, Steps } from '../steps/steps.ts';
import { bringBack } from './cancelled-jobs.ts';
import { enqueue, isSameToSend, queueable } from './enqueue-books.ts';
import { jobReader, jobView } from './job-views.ts';
import { SendingProgress } from './sending-progress.ts';
import { KeptLimit } from './kept-limit.ts';
import { KeptPause } from './kept-pause.ts';
import { PutBack, sendJob, type SendingPorts } from './send-job.ts';
import type { JobRow } from './upload-book.ts';
import { UploadJobs } from './upload-jobs.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { PrintReceipt } from '../../../src-core/desk/print-gate.ts';

const AT_ONCE = 2;
const LOOK_EVERY_MS = 5_000;
/** Of those that failed, so that no look at the queue is long. */
const FAILED_AT_ONCE = 50;

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
  readonly #jobs: UploadJobs;
  readonly #progress: SendingProgress;
  readonly #runner: DurableRunner<JobRow>;
  readonly #pause: KeptPause;
  readonly #limit: KeptLimit;
  #pausing = false;
  /** Jobs of which the disk would not take what became of them: as a crash would have left them. */
  readonly #unwritten = new Set<string>();
  #heldReason: TextRef | null = null;
  /** The connection whose pace the progress knows. */
  #measured = '';
  /** A book is finalized at the service. */
  onUploaded: () => void = () => undefined;
  /** What a job met every other would meet. */
  onHeld: () => void = () => undefined;

  readonly #changes: ListChanges;
  readonly #list: ListSource<UploadJobView> = {
    list: 'queue',
    idOf: (job) => job.jobId,
    contextKey: () => this.#here(),
    after: (place, limit) =>
      this.#reader
        .after(place, limit, { connectionId: this.#here() })
        .map((job) => ({ place: job.place, row: jobView(job, this.#progress) })),
    of: (jobIds) => this.#reader.of(jobIds, { connectionId: this.#here() }).map((job) => jobView(job, this.#progress)),
  };
  readonly #gate: PrintGate;
  readonly #steps: Steps;
  readonly #reader: ReturnType<typeof jobReader>;

  constructor(
    context: DeskContext,
    connections: Connections,
    checks: Checks,
    watch: FileWatch,
    hashes: FileHashes,
    changes: ListChanges,
    gate: PrintGate,
    steps: Steps,
  ) {
    this.#context = context;
    this.#gate = gate;
    this.#steps = steps;
    this.#connections = connections;
    this.#checks = checks;
    this.#watch = watch;
    this.#changes = changes;
    this.#reader = jobReader(context.db);
    this.#jobs = new UploadJobs(context.db);
    this.#pause = new KeptPause(context, () => this.#pauseIsOver());
    this.#limit = new KeptLimit(context);
    this.#progress = new SendingProgress(
      context.clock,
      () => {
        const lanes = this.#lanes();
        return lanes === null ? [] : [lanes.general, lanes.upload];
      },
      () => this.#limit.isLimited,
    );
    const ports: SendingPorts = {
      context,
      connections,
      hashes,
      jobs: this.#jobs,
      progress: this.#progress,
      pace: this.#limit.pace,
      isPausing: () => this.#pausing,
      onStarted: () => this.#tell(),
      onHeld: (reason) => {
        this.#heldReason = reason;
        this.onHeld();
      },
      onUploaded: () => this.onUploaded(),
      onFilesChanged: (bookId) => this.#watch.readAnew([bookId]),
      onRefused: (connectionId) => connections.refreshSpecs(connectionId),
    };
    this.#runner = new DurableRunner(context, {
      name: 'the upload queue',
      atOnce: AT_ONCE,
      lanes: () => (this.#goesOn(this.#here()) ? [this.#here()] : []),
      due: (lane, nowMs, limit) => {
        this.#putBackUnwritten();
        if (!this.#goesOn(lane)) return [];
        this.#takeUpFailed(lane, nowMs);
        return this.#jobs.due(lane, nowMs, limit);
      },
      nextDueMs: (lane, nowMs) => {
        const nextMs = this.#goesOn(lane) ? this.#jobs.nextDueMs(lane, nowMs) : null;
        // A computer that sleeps stops its timers, and a clock that is set moves none.
        return nextMs === null ? null : Math.min(nextMs, nowMs + LOOK_EVERY_MS);
      },
      idOf: ({ jobId }) => jobId,
      work: async (job, signal) => {
        try {
          await sendJob(ports, job, signal);
        } catch (error) {
          this.#unwritten.add(job.jobId);
          throw error;
        }
        return 'goOn';
      },
      onEnded: ({ jobId }) => {
        this.#progress.end(jobId);
        if (!this.isBusy()) this.#pausing = false;
        this.#tell();
      },
    });
  }

  #putBackUnwritten(): void {
    for (const jobId of this.#unwritten) {
      const job = this.#jobs.one(jobId);
      if (job?.state.status === 'sending') this.#jobs.putBack(job, {});
      this.#unwritten.delete(jobId);
    }
  }

  /** What a crash interrupted goes back to its place. */
  open(): void {
    for (const job of this.#jobs.sending()) this.#jobs.putBack(job, {});
    this.#pause.open();
  }

  /** What changed in the list of jobs since `mark`; all of them for null. */
  changes(mark: string | null): ListPage<UploadJobView> {
    return this.#changes.since(this.#list, mark);
  }

  /**
   * Queues those of the books that are ready and whose print verdict is let go, in the library's order; of all ready ones for an empty list.
   * `sendAtMs`: they wait until then. Throws PRINT_NEEDS_NAME and TIME_UNUSABLE.
   */
  async upload(
    bookIds: readonly string[],
    print: PrintTaken,
    sendAtMs: number | null = null,
  ): Promise<Output<'queue.upload'>> {
    if (sendAtMs !== null) needTimeAhead(sendAtMs, this.#context.clock.nowMs());
    const { connectionId } = this.#connections.needActive();
    const { db } = this.#context;
    const wanted = queueable(db, connectionId, bookIds);
    this.#gate.mayTake(wanted, print);
    await setImmediate();
    let queued = 0;
    // Each slice goes the whole way before the next one, so that no step is long because the library is.
    await inChunks(wanted, async (chunk) => {
      await this.#watch.lookAt(chunk);
      queued += db.transaction(() =>
        enqueue(this.#context, this.#jobs, connectionId, chunk, this.#gate.receipts(chunk, print), sendAtMs),
      );
    });
    this.#tell();
    this.kick();
    // What is done to all books passes replaced versions by.
    return {
      queued,
      left: wanted.length - queued,
      notes: bookIds.length === 0 || queued === 0 ? [] : replacedNotes(db, wanted),
    };
  }

  /**
   * `now` cuts off what is under way: the service takes files only whole, so it is sent again from its first byte.
   * `until`: null for a pause that only a person ends. Throws TIME_UNUSABLE.
   */
  async pause(how: 'afterThisFile' | 'now', until: PauseEnd | null = null): Promise<void> {
    this.#pause.set(until === null ? true : timedPause(until, this.#context.clock.nowMs()));
    if (how === 'now') await this.#runner.interrupt(new PutBack());
    else this.#pausing = this.isBusy();
    this.#tell();
  }

  resume(): void {
    this.#pause.set(false);
    this.#heldReason = null;
    this.#pauseIsOver();
  }

  #pauseIsOver(): void {
    this.#pausing = false;
    this.#tell();
    this.kick();
  }

  /** Lets those of the jobs that wait begin at that time, or at once. Throws TIME_UNUSABLE. */
  async sendAt(jobIds: readonly string[], atMs: number | null): Promise<void> {
    if (atMs !== null) needTimeAhead(atMs, this.#context.clock.nowMs());
    await inChunks(jobIds, (chunk) => this.#jobs.setSendAt(chunk, atMs));
    this.#tell();
    this.kick();
  }

  limit(): SendLimit {
    return this.#limit.kept;
  }

  setLimit(limit: SendLimit): void {
    this.#limit.set(limit);
    this.#progress.forgetPaceAtLimit();
    this.#tell();
  }

  /** Puts those of the jobs that wait elsewhere among the others of their connection, which is the one in use. */
  move(jobIds: readonly string[], to: QueueMove): Output<'queue.move'> {
    const { db } = this.#context;
    const connectionId = this.#here();
    const waiting = this.#jobs.waiting(connectionId);
    const chosen = new Set(jobIds);
    const moved = movedTurns(waiting, chosen, to, this.#jobs.edges(connectionId));
    if (moved.length === 0) return { moved: 0, undoId: null };
    const before = new Map(waiting.map((one) => [one.jobId, one]));
    db.transaction(() => this.#jobs.setTurns(moved));
    this.#tell();
    const former = moved.flatMap(({ jobId }) => before.get(jobId) ?? []);
    const { undoId } = this.#steps.keep(this.#turnStep(connectionId, former, moved));
    return { moved: waiting.filter(({ jobId }) => chosen.has(jobId)).length, undoId };
  }

  /** All or nothing, those that are being sent by now as well: a turn left behind would be another one's too. */
  #turnStep(connectionId: string, from: readonly Turn[], to: readonly Turn[]): Step {
    return {
      size: to.length,
      takeBack: () => {
        if (!this.#context.db.transaction(() => this.#jobs.changeTurns(connectionId, to, from)))
          throw new AppError('UNDO_CHANGED');
        this.#tell();
        return { again: this.#turnStep(connectionId, to, from), left: 0 };
      },
    };
  }

  /**
   * What failed goes on; of a book that has other files by now those are queued in its place, as a check has passed these alone. What
   * failed of a book that is out of the library, or was queued again since, stays as it is.
   */
  async retry(jobIds: readonly string[]): Promise<void> {
    const { db } = this.#context;
    await inChunks(jobIds, (chunk) =>
      db.transaction(() => {
        const newest = this.#jobs.findNewest(chunk);
        const same = isSameToSend(db, newest);
        this.#tryAgain(
          newest.filter(({ jobId }) => same.has(jobId)),
          0,
        );
        this.#queueAsFiled(newest.filter(({ jobId }) => !same.has(jobId)));
      }),
    );
    this.#tell();
    this.kick();
  }

  /** What failed and whose time has come stands in the queue again, for one try until its next time. */
  #takeUpFailed(lane: string, nowMs: number): void {
    // Of those that may not go out as they were let go none is left to be due: each pass moves one or leaves fewer.
    for (;;) {
      const due = this.#jobs.failedDue(lane, nowMs, FAILED_AT_ONCE);
      if (due.length === 0) return;
      const taken = this.#context.db.transaction(() => this.#tryAgain(due, MAX_TRIES - 1));
      this.#tell();
      if (taken > 0) return;
    }
  }

  /** Answers how many stand in the queue again, as those that were tried so often. In a transaction. */
  #tryAgain(found: readonly JobRow[], attempts: number): number {
    let taken = 0;
    for (const job of found) {
      if (!canUpload(job.state, 'retry')) continue;
      const print = this.#receiptOrTold(job);
      if (print === null) continue;
      const anew = { attempts, notBeforeMs: null, problem: null, serviceText: null, print };
      this.#jobs.move(job, { type: 'retry' }, anew);
      moveBook(this.#context.db, job.connectionId, job.bookId, 'queue');
      taken += 1;
    }
    return taken;
  }

  /** Queues the books of what failed with the files that they have now, those alone that may be queued. In a transaction. */
  #queueAsFiled(found: readonly JobRow[]): void {
    // Whether a book is ready was judged for the connection in use.
    const connectionId = this.#here();
    const failed = found.filter((job) => job.connectionId === connectionId && canUpload(job.state, 'retry'));
    const jobOf = new Map(failed.map((job) => [job.bookId, job]));
    // Of no books, all would be meant.
    if (jobOf.size === 0) return;
    const prints = new Map<string, PrintReceipt>();
    for (const bookId of queueable(this.#context.db, connectionId, [...jobOf.keys()])) {
      const job = jobOf.get(bookId);
      // Whoever took on how the files of before print has not seen these.
      const print = job === undefined ? null : this.#receiptOrTold(job, null);
      if (print !== null) prints.set(bookId, print);
    }
    enqueue(this.#context, this.#jobs, connectionId, [...prints.keys()], prints, null);
  }

  /** As `#receiptOf`; where there is none, the job says so. */
  #receiptOrTold(job: JobRow, by: PrintReceipt['by'] = job.print?.by ?? null): PrintReceipt | null {
    const print = this.#receiptOf(job, by);
    if (print === null) this.#jobs.tell(job, new AppError('PRINT_NEEDS_NAME'));
    return print;
  }

  /** As it was let go, held against what is known of its print by now. Null: it is to be asked for in the library. */
  #receiptOf({ bookId, print }: JobRow, by = print?.by ?? null): PrintReceipt | null {
    const seen = print === null ? null : [{ bookId, print: print.print }];
    return this.#gate.receipts([bookId], { seen, by }).get(bookId) ?? null;
  }

  /** As one step; null where none of the jobs could be cancelled. */
  async cancel(jobIds: readonly string[]): Promise<{ undoId: string | null }> {
    return this.#steps.keepChange(await this.#cancel(jobIds));
  }

  async #cancel(jobIds: readonly string[]): Promise<Step> {
    const { db } = this.#context;
    const cancelled: JobRow[] = [];
    // What is under way goes back to its place, from which it would start again before it is cancelled.
    await this.#runner.aside(new PutBack(), jobIds, () =>
      inChunks(jobIds, (chunk) =>
        db.transaction(() => {
          for (const job of this.#jobs.find(chunk)) {
            if (!canUpload(job.state, 'cancel')) continue;
            this.#jobs.move(job, { type: 'cancel' }, { problem: null, serviceText: null, notBeforeMs: null });
            moveBook(db, job.connectionId, job.bookId, 'unqueue');
            cancelled.push(job);
          }
        }),
      ),
    );
    await this.#checks.judgeMany(cancelled.map(({ bookId }) => bookId));
    this.#tell();
    return {
      size: cancelled.length,
      takeBack: async () => {
        const back = await this.#bringBack(cancelled);
        return { left: cancelled.length - back.length, again: this.#cancelAgain(back) };
      },
    };
  }

  #cancelAgain(jobIds: readonly string[]): Step {
    return {
      size: jobIds.length,
      takeBack: async () => {
        const again = await this.#cancel(jobIds);
        if (again.size === 0) throw new AppError('UNDO_CHANGED');
        return { again, left: jobIds.length - again.size };
      },
    };
  }

  /** Throws UNDO_CHANGED where none of them can stand in the queue again as it stood. */
  async #bringBack(cancelled: readonly JobRow[]): Promise<string[]> {
    const { db } = this.#context;
    const back: string[] = [];
    await inChunks(cancelled, (chunk) => {
      back.push(...db.transaction(() => bringBack(db, this.#jobs, chunk, (job) => this.#receiptOf(job))));
    });
    if (back.length === 0) throw new AppError('UNDO_CHANGED');
    this.#tell();
    this.kick();
    return back;
  }

  status(): QueueView {
    const totals = this.#jobs.totals(this.#here());
    const open = totals.waiting.jobs + totals.sending.jobs;
    const later = this.#jobs.later(this.#here(), this.#context.clock.nowMs());
    const { waiting, sending } = totals;
    const left = {
      bytes: waiting.bytesLeft - later.bytesLeft + sending.bytesLeft,
      files: waiting.filesLeft - later.filesLeft + sending.filesLeft,
      generalCalls: waiting.jobs + waiting.uncreated - later.jobs - later.uncreated + sending.jobs + sending.uncreated,
    };
    const { bytesPerSecond, bytesOnTheirWay, filesOnTheirWay, pace } = this.#progress;
    const lanes = this.#lanes();
    const eta =
      open === later.jobs
        ? null
        : uploadEta(
            {
              ...left,
              bytes: Math.max(0, left.bytes - bytesOnTheirWay),
              uploads: Math.max(0, left.files - filesOnTheirWay),
            },
            pace,
            lanes === null ? null : { upload: lanes.upload.use(), general: lanes.general.use() },
            { phases: this.#limit.phases(), paceAtLimit: this.#progress.paceAtLimit },
          );
    const pausedUntil = Math.max(lanes?.general.pausedUntilMs ?? 0, lanes?.upload.pausedUntilMs ?? 0);
    return {
      state: this.#state(open, later.jobs),
      heldReason: this.#heldReason ?? (pausedUntil > 0 && open > 0 ? { key: 'desk.held.rate' } : null),
      done: totals.done.jobs,
      total: open + totals.done.jobs + totals.failed.jobs,
      failed: totals.failed.jobs,
      bytesPerSecond: this.isBusy() ? bytesPerSecond : 0,
      etaMs: eta?.etaMs ?? null,
      etaBound: eta?.bound ?? null,
      later: later.atMs === null ? null : { count: later.jobs, atMs: later.atMs },
      limit: this.#limit.now(),
      resumesAtMs: this.#pause.untilMs ?? (pausedUntil > 0 && open > 0 && !this.#pause.isPaused ? pausedUntil : null),
    };
  }

  /** What moves while files are sent: as many rows as are sent at once, however long the queue is. */
  progress(): QueueProgress {
    const views = this.#list.of(this.#runner.ids());
    return {
      queue: this.status(),
      jobs: views.map(({ jobId, sentBytes, bytesPerSecond }) => ({ jobId, sentBytes, bytesPerSecond })),
    };
  }

  /** Time went by that no timer counted. */
  wake(): void {
    this.#pause.look();
    this.#runner.kick();
  }

  isBusy(): boolean {
    return this.#runner.ids().length > 0;
  }

  /** What of the queue goes on by itself, and what would and does not. What is set for a later time is neither. */
  left(): LaneWork & { readonly failed: number } {
    const { state, total, done, failed, later } = this.status();
    const open = total - done - failed - (later?.count ?? 0);
    const isRunning = state === 'running';
    if (isRunning && !this.#runner.isResting(this.#here())) return { moving: open, waiting: 0, why: null, failed };
    const moving = Math.min(open, this.#runner.ids().length);
    const waiting = open - moving;
    const still = state === 'away' ? { key: 'desk.still.away' } : isRunning ? UNFORESEEN : PAUSED;
    return { moving, waiting, why: waiting === 0 ? null : (this.#heldReason ?? still), failed };
  }

  /** Another connection is in use or one got a new key: what held the queue may be gone. */
  async connectionChanged(): Promise<void> {
    this.#heldReason = null;
    const connectionId = this.#here();
    if (connectionId !== this.#measured) this.#progress.forgetPace();
    this.#measured = connectionId;
    this.#jobs.forgetDelays(connectionId);
    const elsewhere = this.#jobs.find(this.#runner.ids()).filter((job) => job.connectionId !== connectionId);
    await this.#runner.interrupt(
      new PutBack(),
      elsewhere.map(({ jobId }) => jobId),
    );
    this.#tell();
    this.kick();
  }

  /** Starts what may start. */
  kick(): void {
    this.#runner.kick();
  }

  close(): Promise<void> {
    this.#pause.close();
    return this.#runner.close(new PutBack());
  }

  /** Of the connection in use; null where nothing was sent yet. */
  #lanes(): ApiClient['lanes'] | null {
    return this.#connections.knownClient(this.#here())?.lanes ?? null;
  }

  /** The connection in use, or none. */
  #here(): string {
    return this.#connections.active()?.connectionId ?? '';
  }

  #goesOn(connectionId: string): boolean {
    return (
      connectionId === this.#here() &&
      connectionId !== '' &&
      this.#heldReason === null &&
      !this.#pause.isPaused &&
      !this.#connections.reach.isAway(connectionId)
    );
  }

  #state(openJobs: number, laterJobs: number): QueueView['state'] {
    if (this.#pausing) return 'pausing';
    if (this.#heldReason !== null) return 'held';
    const isDone = openJobs === 0;
    // What failed and waits to be tried again waits for the same.
    if (isDone && !this.#jobs.hasTriedAgain(this.#here())) return 'idle';
    if (this.#pause.isPaused) return 'paused';
    if (!isDone && openJobs === laterJobs) return 'later';
    if (this.#connections.reach.isAway(this.#here())) return 'away';
    return isDone ? 'idle' : 'running';
  }

  #tell(): void {
    this.#progress.told();
    this.#context.changed('queue', 'status', 'library');
  }
}
