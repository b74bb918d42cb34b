import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { TestRunner, type RunnerTestCase } from 'vitest';
import { Freshly } from './freshly.ts';
import type { FreshPlan, Note, Sheet } from './sheet.ts';
import { limited, suitesOf, testsOf } from './test-tasks.ts';

const LEAST_LIMIT_MS = 10_000;

/**
 * Runs each test again and again, with one mutant on at a time, in the service that its file has started. A mutant
 * counts as killed only when the test passed without it before, fails with it, passes without it, and all of that again. By a
 * fresh plan the file's own hooks are run again too, so that each mutant meets a service from its start.
 */
export default class RepeatingRunner extends TestRunner {
  private readonly sheet = JSON.parse(readFileSync(process.env['MUTATION_SHEET'] ?? '', 'utf8')) as Sheet;
  private readonly killed = new Set<number>();
  private test = -1;
  private mark = 0;
  private failuresInARow = 0;
  /** What is left of the plan needs another process. */
  private isCutShort = false;

  async runTask(task: RunnerTestCase): Promise<void> {
    this.test += 1;
    const { plan } = this.sheet;
    if (plan?.kind === 'fresh') return this.test === 0 ? this.tryFreshly(task, plan) : undefined;
    const run = TestRunner.getTestFn(task) as () => Promise<void>;
    // What is checked after a test is said of the mutant that was on; the next time finds what it needs before.
    const whole = async () => {
      await run();
      for (const suite of suitesOf(task))
        for (const hook of TestRunner.getSuiteHooks(suite).afterEach) await hook(task.context, suite);
      for (const suite of suitesOf(task).toReversed())
        for (const hook of TestRunner.getSuiteHooks(suite).beforeEach) await hook(task.context, suite);
    };
    if (plan === null) await this.learn(run);
    else if (this.failuresInARow < 2) await this.tryMutants(whole, plan.mutantsOf[this.test] ?? []);
  }

  override onAfterRunFiles(): void {
    super.onAfterRunFiles();
    if (this.sheet.plan === null) this.noteReached('outside', 0);
    if (this.failuresInARow < 2 && !this.isCutShort) this.note({ kind: 'done' });
  }

  /** All mutants of the plan, while the file is at its first test: each has lives of the file, from its start to its end, where it fails or asks for one. */
  private async tryFreshly(first: RunnerTestCase, plan: FreshPlan): Promise<void> {
    const freshly = new Freshly(testsOf(first.file), plan.limitsMs, new Set(plan.sound), (mutant) =>
      this.switchOn(mutant),
    );
    await freshly.leaveAll(suitesOf(first));
    for (const { mutant, tests, fromStart } of plan.trials) {
      if (Date.now() > this.sheet.until || freshly.isSpoilt) break;
      this.note({ kind: 'begun', mutant, outcome: await freshly.tried(mutant, tests, fromStart) });
    }
    await this.switchOn(0);
    for (const test of freshly.sound) if (!plan.sound.includes(test)) this.note({ kind: 'sound', test });
    await freshly.end();
    this.isCutShort = freshly.isSpoilt;
    if (!freshly.isSpoilt) await freshly.enterAll(suitesOf(first).toReversed());
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
    const isSound = await limited(run, 120_000);
    this.failuresInARow = isSound ? 0 : this.failuresInARow + 1;
    const alive = planned.filter((mutant) => !this.killed.has(mutant));
    if (isSound && alive.length === 0) return;
    const limitMs = LEAST_LIMIT_MS + 5 * (performance.now() - began);
    if (!isSound || !(await limited(run, limitMs))) return this.note({ kind: 'unusable', test });
    for (const mutant of alive) {
      if (Date.now() > this.sheet.until) return;
      await this.switchOn(mutant);
      const passed = await limited(run, limitMs);
      await this.switchOn(0);
      if (passed) {
        this.note({ kind: 'tried', test, mutant, outcome: 'passed' });
        continue;
      }
      const isKilled = (await limited(run, limitMs)) && (await this.failsUnder(mutant, run, limitMs));
      this.note({ kind: 'tried', test, mutant, outcome: isKilled ? 'killed' : 'broken' });
      if (!isKilled) return;
      this.killed.add(mutant);
    }
  }

  /** Whether a test fails with a mutant, and passes afterwards without it. */
  private async failsUnder(mutant: number, run: () => Promise<void>, limitMs: number): Promise<boolean> {
    await this.switchOn(mutant);
    const passed = await limited(run, limitMs);
    await this.switchOn(0);
    return !passed && (await limited(run, limitMs));
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
