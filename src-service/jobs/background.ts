import { setTimeout as delay } from 'node:timers/promises';

/** Work that goes on beside requests. Every process of a service runs every task; what may happen once only is claimed by lease. */
export interface BackgroundTask {
  readonly name: string;
  /** Looked after at least this often, in real time, even when nobody announced anything. */
  readonly everyMs: number;
  /** Rounds at the same time in this process; one where nothing is said. */
  readonly atOnce?: number;
  /** One round. Answers whether there is more to do at once. `ending` is aborted when the service stops. */
  run(ending: AbortSignal): Promise<boolean>;
  /** When no round is under way any more and none will be. */
  end?(): Promise<void>;
}

/** Runs each task in a loop of its own; a round that throws is reported and tried again at the task's pace. */
export class Background {
  private readonly ending = new AbortController();
  private readonly loops: Promise<void>[] = [];
  private readonly sleepers = new Map<string, Set<AbortController>>();

  constructor(
    private readonly tasks: readonly BackgroundTask[],
    private readonly onError: (task: string, error: unknown) => void,
  ) {}

  start(): void {
    for (const task of this.tasks)
      for (let lane = 0; lane < (task.atOnce ?? 1); lane += 1) this.loops.push(this.loop(task));
  }

  /** Has the task look at once: something was written that it waits for. */
  wake(name: string): void {
    for (const sleeper of this.sleepers.get(name) ?? []) sleeper.abort();
  }

  /** No new rounds; resolves when those under way have ended. */
  async stop(): Promise<void> {
    this.ending.abort();
    for (const name of this.sleepers.keys()) this.wake(name);
    await Promise.all(this.loops);
    await Promise.all(this.tasks.map(async (task) => task.end?.()));
  }

  private async loop(task: BackgroundTask): Promise<void> {
    const sleepers = this.sleepersOf(task.name);
    while (!this.ending.signal.aborted) {
      // Armed before the round: what is announced while it looks must not be slept over.
      const sleeper = new AbortController();
      sleepers.add(sleeper);
      const more = await task.run(this.ending.signal).catch((error: unknown) => {
        if (!this.ending.signal.aborted) this.onError(task.name, error);
        return false;
      });
      if (!more && !this.ending.signal.aborted)
        await delay(task.everyMs, undefined, { signal: sleeper.signal }).catch(() => {});
      sleepers.delete(sleeper);
    }
  }

  private sleepersOf(name: string): Set<AbortController> {
    const known = this.sleepers.get(name) ?? new Set();
    this.sleepers.set(name, known);
    return known;
  }
}
