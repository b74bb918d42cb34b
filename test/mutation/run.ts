import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mutant } from './mutate.ts';
import { mutateModules } from './modules.ts';
import { replaceModules, type ModulesPlugin } from './replace-modules.ts';
import { SERVICE_SCOPES, UNIT_SCOPES, type Scope } from './scope.ts';
import { SURVIVORS } from './survivors.ts';

type Outcome = 'killed' | 'survived' | 'unreached';

export interface Options {
  readonly root: string;
  readonly kind: 'units' | 'service';
  /** Words that a module's path must hold one of; none: all modules. */
  readonly only: readonly string[];
  readonly jobs: number;
  /** Only those that the last run did not see die. */
  readonly again: boolean;
  /** No mutant is begun after so many minutes. */
  readonly minutes: number;
  /** Builds the service with the mutants in it; answers its folder. */
  readonly build: (plugin: ModulesPlugin) => Promise<string>;
}

/** A run of tests that takes longer than this hangs, which no sound module makes it do. */
const RUN_LIMIT_MS = { units: 60_000, service: 300_000 } as const;

/** Runs the tests against every mutant of some modules. Answers whether every one that survived is explained. */
export async function runMutants(options: Options): Promise<boolean> {
  const { root, kind, only, again } = options;
  const scopes = kind === 'units' ? UNIT_SCOPES : SERVICE_SCOPES;
  const all = mutateModules(root, scopes, (path) => readFileSync(path, 'utf8'));
  const before = outcomesBefore(root, kind);
  const isWanted = ({ module, key }: Mutant) => (only.length === 0 || only.some((word) => module.includes(word))) && !(again && before.get(key)?.outcome === 'killed');
  const wanted = all.mutants.filter(isWanted);
  const suites = new Suites(root, kind);
  try {
    if (kind === 'units') suites.useModules(all.code);
    else suites.useProgram(await options.build(replaceModules(all.code)));
    const needed = scopes.filter(({ modules }) => modules.some((module) => wanted.some((mutant) => mutant.module === module)));
    console.log(`${wanted.length} mutants in ${new Set(wanted.map(({ module }) => module)).size} modules`);
    await suites.learn([...new Set(needed.flatMap(({ tests }) => tests))]);
    const outcomes = await judge(options, suites, needed, wanted);
    remember(root, kind, new Set(all.mutants.map(({ key }) => key)), before, outcomes);
    return report(kind, outcomes, wanted, all.mutants);
  } finally {
    suites.dispose();
  }
}

async function judge({ jobs, minutes }: Options, suites: Suites, scopes: readonly Scope[], wanted: readonly Mutant[]): Promise<Map<Mutant, Outcome>> {
  const outcomes = new Map<Mutant, Outcome>();
  const queue = [...wanted];
  const end = performance.now() + minutes * 60_000;
  const work = async () => {
    for (let mutant = queue.shift(); mutant !== undefined && performance.now() < end; mutant = queue.shift()) {
      const { module, id } = mutant;
      const tests = scopes.filter(({ modules }) => modules.includes(module)).flatMap((scope) => scope.tests);
      const outcome = await suites.judge(id, tests);
      outcomes.set(mutant, outcome);
      if (outcome !== 'killed') console.log(`${outcome}: ${mutant.key} (line ${mutant.line})`);
      if (outcomes.size % 25 === 0) console.log(`  ${outcomes.size} of ${wanted.length}`);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return outcomes;
}

function report(kind: string, outcomes: ReadonlyMap<Mutant, Outcome>, wanted: readonly Mutant[], all: readonly Mutant[]): boolean {
  const explained = new Map(SURVIVORS.map(({ key, reason }) => [key, reason]));
  const count = (outcome: Outcome) => [...outcomes.values()].filter((one) => one === outcome).length;
  const alive = [...outcomes].filter(([, outcome]) => outcome !== 'killed').map(([mutant]) => mutant);
  const unexplained = alive.filter(({ key }) => !explained.has(key));
  const died = [...outcomes].filter(([{ key }, outcome]) => outcome === 'killed' && explained.has(key)).map(([{ key }]) => key);
  const modules = new Set(wanted.map(({ module }) => module));
  const gone = SURVIVORS.filter(({ key }) => modules.has(key.split(': ')[0] ?? '') && !all.some((mutant) => mutant.key === key)).map(({ key }) => key);
  for (const module of modules) {
    const own = [...outcomes].filter(([mutant]) => mutant.module === module);
    console.log(`${module.padEnd(48)} ${String(own.filter(([, outcome]) => outcome === 'killed').length).padStart(4)} of ${own.length} killed`);
  }
  console.log(`\n${kind}: ${count('killed')} killed, ${count('survived')} survived, ${count('unreached')} not reached by any test, ${wanted.length - outcomes.size} not run`);
  for (const { key } of unexplained) console.log(`  survived without an explanation: ${key}`);
  for (const key of died) console.log(`  explained, but killed: ${key}`);
  for (const key of gone) console.log(`  explained, but gone: ${key}`);
  return unexplained.length + died.length + gone.length === 0;
}

interface PastOutcome {
  readonly key: string;
  readonly line: number;
  readonly outcome: Outcome;
}

const memoryOf = (root: string, kind: string) => join(root, `.cache/mutants/${kind}.json`);

function outcomesBefore(root: string, kind: string): ReadonlyMap<string, PastOutcome> {
  if (!existsSync(memoryOf(root, kind))) return new Map();
  return new Map((JSON.parse(readFileSync(memoryOf(root, kind), 'utf8')) as PastOutcome[]).map((past) => [past.key, past]));
}

/** What became of each mutant that there still is, the last time it was run. */
function remember(root: string, kind: string, there: ReadonlySet<string>, before: ReadonlyMap<string, PastOutcome>, outcomes: ReadonlyMap<Mutant, Outcome>): void {
  const now = new Map(before);
  for (const [{ key, line }, outcome] of outcomes) now.set(key, { key, line, outcome });
  mkdirSync(join(root, '.cache/mutants'), { recursive: true });
  writeFileSync(memoryOf(root, kind), JSON.stringify([...now.values()].filter(({ key }) => there.has(key)), null, 1));
}

/** Test files, and which mutants each of them comes by. */
class Suites {
  private readonly folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  private readonly reached = new Map<string, ReadonlySet<number>>();
  private readonly tookMs = new Map<string, number>();

  private tested: Readonly<Record<string, string>> = {};

  constructor(
    private readonly root: string,
    private readonly kind: 'units' | 'service',
  ) {}

  useModules(codeByPath: Readonly<Record<string, string>>): void {
    const file = join(this.folder, 'modules.json');
    writeFileSync(file, JSON.stringify(codeByPath));
    this.tested = { MUTATED_MODULES: file };
  }

  useProgram(folder: string): void {
    this.tested = { SERVICE_PROGRAM: folder };
  }

  /** Runs each file once with no mutant on. Throws when one fails, for then it could not tell anything of mutants. */
  async learn(files: readonly string[]): Promise<void> {
    for (const file of files) {
      const notes = join(this.folder, `${this.reached.size}`);
      writeFileSync(notes, '');
      const began = performance.now();
      const { passed, output } = await this.run(file, { MUTANTS_REACHED: notes });
      if (!passed) throw new Error(`${file} fails without a mutant:\n${output.slice(-3_000)}`);
      this.tookMs.set(file, performance.now() - began);
      this.reached.set(file, new Set(readFileSync(notes, 'utf8').split('\n').map(Number)));
    }
  }

  async judge(id: number, files: readonly string[]): Promise<Outcome> {
    const reaching = files.filter((file) => this.reached.get(file)?.has(id)).toSorted((a, b) => (this.tookMs.get(a) ?? 0) - (this.tookMs.get(b) ?? 0));
    for (const file of reaching) {
      const { passed } = await this.run(file, { MUTANT: String(id) });
      if (!passed) return 'killed';
    }
    return reaching.length === 0 ? 'unreached' : 'survived';
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private run(file: string, env: Readonly<Record<string, string>>): Promise<{ passed: boolean; output: string }> {
    const config = this.kind === 'units' ? ['--config', 'test/mutation/vitest.config.ts'] : ['--project', 'acceptance', '--bail', '1'];
    const words = [join(this.root, 'node_modules/vitest/vitest.mjs'), 'run', ...config, file];
    // A group of its own: at the limit its service goes with it.
    const child = spawn(process.execPath, words, { cwd: this.root, env: { ...process.env, ...this.tested, ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    const limit = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), RUN_LIMIT_MS[this.kind]);
    return new Promise((done) => {
      child.once('exit', (code) => {
        clearTimeout(limit);
        done({ passed: code === 0, output });
      });
    });
  }
}

/** `units` or `service`, `--only WORD` (often), `--again`, `--jobs N`, `--minutes N`. */
export function optionsOf(words: readonly string[]): Pick<Options, 'only' | 'again' | 'jobs' | 'minutes'> & { readonly kinds: readonly Options['kind'][] } {
  const valuesOf = (name: string) => words.flatMap((word, index) => (word === name ? [words[index + 1] ?? ''] : []));
  const numberOf = (name: string, otherwise: number) => Number(valuesOf(name)[0] ?? otherwise);
  const kinds = (['units', 'service'] as const).filter((kind) => words.includes(kind));
  return { kinds: kinds.length === 0 ? ['units', 'service'] : kinds, only: valuesOf('--only'), again: words.includes('--again'), jobs: numberOf('--jobs', Math.max(1, cpus().length - 1)), minutes: numberOf('--minutes', Infinity) };
}

