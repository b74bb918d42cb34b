import { createHash } from 'node:crypto';
import type { Clock } from '../../../src-core/ports.ts';
import { RateLane } from './rate-lane.ts';

/** The policy classes that a key's requests are counted in. */
export interface Lanes {
  readonly general: RateLane;
  readonly upload: RateLane;
}

export const newLanes = (clock: Clock): Lanes => ({
  general: new RateLane('general', clock),
  upload: new RateLane('upload', clock),
});

/**
 * The lanes of each key: the service counts by key, so that two connections with the same one, whatever address they call
 * the service by, share one budget. Of this process alone: what another one sends with the key (the command line, a second
 * computer) is learnt from the service's Retry-After.
 */
export class KeyLanes {
  readonly #clock: Clock;
  /** By a hash: a key stands nowhere that it need not. */
  readonly #byKey = new Map<string, Lanes>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  of(key: string): Lanes {
    const hash = createHash('sha256').update(key).digest('hex');
    const lanes = this.#byKey.get(hash) ?? newLanes(this.#clock);
    this.#byKey.set(hash, lanes);
    return lanes;
  }
}
