import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Log } from '../../../src-core/ports.ts';
import type { PackedFacts } from './packed-facts.ts';

export interface PoolLimits {
  /** Above the reader's own limit, so that it is met only when the reader hangs. */
  readonly fileTimeMs: number;
  readonly memoryMb: number;
}

const DEFAULT_LIMITS: PoolLimits = { fileTimeMs: 20_000, memoryMb: 512 };

interface Task {
  readonly path: string;
  readonly sizeBytes: number;
  readonly resolve: (facts: PackedFacts) => void;
}

interface Seat {
  worker: Worker | null;
  task: Task | null;
  timer: NodeJS.Timeout | null;
}

/**
 * Reads PDFs in worker threads. A file that takes too long or too much memory costs its thread, which is replaced, and is
 * answered as unreadable for that reason: `notChecked`, never a yes. Never rejects.
 */
export class WorkerPool {
  readonly #script: URL;
  readonly #log: Log;
  readonly #limits: PoolLimits;
  readonly #waiting: Task[] = [];
  readonly #seats: Seat[];
  #isClosed = false;

  constructor(script: URL, log: Log, limits: PoolLimits = DEFAULT_LIMITS) {
    this.#script = script;
    this.#log = log;
    this.#limits = limits;
    this.#seats = Array.from({ length: Math.min(2, availableParallelism()) }, () => ({ worker: null, task: null, timer: null }));
  }

  read(path: string, sizeBytes: number): Promise<PackedFacts> {
    return new Promise((resolve) => {
      this.#waiting.push({ path, sizeBytes, resolve });
      this.#fill();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const task of this.#waiting.splice(0)) task.resolve(notRead(task, 'timeLimit'));
    await Promise.all(this.#seats.map((seat) => this.#vacate(seat, 'timeLimit')));
  }

  #fill(): void {
    for (const seat of this.#seats) {
      if (this.#isClosed || seat.task !== null) continue;
      const task = this.#waiting.shift();
      if (task === undefined) return;
      seat.task = task;
      seat.timer = setTimeout(() => {
        this.#log.write('warn', 'reading a PDF took too long', { sizeBytes: task.sizeBytes });
        void this.#vacate(seat, 'timeLimit').then(() => this.#fill());
      }, this.#limits.fileTimeMs);
      seat.worker ??= this.#hire(seat);
      seat.worker.postMessage(task.path);
    }
  }

  #hire(seat: Seat): Worker {
    const worker = new Worker(this.#script, { resourceLimits: { maxOldGenerationSizeMb: this.#limits.memoryMb } });
    worker.unref();
    worker.on('message', ({ facts }: { facts: PackedFacts | null }) => {
      if (seat.worker !== worker) return;
      const task = seat.task;
      if (task !== null) this.#settle(seat, facts ?? notRead(task, 'readFailed'));
      this.#fill();
    });
    worker.on('error', (error: Error & { code?: string }) => {
      if (seat.worker !== worker) return;
      this.#log.write('warn', 'a preflight worker ended', { error });
      void this.#vacate(seat, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'tooLarge' : 'readFailed').then(() => this.#fill());
    });
    return worker;
  }

  async #vacate(seat: Seat, reason: 'timeLimit' | 'tooLarge' | 'readFailed'): Promise<void> {
    const { worker, task } = seat;
    seat.worker = null;
    if (task !== null) this.#settle(seat, notRead(task, reason));
    await worker?.terminate();
  }

  #settle(seat: Seat, facts: PackedFacts): void {
    if (seat.timer !== null) clearTimeout(seat.timer);
    seat.timer = null;
    seat.task?.resolve(facts);
    seat.task = null;
  }
}

function notRead(task: Task, reason: 'timeLimit' | 'tooLarge' | 'readFailed'): PackedFacts {
  return { status: 'unreadable', reason, atByte: null, header: null, damage: [], encrypted: null, sizeBytes: task.sizeBytes, bytesRead: 0, reads: 0 };
}
