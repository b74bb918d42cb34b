import { setImmediate } from 'node:timers/promises';

/** A frame of the window is 16 ms; a slice leaves room for the rest of it. */
const SLICE_MS = 8;

/**
 * Does the work for every item in slices of a few milliseconds, other work of the process running in between: the process
 * that draws the window must not stand still because a folder has thousands of books. `around` runs a whole slice, for
 * instance in one transaction.
 */
export async function inSlices<T>(
  items: readonly T[],
  work: (item: T) => void,
  around: (slice: () => void) => void = (slice) => slice(),
): Promise<void> {
  for (let at = 0; at < items.length; ) {
    around(() => {
      const startedMs = performance.now();
      do work(items[at++] as T);
      while (at < items.length && performance.now() - startedMs < SLICE_MS);
    });
    await setImmediate();
  }
}

/** Items of one slice that are worked on together, by one statement: so many take a few milliseconds. */
export const TOGETHER = 40;

/** The same for work that takes many items at once. Answers when all is done. */
export async function inChunks<T>(
  items: readonly T[],
  work: (chunk: readonly T[]) => void | Promise<void>,
): Promise<void> {
  for (let at = 0; at < items.length; at += TOGETHER) {
    await work(items.slice(at, at + TOGETHER));
    await setImmediate();
  }
}
