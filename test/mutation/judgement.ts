import type { Mutant } from './mutate.ts';
import type { Scope } from './scope.ts';
import type { Reach, Suites, Trial } from './suites.ts';

export type Outcome = 'killed' | 'survived' | 'unreached';

/** Tests quicker than this are tried first: most mutants die by them. */
const QUICK_MS = 300;

/**
 * What becomes of some mutants. First each test is run under each mutant that it comes by, one mutant after the other in a
 * service that runs on; then each mutant that is left gets a service of its own, where what it changes is settled at the
 * start, or a test cannot be run twice in one service.
 */
export class Judgement {
  private readonly outcomes = new Map<Mutant, Outcome>();
  /** The quickest file first. */
  private readonly reach = new Map<string, Reach>();
  private readonly trials = new Map<string, Trial>();
  private ofFirstStart: ReadonlySet<number> = new Set();

  constructor(
    private readonly suites: Pick<Suites, 'learn' | 'learnFirstStart' | 'try' | 'passesUnder'>,
    private readonly scopes: readonly Scope[],
    private readonly wanted: readonly Mutant[],
    /** No mutant is begun after this instant, in ms since 1970. */
    private readonly until: number,
    /** Told all outcomes there are, again and again. */
    private readonly keep: (outcomes: ReadonlyMap<Mutant, Outcome>) => void,
  ) {}

  /** Answers what became of those that there was time for. */
  async run(jobs: number): Promise<ReadonlyMap<Mutant, Outcome>> {
    await this.learn();
    for (const mostMs of [QUICK_MS, Infinity]) await this.tryInOneService(mostMs);
    const queue = this.wanted.filter((mutant) => !this.outcomes.has(mutant));
    const work = async () => {
      for (let mutant = queue.shift(); mutant !== undefined && Date.now() < this.until; mutant = queue.shift())
        await this.tryAlone(mutant);
    };
    await Promise.all(Array.from({ length: jobs }, work));
    return this.outcomes;
  }

  private async learn(): Promise<void> {
    this.ofFirstStart = await this.suites.learnFirstStart();
    const learnt: [string, Reach][] = [];
    for (const file of new Set(this.wanted.flatMap((mutant) => this.filesOf(mutant))))
      learnt.push([file, await this.suites.learn(file)]);
    for (const [file, reach] of learnt.toSorted(([, a], [, b]) => a.tookMs - b.tookMs)) this.reach.set(file, reach);
  }

  private async tryInOneService(mostMs: number): Promise<void> {
    for (const [file, { tests }] of this.reach) {
      const before = this.trials.get(file) ?? { killed: new Set(), broken: new Set(), passed: new Set() };
      const open = this.wanted.filter(
        (mutant) => !this.outcomes.has(mutant) && !before.broken.has(mutant.id) && this.filesOf(mutant).includes(file),
      );
      const planOf = (test: number) =>
        open
          .filter(({ id }) => tests[test]?.mutants.has(id) === true && !before.passed.has(`${test} ${id}`))
          .map(({ id }) => id);
      const plan = Object.fromEntries(
        tests.flatMap(({ tookMs }, test) => (tookMs <= mostMs ? [[test, planOf(test)]] : [])),
      );
      const trial = await this.suites.try(file, plan, this.until);
      this.trials.set(file, {
        killed: both(before.killed, trial.killed),
        broken: both(before.broken, trial.broken),
        passed: both(before.passed, trial.passed),
      });
      for (const mutant of open) if (trial.killed.has(mutant.id)) this.outcomes.set(mutant, 'killed');
      this.keep(this.outcomes);
      console.log(`  ${this.outcomes.size} of ${this.wanted.length} after ${file}`);
    }
  }

  private async tryAlone(mutant: Mutant): Promise<void> {
    const outcome = await this.outcomeAlone(mutant);
    if (outcome === null) return;
    this.outcomes.set(mutant, outcome);
    this.keep(this.outcomes);
    if (outcome !== 'killed') console.log(`${outcome}: ${mutant.key} (line ${mutant.line})`);
    if (this.outcomes.size % 25 === 0) console.log(`  ${this.outcomes.size} of ${this.wanted.length}`);
  }

  /** Null when the time is over before it is known. */
  private async outcomeAlone(mutant: Mutant): Promise<Outcome | null> {
    const files = [...this.reach].filter(([file]) => this.filesOf(mutant).includes(file));
    const isFirst = this.ofFirstStart.has(mutant.id);
    if (
      !isFirst &&
      !files.some(
        ([, { outside, tests }]) => outside.has(mutant.id) || tests.some(({ mutants }) => mutants.has(mutant.id)),
      )
    )
      return 'unreached';
    const open = files.filter(([file, reach]) => isFirst || this.isOpen(mutant, file, reach)).map(([file]) => file);
    // Where it broke a test before it most likely does again.
    const isSuspect = (file: string) => Number(this.trials.get(file)?.broken.has(mutant.id) ?? false);
    for (const file of open.toSorted((a, b) => isSuspect(b) - isSuspect(a))) {
      if (Date.now() > this.until) return null;
      if (!(await this.suites.passesUnder(file, mutant.id, isFirst))) return 'killed';
    }
    return 'survived';
  }

  /** Whether a file may still have something to say of a mutant. */
  private isOpen({ id }: Mutant, file: string, { outside, tests }: Reach): boolean {
    return (
      outside.has(id) ||
      tests.some(({ mutants }, test) => mutants.has(id) && this.trials.get(file)?.passed.has(`${test} ${id}`) !== true)
    );
  }

  private filesOf({ module }: Mutant): readonly string[] {
    return this.scopes.filter(({ modules }) => modules.includes(module)).flatMap(({ tests }) => tests);
  }
}

const both = <T>(a: ReadonlySet<T>, b: ReadonlySet<T>): ReadonlySet<T> => new Set([...a, ...b]);
