import { setTimeout as delay } from 'node:timers/promises';
import { threadsLeftBehind } from '../../src-node/threads/thread-host.ts';

/** What is read and written at the end of the studio is done sooner, unless a disk does not answer. */
const LIMIT_MS = 2_000;
const LOOK_MS = 50;

/**
 * How many threads and requests to disks hold the process. Electron waits for them at its end, without end where a drive was pulled or a
 * share is gone, and nobody would see the process that does.
 */
export const heldNow = (): number => threadsLeftBehind() + process.getActiveResourcesInfo().filter(isOfDisk).length;

/** The same once what a disk answers has been waited for. */
export async function heldBy(limitMs = LIMIT_MS): Promise<number> {
  for (const endMs = performance.now() + limitMs; ; await delay(LOOK_MS)) {
    const held = heldNow();
    if (held === 0 || performance.now() > endMs) return held;
  }
}

const isOfDisk = (resource: string): boolean => resource.startsWith('FSReq');
