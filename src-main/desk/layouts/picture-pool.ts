import { ThreadPool, type ThreadLimits } from '../../../src-node/threads/thread-pool.ts';
import type { PictureAnswers, PictureTask, PictureTaskName, PictureTaskOf } from './tasks.ts';

/** A picture of 100 megapixels takes a few seconds and, decoded, 400 MB beside JavaScript's own memory. */
const LIMITS: ThreadLimits = { seats: 2, taskTimeMs: 60_000, memoryMb: 512, idleMs: 20_000 };

/** Where pictures of layouts are opened: one that breaks its thread costs that picture and no other. */
export class PicturePool {
  readonly #threads: ThreadPool<PictureTask, PictureAnswers[PictureTaskName]>;

  constructor(script: URL, limits: ThreadLimits = LIMITS) {
    this.#threads = new ThreadPool(script, limits);
  }

  /** Null: the work was given up. */
  async run<N extends PictureTaskName>(task: PictureTaskOf<N>, party = ''): Promise<PictureAnswers[N] | null> {
    const outcome = await this.#threads.run(task, { party });
    return outcome.ok ? (outcome.answer as PictureAnswers[N]) : null;
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}
