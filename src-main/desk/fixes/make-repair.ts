import type { TextRef } from '../../../src-core/text-ref.ts';
import type { FixProgress } from '../../../src-core/ipc/subjects/fixes.ts';
import type { SeenLooks } from '../../../src-node/fixes/look-at-pages.ts';
import type { FixDraft, FixOutcome, FixRequest } from '../../../src-node/fixes/make-fix.ts';
import type { Failure, Outcome, TaskName } from '../preflight/tasks.ts';
import type { WorkerPool } from '../preflight/worker-pool.ts';

/** Each task opens two files and reads all of both: of a long book it takes more pages, and still shows that something moves. */
const LEAST_PAGES_A_TASK = 4;
const TASKS_A_LANE = 8;

/** How far a repair is: its step, and of the pages of that step those that are done. */
export type RepairProgress = Pick<FixProgress, 'step' | 'done' | 'total'>;

export interface Bench {
  readonly pool: WorkerPool;
  /** Threads of the pool. */
  readonly lanes: number;
  readonly tell: (progress: RepairProgress) => void;
}

/** A step that was not done: what the operator is told. */
class StepFailed extends Error {
  constructor(readonly problem: TextRef) {
    super('a step of a repair failed');
  }
}

/**
 * Makes a repair with all threads of a pool: pages are looked at, and compared, some by each. Answers what `makeFix` does. Pages
 * of a repair that has failed already are not looked at any more.
 */
export async function makeRepair(bench: Bench, request: FixRequest): Promise<FixOutcome> {
  const { pool, tell } = bench;
  try {
    tell({ step: 'looking', done: 0, total: 0 });
    const begun = answerOf(await pool.run<'fixBegin'>({ task: 'fixBegin', request }));
    const seen = await inParts(bench, begun.toSee, 'looking', async (pool, pages) =>
      answerOf(await pool.run<'fixSee'>({ task: 'fixSee', request, pages })),
    );
    tell({ step: 'writing', done: 0, total: 0 });
    const drafted = answerOf(await pool.run<'fixDraft'>({ task: 'fixDraft', request, begun, seen: together(seen) }));
    if (!drafted.ok) return drafted;
    return await settled(bench, drafted.draft);
  } catch (error) {
    if (error instanceof StepFailed) return { ok: false, problem: error.problem };
    throw error;
  }
}

async function settled(bench: Bench, draft: FixDraft): Promise<FixOutcome> {
  const { verification, toCompare } = draft;
  let problem: TextRef | null = null;
  const compare = async (pool: WorkerPool, pages: readonly number[]): Promise<void> => {
    const outcome = await pool.run<'fixCompare'>({ task: 'fixCompare', draft: { verification }, pages });
    problem ??= outcome.ok ? outcome.answer : failureOf(outcome.reason);
  };
  await inParts(bench, toCompare, 'comparing', compare, () => problem !== null);
  return answerOf(await bench.pool.run<'fixSettle'>({ task: 'fixSettle', draft, problem }));
}

/** By as many lanes as the pool has threads: what is not begun yet can be left when one lane has failed. */
async function inParts<T>(
  { pool, lanes, tell }: Bench,
  pages: readonly number[],
  step: RepairProgress['step'],
  work: (pool: WorkerPool, pages: readonly number[]) => Promise<T>,
  isEnough: () => boolean = () => false,
): Promise<T[]> {
  const total = pages.length;
  const pagesATask = Math.max(LEAST_PAGES_A_TASK, Math.ceil(total / (lanes * TASKS_A_LANE)));
  const answers: T[] = [];
  let next = 0;
  let done = 0;
  let failure: { readonly error: unknown } | null = null;
  tell({ step, done, total });
  const lane = async (): Promise<void> => {
    while (next < total && failure === null && !isEnough()) {
      const part = pages.slice(next, next + pagesATask);
      next += part.length;
      try {
        answers.push(await work(pool, part));
      } catch (error) {
        failure ??= { error };
        return;
      }
      done += part.length;
      tell({ step, done, total });
    }
  };
  // All lanes end before the step does: one that went on would tell of a repair that is over.
  await Promise.all(Array.from({ length: lanes }, lane));
  if (failure !== null) throw (failure as { readonly error: unknown }).error;
  return answers;
}

const together = (seen: readonly SeenLooks[]): SeenLooks => ({
  blank: seen.flatMap(({ blank }) => blank),
  sides: seen.flatMap(({ sides }) => sides),
});

function answerOf<N extends TaskName>(outcome: Outcome<N>): Extract<Outcome<N>, { ok: true }>['answer'] {
  if (!outcome.ok) throw new StepFailed(failureOf(outcome.reason));
  return outcome.answer;
}

export const failureOf = (reason: Failure): TextRef => ({ key: `desk.fix.${reason}` });
