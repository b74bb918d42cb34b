import type { Change, Topic } from '../../src-core/ipc/contract.ts';

/** Ten a second: faster than anyone reads, slow enough that a progress bar never floods the window. */
export const SHORTEST_GAP_MS = 100;

export interface ChangeFeedOptions {
  readonly send: (change: Change) => void;
  /** Runs once after so many milliseconds. */
  readonly after: (delayMs: number, run: () => void) => void;
}

/**
 * Gathers what changed and tells it at most every `SHORTEST_GAP_MS`, the first time at once.
 * `seq` grows by one a message, so that a window that missed one asks for everything again.
 */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions;
  readonly #waiting = new Set<Topic>();
  #seq = 0;
  #resting = false;
  #stopped = false;

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
  }

  changed(...topics: readonly Topic[]): void {
    for (const topic of topics) this.#waiting.add(topic);
    if (!this.#resting) this.#flush();
  }

  /** For good: while the app closes, nobody is left to answer the window's questions. */
  stop(): void {
    this.#stopped = true;
  }

  #flush(): void {
    if (this.#stopped) return;
    this.#resting = this.#waiting.size > 0;
    if (!this.#resting) return;
    this.#seq += 1;
    const topics = [...this.#waiting];
    this.#waiting.clear();
    this.#options.send({ seq: this.#seq, topics });
    this.#options.after(SHORTEST_GAP_MS, () => this.#flush());
  }
}
