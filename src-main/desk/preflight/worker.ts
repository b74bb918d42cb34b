import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { summarise } from '../../../src-core/preflight/file-summary.ts';
import { readPdfFile } from '../../../src-node/pdf-file.ts';
import { answerTasks } from '../../../src-node/threads/answer-tasks.ts';
import { askDisk } from '../../../src-node/threads/disk-wait.ts';
import { isSameStamp, stampOf } from '../files/file-stamp.ts';
import { packFacts } from '../files/packed-facts.ts';
import type { Answers, Task, TaskName, TaskOf } from './tasks.ts';

const HASHED_AT_ONCE_BYTES = 1024 * 1024;

const work: { [N in TaskName]: (task: TaskOf<N>, stopping: AbortSignal) => Promise<Answers[N]> } = {
  facts: async ({ path }) => packFacts(readPdfFile(path)),
  // What a task needs is loaded with the first of its kind: reading facts has to start at once.
  async deeper(task, stopping) {
    const { lookDeeper } = await import('./look-deeper.ts');
    return lookDeeper(task, stopping);
  },
  hash: async ({ path }) => hashed(path),
  fixBegin: async ({ request }) => (await fixes()).beginFix(request),
  fixSee: async ({ request, pages }) => (await fixes()).seePages(request, pages),
  fixDraft: async ({ request, begun, seen }) => (await fixes()).draftFix(request, begun, seen),
  fixCompare: async ({ draft, pages }) => (await fixes()).comparePages(draft, pages),
  fixSettle: async ({ draft, problem }) => (await fixes()).settleFix(draft, problem),
  async report({ request }) {
    const { reportWithPictures } = await import('../../../src-node/report/report-with-pictures.ts');
    return reportWithPictures(request);
  },
  async overprint({ path }) {
    const { OpenedFile } = await import('../../../src-node/opened-file.ts');
    const file = OpenedFile.open(path);
    try {
      const result = file.inspect();
      if (result.status === 'unreadable') return { behind: null, simulated: [], notSimulated: [] };
      const update = file.overprint();
      const { overprintPages, notSimulatedPages } = summarise(result.inspection, update?.pages ?? new Set());
      return { behind: update?.bytes ?? null, simulated: overprintPages, notSimulated: notSimulatedPages };
    } finally {
      file.close();
    }
  },
  async notes({ path }) {
    const { readAnnotatedPdf } = await import('../../../src-node/pdf-notes.ts');
    return readAnnotatedPdf(path);
  },
  async manifest({ path, how }) {
    const { readManifestFile } = await import('../../../src-node/manifests/read-manifest-file.ts');
    return readManifestFile(path, how);
  },
  async rows({ path }) {
    const { readRowsFile } = await import('../../../src-node/manifests/read-rows-file.ts');
    return readRowsFile(path);
  },
  async table({ kind, sheets }) {
    const { writeTables } = await import('../../../src-node/manifests/write-table.ts');
    return writeTables(kind, sheets);
  },
};

/** Waits for the disk itself: the threads that Node has for it are those of the whole process, which a disk that hangs must not hold. */
function hashed(path: string): Answers['hash'] {
  const fd = askDisk(() => openSync(path, 'r'));
  const stampNow = () => stampOf(askDisk(() => fstatSync(fd)));
  const readOn = () => askDisk(() => readSync(fd, buffer));
  const buffer = Buffer.allocUnsafe(HASHED_AT_ONCE_BYTES);
  try {
    const before = stampNow();
    const hash = createHash('sha256');
    for (let read = readOn(); read > 0; read = readOn()) hash.update(buffer.subarray(0, read));
    return { sha256: hash.digest('hex'), stamp: isSameStamp(before, stampNow()) ? before : null };
  } finally {
    askDisk(() => closeSync(fd));
  }
}

const fixes = () => import('../../../src-node/fixes/make-fix.ts');

/** One task at a time: untrusted bytes stay in a thread that can be ended. */
answerTasks((task: Task, { stopping }) =>
  (work[task.task] as (task: Task, stopping: AbortSignal) => Promise<Answers[TaskName]>)(task, stopping),
);
