import { availableParallelism } from 'node:os';
import { judgePdf, type PdfJudgement } from '../../src-core/preflight/judge-pdf.ts';
import { ThreadPool } from '../../src-node/threads/thread-pool.ts';
import type { PdfJudging, UploadToJudge } from '../ports.ts';

const MB = 1024 * 1024;
/** What the reader's own budget of work takes on a slow and busy computer, several times over. */
const LEAST_TIME_MS = 5_000;
const TIME_PER_MB_MS = 100;
const MOST_TIME_MS = 30_000;
const MEMORY_MB = 512;
/** A core is left for the calls. */
const SEATS = Math.min(4, Math.max(1, availableParallelism() - 1));

/** `worker` is the bundled judge-worker.ts. */
export function openPdfJudging(
  worker: string | URL,
  { memoryMb = MEMORY_MB, leastTimeMs = LEAST_TIME_MS } = {},
): PdfJudging {
  const threads = new ThreadPool<UploadToJudge, PdfJudgement>(worker, {
    seats: SEATS,
    taskTimeMs: MOST_TIME_MS,
    memoryMb,
    // Nothing but JavaScript works in it.
    graceMs: 0,
  });
  return {
    async judge(upload, accountUid) {
      const timeMs = Math.min(leastTimeMs + (TIME_PER_MB_MS * upload.sizeBytes) / MB, MOST_TIME_MS);
      const outcome = await threads.run(upload, { party: accountUid, timeMs });
      if (outcome.ok) return outcome.answer;
      const { reason, detail } = outcome;
      // A file that cannot be read at all is ours to look after: it lies on our disk.
      if (reason === 'closed' || reason === 'failed') throw new Error(`the PDF was not judged: ${detail}`);
      const given = {
        status: 'unreadable',
        reason: reason === 'timeLimit' ? 'timeLimit' : 'tooLarge',
        atByte: null,
        header: null,
        damage: [],
        encrypted: null,
      } as const;
      return judgePdf({ ...upload, facts: { ...given, sizeBytes: upload.sizeBytes, bytesRead: 0, reads: 0 } });
    },
    close: () => threads.close(),
  };
}
