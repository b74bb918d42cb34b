import { judgePdf } from '../../src-core/preflight/judge-pdf.ts';
import { readPdfFile } from '../../src-node/pdf-file.ts';
import { answerTasks } from '../../src-node/threads/answer-tasks.ts';
import type { JudgedUpload, UploadToJudge } from './pdf-judging.ts';

/** Opens uploaded PDFs, of which nothing is known yet. */
answerTasks(({ path, sizeBytes, isCut, ...order }: UploadToJudge): JudgedUpload => {
  const facts = readPdfFile(path);
  // A stream that was cut is judged as the size it certainly had.
  return judgePdf({ ...order, facts: isCut ? { ...facts, sizeBytes: sizeBytes + 1 } : facts });
});
