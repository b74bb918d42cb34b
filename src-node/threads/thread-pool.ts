import { pathToFileURL } from 'node:url';
import { Seat, type Assignment, type SeatLimits, type ThreadOutcome } from './seat.ts';

export interface ThreadLimits extends SeatLimits {
  /** Threads at the same time; each does one task at a time. */
  readonly seats: number;
}

/** On whose behalf a task is done, how long it may take, and what it may ask for. */
export interface TaskTerms<Errand> {
  /** Parties take turns, so that one with a hundred tasks does not keep another one waiting. */
  readonly party?: string;
  /** In place of the pool's `taskTimeMs`. */
  readonly timeMs?: number;
  /** Calls the task off. */
  readonly signal?: AbortSignal;
  /** Its thread waits in the system, until then: heard before the next task is begun. */
  readonly onSilent?: (until: Promise<void>) => void;
  /** Does what the task needs of its caller. What it rejects with fails the errand, not yet the task. */
  readonly doErrand?: (errand: Errand) => Promise<unknown>;
}

interface Waiting<Task, Answer, Errand> extends Assignment<Task, Answer, Errand> {
  readonly party: string;
}

/**
 * The one supervisor of threads, and of processes in their place, in which untrusted bytes are opened and native libraries
 * work. They are born with the first task that wants one and kept for the next. A task that takes too long or too much
 * memory costs its thread, which is replaced for the next one; `run` never rejects, its outcome says why there is no
 * answer. The script answers with `answerTasks`. `script` is a file's path, or a URL.
 */
export class ThreadPool<Task, Answer, Errand = never> {
  readonly #taskTimeMs: number;
  /** By party, in the order in which each is next. */
  readonly #waiting = new Map<string, Waiting<Task, Answer, Errand>[]>();
  readonly #held = new Map<string, number>();
  readonly #seats: readonly Seat<Task, Answer, Errand>[];
  #isClosed = false;

  constructor(script: string | URL, { seats, ...limits }: ThreadLimits) {
    const url = typeof script === 'string' ? pathToFileURL(script) : script;
    this.#taskTimeMs = limits.taskTimeMs;
    this.#seats = Array.from({ length: seats }, () => new Seat(url, limits, () => this.#fill()));
  }

  run(task: Task, terms: TaskTerms<Errand> = {}): Promise<ThreadOutcome<Answer>> {
    const { party = '', timeMs = this.#taskTimeMs, signal, onSilent, doErrand = noErrands } = terms;
    return new Promise((resolve) => {
      if (this.#isClosed) return resolve(CLOSED);
      if (signal?.aborted === true) return resolve(CALLED_OFF);
      const callOff = () => this.#callOff(waiting);
      const settle = (outcome: ThreadOutcome<Answer>) => {
        signal?.removeEventListener('abort', callOff);
        if (!outcome.ok && outcome.silentUntil !== undefined) onSilent?.(outcome.silentUntil);
        resolve(outcome);
      };
      const waiting: Waiting<Task, Answer, Errand> = { task, timeMs, doErrand, settle, party };
      signal?.addEventListener('abort', callOff);
      const queue = this.#waiting.get(party);
      if (queue === undefined) this.#waiting.set(party, [waiting]);
      else queue.push(waiting);
      this.#fill();
    });
  }

  /** Begins nothing more on behalf of `party` until it is let go on as often. */
  hold(party: string): void {
    this.#held.set(party, (this.#held.get(party) ?? 0) + 1);
  }

  goOn(party: string): void {
    const left = (this.#held.get(party) ?? 0) - 1;
    if (left > 0) this.#held.set(party, left);
    else this.#held.delete(party);
    this.#fill();
  }

  /** What waits on behalf of `party` is not begun any more. */
  giveUp(party: string, why: Extract<ThreadOutcome<never>, { ok: false }>): void {
    const waiting = this.#waiting.get(party) ?? [];
    this.#waiting.delete(party);
    for (const { settle } of waiting) settle(why);
  }

  /** No new tasks; what is under way may come to where it can end, what hangs is ended. Resolves when no thread is left that can be ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const waiting = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    for (const { settle } of waiting) settle(CLOSED);
    await Promise.all(this.#seats.map((seat) => seat.dismiss(CLOSED)));
  }

  #callOff(called: Waiting<Task, Answer, Errand>): void {
    const queue = this.#waiting.get(called.party) ?? [];
    const left = queue.filter((waiting) => waiting !== called);
    if (left.length === queue.length) return this.#seats.forEach((seat) => seat.stop(called, CALLED_OFF));
    if (left.length === 0) this.#waiting.delete(called.party);
    else this.#waiting.set(called.party, left);
    called.settle(CALLED_OFF);
  }

  #next(): Waiting<Task, Answer, Errand> | undefined {
    for (const [party, queue] of this.#waiting) {
      if (this.#held.has(party)) continue;
      const next = queue.shift();
      // To the end of the round.
      this.#waiting.delete(party);
      if (queue.length > 0) this.#waiting.set(party, queue);
      return next;
    }
    return undefined;
  }

  #fill(): void {
    for (const seat of this.#seats) {
      if (this.#isClosed || !seat.isFree) continue;
      const next = this.#next();
      if (next === undefined) return;
      seat.begin(next);
    }
  }
}

/** The answer, or an error that says why there is none. */
export function answerOf<Answer>(outcome: ThreadOutcome<Answer>): Answer {
  if (outcome.ok) return outcome.answer;
  const error = new Error(outcome.detail);
  if (outcome.stack !== undefined) error.stack = outcome.stack;
  throw error;
}

const CLOSED = { ok: false, reason: 'closed', detail: 'the threads are closed' } as const;
const CALLED_OFF = { ok: false, reason: 'closed', detail: 'it was called off' } as const;
const noErrands = () => Promise.reject(new Error('nobody runs errands for this task'));
