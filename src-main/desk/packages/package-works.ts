import type { PackageWork } from '../../../src-core/desk/package-work.ts';
import type { DeskContext } from '../desk-context.ts';

/** What one writing or opening tells of itself, and by what it is told to stop. */
export interface Progress {
  /** Aborted as soon as somebody wants it to stop; not any more from `filing` on. */
  readonly signal: AbortSignal;
  /** Begins a step of so many bytes. Throws the reason of `signal`. */
  begin(step: PackageWork['step'], allBytes?: number): void;
  /** So many bytes more of the step are done. */
  did(bytes: number): void;
}

interface Work {
  readonly abort: AbortController;
  readonly ended: Promise<boolean>;
  view: PackageWork;
}

/** Job packages under way. What was done is told by whoever asked for it; here stands only what is not done yet. */
export class PackageWorks {
  readonly #context: Pick<DeskContext, 'clock' | 'ids' | 'changed'>;
  readonly #works = new Map<string, Work>();

  constructor(context: Pick<DeskContext, 'clock' | 'ids' | 'changed'>) {
    this.#context = context;
  }

  /** Answers what `work` answers; null when it was stopped before it was done. Throws what it throws of its own. */
  async run<T>(kind: PackageWork['kind'], name: string, work: (progress: Progress) => Promise<T>): Promise<T | null> {
    const workId = `pw_${this.#context.ids.base62(12)}`;
    const abort = new AbortController();
    let end: (isStopped: boolean) => void = () => undefined;
    const ended = new Promise<boolean>((resolve) => (end = resolve));
    const sinceMs = this.#context.clock.nowMs();
    const step = { step: 'waiting', doneBytes: 0, allBytes: 0, sinceMs, isStopping: false } as const;
    this.#works.set(workId, { abort, ended, view: { workId, kind, name, ...step } });
    this.#context.changed('packages');
    let isStopped = false;
    try {
      return await work(this.#progress(workId, abort.signal));
    } catch (error) {
      isStopped = error === abort.signal.reason;
      if (isStopped) return null;
      throw error;
    } finally {
      this.#works.delete(workId);
      end(isStopped);
      this.#context.changed('packages');
    }
  }

  list(): PackageWork[] {
    return [...this.#works.values()].map(({ view }) => view);
  }

  /** Once it has ended: whether it was stopped. One that is not under way any more was not. */
  async cancel(workId: string): Promise<boolean> {
    const work = this.#works.get(workId);
    if (work === undefined) return false;
    if (work.view.step !== 'filing') {
      this.#see(work, { isStopping: true });
      work.abort.abort();
    }
    return work.ended;
  }

  /** Stops all of them. */
  async close(): Promise<void> {
    await Promise.all([...this.#works.keys()].map((workId) => this.cancel(workId)));
  }

  #progress(workId: string, signal: AbortSignal): Progress {
    const see = (change: Partial<PackageWork>): void => {
      const work = this.#works.get(workId);
      if (work !== undefined) this.#see(work, change);
    };
    return {
      signal,
      begin: (step, allBytes = 0) => {
        signal.throwIfAborted();
        see({ step, doneBytes: 0, allBytes, sinceMs: this.#context.clock.nowMs() });
      },
      did: (bytes) => {
        const work = this.#works.get(workId);
        // What fails may have read ahead.
        if (work === undefined) return;
        const { doneBytes, allBytes } = work.view;
        const next = { ...work.view, doneBytes: doneBytes + bytes };
        // A chunk is 64 KB: of a large package nobody sees each of them.
        if (percentOf(next) === percentOf(work.view)) work.view = next;
        else this.#see(work, { doneBytes: Math.min(next.doneBytes, allBytes) });
      },
    };
  }

  #see(work: Work, change: Partial<PackageWork>): void {
    work.view = { ...work.view, ...change };
    this.#context.changed('packages');
  }
}

const percentOf = ({ doneBytes, allBytes }: PackageWork): number =>
  allBytes === 0 ? 0 : Math.floor((100 * doneBytes) / allBytes);
