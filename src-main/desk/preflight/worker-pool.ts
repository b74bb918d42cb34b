import type { Log } from '../../../src-core/ports.ts';
import { type Disks, LOOK_MS } from '../../../src-node/disks/disks.ts';
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

const GIVEN_UP = { ok: false, reason: 'closed', detail: 'its disk does not answer' } as const;
const SILENT = { ok: false, reason: 'readFailed', isOfDisk: true } as const;

/**
 * Does the desk's tasks in worker threads, those of one disk in the order in which they come; disks take turns. A task without an answer is
 * `notChecked`, never a yes. A disk that stops answering while a file is read costs one thread, not one for each file or each try.
 */
export class WorkerPool {
  readonly #threads: ThreadPool<Task, Answers[TaskName]>;
  readonly #log: Log;
  readonly #disks: Disks;

  constructor(script: URL, log: Log, disks: Disks, limits: PoolLimits) {
    this.#threads = new ThreadPool(script, { diskMs: LOOK_MS, ...limits });
    this.#log = log;
    this.#disks = disks;
  }

  async run<N extends TaskName>(task: TaskOf<N>): Promise<Outcome<N>> {
    const path = fileOf(task);
    const disk = path === null ? '' : this.#disks.diskOf(path);
    if (path !== null && !(await this.#mayAnswer(path, disk))) return SILENT;
    const outcome = await this.#threads.run(task, {
      party: disk,
      onSilent: (until) => void (path !== null && this.#hangs(path, disk, until)),
    });
    if (outcome.ok) return outcome as Outcome<N>;
    if (outcome === GIVEN_UP) return SILENT;
    const { reason, detail, silentUntil } = outcome;
    if (WORTH_A_LINE.includes(reason))
      this.#log.write('warn', 'work on a PDF was given up', { task: task.task, reason, detail });
    return silentUntil === undefined ? { ok: false, reason: FAILURE_OF[reason], isOfDisk: false } : SILENT;
  }

  async #mayAnswer(path: string, disk: string): Promise<boolean> {
    const { hanging } = this.#disks;
    if (hanging.hasFile(path)) return false;
    return !hanging.hasOfDisk(disk) || this.#disks.answers(path, LOOK_MS);
  }

  async #hangs(path: string, disk: string, until: Promise<void>): Promise<void> {
    this.#disks.hanging.add(path, disk, until);
    this.#threads.hold(disk);
    // One file may hang where its disk does not.
    if (!(await this.#disks.answers(path, LOOK_MS))) this.#threads.giveUp(disk, GIVEN_UP);
    this.#threads.goOn(disk);
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}

/** The file that a task reads; null where it reads none, or many. */
function fileOf(task: Task): string | null {
  switch (task.task) {
    case 'facts':
    case 'hash':
    case 'overprint':
    case 'notes':
    case 'manifest':
    case 'rows':
      return task.path;
    case 'deeper':
      return task.request.path;
    case 'fixBegin':
    case 'fixSee':
    case 'fixDraft':
      return task.request.inputPath;
    case 'fixSettle':
      return task.draft.request.inputPath;
    case 'fixCompare':
    case 'report':
    case 'table':
      return null;
  }
}
