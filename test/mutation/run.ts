import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { Judgement, type Outcome } from './judgement.ts';
import { Keeper } from './keeper.ts';
import type { Mutant } from './mutate.ts';
import { mutateModules } from './modules.ts';
import { replaceModules, type ModulesPlugin } from './replace-modules.ts';
import { SERVICE_SCOPES, UNIT_SCOPES } from './scope.ts';
import { Suites } from './suites.ts';
import { SURVIVORS } from './survivors.ts';

export interface Options {
  readonly root: string;
  readonly kind: 'units' | 'service';
  /** Words that a module's path must hold one of; none: all modules. */
  readonly only: readonly string[];
  readonly jobs: number;
  /** Only those that the last run did not see die. */
  readonly again: boolean;
  /** Only those that are explained, each asked by every test that comes by it: whether the reasons hold. */
  readonly explained: boolean;
  /** No mutant is begun after so many minutes. */
  readonly minutes: number;
  /** Builds the service with the mutants in it; answers its folder. */
  readonly build: (plugin: ModulesPlugin) => Promise<string>;
}

const STOPPING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs the tests against every mutant of some modules. Answers whether every one died or is explained, and no explanation is stale. */
export async function runMutants(options: Options): Promise<boolean> {
  const { root, kind, only, again } = options;
  const explained = new Set(SURVIVORS.map(({ key }) => key));
  const scopes = kind === 'units' ? UNIT_SCOPES : SERVICE_SCOPES;
  const all = mutateModules(root, scopes, (path) => readFileSync(path, 'utf8'));
  const before = outcomesBefore(root, kind);
  const isWanted = ({ module, key }: Mutant) =>
    (only.length === 0 || only.some((word) => module.includes(word))) &&
    !(again && before.get(key)?.outcome === 'killed') &&
    !(options.explained && !explained.has(key));
  const wanted = all.mutants.filter(isWanted);
  const keeper = new Keeper(root, scopes, all.mutants);
  const suites = new Suites(root, kind, keeper);
  const stop = () => {
    suites.dispose();
    process.exit(1);
  };
  for (const signal of STOPPING) process.once(signal, stop);
  try {
    if (kind === 'units') suites.useModules(all.code);
    else suites.useProgram(await options.build(replaceModules(all.code)));
    const needed = scopes.filter(({ modules }) =>
      modules.some((module) => wanted.some((mutant) => mutant.module === module)),
    );
    console.log(`${wanted.length} mutants in ${new Set(wanted.map(({ module }) => module)).size} modules`);
    const there = new Set(all.mutants.map(({ key }) => key));
    const outcomes = await new Judgement(
      suites,
      keeper,
      needed,
      wanted,
      options.explained ? new Set() : explained,
      Date.now() + options.minutes * 60_000,
      (sofar) => remember(root, kind, there, before, sofar),
    ).run(options.jobs);
    return report(kind, outcomes, wanted, all.mutants);
  } finally {
    for (const signal of STOPPING) process.off(signal, stop);
    suites.dispose();
  }
}

function report(
  kind: string,
  outcomes: ReadonlyMap<Mutant, Outcome>,
  wanted: readonly Mutant[],
  all: readonly Mutant[],
): boolean {
  const explained = new Map(SURVIVORS.map(({ key, reason }) => [key, reason]));
  const count = (outcome: Outcome) => [...outcomes.values()].filter((one) => one === outcome).length;
  const alive = [...outcomes].filter(([, outcome]) => outcome !== 'killed').map(([mutant]) => mutant);
  const unexplained = alive.filter(({ key }) => !explained.has(key));
  const died = [...outcomes]
    .filter(([{ key }, outcome]) => outcome === 'killed' && explained.has(key))
    .map(([{ key }]) => key);
  const modules = new Set(wanted.map(({ module }) => module));
  const gone = SURVIVORS.filter(
    ({ key }) => modules.has(key.split(': ')[0] ?? '') && !all.some((mutant) => mutant.key === key),
  ).map(({ key }) => key);
  for (const module of modules) {
    const own = [...outcomes].filter(([mutant]) => mutant.module === module);
    console.log(
      `${module.padEnd(48)} ${String(own.filter(([, outcome]) => outcome === 'killed').length).padStart(4)} of ${own.length} killed`,
    );
  }
  console.log(
    `\n${kind}: ${count('killed')} killed, ${count('explained')} explained, ${count('survived')} survived, ${count('unreached')} not reached by any test, ${wanted.length - outcomes.size} not run`,
  );
  for (const { key } of unexplained) console.log(`  survived without an explanation: ${key}`);
  for (const key of died) console.log(`  explained, but killed: ${key}`);
  for (const key of gone) console.log(`  explained, but gone: ${key}`);
  return unexplained.length + died.length + gone.length + wanted.length - outcomes.size === 0;
}

interface PastOutcome {
  readonly key: string;
  readonly line: number;
  readonly outcome: Outcome;
}

const memoryOf = (root: string, kind: string) => join(root, `.cache/mutants/${kind}.json`);

function outcomesBefore(root: string, kind: string): ReadonlyMap<string, PastOutcome> {
  if (!existsSync(memoryOf(root, kind))) return new Map();
  return new Map(
    (JSON.parse(readFileSync(memoryOf(root, kind), 'utf8')) as PastOutcome[]).map((past) => [past.key, past]),
  );
}

/** What became of each mutant that there still is, the last time it was run. */
function remember(
  root: string,
  kind: string,
  there: ReadonlySet<string>,
  before: ReadonlyMap<string, PastOutcome>,
  outcomes: ReadonlyMap<Mutant, Outcome>,
): void {
  const now = new Map(before);
  for (const [{ key, line }, outcome] of outcomes) now.set(key, { key, line, outcome });
  mkdirSync(join(root, '.cache/mutants'), { recursive: true });
  writeFileSync(
    memoryOf(root, kind),
    JSON.stringify(
      [...now.values()].filter(({ key }) => there.has(key)),
      null,
      1,
    ),
  );
}

/** `units` or `service`, `--only WORD` (often), `--again`, `--explained`, `--jobs N`, `--minutes N`. */
export function optionsOf(
  words: readonly string[],
): Pick<Options, 'only' | 'again' | 'explained' | 'jobs' | 'minutes'> & { readonly kinds: readonly Options['kind'][] } {
  const valuesOf = (name: string) => words.flatMap((word, index) => (word === name ? [words[index + 1] ?? ''] : []));
  const numberOf = (name: string, otherwise: number) => Number(valuesOf(name)[0] ?? otherwise);
  const kinds = (['units', 'service'] as const).filter((kind) => words.includes(kind));
  return {
    kinds: kinds.length === 0 ? ['units', 'service'] : kinds,
    only: valuesOf('--only'),
    again: words.includes('--again'),
    explained: words.includes('--explained'),
    jobs: numberOf('--jobs', Math.max(1, cpus().length - 1)),
    minutes: numberOf('--minutes', Infinity),
  };
}
