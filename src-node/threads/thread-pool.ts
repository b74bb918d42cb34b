import { pathToFileURL } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { STOP, type FromThread } from './thread-messages.ts';

/** How long a thread may take to come to a place where it can end. */
const GRACE_MS = 2_000;
/** A task that a busy computer keeps from working gets so many times its limit. */
const STARVED_FACTOR = 4;

export interface ThreadLimits {
  /** Threads at the same time; each does one task at a time. */
  readonly seats: number;
  /**
   * Above the limits that the work itself keeps, so that it is met only when the work hangs. Of the processor's time: where
   * the whole process had less of it since the task began, the task is waited for, at most four times as long.
   */
  readonly taskTimeMs: number;
  /** JavaScript's own memory of one thread. */
  readonly memoryMb: number;
  /** A thread ends with its first task, and with it what native code has taken and would not give back. */
  readonly endsWithTask?: boolean;
}

/** Why a task has no answer: it hung, ate all memory, threw, took its thread along, or came after the pool was closed. */
export type ThreadFailure = 'timeLimit' | 'memory' | 'failed' | 'ended' | 'closed';

export type ThreadOutcome<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly reason: ThreadFailure; readonly detail: string };

/** On whose behalf a task is done, and how long it may take. */
export interface TaskTerms {
  /** Parties take turns, so that one with a hundred tasks does not keep another one waiting. */
  readonly party?: string;
  /** In place of the pool's. */
  readonly timeMs?: number;
}

interface Waiting {
  readonly task: unknown;
  readonly timeMs: number;
  readonly settle: (outcome: ThreadOutcome<never>) => void;
}

interface Seat {
  worker: Worker | null;
  current: Waiting | null;
  timer: NodeJS.Timeout | null;
}

/**
 * The one supervisor of threads in which untrusted bytes are opened. A task that takes too long or too much memory costs
 * its thread, which is replaced for the next one; `run` never rejects, its outcome says why there is no answer. The
 * script answers with `answerTasks`. `script` is a file's path, or a URL.
 */
export class ThreadPool<Task, Answer> {
  readonly #script: URL;
  readonly #limits: ThreadLimits;
  /** By party, in the order in which each is next. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #seats: Seat[];
  #isClosed = false;

  constructor(script: string | URL, limits: ThreadLimits) {
    this.#script = typeof script === 'string' ? pathToFileURL(script) : script;
    this.#limits = limits;
    this.#seats = Array.from({ length: limits.seats }, () => ({ worker: null, current: null, timer: null }));
  }

  run(task: Task, { party = '', timeMs = this.#limits.taskTimeMs }: TaskTerms = {}): Promise<ThreadOutcome<Answer>> {
    return new Promise((resolve) => {
      const settle = (outcome: ThreadOutcome<never>) => resolve(outcome);
      if (this.#isClosed) return settle(CLOSED);
      const queue = this.#waiting.get(party);
      if (queue === undefined) this.#waiting.set(party, [{ task, timeMs, settle }]);
      else queue.push({ task, timeMs, settle });
      this.#fill();
    });
  }

  /** No new tasks; what is under way may come to where it can end, what hangs is ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const queue of this.#waiting.values()) for (const { settle } of queue) settle(CLOSED);
    this.#waiting.clear();
    await Promise.all(this.#seats.map((seat) => this.#dismiss(seat)));
  }

  /** A thread that is ended while a native library works in it can take the whole process along: it is asked first. */
  async #dismiss(seat: Seat): Promise<void> {
    const { worker, current } = seat;
    if (worker !== null && current !== null) {
      const isIdle = new Promise<void>((resolve) => {
        const settle: Waiting['settle'] = (outcome) => {
          current.settle(outcome);
          resolve();
        };
        seat.current = { ...current, settle };
      });
      worker.postMessage(STOP);
      await Promise.race([isIdle, delay(GRACE_MS, undefined, { ref: false })]);
    }
    await this.#vacate(seat, CLOSED);
  }

  #next(): Waiting | undefined {
    for (const [party, queue] of this.#waiting) {
      const next = queue.shift();
      // To the end of the round.
      this.#waiting.delete(party);
      if (queue.length > 0) this.#waiting.set(party, queue);
      return next;
    }
    return undefined;
  }

  #fill(): void {
    for (const seat of this.#seats) {
      if (this.#isClosed || seat.current !== null) continue;
      const next = this.#next();
      if (next === undefined) return;
      seat.current = next;
      this.#watch(seat, next.timeMs);
      seat.worker ??= this.#hire(seat);
      seat.worker.postMessage(next.task);
    }
  }

  #watch(seat: Seat, limitMs: number): void {
    const begunMs = performance.now();
    const begun = process.cpuUsage();
    const look = (): void => {
      const { user, system } = process.cpuUsage(begun);
      // What all threads used together: this one cannot have had more.
      const leftMs = Math.min(
        limitMs - (user + system) / 1_000,
        limitMs * STARVED_FACTOR - (performance.now() - begunMs),
      );
      if (leftMs > 0) seat.timer = setTimeout(look, Math.ceil(leftMs));
      else void this.#vacate(seat, { ok: false, reason: 'timeLimit', detail: `it took longer than ${limitMs} ms` });
    };
    seat.timer = setTimeout(look, limitMs);
  }

  #hire(seat: Seat): Worker {
    // Libraries that write about damaged files to standard output would write into what its reader takes for answers.
    const worker = new Worker(this.#script, {
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.memoryMb },
      stdout: true,
    });
    worker.stdout.resume();
    worker.unref();
    worker.on('message', (message: FromThread<never>) => {
      if (seat.worker !== worker) return;
      const outcome: ThreadOutcome<never> =
        'answer' in message
          ? { ok: true, answer: message.answer }
          : { ok: false, reason: 'failed', detail: message.failed };
      if (this.#limits.endsWithTask === true) void this.#vacate(seat, outcome);
      else {
        this.#settle(seat, outcome);
        this.#fill();
      }
    });
    worker.on('error', (error: Error & { code?: string }) => {
      if (seat.worker === worker)
        void this.#vacate(seat, {
          ok: false,
          reason: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'ended',
          detail: error.message,
        });
    });
    worker.on('exit', (code) => {
      if (seat.worker === worker)
        void this.#vacate(seat, { ok: false, reason: 'ended', detail: `the thread ended with ${code}` });
    });
    return worker;
  }

  /** The seat's next task, if there is one, gets a thread of its own. */
  async #vacate(seat: Seat, outcome: ThreadOutcome<never>): Promise<void> {
    const { worker } = seat;
    seat.worker = null;
    this.#settle(seat, outcome);
    await worker?.terminate();
    this.#fill();
  }

  #settle(seat: Seat, outcome: ThreadOutcome<never>): void {
    if (seat.timer !== null) clearTimeout(seat.timer);
    seat.timer = null;
    const { current } = seat;
    seat.current = null;
    current?.settle(outcome);
  }
}

const CLOSED: ThreadOutcome<never> = { ok: false, reason: 'closed', detail: 'the threads are closed' };
