import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Keeper } from './keeper.ts';
import type { FreshOutcome, Note, Sheet } from './sheet.ts';

/** A run of tests that takes longer than this hangs, which no sound module makes it do; of many mutants: one that does not come to its next. */
const RUN_LIMIT_MS = { units: 120_000, service: 600_000 } as const;
/** A test that fails on a busy computer passes when it is run again. */
const LEARNING_ATTEMPTS = 3;

const STOP_LIMIT_MS = 5_000;
const STEP_MS = 100;
const WATCH_MS = 1_000;
/** What a test file comes by, learnt with no mutant on. */
export interface Reach {
  readonly tookMs: number;
  /** By the place of the test. */
  readonly tests: readonly { readonly tookMs: number; readonly mutants: ReadonlySet<number> }[];
  /** While the service started, and between tests. */
  readonly outside: ReadonlySet<number>;
}

/** What trying mutants on the tests of a file showed. */
export interface Trial {
  readonly killed: ReadonlySet<number>;
  /** Mutants after which a test no longer passed without them. */
  readonly broken: ReadonlySet<number>;
  /** `test mutant`: the test passed under the mutant. */
  readonly passed: ReadonlySet<string>;
}

/** Tests, by their places, to run under a mutant, `fromStart`: from the start of its service. */
export interface FreshTrial {
  readonly mutant: number;
  readonly tests: readonly number[];
  readonly fromStart: boolean;
}

/** Test files, run against what is mutated. */
export class Suites {
  private readonly folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  private readonly running = new Set<ChildProcess>();
  private tested: Readonly<Record<string, string>> = {};

  constructor(
    private readonly root: string,
    private readonly kind: 'units' | 'service',
    private readonly keeper: Pick<Keeper, 'reach' | 'keepReach' | 'sound' | 'keepSound'>,
  ) {
    // The service's PostgreSQL may be another user, who has to reach its files.
    chmodSync(this.folder, 0o755);
  }

  useModules(codeByPath: Readonly<Record<string, string>>): void {
    const file = join(this.folder, 'modules.json');
    writeFileSync(file, JSON.stringify(codeByPath));
    this.tested = { MUTATED_MODULES: file };
  }

  useProgram(folder: string): void {
    this.tested = { SERVICE_PROGRAM: folder };
  }

  /**
   * Runs a file once with no mutant on; what was learnt of the same file and the same program before is kept. Throws when
   * it fails, for then it could not tell anything of mutants.
   */
  async learn(file: string): Promise<Reach> {
    const kept = this.keeper.reach(file);
    if (kept !== null) return kept;
    const reach = await this.reachOf(file);
    this.keeper.keepReach(file, reach);
    return reach;
  }

  private async reachOf(file: string): Promise<Reach> {
    const { tookMs, notes } = await this.notesOf(file);
    const reached = notes.flatMap((note) => (note.kind === 'reached' ? [note] : []));
    return {
      tookMs,
      tests: reached.flatMap(({ test, tookMs: ofTest, mutants }) =>
        test === 'outside' ? [] : [{ tookMs: ofTest, mutants: new Set(mutants) }],
      ),
      outside: new Set(reached.flatMap(({ test, mutants }) => (test === 'outside' ? mutants : []))),
    };
  }

  private async notesOf(file: string): Promise<{ tookMs: number; notes: readonly Note[] }> {
    const began = performance.now();
    let last = '';
    for (let attempt = 0; attempt < LEARNING_ATTEMPTS; attempt += 1) {
      const { passed, output, notes } = await this.runWithSheet(file, null, Infinity);
      if (passed) return { tookMs: performance.now() - began, notes };
      last = output;
    }
    throw new Error(`${file} fails without a mutant:\n${last.slice(-3_000)}`);
  }

  /** Tries mutants on each test of a file while one service runs on; begins none after `until`, in ms since 1970. */
  async try(file: string, plan: Readonly<Record<number, readonly number[]>>, until: number): Promise<Trial> {
    const killed = new Set<number>();
    const broken = new Set<number>();
    const passed = new Set<string>();
    for (let isDone = false; !isDone && Date.now() < until; ) {
      const open = Object.fromEntries(
        Object.entries(plan).map(([test, mutants]) => [
          test,
          mutants.filter((one) => !killed.has(one) && !broken.has(one) && !passed.has(`${test} ${one}`)),
        ]),
      );
      if (Object.values(open).every((mutants) => mutants.length === 0)) break;
      const { notes, hanging } = await this.runWithSheet(file, { kind: 'running', mutantsOf: open }, until);
      const tried = notes.flatMap((note) => (note.kind === 'tried' ? [note] : []));
      for (const { outcome, mutant, test } of tried) {
        if (outcome === 'passed') passed.add(`${test} ${mutant}`);
        else (outcome === 'killed' ? killed : broken).add(mutant);
      }
      if (hanging !== 0) broken.add(hanging);
      // Begun anew where a mutant took the service with it, or never came to an end: without that one.
      isDone =
        notes.some(({ kind }) => kind === 'done') ||
        !(hanging !== 0 || tried.some(({ outcome }) => outcome === 'broken'));
    }
    return { killed, broken, passed };
  }

  /** Tries each mutant on some tests of a file, where one fails in a service of its own; begins none after `until`, in ms since 1970. */
  async tryFreshly(
    file: string,
    trials: readonly FreshTrial[],
    limitsMs: readonly number[],
    until: number,
  ): Promise<ReadonlyMap<number, FreshOutcome>> {
    const outcomes = new Map<number, FreshOutcome>();
    // What a module settles when it is loaded is settled once in a process.
    if (this.kind === 'units') {
      for (const { mutant } of trials)
        if (Date.now() < until)
          outcomes.set(mutant, (await this.passesUnder(file, mutant, false)) ? 'passed' : 'killed');
      return outcomes;
    }
    const hung = new Set<number>();
    while (Date.now() < until) {
      const open = trials.filter(({ mutant }) => !outcomes.has(mutant));
      if (open.length === 0) break;
      const sound = this.keeper.sound(file);
      const plan = { kind: 'fresh', trials: open, limitsMs, sound } as const;
      const { notes, hanging } = await this.runWithSheet(file, plan, until);
      const found = notes.flatMap((note) => (note.kind === 'sound' ? [note.test] : []));
      if (found.length > 0) this.keeper.keepSound(file, found);
      const begun = notes.flatMap((note) => (note.kind === 'begun' ? [note] : []));
      const late = new Set(begun.filter(({ outcome }) => outcome === 'hung').map(({ mutant }) => mutant));
      if (hanging !== 0) late.add(hanging);
      for (const { mutant, outcome } of begun) if (outcome !== 'hung') outcomes.set(mutant, outcome);
      // The time of a test may also be up because the computer is busy: what kills does so twice.
      for (const mutant of late) {
        if (hung.has(mutant)) outcomes.set(mutant, 'killed');
        hung.add(mutant);
      }
      if (begun.length === 0 && hanging === 0) break;
    }
    return outcomes;
  }

  /**
   * Whether a file passes with one mutant on from the start of its service; `isFirst`: from the first start of a new one.
   * What fails does so twice.
   */
  async passesUnder(file: string, mutant: number, isFirst: boolean): Promise<boolean> {
    const env = { MUTANT: String(mutant), ...(isFirst ? { SERVICE_PREPARED: 'no' } : {}) };
    return (await this.run(file, env)).passed || (await this.run(file, env)).passed;
  }

  /** What only the first start on a new data folder comes by, which the suites' prepared one has behind it. */
  async learnFirstStart(): Promise<ReadonlySet<number>> {
    const { SERVICE_PROGRAM } = this.tested;
    if (SERVICE_PROGRAM === undefined) return new Set();
    const data = mkdtempSync(join(this.folder, 'first-'));
    chmodSync(data, 0o755);
    const starts: Set<string>[] = [];
    for (const time of ['first', 'second']) {
      const reached = join(this.folder, time);
      writeFileSync(reached, '');
      const { status, stderr } = spawnSync(
        process.execPath,
        [join(SERVICE_PROGRAM, 'cli.js'), '--data', data, '--prepare', '--credit', '1'],
        { env: { ...process.env, MUTANTS_REACHED: reached }, encoding: 'utf8' },
      );
      if (status !== 0) throw new Error(`the service cannot be prepared: ${stderr}`);
      starts.push(new Set(readFileSync(reached, 'utf8').split('\n').filter(Boolean)));
    }
    await rm(data, { recursive: true });
    return new Set([...(starts[0] ?? [])].filter((id) => starts[1]?.has(id) !== true).map(Number));
  }

  /** What still runs ends with it: a mutant that never comes to its end would not end by itself. */
  dispose(): void {
    for (const child of this.running) endGroup(child, 'SIGKILL');
    // What is dying may still be writing.
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }

  /** `hanging`: the mutant under which the run had to be ended; else 0. */
  private async runWithSheet(
    file: string,
    plan: Sheet['plan'],
    until: number,
  ): Promise<{ passed: boolean; output: string; notes: readonly Note[]; hanging: number }> {
    const folder = mkdtempSync(join(this.folder, 'sheet-'));
    chmodSync(folder, 0o755);
    const inFolder = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const sheet: Sheet = {
      plan,
      control: inFolder('control', '0 0'),
      reached: inFolder('reached', ''),
      notes: inFolder('notes', ''),
      until: Math.min(until, Number.MAX_SAFE_INTEGER),
    };
    const learning: Readonly<Record<string, string>> = plan === null ? { MUTANTS_REACHED: sheet.reached } : {};
    const ended = await this.run(
      file,
      { MUTATION_SHEET: inFolder('sheet.json', JSON.stringify(sheet)), MUTANT_CONTROL: sheet.control, ...learning },
      sheet.control,
    );
    const notes = readFileSync(sheet.notes, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Note);
    return { ...ended, notes, hanging: ended.hung ? Number(readFileSync(sheet.control, 'utf8').split(' ')[0]) : 0 };
  }

  /** Ends the run when `sign`, or the run itself, has been there unchanged for too long. */
  private async run(
    file: string,
    env: Readonly<Record<string, string>>,
    sign?: string,
  ): Promise<{ passed: boolean; output: string; hung: boolean }> {
    const words = [
      join(this.root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--config',
      'test/mutation/vitest.config.ts',
      file,
    ];
    // What a test that failed leaves behind goes with the run: its files lie in this folder, its processes are of this group.
    const TMPDIR = mkdtempSync(join(this.folder, 'run-'));
    chmodSync(TMPDIR, 0o755);
    const child = spawn(process.execPath, words, {
      cwd: this.root,
      env: { ...process.env, TMPDIR, ...this.tested, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    const began = Date.now();
    let hung = false;
    const watch = setInterval(() => {
      hung = Date.now() - (sign === undefined ? began : statSync(sign).mtimeMs) > RUN_LIMIT_MS[this.kind];
      if (hung) endGroup(child, 'SIGKILL');
    }, WATCH_MS);
    const code = await new Promise<number | null>((done) => child.once('exit', done));
    clearInterval(watch);
    for (let waitedMs = 0; endGroup(child, waitedMs < STOP_LIMIT_MS ? 'SIGTERM' : 'SIGKILL'); waitedMs += STEP_MS)
      await delay(STEP_MS);
    this.running.delete(child);
    await rm(TMPDIR, { recursive: true, force: true });
    return { passed: code === 0, output, hung };
  }
}

/** Whether there was still a process in it. */
function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    return false;
  }
}
