import { canBook, type BookStage } from '../../../src-core/desk/book-machine.ts';
import type { PrintReceipt } from '../../../src-core/desk/print-gate.ts';
import { moveBook, stagesOf } from '../store/book-stages.ts';
import type { Store } from '../store/open-store.ts';
import { isSameToSend } from './enqueue-books.ts';
import type { JobRow } from './upload-book.ts';
import type { UploadJobs } from './upload-jobs.ts';

/**
 * Puts cancelled jobs, given as they were, where they stood in the queue. Left out are those whose book is queued again, sent, out of
 * the library, not ready any more or of other files, and those that `letGo` answers null for: they would not go out as they were let
 * go. Answers the ids of those that are back. In a transaction.
 */
export function bringBack(
  db: Store,
  uploadJobs: UploadJobs,
  were: readonly JobRow[],
  letGo: (job: JobRow) => PrintReceipt | null,
): string[] {
  const now = new Map(uploadJobs.find(were.map(({ jobId }) => jobId)).map((job) => [job.jobId, job]));
  const same = isSameToSend(db, were);
  const back: string[] = [];
  for (const was of were) {
    const job = now.get(was.jobId);
    const stage = stagesOf(db, was.connectionId, [was.bookId]).get(was.bookId);
    if (job?.state.status !== 'cancelled' || stage === undefined || !waitsForNobody(stage) || !same.has(was.jobId))
      continue;
    const { state, problem, serviceText, notBeforeMs } = was;
    if (state.status === 'failed') {
      moveBook(db, job.connectionId, job.bookId, 'queue');
      moveBook(db, job.connectionId, job.bookId, 'giveUp');
      uploadJobs.move(job, { type: 'bringBack', to: state }, { problem, serviceText, notBeforeMs });
    } else {
      const print = letGo(job);
      if (state.status !== 'waiting' || print === null) continue;
      uploadJobs.move(job, { type: 'bringBack', to: state }, { problem, serviceText, notBeforeMs, print });
      moveBook(db, job.connectionId, job.bookId, 'queue');
    }
    back.push(job.jobId);
  }
  return back;
}

/** `uploading` takes the same event, for what goes back to its place. */
const waitsForNobody = (stage: BookStage): boolean => stage !== 'uploading' && canBook(stage, 'queue');
