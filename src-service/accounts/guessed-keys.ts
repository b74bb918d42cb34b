import { LRUCache } from 'lru-cache';
import { networkOf } from '../outbound/public-address.ts';

/** How often an address may be wrong in a minute; the specification gives authentication 10 calls a minute and address. */
const WRONG_KEYS_PER_MINUTE = 10;
const WINDOW_MS = 60_000;
/** Addresses and keys remembered; the ones longest unseen make room. */
const MOST_REMEMBERED = 20_000;

/**
 * Slows the guessing of keys before the database is asked: an address that was wrong too often is not heard for the rest
 * of the minute that its first wrong key began, except with a key that was good here before. Each process counts alone.
 */
export class GuessedKeys {
  private readonly wrong: LRUCache<string, number>;
  private readonly good = new LRUCache<string, true>({ max: MOST_REMEMBERED });

  /** `nowMs` never answers 0. */
  constructor(nowMs: () => number) {
    this.wrong = new LRUCache({
      max: MOST_REMEMBERED,
      ttl: WINDOW_MS,
      ttlResolution: 0,
      noUpdateTTL: true,
      perf: { now: nowMs },
    });
  }

  /** `key` is a digest: no key is kept. Addresses of one network are one (`networkOf`), which is asked where no good key says enough. */
  isHeard(address: string, key: string): boolean {
    return this.good.has(key) || this.timesWrong(networkOf(address)) < WRONG_KEYS_PER_MINUTE;
  }

  wasWrong(address: string, key: string): void {
    // A key that was revoked is a guess from now on.
    this.good.delete(key);
    const network = networkOf(address);
    this.wrong.set(network, this.timesWrong(network) + 1);
  }

  wasGood(key: string): void {
    this.good.set(key, true);
  }

  private timesWrong(network: string): number {
    return this.wrong.get(network) ?? 0;
  }
}
