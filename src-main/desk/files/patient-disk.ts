import type { Stats } from 'node:fs';
import { statOf } from '../../../src-node/stat-of.ts';

/** A network drive in good health answers in a hundredth of it. */
const LIMIT_MS = 1_000;

/**
 * Asks disks for somebody who looks on, one question after the other, and waits a second at most. A question that stays unanswered holds one of
 * Node's four threads until its disk answers, which may be never: until then no other is asked, so that looking at a hundred books of a dead
 * share costs one.
 */
export class PatientDisk {
  readonly #ask: (path: string) => Promise<Stats | null>;
  readonly #limitMs: number;
  #isSilent = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(ask = statOf, limitMs = LIMIT_MS) {
    this.#ask = ask;
    this.#limitMs = limitMs;
  }

  /** Null: nothing is there. `silent`: not known now. */
  stat(path: string): Promise<Stats | null | 'silent'> {
    const found = this.#last.then(() => (this.#isSilent ? 'silent' : this.#stat(path)));
    this.#last = found;
    return found;
  }

  async #stat(path: string): Promise<Stats | null | 'silent'> {
    const asked = this.#ask(path);
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<'silent'>((resolve) => {
      timer = setTimeout(() => {
        this.#isSilent = true;
        void asked.then(() => (this.#isSilent = false));
        resolve('silent');
      }, this.#limitMs);
    });
    const found = await Promise.race([asked, limit]);
    clearTimeout(timer);
    return found;
  }
}
