import { workerData } from 'node:worker_threads';

/** A thread's word on whether it waits for a disk, for the one that may end it: since when, in milliseconds of a clock that all threads share; 0 while it does not. */
export class DiskWait {
  readonly shared = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);
  readonly #since = new BigInt64Array(this.shared);

  /** Milliseconds; 0 while it waits for none. */
  get lastsMs(): number {
    const sinceMs = Number(Atomics.load(this.#since, 0));
    return sinceMs === 0 ? 0 : clockMs() - sinceMs;
  }
}

const here = (workerData as { readonly diskWait?: SharedArrayBuffer } | null)?.diskWait;
const since = here === undefined ? null : new BigInt64Array(here);

/** Asks a disk for something of a customer's file, and waits for it where the thread that does so can be left behind. */
export function askDisk<Answer>(ask: () => Answer): Answer {
  if (since === null) return ask();
  Atomics.store(since, 0, BigInt(clockMs()));
  try {
    return ask();
  } finally {
    Atomics.store(since, 0, 0n);
  }
}

const clockMs = (): number => Number(process.hrtime.bigint() / 1_000_000n);
