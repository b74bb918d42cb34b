import { setTimeout as delay } from 'node:timers/promises';

/** Work that goes on beside requests. Every process of a service runs every task; what may happen once only is claimed by lease. */
export interface BackgroundTask {
  readonly name: string;
  /** Looked after at least this often, in real time, even when nobody announced anything. */
  readonly everyMs: number;
  /** One round. Answers whether there is more to do at once. `ending` is aborted when the service stops. */
  run(ending: AbortSignal): Promise<boolean>;
}

/** Runs each task in a loop of its own; a round that throws is reported and tried again at the task's pace. */
export class Background {
  private readonly ending = new AbortController();
  private readonly loops: Promise<void>[] = [];
  private readonly sleepers = new Map<string, AbortController>();

  constructor(
    private readonly tasks: readonly BackgroundTask[],
    private readonly onError: (task: string, error: unknown) => void,
  ) {}

  start(): void {
    for (const task of this.tasks) this.loops.push(this.loop(task));
  }

  /** Has the task look at once: something was written that it waits for. */
  wake(name: string): void {
    this.sleepers.get(name)?.abort();
  }

  /** No new rounds; resolves when those under way have ended. */
  async stop(): Promise<void> {
    this.ending.abort();
    for (const sleeper of this.sleepers.values()) sleeper.abort();
    await Promise.all(this.loops);
  }

  private async loop(task: BackgroundTask): Promise<void> {
    while (!this.ending.signal.aborted) {
      // Armed before the round: what is announced while it looks must not be slept over.
      const sleeper = new AbortController();
      this.sleepers.set(task.name, sleeper);
      const more = await task.run(this.ending.signal).catch((error: unknown) => {
        if (!this.ending.signal.aborted) this.onError(task.name, error);
        return false;
      });
      if (more || this.ending.signal.aborted) continue;
      await delay(task.everyMs, undefined, { signal: sleeper.signal }).catch(() => {});
    }
  }
}
