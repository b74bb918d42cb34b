import type { FromThread } from './thread-messages.ts';
import { STARVED_FACTOR } from '../work-clock.ts';
import { openProcess, openThread, type HostEnd, type ThreadHost } from './thread-host.ts';

/** How long a thread may take to come to a place where it can end, where the limits name no other. */
const GRACE_MS = 2_000;
/** A seat that has left so many threads behind begins no more until one of them goes: each keeps its memory. */
const MOST_LEFT_BEHIND = 8;

export interface SeatLimits {
  /**
   * Above the limits that the work itself keeps, so that it is met only when the work hangs. Of the processor's time: where
   * the whole process had less of it since the task began, the task is waited for, until `wallTimeMs`.
   */
  readonly taskTimeMs: number;
  /** By the clock. Where none is given, four times as long, for a process as long: what it had of the processor is not seen. */
  readonly wallTimeMs?: number;
  /** How long a thread may wait for a disk at a stretch (`askDisk`); then it is left behind. Not seen of processes. */
  readonly diskMs?: number;
  /** What its threads open may be used by others and outlive them; else it is closed with the thread that opened it. */
  readonly leavesFilesOpen?: boolean;
  /** JavaScript's own memory of one thread. A process may take twice as much in all. */
  readonly memoryMb: number;
  /** A thread ends with its first task, and with it what native code has taken and would not give back. */
  readonly endsWithTask?: boolean;
  /** A thread that was given nothing to do for so long ends. Without it, it is kept. */
  readonly idleMs?: number;
  /**
   * How long one that is asked to stop or to go may take before it is ended by force, which within a native library can
   * take the whole process along. 0 where none works in it.
   */
  readonly graceMs?: number;
  /** A process costs more to begin, and dies alone of whatever its work does. */
  readonly host?: 'thread' | 'process';
}

/** Why a task has no answer: it hung, ate all memory, threw, took its thread along, was called off or came after the end. */
export type ThreadFailure = 'timeLimit' | 'memory' | 'failed' | 'ended' | 'closed';

export type ThreadOutcome<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | {
      readonly ok: false;
      readonly reason: ThreadFailure;
      readonly detail: string;
      readonly stack?: string;
      /**
       * It waited for a disk for too long, or no force ended its thread, which waits in the system. Resolves when that thread is gone,
       * however late.
       */
      readonly silentUntil?: Promise<void>;
    };

/** A task with what it may take and who hears of it. */
export interface Assignment<Task, Answer, Errand> {
  readonly task: Task;
  readonly timeMs: number;
  readonly doErrand: (errand: Errand) => Promise<unknown>;
  readonly settle: (outcome: ThreadOutcome<Answer>) => void;
}

type Failed = Extract<ThreadOutcome<never>, { ok: false }>;

/**
 * One thread or process, from its birth with the first task to its end, and the next one after it: does one task at a time.
 * One that has to end is asked first. The outcome of a task that ends its thread comes when the thread is gone, or left behind.
 */
export class Seat<Task, Answer, Errand> {
  readonly #script: URL;
  readonly #limits: SeatLimits;
  readonly #onFree: () => void;
  #host: ThreadHost<Task, Answer, Errand> | null = null;
  #gone: Promise<void> = Promise.resolve();
  #current: Assignment<Task, Answer, Errand> | null = null;
  /** Why the task under way was asked to stop. */
  #stopped: Failed | null = null;
  /** The last word of a thread that is about to go. */
  #outcome: ThreadOutcome<Answer> | null = null;
  #isLeaving = false;
  #watching: NodeJS.Timeout | null = null;
  #idle: NodeJS.Timeout | null = null;
  #patience: NodeJS.Timeout | null = null;
  #leftBehind = 0;

  constructor(script: URL, limits: SeatLimits, onFree: () => void) {
    this.#script = script;
    this.#limits = limits;
    this.#onFree = onFree;
  }

  get isFree(): boolean {
    return this.#current === null && !this.#isLeaving && this.#leftBehind < MOST_LEFT_BEHIND;
  }

  begin(assignment: Assignment<Task, Answer, Errand>): void {
    clear(this.#idle);
    this.#current = assignment;
    try {
      this.#host ??= this.#open();
      this.#watch(assignment.timeMs);
      this.#host.post({ type: 'task', task: assignment.task });
    } catch (error) {
      this.#giveUp(assignment, error);
    }
  }

  /** Ends the task, when it is this one, with what is said unless it comes to an answer after all, and the thread with it. */
  stop(assignment: Assignment<Task, Answer, Errand>, why: Failed): void {
    if (this.#current !== assignment || this.#outcome !== null || this.#stopped !== null) return;
    this.#stopped = why;
    clear(this.#watching);
    this.#host?.post({ type: 'stop' });
    this.#endSoon();
  }

  /** Resolves when there is no thread any more that can be ended. */
  async dismiss(why: Failed): Promise<void> {
    if (this.#current !== null) this.stop(this.#current, why);
    else this.#leave();
    await this.#gone;
  }

  #open(): ThreadHost<Task, Answer, Errand> {
    const open = this.#limits.host === 'process' ? openProcess<Task, Answer, Errand> : openThread<Task, Answer, Errand>;
    const host = open(this.#script, this.#limits);
    host.onMessage((message) => this.#hear(host, message));
    this.#gone = host.gone.then((how) => this.#vacate(how));
    return host;
  }

  /** The system has no thread to give, or the task cannot be sent to one: the next task may fare better. */
  #giveUp(assignment: Assignment<Task, Answer, Errand>, error: unknown): void {
    clear(this.#watching);
    this.#current = null;
    assignment.settle({ ok: false, reason: 'ended', detail: error instanceof Error ? error.message : String(error) });
    // Not at once: while no thread can be had, each waiting task comes here in its turn.
    setImmediate(this.#onFree);
  }

  #hear(host: ThreadHost<Task, Answer, Errand>, message: FromThread<Answer, Errand>): void {
    const current = this.#current;
    if (host !== this.#host || current === null || this.#outcome !== null) return;
    if (message.type === 'errand') {
      // One that was asked to stop gives its errands up by itself.
      if (this.#stopped === null) void this.#run(host, current, message.id, message.errand);
      return;
    }
    clear(this.#watching);
    const outcome = outcomeOf(message, this.#stopped);
    if (this.#stopped !== null || this.#limits.endsWithTask === true) {
      this.#outcome = outcome;
      return this.#leave();
    }
    this.#current = null;
    current.settle(outcome);
    if (this.#limits.idleMs !== undefined) this.#idle = setTimeout(() => this.#leave(), this.#limits.idleMs).unref();
    this.#onFree();
  }

  async #run(
    host: ThreadHost<Task, Answer, Errand>,
    current: Assignment<Task, Answer, Errand>,
    id: number,
    errand: Errand,
  ): Promise<void> {
    try {
      host.post({ type: 'errandDone', id, answer: await current.doErrand(errand) });
    } catch (error) {
      host.post({ type: 'errandFailed', id, message: error instanceof Error ? error.message : String(error) });
    }
  }

  #watch(limitMs: number): void {
    const wallMs = this.#limits.wallTimeMs ?? limitMs * (this.#limits.host === 'process' ? 1 : STARVED_FACTOR);
    const begunMs = performance.now();
    const begun = process.cpuUsage();
    const current = this.#current;
    const { diskMs = Number.POSITIVE_INFINITY } = this.#limits;
    const look = (): void => {
      const patienceMs = diskMs - (this.#host?.waitsForDiskMs() ?? 0);
      if (patienceMs <= 0 && current !== null) return this.#leaveAtDisk(current);
      const { user, system } = process.cpuUsage(begun);
      // What all threads used together: this one cannot have had more.
      const leftMs = Math.min(limitMs - (user + system) / 1_000, wallMs - (performance.now() - begunMs));
      if (leftMs > 0) this.#watching = setTimeout(look, Math.ceil(Math.min(leftMs, patienceMs)));
      else if (current !== null)
        this.stop(current, { ok: false, reason: 'timeLimit', detail: `it took longer than ${limitMs} ms` });
    };
    this.#watching = setTimeout(look, Math.min(limitMs, wallMs, diskMs));
  }

  #leaveAtDisk(assignment: Assignment<Task, Answer, Errand>): void {
    const host = this.#host;
    if (host === null) return;
    const detail = 'a disk did not answer';
    this.stop(assignment, { ok: false, reason: 'timeLimit', detail, silentUntil: host.ended });
    clear(this.#patience);
    host.kill();
  }

  /** A thread that has nothing in hand goes by itself. */
  #leave(): void {
    if (this.#host === null || this.#isLeaving) return;
    clear(this.#idle);
    this.#isLeaving = true;
    this.#host.post({ type: 'leave' });
    this.#endSoon();
  }

  #endSoon(): void {
    const host = this.#host;
    clear(this.#patience);
    this.#patience = setTimeout(() => host?.kill(), this.#limits.graceMs ?? GRACE_MS);
  }

  #vacate({ isSilent, ...how }: HostEnd): void {
    for (const timer of [this.#watching, this.#idle, this.#patience]) clear(timer);
    const silent = isSilent === true && this.#host !== null ? { silentUntil: this.#host.ended } : {};
    if (isSilent === true) this.#leaveBehind();
    const outcome = this.#outcome ?? { ok: false, ...how, ...silent, ...this.#stopped };
    const current = this.#current;
    this.#host = null;
    this.#current = null;
    this.#stopped = null;
    this.#outcome = null;
    this.#isLeaving = false;
    current?.settle(outcome);
    this.#onFree();
  }

  #leaveBehind(): void {
    this.#leftBehind += 1;
    void this.#host?.ended.then(() => {
      this.#leftBehind -= 1;
      this.#onFree();
    });
  }
}

/** An answer that comes after all is as good as one in time; that work broke off says nothing about it. */
function outcomeOf<Answer>(
  message: Exclude<FromThread<Answer, unknown>, { type: 'errand' }>,
  stopped: Failed | null,
): ThreadOutcome<Answer> {
  if (message.type === 'answer') return { ok: true, answer: message.answer };
  if (stopped !== null) return stopped;
  const { message: detail, stack } = message;
  return { ok: false, reason: 'failed', detail, ...(stack === undefined ? {} : { stack }) };
}

const clear = (timer: NodeJS.Timeout | null) => {
  if (timer !== null) clearTimeout(timer);
};
