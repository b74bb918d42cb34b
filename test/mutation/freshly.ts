import { TestRunner, type RunnerTestCase, type RunnerTestSuite } from 'vitest';
import type { FreshOutcome, TriedOutcome } from './sheet.ts';
import { limited, suitesOf } from './test-tasks.ts';

/** Starts a service, and ends it. */
const HOOK_LIMIT_MS = 90_000;
/** A test that was given up comes to its end when its service has gone. */
const SETTLE_LIMIT_MS = 10_000;

/**
 * Lives of a test file in one process: its hooks from `beforeAll` to `afterAll`, and between them some of its tests. A test
 * that fails under a mutant has to pass without it, there or, where it cannot be repeated, in a new life.
 */
export class Freshly {
  /** A test that was given up still runs, and would meet the next service: this process is of no more use. */
  isSpoilt = false;
  private entered: readonly RunnerTestSuite[] = [];
  /** Nothing was run in this life but what is being asked. */
  private isNew = true;
  private given: Promise<unknown> = Promise.resolve();
  /** The place of the test that was run last. */
  private last = 0;
  /** Tests that fail where they have been run before. */
  private readonly unrepeatable = new Set<number>();

  constructor(
    private readonly tests: readonly RunnerTestCase[],
    private readonly limitsMs: readonly number[],
    /** Places of tests that pass without those before them. */
    readonly sound: Set<number>,
    private readonly switchOn: (mutant: number) => Promise<void>,
  ) {}

  /**
   * What becomes of a mutant on tests by their places; `fromStart`: in a new life, whose start the mutant is on at. On a
   * busy computer a test may be late whatever is on: what kills does so twice.
   */
  async tried(mutant: number, places: readonly number[], fromStart: boolean): Promise<TriedOutcome> {
    const outcome = await this.triedOnce(mutant, places, fromStart);
    if (outcome !== 'killed') return outcome;
    if (this.isSpoilt) return 'hung';
    const rest = fromStart ? places : places.slice(places.indexOf(this.last));
    const again = await this.triedOnce(mutant, rest, fromStart);
    return again === 'killed' && this.isSpoilt ? 'hung' : again;
  }

  private async triedOnce(mutant: number, places: readonly number[], fromStart: boolean): Promise<FreshOutcome> {
    if (fromStart) await this.end();
    this.isNew = this.entered.length === 0;
    await this.switchOn(mutant);
    for (const place of places) {
      if (this.unrepeatable.has(place) && !this.isNew) await this.end();
      if (await this.passes(place)) continue;
      if (!fromStart && (await this.passesWithout(place))) return 'killed';
      if (!this.isNew && !this.isSpoilt) {
        await this.end();
        await this.switchOn(mutant);
        if (await this.passes(place)) {
          this.unrepeatable.add(place);
          continue;
        }
      }
      await this.switchOn(0);
      await this.end();
      const isSound = fromStart || (await this.isSound(place));
      // Begun anew when it is asked once more: what is settled at the start was settled under the mutant.
      await this.end();
      return isSound ? 'killed' : 'unsound';
    }
    const ended = !fromStart || (await this.end());
    await this.switchOn(0);
    return ended ? 'passed' : 'killed';
  }

  /** Whether a test that failed passes twice without the mutant, where it failed. */
  private async passesWithout(place: number): Promise<boolean> {
    if (this.unrepeatable.has(place) || !(await this.isStill())) return false;
    await this.switchOn(0);
    return (await this.passes(place)) && (await this.passes(place));
  }

  /** Whether a test passes without those before it. */
  private async isSound(place: number): Promise<boolean> {
    if (this.sound.has(place)) return true;
    if (this.isSpoilt || !(await this.passes(place))) return false;
    this.sound.add(place);
    return true;
  }

  /** Ends this life: the next test begins another. */
  async end(): Promise<boolean> {
    const left = this.entered.toReversed();
    this.entered = [];
    this.isNew = true;
    const passed = await this.leaveAll(left);
    this.isSpoilt ||= !(await this.isStill(SETTLE_LIMIT_MS));
    return passed;
  }

  /** Whether the last test has come to its end, though it may have been given up. */
  private isStill(withinMs = 0): Promise<boolean> {
    return limited(() => this.given.catch(() => undefined), withinMs);
  }

  private async passes(place: number): Promise<boolean> {
    const test = this.tests[place];
    this.last = place;
    if (test === undefined) throw new Error(`the file has no test ${place}`);
    const path = suitesOf(test).toReversed();
    const before = this.entered;
    this.entered = path;
    return (
      (await this.leaveAll(before.filter((suite) => !path.includes(suite)).toReversed())) &&
      (await this.enterAll(path.filter((suite) => !before.includes(suite)))) &&
      (await limited(
        () => (this.given = lived(test, path)).then(() => undefined),
        this.limitsMs[place] ?? HOOK_LIMIT_MS,
      ))
    );
  }

  /** From the outermost. */
  enterAll(suites: readonly RunnerTestSuite[]): Promise<boolean> {
    return limited(async () => {
      for (const suite of suites) for (const hook of TestRunner.getSuiteHooks(suite).beforeAll) await hook(suite);
    }, HOOK_LIMIT_MS);
  }

  /** From the innermost. */
  leaveAll(suites: readonly RunnerTestSuite[]): Promise<boolean> {
    return limited(async () => {
      for (const suite of suites)
        for (const hook of TestRunner.getSuiteHooks(suite).afterAll.toReversed()) await hook(suite);
    }, HOOK_LIMIT_MS);
  }
}

/** A test with the hooks around it, which come to their end also when it fails. */
async function lived(test: RunnerTestCase, path: readonly RunnerTestSuite[]): Promise<void> {
  for (const suite of path)
    for (const hook of TestRunner.getSuiteHooks(suite).beforeEach) await hook(test.context, suite);
  try {
    await (TestRunner.getTestFn(test) as () => Promise<void>)();
  } finally {
    for (const suite of path.toReversed())
      for (const hook of TestRunner.getSuiteHooks(suite).afterEach) await hook(test.context, suite);
  }
}
