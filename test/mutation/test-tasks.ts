import { setTimeout as delay } from 'node:timers/promises';
import type { RunnerTask, RunnerTestCase, RunnerTestSuite } from 'vitest';

/** From the innermost to the file itself. */
export function suitesOf(task: RunnerTestCase): RunnerTestSuite[] {
  const suites: RunnerTestSuite[] = [];
  for (let suite = task.suite; suite !== undefined; suite = suite.suite) suites.push(suite);
  return suites.includes(task.file) ? suites : [...suites, task.file];
}

/** The tests of a suite that are run, in their order. */
export const testsOf = (suite: RunnerTestSuite): RunnerTestCase[] =>
  suite.tasks
    .filter(({ mode }: RunnerTask) => mode !== 'skip' && mode !== 'todo')
    .flatMap((task: RunnerTask) => (task.type === 'test' ? [task] : testsOf(task)));

/** Whether it comes to its end in time, and without an error. */
export async function limited(run: () => unknown, limitMs: number): Promise<boolean> {
  const limit = new AbortController();
  const inTime = delay(limitMs, false, { signal: limit.signal }).catch(() => false);
  // A test may throw before it answers a promise.
  const passed = Promise.resolve()
    .then(run)
    .then(
      () => true,
      () => false,
    );
  const answer = await Promise.race([passed, inTime]);
  limit.abort();
  return answer;
}
