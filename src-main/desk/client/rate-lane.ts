import { setTimeout as delay } from 'node:timers/promises';
import { RATE_PER_MINUTE, type RatePolicy } from '../../../src-core/contract/limits.ts';
import type { Clock } from '../../../src-core/ports.ts';

/**
 * Requests that may go at once after a rest. With the steady rate below it, no minute holds more than the service's
 * limit, wherever that minute begins.
 */
const BURST_SHARE = 0.2;
const STEADY_SHARE = 0.77;

/** Paces the requests of one policy class and key, and holds all of them while the service says Retry-After. */
export class RateLane {
  readonly #clock: Clock;
  readonly #burst: number;
  readonly #perMs: number;
  #tokens: number;
  #countedAtMs: number;
  #pausedUntilMs = 0;

  constructor(policy: Exclude<RatePolicy, 'auth'>, clock: Clock) {
    this.#clock = clock;
    this.#burst = Math.floor(RATE_PER_MINUTE[policy] * BURST_SHARE);
    this.#perMs = (RATE_PER_MINUTE[policy] * STEADY_SHARE) / 60_000;
    this.#tokens = this.#burst;
    this.#countedAtMs = clock.nowMs();
  }

  /** Null while nothing is paused. */
  get pausedUntilMs(): number | null {
    return this.#pausedUntilMs > this.#clock.nowMs() ? this.#pausedUntilMs : null;
  }

  pauseFor(durationMs: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, this.#clock.nowMs() + durationMs);
  }

  /** Returns when one request may go. Rejects with the signal's reason. */
  async enter(signal?: AbortSignal): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const waitMs = this.#take();
      if (waitMs === 0) return;
      await delay(waitMs, undefined, signal === undefined ? {} : { signal });
    }
  }

  #take(): number {
    const nowMs = this.#clock.nowMs();
    const pausedMs = this.#pausedUntilMs - nowMs;
    if (pausedMs > 0) return pausedMs;
    this.#tokens = Math.min(this.#burst, this.#tokens + Math.max(0, nowMs - this.#countedAtMs) * this.#perMs);
    this.#countedAtMs = nowMs;
    if (this.#tokens < 1) return Math.ceil((1 - this.#tokens) / this.#perMs);
    this.#tokens -= 1;
    return 0;
  }
}
