import { pauseNow, pauseSchema, type TimedPause } from '../../../src-core/desk/timed-pause.ts';
import type { DeskContext } from '../desk-context.ts';
import { readDeskValue, writeDeskValue } from '../store/desk-values.ts';

const PAUSED = 'queue.paused';
/** A clock may be set at any moment, and a computer that slept tells nobody. */
const LOOK_EVERY_MS = 5_000;

/** Whether the queue is paused, on the disk, and the end of it where it has one. */
export class KeptPause {
  readonly #context: Pick<DeskContext, 'db' | 'clock' | 'log'>;
  readonly #onOver: () => void;
  /** True: without an end. */
  #pause: TimedPause | boolean;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(context: Pick<DeskContext, 'db' | 'clock' | 'log'>, onOver: () => void) {
    this.#context = context;
    this.#onOver = onOver;
    const kept = readDeskValue(context.db, PAUSED);
    const timed = pauseSchema.safeParse(kept);
    this.#pause = timed.success ? timed.data : kept === true;
  }

  /** From now on what has an end is watched; what ended while nobody looked is over. */
  open(): void {
    this.look();
  }

  get isPaused(): boolean {
    return this.#pause !== false;
  }

  /** When it goes on by itself; null while it does not. */
  get untilMs(): number | null {
    return typeof this.#pause === 'boolean' ? null : this.#pause.untilMs;
  }

  set(pause: TimedPause | boolean): void {
    writeDeskValue(this.#context.db, PAUSED, pause);
    this.#pause = pause;
    this.#watch();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** Ends a pause whose time is over. */
  look(): void {
    if (typeof this.#pause === 'boolean') return;
    const now = pauseNow(this.#pause, this.#context.clock.nowMs());
    if (now === null) {
      this.set(false);
      this.#onOver();
      return;
    }
    // What follows from a clock that was set is written; that time went by is not.
    if (now.untilMs !== this.#pause.untilMs) this.set(now);
    else this.#pause = now;
    this.#watch();
  }

  #watch(): void {
    clearTimeout(this.#timer);
    const { untilMs } = this;
    if (untilMs === null || this.#isClosed) return;
    const leftMs = untilMs - this.#context.clock.nowMs();
    this.#lookIn(Math.min(Math.max(1, leftMs), LOOK_EVERY_MS));
  }

  #lookIn(ms: number): void {
    this.#timer = setTimeout(() => {
      try {
        this.look();
      } catch (error) {
        // A full disk has room again some time.
        this.#context.log.write('error', 'the end of a pause could not be written down', { error });
        this.#lookIn(LOOK_EVERY_MS);
      }
    }, ms);
  }
}
