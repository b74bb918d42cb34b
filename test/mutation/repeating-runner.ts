import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { TestRunner, type RunnerTestCase, type RunnerTestSuite } from 'vitest';
import type { Note, Sheet } from './sheet.ts';

const LEAST_LIMIT_MS = 10_000;

/**
 * Runs each test again and again, with one mutant on at a time, in the service that its file has started. A mutant
 * counts as killed only when the test passed without it before, fails with it, and passes without it afterwards.
 */
export default class RepeatingRunner extends TestRunner {
  private readonly sheet = JSON.parse(readFileSync(process.env['MUTATION_SHEET'] ?? '', 'utf8')) as Sheet;
  private readonly killed = new Set<number>();
  private test = -1;
  private mark = 0;
  private failuresInARow = 0;

  async runTask(task: RunnerTestCase): Promise<void> {
    this.test += 1;
    const run = TestRunner.getTestFn(task) as () => Promise<void>;
    // What is checked after a test is said of the mutant that was on; the next time finds what it needs before.
    const whole = async () => {
      await run();
      for (const suite of suitesOf(task))
        for (const hook of TestRunner.getSuiteHooks(suite).afterEach) await hook(task.context, suite);
      for (const suite of suitesOf(task).toReversed())
        for (const hook of TestRunner.getSuiteHooks(suite).beforeEach) await hook(task.context, suite);
    };
    if (this.sheet.plan === null) await this.learn(run);
    else if (this.failuresInARow < 2) await this.tryMutants(whole, this.sheet.plan[this.test] ?? []);
  }

  override onAfterRunFiles(): void {
    super.onAfterRunFiles();
    if (this.sheet.plan === null) this.noteReached('outside', 0);
    if (this.failuresInARow < 2) this.note({ kind: 'done' });
  }

  private async learn(run: () => Promise<void>): Promise<void> {
    this.noteReached('outside', 0);
    await this.switchOn(0);
    const began = performance.now();
    await run();
    this.noteReached(this.test, performance.now() - began);
    await this.switchOn(0);
  }

  private async tryMutants(run: () => Promise<void>, planned: readonly number[]): Promise<void> {
    const { test } = this;
    const began = performance.now();
    const isSound = await passes(run, 120_000);
    this.failuresInARow = isSound ? 0 : this.failuresInARow + 1;
    const alive = planned.filter((mutant) => !this.killed.has(mutant));
    if (isSound && alive.length === 0) return;
    const limitMs = LEAST_LIMIT_MS + 5 * (performance.now() - began);
    if (!isSound || !(await passes(run, limitMs))) return this.note({ kind: 'unusable', test });
    for (const mutant of alive) {
      if (Date.now() > this.sheet.until) return;
      await this.switchOn(mutant);
      const passed = await passes(run, limitMs);
      await this.switchOn(0);
      if (passed) {
        this.note({ kind: 'tried', test, mutant, outcome: 'passed' });
        continue;
      }
      const isSoundAgain = await passes(run, limitMs);
      this.note({ kind: 'tried', test, mutant, outcome: isSoundAgain ? 'killed' : 'broken' });
      if (!isSoundAgain) return;
      this.killed.add(mutant);
    }
  }

  /** Known everywhere when it comes back: also to what is tested in this very process, which looks once a turn of its loop. */
  private async switchOn(mutant: number): Promise<void> {
    this.mark += 1;
    writeFileSync(`${this.sheet.control}.new`, `${mutant} ${this.mark}`);
    renameSync(`${this.sheet.control}.new`, this.sheet.control);
    await turn();
  }

  private noteReached(test: number | 'outside', tookMs: number): void {
    const mutants = readFileSync(this.sheet.reached, 'utf8').split('\n').filter(Boolean).map(Number);
    writeFileSync(this.sheet.reached, '');
    this.note({ kind: 'reached', test, mutants, tookMs });
  }

  private note(note: Note): void {
    appendFileSync(this.sheet.notes, `${JSON.stringify(note)}\n`);
  }
}

/** From the innermost to the file itself. */
function suitesOf(task: RunnerTestCase): RunnerTestSuite[] {
  const suites: RunnerTestSuite[] = [];
  for (let suite = task.suite; suite !== undefined; suite = suite.suite) suites.push(suite);
  return suites.includes(task.file) ? suites : [...suites, task.file];
}

async function passes(run: () => Promise<void>, limitMs: number): Promise<boolean> {
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
