import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Note, Sheet } from './sheet.ts';

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

/** Test files, run against what is mutated. */
export class Suites {
  private readonly folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  private tested: Readonly<Record<string, string>> = {};

  constructor(
    private readonly root: string,
    private readonly kind: 'units' | 'service',
    /** Of all the code that is mutated. */
    private readonly codeSha256: string,
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
    const hash = createHash('sha256')
      .update(this.codeSha256)
      .update(readFileSync(join(this.root, file)))
      .digest('hex')
      .slice(0, 32);
    const kept = join(this.root, '.cache/mutants/reach', `${hash}.json`);
    if (!existsSync(kept)) {
      mkdirSync(dirname(kept), { recursive: true });
      writeFileSync(kept, JSON.stringify(await this.notesOf(file)));
    }
    const { tookMs, notes } = JSON.parse(readFileSync(kept, 'utf8')) as { tookMs: number; notes: readonly Note[] };
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
      const { notes, hanging } = await this.runWithSheet(file, open, until);
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

  /** Whether a file passes with one mutant on from the start of its service; `isFirst`: from the first start of a new one. */
  async passesUnder(file: string, mutant: number, isFirst: boolean): Promise<boolean> {
    return (await this.run(file, { MUTANT: String(mutant), ...(isFirst ? { SERVICE_PREPARED: 'no' } : {}) })).passed;
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

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** `hanging`: the mutant under which the run had to be ended; else 0. */
  private async runWithSheet(
    file: string,
    plan: Sheet['plan'],
    until: number,
  ): Promise<{ passed: boolean; output: string; notes: readonly Note[]; hanging: number }> {
    const inFolder = (name: string, text: string) => {
      writeFileSync(join(this.folder, name), text);
      return join(this.folder, name);
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
