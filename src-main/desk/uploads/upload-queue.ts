import { setImmediate } from 'node:timers/promises';
import { uploadEta } from '../../../src-core/desk/upload-pace.ts';
import { canUpload } from '../../../src-core/desk/upload-machine.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import type { PrintTaken } from '../../../src-core/ipc/subjects/checks.ts';
import type { Output } from '../../../src-core/ipc/contract.ts';
import type { StatusView } from '../../../src-core/ipc/subjects/app.ts';
import type { QueueProgress, UploadJobView } from '../../../src-core/ipc/subjects/queue.ts';
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
import { readDeskValue, writeDeskValue } from '../store/desk-values.ts';
import type { ListChanges, ListPage, ListSource } from '../store/list-changes.ts';
import { enqueue, queueable } from './enqueue-books.ts';
import { jobReader, jobView } from './job-views.ts';
import { SendingProgress } from './sending-progress.ts';
import { PutBack, sendJob, type SendingPorts } from './send-job.ts';
import type { JobRow } from './upload-book.ts';
import { UploadJobs } from './upload-jobs.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { PrintReceipt } from '../../../src-core/desk/print-gate.ts';

const AT_ONCE = 2;
const PAUSED = 'queue.paused';

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
  #pausing = false;
  /** Jobs of which the disk would not take what became of them: as a crash would have left them. */
  readonly #unwritten = new Set<string>();
  #heldReason: TextRef | null = null;
  /** A book is finalized at the service. */
  onUploaded: () => void = () => undefined;

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
  readonly #reader: ReturnType<typeof jobReader>;

  constructor(
    context: DeskContext,
    connections: Connections,
    checks: Checks,
    watch: FileWatch,
    hashes: FileHashes,
    changes: ListChanges,
    gate: PrintGate,
  ) {
    this.#context = context;
    this.#gate = gate;
    this.#connections = connections;
    this.#checks = checks;
    this.#watch = watch;
    this.#changes = changes;
    this.#reader = jobReader(context.db);
    this.#jobs = new UploadJobs(context.db);
    this.#progress = new SendingProgress(context.clock);
    const ports: SendingPorts = {
      context,
      connections,
      hashes,
      jobs: this.#jobs,
      progress: this.#progress,
      isPausing: () => this.#pausing,
      onStarted: () => this.#tell(),
      onHeld: (reason) => (this.#heldReason = reason),
      onUploaded: () => this.onUploaded(),
      onFilesChanged: (bookId) => this.#watch.readAnew([bookId]),
    };
    this.#runner = new DurableRunner(context, {
      name: 'the upload queue',
      atOnce: AT_ONCE,
      lanes: () => (this.#goesOn(this.#here()) ? [this.#here()] : []),
      due: (lane, nowMs, limit) => {
        this.#putBackUnwritten();
        return this.#goesOn(lane) ? this.#jobs.due(lane, nowMs, limit) : [];
      },
      nextDueMs: (lane, nowMs) => (this.#goesOn(lane) ? this.#jobs.nextDueMs(lane, nowMs) : null),
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
  }

  /** What changed in the list of jobs since `mark`; all of them for null. */
  changes(mark: string | null): ListPage<UploadJobView> {
    return this.#changes.since(this.#list, mark);
  }

  /**
   * Queues those of the books that are ready and whose print verdict is let go, in the library's order; of all ready ones for an empty list.
   * Throws PRINT_NEEDS_NAME.
   */
  async upload(bookIds: readonly string[], print: PrintTaken): Promise<Output<'queue.upload'>> {
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
        enqueue(this.#context, this.#jobs, connectionId, chunk, this.#gate.receipts(chunk, print)),
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

  /** `now` cuts off what is under way: the service takes files only whole, so it is sent again from its first byte. */
  async pause(how: 'afterThisFile' | 'now'): Promise<void> {
    this.#setPaused(true);
    if (how === 'now') await this.#runner.interrupt(new PutBack());
    else this.#pausing = this.isBusy();
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
        for (const job of this.#jobs.find(chunk)) {
          if (!canUpload(job.state, 'retry')) continue;
          const print = this.#receiptOf(job);
          if (print === null) {
            this.#jobs.tell(job, new AppError('PRINT_NEEDS_NAME'));
            continue;
          }
          const anew = { attempts: 0, notBeforeMs: null, problem: null, serviceText: null, print };
          this.#jobs.move(job, { type: 'retry' }, anew);
          moveBook(db, job.connectionId, job.bookId, 'queue');
        }
      }),
    );
    this.#tell();
    this.kick();
  }

  /** As it was let go, held against what is known of its print by now. Null: it is to be asked for in the library. */
  #receiptOf({ bookId, print }: JobRow): PrintReceipt | null {
    const seen = print === null ? null : [{ bookId, print: print.print }];
    const by = print?.by ?? null;
    return this.#gate.receipts([bookId], { seen, by }).get(bookId) ?? null;
  }

  async cancel(jobIds: readonly string[]): Promise<void> {
    const { db } = this.#context;
    const bookIds: string[] = [];
    // What is under way goes back to its place, from which it would start again before it is cancelled.
    await this.#runner.aside(new PutBack(), jobIds, () =>
      inChunks(jobIds, (chunk) =>
        db.transaction(() => {
          for (const job of this.#jobs.find(chunk)) {
            if (!canUpload(job.state, 'cancel')) continue;
            this.#jobs.move(job, { type: 'cancel' }, { problem: null, serviceText: null });
            moveBook(db, job.connectionId, job.bookId, 'unqueue');
            bookIds.push(job.bookId);
          }
        }),
      ),
    );
    await this.#checks.judgeMany(bookIds);
    this.#tell();
  }

  status(): QueueView {
    const totals = this.#jobs.totals(this.#here());
    const open = totals.waiting.jobs + totals.sending.jobs;
    const left = { bytes: 0, uploads: 0, generalCalls: 0 };
    for (const part of [totals.waiting, totals.sending]) {
      left.bytes += part.bytesLeft;
      left.uploads += part.filesLeft;
      left.generalCalls += part.jobs + part.uncreated;
    }
    left.bytes = Math.max(0, left.bytes - this.#progress.bytesOnTheirWay);
    const { bytesPerSecond } = this.#progress;
    const eta = open === 0 ? null : uploadEta(left, bytesPerSecond);
    const connection = this.#connections.active();
    const lanes = connection === null ? undefined : this.#connections.knownClient(connection.connectionId)?.lanes;
    const pausedUntil = Math.max(lanes?.general.pausedUntilMs ?? 0, lanes?.upload.pausedUntilMs ?? 0);
    return {
      state: this.#state(open),
      heldReason: this.#heldReason ?? (pausedUntil > 0 && open > 0 ? { key: 'desk.held.rate' } : null),
      done: totals.done.jobs,
      total: open + totals.done.jobs + totals.failed.jobs,
      failed: totals.failed.jobs,
      bytesPerSecond: this.isBusy() ? bytesPerSecond : 0,
      etaMs: eta?.etaMs ?? null,
      etaBound: eta?.bound ?? null,
      resumesAtMs: pausedUntil > 0 && open > 0 ? pausedUntil : null,
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

  isBusy(): boolean {
    return this.#runner.ids().length > 0;
  }

  /** Another connection is in use or one got a new key: what held the queue may be gone. */
  async connectionChanged(): Promise<void> {
    this.#heldReason = null;
    const connectionId = this.#here();
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
    return this.#runner.close(new PutBack());
  }

  /** The connection in use, or none. */
  #here(): string {
    return this.#connections.active()?.connectionId ?? '';
  }

  #goesOn(connectionId: string): boolean {
    return connectionId === this.#here() && connectionId !== '' && this.#heldReason === null && !this.#isPaused();
  }

  #state(openJobs: number): QueueView['state'] {
    if (this.#pausing) return 'pausing';
    if (this.#heldReason !== null) return 'held';
    if (openJobs === 0) return 'idle';
    return this.#isPaused() ? 'paused' : 'running';
  }

  #isPaused(): boolean {
    return readDeskValue(this.#context.db, PAUSED) === true;
  }

  #setPaused(value: boolean): void {
    writeDeskValue(this.#context.db, PAUSED, value);
  }

  #tell(): void {
    this.#progress.told();
    this.#context.changed('queue', 'status', 'library');
  }
}
