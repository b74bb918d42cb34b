import type { Clock } from '../../../src-core/ports.ts';

/** What was heard is good for so long. */
const GOOD_FOR_MS = 60_000;
/** Two clocks that disagree about how long that was ago: the computer slept, or somebody set its clock. */
const MOST_APART_MS = 5_000;

/**
 * The service's clock, by the `Date` of its answers (RFC 9110, 6.6.1), to the second. How old a key is, the service says: this
 * computer's clock may be days away from it, and be set in between.
 */
export class ServiceTime {
  readonly #clock: Clock;
  readonly #steadyMs: () => number;
  #heard: { readonly serviceMs: number; readonly clockMs: number; readonly steadyMs: number } | null = null;
  #isSilent = false;

  /** `steadyMs` counts on, whatever becomes of the clock. */
  constructor(clock: Clock, steadyMs: () => number = () => performance.now()) {
    this.#clock = clock;
    this.#steadyMs = steadyMs;
  }

  /** A header of an answer that has just come. It was written a while ago and without its fraction of a second: later is truer. */
  hear(date: string | readonly string[] | undefined): void {
    const serviceMs = typeof date === 'string' ? Date.parse(date) : Number.NaN;
    const isTold = !Number.isNaN(serviceMs);
    // A gateway that answers once in its place says nothing of a service that tells its own.
    this.#isSilent = !isTold && this.#heard === null;
    if (!isTold || serviceMs <= (this.#estimateMs() ?? -Infinity)) return;
    this.#heard = { serviceMs, clockMs: this.#clock.nowMs(), steadyMs: this.#steadyMs() };
  }

  /** Null: nothing was heard lately, or nothing that is good still. By this computer's clock where the service never tells its own. */
  nowMs(): number | null {
    return this.#estimateMs() ?? (this.#isSilent ? this.#clock.nowMs() : null);
  }

  #estimateMs(): number | null {
    if (this.#heard === null) return null;
    const { serviceMs, clockMs, steadyMs } = this.#heard;
    const agoMs = this.#steadyMs() - steadyMs;
    const apartMs = Math.abs(this.#clock.nowMs() - clockMs - agoMs);
    return agoMs <= GOOD_FOR_MS && apartMs <= MOST_APART_MS ? serviceMs + agoMs : null;
  }
}
