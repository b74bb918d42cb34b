import { availableParallelism } from 'node:os';
import type { PictureSubject } from '../../src-core/composition/bound-values.ts';
import { ThreadPool } from '../threads/thread-pool.ts';
import type { SubjectTask } from './subject-task.ts';

/** A search takes a tenth of a second of one core; another core is left to whoever calls. */
const SEATS = Math.min(4, Math.max(1, availableParallelism() - 1));

/** Looks for the subjects of pictures, in threads of its own. */
export interface SubjectFinder {
  /** Of a picture as it is shown. Null where none could be looked for: that keeps nobody from taking it in. */
  subjectOf(picture: Uint8Array): Promise<PictureSubject | null>;
  close(): Promise<void>;
}

/** `worker` is the bundled subject-worker.ts; `onFailure` hears why a picture was not looked at. */
export function openSubjectFinder(
  worker: string | URL,
  facesFolder: string,
  onFailure: (detail: string) => void,
): SubjectFinder {
  const threads = new ThreadPool<SubjectTask, PictureSubject>(worker, {
    seats: SEATS,
    taskTimeMs: 20_000,
    memoryMb: 256,
    idleMs: 60_000,
  });
  return {
    async subjectOf(picture) {
      const outcome = await threads.run({ picture, facesFolder });
      if (outcome.ok) return outcome.answer;
      onFailure(outcome.detail);
      return null;
    },
    close: () => threads.close(),
  };
}
