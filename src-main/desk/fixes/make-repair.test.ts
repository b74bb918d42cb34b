import { describe, expect, it } from 'vitest';
import type { FixDraft, FixRequest } from '../../../src-node/fixes/make-fix.ts';
import type { Task } from '../preflight/tasks.ts';
import type { WorkerPool } from '../preflight/worker-pool.ts';
import { makeRepair, type RepairProgress } from './make-repair.ts';

const LANES = 3;
const PAGES = Array.from({ length: 30 }, (_, index) => index);
const request = { inputPath: 'a.pdf', outputPath: 'b.pdf', fix: 'bleedByMirror' } as FixRequest;
const draft = { request, toCompare: PAGES, verification: {} } as unknown as FixDraft;

/** A pool whose threads do nothing but say what `answers` says; what it was asked, and how much of it at once. */
function bench(answers: (task: Task) => unknown) {
  const asked: Task[] = [];
  const told: RepairProgress[] = [];
  let inHand = 0;
  let most = 0;
  const run = async (task: Task) => {
    asked.push(task);
    most = Math.max(most, (inHand += 1));
    await new Promise((next) => setTimeout(next, 1));
    inHand -= 1;
    return answers(task);
  };
  const pool = { run } as unknown as WorkerPool;
  return {
    bench: { pool, lanes: LANES, tell: (at: RepairProgress) => void told.push(at) },
    asked: <N extends Task['task']>(name: N) =>
      asked.filter((task): task is Extract<Task, { task: N }> => task.task === name),
    told,
    mostAtOnce: () => most,
  };
}

const plain = (task: Task): unknown => {
  switch (task.task) {
    case 'fixBegin':
      return { ok: true, answer: { stateBefore: '1', toSee: PAGES } };
    case 'fixSee':
      return { ok: true, answer: { blank: [], sides: task.pages.map((page) => [page, ['left']]) } };
    case 'fixDraft':
      return { ok: true, answer: { ok: true, draft } };
    case 'fixCompare':
      return { ok: true, answer: null };
    case 'fixSettle':
      return { ok: true, answer: task.problem === null ? { ok: true } : { ok: false, problem: task.problem } };
    default:
      throw new Error(task.task);
  }
};

const sorted = (pages: readonly number[]) => pages.toSorted((a, b) => a - b);

describe('a repair by several threads', () => {
  it('has every page looked at and compared once, by all of them at the same time', async () => {
    const one = bench(plain);
    expect(await makeRepair(one.bench, request)).toEqual({ ok: true });
    expect(sorted(one.asked('fixSee').flatMap(({ pages }) => pages))).toEqual(PAGES);
    expect(sorted(one.asked('fixCompare').flatMap(({ pages }) => pages))).toEqual(PAGES);
    expect(one.mostAtOnce()).toBe(LANES);
    const [{ seen } = { seen: { sides: [] } }] = one.asked('fixDraft');
    expect(sorted(seen.sides.map(([page]) => page))).toEqual(PAGES);
  });

  it('tells how far it is, up to the last page of each step', async () => {
    const one = bench(plain);
    await makeRepair(one.bench, request);
    for (const step of ['looking', 'comparing'] as const) {
      const done = one.told.filter((at) => at.step === step && at.total === PAGES.length).map((at) => at.done);
      expect(done[0]).toBe(0);
      expect(done.at(-1)).toBe(PAGES.length);
      expect(done).toEqual(sorted(done));
      expect(done.length).toBeGreaterThan(5);
    }
  });

  it('is given up with the first page that looks otherwise', async () => {
    const problem = { key: 'fixes.problem.failedLooks', params: { page: 1 } };
    const one = bench((task) => (task.task === 'fixCompare' ? { ok: true, answer: problem } : plain(task)));
    expect(await makeRepair(one.bench, request)).toEqual({ ok: false, problem });
    expect(one.asked('fixCompare')).toHaveLength(LANES);
    expect(one.asked('fixSettle')).toHaveLength(1);
  });

  it('is not made where a thread gave no answer', async () => {
    const failed = { ok: false, reason: 'timeLimit' };
    const problem = { key: 'desk.fix.timeLimit' };
    const notCompared = bench((task) => (task.task === 'fixCompare' ? failed : plain(task)));
    expect(await makeRepair(notCompared.bench, request)).toEqual({ ok: false, problem });
    // What was written is taken away.
    expect(notCompared.asked('fixSettle').map((task) => task.problem)).toEqual([problem]);
    const notSeen = bench((task) => (task.task === 'fixSee' ? failed : plain(task)));
    expect(await makeRepair(notSeen.bench, request)).toEqual({ ok: false, problem });
    expect(notSeen.asked('fixDraft')).toHaveLength(0);
  });

  it('is over when it has failed: no thread goes on with it, and nothing more is told', async () => {
    const one = bench((task) =>
      task.task === 'fixSee' && task.pages.includes(0)
        ? { ok: false, reason: 'timeLimit' }
        : task.task === 'fixSee'
          ? new Promise((answer) => setTimeout(() => answer(plain(task)), 20))
          : plain(task),
    );
    expect(await makeRepair(one.bench, request)).toMatchObject({ ok: false });
    const told = one.told.length;
    await new Promise((next) => setTimeout(next, 100));
    expect(one.told).toHaveLength(told);
    expect(one.asked('fixSee')).toHaveLength(LANES);
  });
});
