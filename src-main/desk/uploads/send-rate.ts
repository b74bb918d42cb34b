import { setTimeout as delay } from 'node:timers/promises';
import type { SendPace } from '../client/pdf-form.ts';

/** So much of a second is sent at once, so that a line is used evenly and another limit is followed at once. */
const CHUNK_S = 0.1;
const LEAST_CHUNK_BYTES = 16 * 1024;
/** A timer that comes late is made up for by so much; a longer rest is none. */
const CATCH_UP_MS = 500;
/** Whoever waits looks again so often whether the limit is still the same. */
const LOOK_EVERY_MS = 250;

/** Lets the bytes of all uploads of the process go at one speed together. It holds none of them itself. */
export class SendRate implements SendPace {
  readonly #bytesPerSecond: () => number | null;
  readonly #nowMs: () => number;
  /** When all that was let go will have gone. Of a clock that nobody sets. */
  #goneAtMs = 0;

  /** `bytesPerSecond`: the limit now; null for none. */
  constructor(bytesPerSecond: () => number | null, nowMs: () => number = () => performance.now()) {
    this.#bytesPerSecond = bytesPerSecond;
    this.#nowMs = nowMs;
  }

  chunkBytes(): number {
    const limit = this.#bytesPerSecond();
    return limit === null ? Infinity : Math.max(LEAST_CHUNK_BYTES, Math.round(limit * CHUNK_S));
  }

  /** Returns when so many bytes may go. */
  async take(bytes: number): Promise<void> {
    for (;;) {
      const limit = this.#bytesPerSecond();
      if (limit === null) return;
      const nowMs = this.#nowMs();
      const waitMs = this.#goneAtMs - nowMs;
      if (waitMs <= 0) {
        this.#goneAtMs = Math.max(this.#goneAtMs, nowMs - CATCH_UP_MS) + (bytes * 1000) / limit;
        return;
      }
      await delay(Math.min(waitMs, LOOK_EVERY_MS));
    }
  }
}
