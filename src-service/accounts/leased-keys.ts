import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { realNowMs } from '../system-clock.ts';

/** What was read of a good key holds for so long in the process that read it. */
export const LEASE_MS = 1_000;
/** Clocks of two computers run apart by less in that time, and a timer rings up to a millisecond early. */
const MARGIN_MS = 50;
/** The ones longest unused make room: they are read again. */
const MOST_LEASED = 5_000;

/**
 * Waits until no process goes by what it read of a key before. For whoever takes rights from keys: once that is committed, before it
 * is answered, and with nothing held meanwhile (docs/decisions/0098).
 */
export const leasesOver = (): Promise<void> => delay(LEASE_MS + MARGIN_MS);

/** Two clocks of this computer, in ms. */
export interface Clocks {
  /** Never set, but it may stand still while the computer sleeps. */
  steadyMs(): number;
  /** Goes on while the computer sleeps, but it may be set. */
  wallMs(): number;
}
const OWN_CLOCKS: Clocks = { steadyMs: () => performance.now(), wallMs: realNowMs };

interface Reading<Key> {
  readonly key: Promise<Key | undefined>;
  readonly steadyMs: number;
  readonly wallMs: number;
}

/**
 * Reads keys by their prefix through `read`, at most once a lease each: calls that come meanwhile share its answer. A lease begins before its
 * query is sent, and ends as soon as either clock says so. `read` answers good keys alone: what is undefined is not kept, nor what failed.
 */
export function leasedKeys<Key>(
  read: (keyPrefix: string) => Promise<Key | undefined>,
  clocks: Clocks = OWN_CLOCKS,
): (keyPrefix: string) => Promise<Key | undefined> {
  const readings = new LRUCache<string, Reading<Key>>({ max: MOST_LEASED });
  return (keyPrefix) => {
    const steadyMs = clocks.steadyMs();
    const wallMs = clocks.wallMs();
    const held = readings.get(keyPrefix);
    if (held && steadyMs - held.steadyMs < LEASE_MS && Math.abs(wallMs - held.wallMs) < LEASE_MS) return held.key;
    const reading = { key: read(keyPrefix), steadyMs, wallMs };
    readings.set(keyPrefix, reading);
    const drop = () => {
      if (readings.peek(keyPrefix) === reading) readings.delete(keyPrefix);
    };
    reading.key.then((key) => key ?? drop(), drop);
    return reading.key;
  };
}
