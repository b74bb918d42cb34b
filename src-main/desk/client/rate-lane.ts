import { setTimeout as delay } from 'node:timers/promises';
import { RATE_PER_MINUTE, type RatePolicy } from '../../../src-core/contract/limits.ts';
import type { LaneUse } from '../../../src-core/desk/upload-pace.ts';
import type { Clock } from '../../../src-core/ports.ts';

const WINDOW_MS = 60_000;
const LOOK_EVERY_MS = 5_000;
/** Below the limit, because requests do not arrive as evenly as they were sent. */
const SHARE = 0.95;

/**
 * Paces the requests of one policy class and key: no minute, wherever it begins, holds more than the service allows.
 * Holds all of them while the service says Retry-After.
 */
export class RateLane {
  readonly #clock: Clock;
  readonly #atMost: number;
  /** When the requests of the last minute went, oldest first. */
  #sentAtMs: number[] = [];
  #pausedUntilMs = 0;
  /** By the clock, when it was looked at last. */
  #seenAtMs = 0;
  #waits = 0;
  #waiting = 0;

  constructor(policy: Exclude<RatePolicy, 'auth'>, clock: Clock) {
    this.#clock = clock;
    this.#atMost = Math.floor(RATE_PER_MINUTE[policy] * SHARE);
  }

  /** Null while nothing is paused. */
  get pausedUntilMs(): number | null {
    return this.#pausedUntilMs > this.#nowMs() ? this.#pausedUntilMs : null;
  }

  /** How often a request had to wait so far. */
  get waits(): number {
    return this.#waits;
  }

  get isWaitedFor(): boolean {
    return this.#waiting > 0;
  }

  use(): LaneUse {
    const nowMs = this.#nowMs();
    const since = this.#sentAtMs.findIndex((atMs) => atMs > nowMs - WINDOW_MS);
    return {
      atMost: this.#atMost,
      sentAgoMs: since < 0 ? [] : this.#sentAtMs.slice(since).map((atMs) => nowMs - atMs),
      heldForMs: Math.max(0, this.#pausedUntilMs - nowMs),
    };
  }

  pauseFor(durationMs: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, this.#nowMs() + durationMs);
  }

  /** Counts a request that went without waiting. */
  note(): void {
    this.#sentAtMs.push(this.#nowMs());
  }

  /** Returns when one request may go. Rejects with the signal's reason. */
  async enter(signal?: AbortSignal): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const waitMs = this.#take();
      if (waitMs === 0) return;
      this.#waits += 1;
      this.#waiting += 1;
      // A timer that is cut off rejects with an error of its own; the next turn throws the signal's reason.
      await delay(waitMs, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
      this.#waiting -= 1;
    }
  }

  /** A clock that is set back moves what was noted by it back too: nothing is held for longer than it was meant to be. */
  #nowMs(): number {
    const nowMs = this.#clock.nowMs();
    const backMs = this.#seenAtMs - nowMs;
    if (backMs > 0) {
      this.#sentAtMs = this.#sentAtMs.map((atMs) => atMs - backMs);
      this.#pausedUntilMs -= backMs;
    }
    this.#seenAtMs = nowMs;
    return nowMs;
  }

  /** How long to wait; 0 when the request was counted and may go. */
  #take(): number {
    const nowMs = this.#nowMs();
    const pausedMs = this.#pausedUntilMs - nowMs;
    // Whoever waits looks at the clock again before a long pause is over: it may have been set.
    if (pausedMs > 0) return Math.min(pausedMs, LOOK_EVERY_MS);
    while ((this.#sentAtMs[0] ?? Infinity) <= nowMs - WINDOW_MS) this.#sentAtMs.shift();
    const oldest = this.#sentAtMs[0];
    if (this.#sentAtMs.length >= this.#atMost && oldest !== undefined)
      return Math.min(LOOK_EVERY_MS, Math.max(1, oldest + WINDOW_MS - nowMs));
    this.#sentAtMs.push(nowMs);
    return 0;
  }
}
