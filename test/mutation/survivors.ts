/** A mutant that no test notices, and why none has to. */
export interface Survivor {
  /** As the run prints it. */
  readonly key: string;
  readonly reason: string;
}

/** The run fails when a mutant survives that is not here, and when one is here that dies or is gone. */
export const SURVIVORS: readonly Survivor[] = [];
