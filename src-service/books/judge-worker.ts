import { judgePdf, type PdfJudgement } from '../../src-core/preflight/judge-pdf.ts';
import { readPdfFile } from '../../src-node/pdf-file.ts';
import { answerTasks } from '../../src-node/threads/answer-tasks.ts';
import type { UploadToJudge } from '../ports.ts';

/** Opens uploaded PDFs, of which nothing is known yet. */
answerTasks(({ path, sizeBytes, isCut, ...order }: UploadToJudge): PdfJudgement => {
  const facts = readPdfFile(path);
  // A stream that was cut is judged as the size it certainly had.
  return judgePdf({ ...order, facts: isCut ? { ...facts, sizeBytes: sizeBytes + 1 } : facts });
});
