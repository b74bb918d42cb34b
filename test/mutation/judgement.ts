import type { Keeper } from './keeper.ts';
import type { Mutant } from './mutate.ts';
import type { Scope } from './scope.ts';
import type { FreshTrial, Reach, Suites } from './suites.ts';

/** Which tests of a file are run under a mutant. */
type Stage = 'likely' | 'reaching' | 'whole';

/** `explained`: it came through the tests that are asked first, and the others were not asked (`Judgement`). */
export type Outcome = 'killed' | 'survived' | 'unreached' | 'explained';

/** Tests quicker than this are tried in a service that runs on: most mutants die by them. */
const QUICK_MS = 300;
/** How many mutants one process of the test runner has to try, each in a service of its own. */
const TRIALS_AT_ONCE = 12;
/** How long tests may take that are asked first: quick ones that come by few mutants, so by what they are about. */
const LIKELY_MS = 5_000;
/** A test that hangs under a mutant. */
const LEAST_LIMIT_MS = 10_000;

/**
 * What becomes of some mutants. First each quick test is run under each mutant that it comes by, one mutant after the other
 * in a service that runs on. Each mutant that is left gets services of its own: for the tests that come by it, then, where
 * what it changes is settled at the start or those tests need the others, for whole files. A mutant whose survival is
 * explained meets only those tests that most others die by: that it comes through all of them is the dearest thing to see.
 */
export class Judgement {
  private readonly outcomes = new Map<Mutant, Outcome>();
  /** The quickest file first. */
  private readonly reach = new Map<string, Reach>();
  private ofFirstStart: ReadonlySet<number> = new Set();

  constructor(
    private readonly suites: Pick<Suites, 'learn' | 'learnFirstStart' | 'try' | 'tryFreshly' | 'passesUnder'>,
    private readonly keeper: Pick<Keeper, 'seen' | 'keepSeen'>,
    private readonly scopes: readonly Scope[],
    private readonly wanted: readonly Mutant[],
    /** Keys of those that are not asked by every test. */
    private readonly explained: ReadonlySet<string>,
    /** No mutant is begun after this instant, in ms since 1970. */
    private readonly until: number,
    /** Told all outcomes there are, again and again. */
    private readonly keep: (outcomes: ReadonlyMap<Mutant, Outcome>) => void,
  ) {}

  /** Answers what became of those that there was time for. */
  async run(jobs: number): Promise<ReadonlyMap<Mutant, Outcome>> {
    await this.learn(jobs);
    const explained = this.wanted.filter(({ key }) => this.explained.has(key));
    const others = this.wanted.filter(({ key }) => !this.explained.has(key));
    await this.tryInOneService(others);
    for (const stage of ['likely', 'reaching', 'whole'] as const) await this.tryFreshly(jobs, stage, others);
    await inTurn(jobs, this.left(others), (mutant) => this.conclude(mutant));
    await this.tryInOneService(explained);
    await this.tryFreshly(jobs, 'likely', explained);
    if (Date.now() < this.until) for (const mutant of this.left(explained)) this.settle(mutant, 'explained');
    return this.outcomes;
  }

  private async learn(jobs: number): Promise<void> {
    this.ofFirstStart = await this.suites.learnFirstStart();
    const learnt: [string, Reach][] = [];
    await inTurn(jobs, [...new Set(this.wanted.flatMap((mutant) => this.filesOf(mutant)))], async (file) => {
      learnt.push([file, await this.suites.learn(file)]);
    });
    for (const [file, reach] of learnt.toSorted(([, a], [, b]) => a.tookMs - b.tookMs)) this.reach.set(file, reach);
  }

  private async tryInOneService(among: readonly Mutant[]): Promise<void> {
    for (const [file, { tests }] of this.reach) {
      const before = this.keeper.seen(file);
      const open = this.left(among)
        .filter(({ id }) => !before.broken.has(id))
        .filter((mutant) => this.filesOf(mutant).includes(file));
      const planOf = (test: number) =>
        open
          .filter(({ id }) => tests[test]?.mutants.has(id) === true && !before.passed.has(`${test} ${id}`))
          .map(({ id }) => id);
      const plan = Object.fromEntries(
        tests.flatMap(({ tookMs }, test) => (tookMs <= QUICK_MS ? [[test, planOf(test)]] : [])),
      );
      const trial = await this.suites.try(file, plan, this.until);
      this.keeper.keepSeen(file, {
        ...before,
        passed: both(before.passed, trial.passed),
        broken: both(before.broken, trial.broken),
      });
      for (const mutant of open) if (trial.killed.has(mutant.id)) this.settle(mutant, 'killed');
      console.log(`  ${this.outcomes.size} of ${this.wanted.length} after ${file}`);
    }
  }

  /** In rounds: each mutant is tried on one file, and on the next when it has come through all of its tests. */
  private async tryFreshly(jobs: number, stage: Stage, among: readonly Mutant[]): Promise<void> {
    const tried = new Set<string>();
    for (;;) {
      const byFile = new Map<string, Mutant[]>();
      for (const mutant of this.left(among)) {
        const file = this.nextFile(mutant, stage, tried);
        if (file === undefined) continue;
        tried.add(`${file} ${mutant.id}`);
        byFile.set(file, [...(byFile.get(file) ?? []), mutant]);
      }
      const batches = [...byFile].flatMap(([file, mutants]) =>
        inBatches(mutants, TRIALS_AT_ONCE).map((batch) => ({ file, batch })),
      );
      if (batches.length === 0) return;
      await inTurn(jobs, batches, async ({ file, batch }) => {
        if (Date.now() > this.until) return;
        await this.tryBatch(file, batch, stage);
        console.log(`  ${this.outcomes.size} of ${this.wanted.length}, ${stage} tests of ${file}`);
      });
      if (Date.now() > this.until || stage === 'likely') return;
    }
  }

  private async tryBatch(file: string, batch: readonly Mutant[], stage: Stage): Promise<void> {
    const reach = this.reachOf(file);
    const trials = batch.map(
      (mutant): FreshTrial => ({
        mutant: mutant.id,
        tests: this.testsOf(mutant, file, stage),
        fromStart: stage === 'whole',
      }),
    );
    const limitsMs = reach.tests.map(({ tookMs }) => LEAST_LIMIT_MS + 5 * tookMs);
    const outcomes = await this.suites.tryFreshly(file, trials, limitsMs, this.until);
    const of = (outcome: string) => new Set([...outcomes].flatMap(([id, one]) => (one === outcome ? [id] : [])));
    const seen = this.keeper.seen(file);
    const passed = trials
      .filter(({ mutant }) => outcomes.get(mutant) === 'passed')
      .flatMap(({ mutant, tests }) => tests.map((test) => `${test} ${mutant}`));
    this.keeper.keepSeen(file, {
      ...seen,
      passed: both(seen.passed, new Set(passed)),
      unsound: both(seen.unsound, of('unsound')),
      passedWhole: stage === 'whole' ? both(seen.passedWhole, of('passed')) : seen.passedWhole,
    });
    for (const mutant of batch) if (outcomes.get(mutant.id) === 'killed') this.settle(mutant, 'killed');
  }

  private testsOf(mutant: Mutant, file: string, stage: Stage): readonly number[] {
    const { tests } = this.reachOf(file);
    if (stage === 'whole') return tests.map((_, test) => test);
    const open = this.openTests(mutant, file);
    if (stage === 'reaching') return open;
    let leftMs = LIKELY_MS;
    return open
      .toSorted(by((test) => this.unlikeliness(file, test)))
      .filter((test, place) => place === 0 || (leftMs -= tests[test]?.tookMs ?? 0) > 0);
  }

  /** Of a test: what it costs to learn little. */
  private unlikeliness(file: string, test: number): number {
    const { tests, outside } = this.reachOf(file);
    const { tookMs, mutants } = tests[test] ?? { tookMs: Infinity, mutants: outside };
    return tookMs * mutants.size;
  }

  private nextFile(mutant: Mutant, stage: Stage, tried: ReadonlySet<string>): string | undefined {
    const costOf = (file: string) => {
      if (stage === 'whole') return this.reachOf(file).tookMs;
      const open = this.openTests(mutant, file);
      if (stage === 'likely') return Math.min(...open.map((test) => this.unlikeliness(file, test)));
      return open.reduce((sum, test) => sum + (this.reachOf(file).tests[test]?.tookMs ?? 0), 0);
    };
    return this.filesOf(mutant)
      .filter((file) => !tried.has(`${file} ${mutant.id}`))
      .filter((file) => (stage === 'whole' ? this.needsWhole(mutant, file) : this.needsTests(mutant, file)))
      .toSorted(by(costOf))[0];
  }

  /** Places of the tests of a file that come by a mutant and may have something to say of it, the quickest first. */
  private openTests({ id }: Mutant, file: string): readonly number[] {
    const seen = this.keeper.seen(file);
    const { tests } = this.reachOf(file);
    return tests
      .flatMap(({ mutants }, test) => (mutants.has(id) && !seen.passed.has(`${test} ${id}`) ? [test] : []))
      .toSorted(by((test) => tests[test]?.tookMs ?? 0));
  }

  private needsTests(mutant: Mutant, file: string): boolean {
    const { passedWhole, unsound } = this.keeper.seen(file);
    const isSeen = [passedWhole, unsound].some((ids) => ids.has(mutant.id));
    return !isSeen && this.openTests(mutant, file).length > 0;
  }

  private needsWhole({ id }: Mutant, file: string): boolean {
    const { passedWhole, unsound } = this.keeper.seen(file);
    return !passedWhole.has(id) && (unsound.has(id) || this.reachOf(file).outside.has(id));
  }

  /** Of a mutant that came through all tries. */
  private async conclude(mutant: Mutant): Promise<void> {
    const files = this.filesOf(mutant);
    if (this.ofFirstStart.has(mutant.id)) {
      for (const file of files) {
        if (Date.now() > this.until) return;
        if (!(await this.suites.passesUnder(file, mutant.id, true))) return this.settle(mutant, 'killed');
      }
      return this.settle(mutant, 'survived');
    }
    if (files.some((file) => this.needsTests(mutant, file) || this.needsWhole(mutant, file))) return;
    const isReached = files.some((file) => {
      const { outside, tests } = this.reachOf(file);
      return outside.has(mutant.id) || tests.some(({ mutants }) => mutants.has(mutant.id));
    });
    this.settle(mutant, isReached ? 'survived' : 'unreached');
  }

  private settle(mutant: Mutant, outcome: Outcome): void {
    this.outcomes.set(mutant, outcome);
    this.keep(this.outcomes);
    if (outcome === 'survived' || outcome === 'unreached')
      console.log(`${outcome}: ${mutant.key} (line ${mutant.line})`);
  }

  private left(among = this.wanted): readonly Mutant[] {
    return among.filter((mutant) => !this.outcomes.has(mutant));
  }

  private reachOf(file: string): Reach {
    const reach = this.reach.get(file);
    if (reach === undefined) throw new Error(`${file} has not been learnt`);
    return reach;
  }

  private filesOf({ module }: Mutant): readonly string[] {
    return this.scopes.filter(({ modules }) => modules.includes(module)).flatMap(({ tests }) => tests);
  }
}

const by =
  <T>(valueOf: (one: T) => number) =>
  (a: T, b: T): number =>
    valueOf(a) - valueOf(b);

const both = <T>(a: ReadonlySet<T>, b: ReadonlySet<T>): ReadonlySet<T> => new Set([...a, ...b]);

const inBatches = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, batch) => all.slice(batch * size, (batch + 1) * size));

/** So many at once. */
async function inTurn<T>(jobs: number, all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const queue = [...all];
  const worker = async () => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: jobs }, worker));
}
