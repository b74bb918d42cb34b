import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Log } from '../../../src-core/ports.ts';
import { STOP, type Answers, type Failure, type Outcome, type Task, type TaskName, type TaskOf } from './tasks.ts';

/** How long a thread may take to come to the end of a page. */
const GRACE_MS = 2_000;

export interface PoolLimits {
  readonly seats: number;
  /** Above the limits that the work itself keeps, so that it is met only when the work hangs. */
  readonly taskTimeMs: number;
  readonly memoryMb: number;
}

interface Waiting {
  readonly task: Task;
  readonly settle: (outcome: Outcome<TaskName>) => void;
}

interface Seat {
  worker: Worker | null;
  current: Waiting | null;
  timer: NodeJS.Timeout | null;
}

/**
 * Does tasks in worker threads, in the order in which they come. A task that takes too long or too much memory costs its
 * thread, which is replaced, and its outcome says why: `notChecked`, never a yes. Never rejects.
 */
export class WorkerPool {
  readonly #script: URL;
  readonly #log: Log;
  readonly #limits: PoolLimits;
  readonly #waiting: Waiting[] = [];
  readonly #seats: Seat[];
  #isClosed = false;

  constructor(script: URL, log: Log, limits: PoolLimits) {
    this.#script = script;
    this.#log = log;
    this.#limits = limits;
    this.#seats = Array.from({ length: limits.seats }, () => ({ worker: null, current: null, timer: null }));
  }

  run<N extends TaskName>(task: TaskOf<N>): Promise<Outcome<N>> {
    return new Promise((resolve) => {
      const settle = (outcome: Outcome<TaskName>) => resolve(outcome as Outcome<N>);
      if (this.#isClosed) {
        settle({ ok: false, reason: 'timeLimit' });
        return;
      }
      this.#waiting.push({ task, settle });
      this.#fill();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { settle } of this.#waiting.splice(0)) settle({ ok: false, reason: 'timeLimit' });
    await Promise.all(this.#seats.map((seat) => this.#dismiss(seat)));
  }

  /** A thread that is ended while a native library works in it can take the whole process along: it may come to a page's end. */
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
    await this.#vacate(seat, 'timeLimit');
  }

  #fill(): void {
    for (const seat of this.#seats) {
      if (this.#isClosed || seat.current !== null) continue;
      const next = this.#waiting.shift();
      if (next === undefined) return;
      seat.current = next;
      seat.timer = setTimeout(() => {
        this.#log.write('warn', 'work on a PDF took too long', { task: next.task.task });
        void this.#vacate(seat, 'timeLimit').then(() => this.#fill());
      }, this.#limits.taskTimeMs);
      seat.worker ??= this.#hire(seat);
      seat.worker.postMessage(next.task);
    }
  }

  #hire(seat: Seat): Worker {
    const worker = new Worker(this.#script, { resourceLimits: { maxOldGenerationSizeMb: this.#limits.memoryMb } });
    worker.unref();
    worker.on('message', ({ answer }: { answer: Answers[TaskName] | null }) => {
      if (seat.worker !== worker) return;
      this.#settle(seat, answer === null ? { ok: false, reason: 'readFailed' } : { ok: true, answer });
      this.#fill();
    });
    worker.on('error', (error: Error & { code?: string }) => {
      if (seat.worker !== worker) return;
      this.#log.write('warn', 'a preflight worker ended', { error });
      void this.#vacate(seat, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'tooLarge' : 'readFailed').then(() => this.#fill());
    });
    return worker;
  }

  async #vacate(seat: Seat, reason: Failure): Promise<void> {
    const { worker } = seat;
    seat.worker = null;
    this.#settle(seat, { ok: false, reason });
    await worker?.terminate();
  }

  #settle(seat: Seat, outcome: Outcome<TaskName>): void {
    if (seat.timer !== null) clearTimeout(seat.timer);
    seat.timer = null;
    const { current } = seat;
    seat.current = null;
    current?.settle(outcome);
  }
}
