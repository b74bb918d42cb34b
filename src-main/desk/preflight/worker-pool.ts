import type { Log } from '../../../src-core/ports.ts';
import type { ThreadFailure } from '../../../src-node/threads/seat.ts';
import { ThreadPool, type ThreadLimits } from '../../../src-node/threads/thread-pool.ts';
import type { Answers, Failure, Outcome, Task, TaskName, TaskOf } from './tasks.ts';

export type PoolLimits = ThreadLimits;

/** What a check that was not made says of it. */
const FAILURE_OF: Readonly<Record<ThreadFailure, Failure>> = {
  timeLimit: 'timeLimit',
  memory: 'tooLarge',
  failed: 'readFailed',
  ended: 'readFailed',
  closed: 'timeLimit',
};
/** Reported to nobody else: a thread that could not go on, which says something about a file or about us. */
const WORTH_A_LINE: readonly ThreadFailure[] = ['timeLimit', 'memory', 'ended'];

/** Does the desk's tasks in worker threads, in the order in which they come. A task without an answer is `notChecked`, never a yes. */
export class WorkerPool {
  readonly #threads: ThreadPool<Task, Answers[TaskName]>;
  readonly #log: Log;

  constructor(script: URL, log: Log, limits: PoolLimits) {
    this.#threads = new ThreadPool(script, limits);
    this.#log = log;
  }

  async run<N extends TaskName>(task: TaskOf<N>): Promise<Outcome<N>> {
    const outcome = await this.#threads.run(task);
    if (outcome.ok) return outcome as Outcome<N>;
    const { reason, detail, isSilent = false } = outcome;
    if (WORTH_A_LINE.includes(reason))
      this.#log.write('warn', 'work on a PDF was given up', { task: task.task, reason, detail });
    return { ok: false, reason: isSilent ? 'readFailed' : FAILURE_OF[reason], isOfDisk: isSilent };
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}
