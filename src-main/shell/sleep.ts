/** What the computer's power tells, and what may be asked of it. */
export interface PowerPort {
  onSuspend(listener: () => void): void;
  onResume(listener: () => void): void;
  /** From now on the computer does not sleep by itself; its screen may go dark. Answers how it is let go. */
  keepAwake(): () => void;
}

export interface SleepDeps {
  readonly port: PowerPort;
  /** Whether files are being sent or orders placed. */
  readonly isBusy: () => boolean;
  /** The computer slept. */
  readonly wake: () => void;
  readonly note: (what: 'the computer goes to sleep' | 'the computer woke up') => void;
}

/**
 * The computer is kept awake while files are being sent or orders placed, and for nothing else: what waits for a person, a time or
 * a service that is away is on the disk and waits as well asleep. After every sleep the desk looks around at once, since no
 * timer counted the time (operator-desk 3.5).
 */
export class Sleep {
  readonly #deps: SleepDeps;
  #letGo: (() => void) | null = null;
  #isLooking = false;
  #isClosed = false;

  constructor(deps: SleepDeps) {
    this.#deps = deps;
    deps.port.onSuspend(() => deps.note('the computer goes to sleep'));
    deps.port.onResume(() => {
      deps.note('the computer woke up');
      deps.wake();
    });
  }

  get keepsAwake(): boolean {
    return this.#letGo !== null;
  }

  /** Something began or ended, perhaps. Looked at in a moment: between two files of a queue nothing is under way either. */
  mayHaveChanged(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    setImmediate(() => this.#look());
  }

  /** For good. */
  close(): void {
    this.#isClosed = true;
    this.#release();
  }

  #look(): void {
    this.#isLooking = false;
    if (this.#isClosed || this.#deps.isBusy() === this.keepsAwake) return;
    if (this.#letGo === null) this.#letGo = this.#deps.port.keepAwake();
    else this.#release();
  }

  #release(): void {
    this.#letGo?.();
    this.#letGo = null;
  }
}
