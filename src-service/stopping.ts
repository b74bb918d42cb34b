/** How long a service that was told to stop lets others finish. */
export interface Stopping {
  /** Unready, but still taking calls: whoever spreads calls learns of it meanwhile. */
  readonly drainMs: number;
  /** Calls in flight may finish for this long after the last one was taken. */
  readonly finishMs: number;
}

/** Calls of one desk on this computer: nobody spreads them, and none takes long that the operator would not see. */
export const STOP_OF_ONE_DESK: Stopping = { drainMs: 0, finishMs: 5_000 };

/** What was started, to be ended in the opposite order. */
export class Ends {
  private readonly ends: (() => Promise<unknown>)[] = [];

  push(end: () => Promise<unknown>): void {
    this.ends.push(end);
  }

  /** Tries every end, whatever became of the one before; throws what failed when all were tried. */
  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (const end of this.ends.splice(0).reverse()) await end().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, 'the service did not stop cleanly');
  }
}
