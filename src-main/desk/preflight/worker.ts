import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { summarise } from '../../../src-core/preflight/file-summary.ts';
import { readPdfFile } from '../../../src-node/pdf-file.ts';
import { answerTasks } from '../../../src-node/threads/answer-tasks.ts';
import { isSameStamp, stampOf } from '../files/file-stamp.ts';
import { packFacts } from '../files/packed-facts.ts';
import type { Answers, Task, TaskName, TaskOf } from './tasks.ts';

const work: { [N in TaskName]: (task: TaskOf<N>, stopping: AbortSignal) => Promise<Answers[N]> } = {
  facts: async ({ path }) => packFacts(readPdfFile(path)),
  // What a task needs is loaded with the first of its kind: reading facts has to start at once.
  async deeper({ request }, stopping) {
    const { preflightFile } = await import('../../../src-node/preflight-file.ts');
    const { facts: _, ...answer } = await preflightFile(request, stopping);
    return answer;
  },
  async hash({ path }) {
    const file = await open(path, 'r');
    try {
      const before = stampOf(await file.stat());
      const hash = createHash('sha256');
      const stream = file.createReadStream({ highWaterMark: 1024 * 1024, autoClose: false });
      for await (const chunk of stream) hash.update(chunk as Uint8Array);
      return { sha256: hash.digest('hex'), stamp: isSameStamp(before, stampOf(await file.stat())) ? before : null };
    } finally {
      await file.close();
    }
  },
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
  async manifest({ path, how }) {
    const { readManifestFile } = await import('../../../src-node/manifests/read-manifest-file.ts');
    return readManifestFile(path, how);
  },
  async table({ kind, sheets }) {
    const { writeTables } = await import('../../../src-node/manifests/write-table.ts');
    return writeTables(kind, sheets);
  },
};

const fixes = () => import('../../../src-node/fixes/make-fix.ts');

/** One task at a time: untrusted bytes stay in a thread that can be ended. */
answerTasks((task: Task, { stopping }) =>
  (work[task.task] as (task: Task, stopping: AbortSignal) => Promise<Answers[TaskName]>)(task, stopping),
);
