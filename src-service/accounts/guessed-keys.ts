/** How often an address may be wrong in a minute; the specification gives authentication 10 calls a minute and address. */
export const WRONG_KEYS_PER_MINUTE = 10;
const WINDOW_MS = 60_000;
/** Addresses and keys remembered; the ones longest unseen make room. */
const MOST_REMEMBERED = 20_000;

interface Wrong {
  times: number;
  readonly untilMs: number;
}

/**
 * Slows the guessing of keys before the database is asked: an address that was wrong too often is not heard for the rest
 * of a minute, except with a key that was good here before. Each process counts alone.
 */
export class GuessedKeys {
  private readonly wrong = new Map<string, Wrong>();
  private readonly good = new Set<string>();

  constructor(private readonly nowMs: () => number) {}

  /** `key` is a digest: no key is kept. */
  isHeard(address: string, key: string): boolean {
    return this.good.has(key) || this.timesWrong(address) < WRONG_KEYS_PER_MINUTE;
  }

  wasWrong(address: string, key: string): void {
    // A key that was revoked is a guess from now on.
    this.good.delete(key);
    const times = this.timesWrong(address);
    const untilMs = times === 0 ? this.nowMs() + WINDOW_MS : (this.wrong.get(address)?.untilMs ?? 0);
    this.wrong.delete(address);
    this.wrong.set(address, { times: times + 1, untilMs });
    dropOldest(this.wrong);
  }

  wasGood(key: string): void {
    this.good.delete(key);
    this.good.add(key);
    dropOldest(this.good);
  }

  private timesWrong(address: string): number {
    const known = this.wrong.get(address);
    return known === undefined || known.untilMs <= this.nowMs() ? 0 : known.times;
  }
}

function dropOldest(remembered: Map<string, Wrong> | Set<string>): void {
  if (remembered.size <= MOST_REMEMBERED) return;
  for (const oldest of remembered.keys()) {
    remembered.delete(oldest);
    return;
  }
}
