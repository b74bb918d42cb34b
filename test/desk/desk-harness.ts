import { chmod, mkdir, mkdtemp, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { inject } from 'vitest';
import { KillableService } from '../fixtures/killable-service.ts';
import { startOwned, type Ended } from '../fixtures/owned-process.ts';
import { SAMPLES } from './support/samples.ts';

const root = resolve(import.meta.dirname, '../..');
/** Sample books that a check refuses (test/fixtures): they are dropped with the others and must never be sent. */
const FAULTY = ['Choi & Jung wedding', '다온이네 2026'];

/** A temporary folder that the service's own PostgreSQL, another user when root runs it, can walk to. */
export async function workFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'desk-test-'));
  await chmod(folder, 0o755);
  return folder;
}

/** Its command line as the stage has built it. */
export const startService = (folder: string): Promise<KillableService> =>
  KillableService.start(folder, join(inject('deskTools'), 'service/cli.js'));

/** One line of the headless desk. */
export interface DeskLine {
  readonly event: string;
  readonly [field: string]: unknown;
}

interface DoneLine {
  readonly books: readonly {
    readonly title: string;
    readonly stage: string;
    readonly bookId: string;
    readonly bookUid: string | null;
    readonly orderUid: string | null;
  }[];
  /** Commits of this life that an effect at the service hangs on. */
  readonly commits: number;
  readonly calls: readonly {
    readonly method: string;
    readonly path: string;
    readonly status: number | null;
    readonly bookId: string | null;
  }[];
}

export interface DeskStart {
  readonly dataDir: string;
  readonly helloFile: string;
  readonly folder: string;
  /** For what the operator remembers; where it is not told, beside the desk's own data. */
  readonly operatorDir?: string;
  readonly clockOffsetMs?: number;
  readonly orderAgain?: boolean;
  /** All books of the folder in one order. */
  readonly together?: boolean;
  /** Each line as it is said. */
  readonly onLine?: (line: DeskLine) => void;
  /** Ends itself by SIGKILL right after so many commits that an effect at the service hangs on. */
  readonly dieAfterCommit?: number;
}

/** A running headless desk. */
export class DeskProcess {
  readonly lines: DeskLine[] = [];
  readonly ended: Promise<Ended>;
  readonly #running: ReturnType<typeof startOwned>;
  readonly #onLine: (line: DeskLine) => void;
  readonly #sleptFile: string;
  readonly #waiting = new Set<{
    readonly isIt: (line: DeskLine) => boolean;
    readonly done: (line: DeskLine) => void;
  }>();

  constructor({
    dataDir,
    helloFile,
    folder,
    operatorDir = dataDir,
    clockOffsetMs = 0,
    orderAgain = false,
    together = false,
    onLine = () => undefined,
    dieAfterCommit,
  }: DeskStart) {
    this.#onLine = onLine;
    this.#sleptFile = join(operatorDir, 'slept');
    this.#running = startOwned(
      join(inject('deskTools'), 'desk/headless-desk.js'),
      [
        '--root',
        root,
        '--data',
        dataDir,
        '--hello',
        helloFile,
        '--folder',
        folder,
        '--operator',
        operatorDir,
        ...(orderAgain ? ['--order-again'] : []),
        ...(together ? ['--together'] : []),
      ],
      {
        DESK_CLOCK_OFFSET_MS: String(clockOffsetMs),
        DESK_DIE_AFTER_COMMIT: dieAfterCommit === undefined ? '' : String(dieAfterCommit),
      },
    );
    this.ended = this.#running.ended;
    createInterface(this.#running.stdout).on('line', (text) => this.#take(JSON.parse(text) as DeskLine));
  }

  /** The first line from now on that is the one; null when the desk ended before. */
  next(isIt: (line: DeskLine) => boolean): Promise<DeskLine | null> {
    const line = new Promise<DeskLine>((done) => this.#waiting.add({ isIt, done }));
    return Promise.race([line, this.ended.then(() => null)]);
  }

  get pid(): number {
    const { pid } = this.#running.child;
    if (pid === undefined) throw new Error('the desk did not start');
    return pid;
  }

  /** As its computer does: nothing of it runs until it wakes. */
  sleep(): void {
    process.kill(this.pid, 'SIGSTOP');
  }

  /** After so long by the computer's clock, which the system tells it as well. */
  wake(sleptMs: number): void {
    writeFileSync(this.#sleptFile, String(sleptMs));
    process.kill(this.pid, 'SIGUSR2');
    process.kill(this.pid, 'SIGCONT');
  }

  async kill(): Promise<void> {
    await this.#running.end('SIGKILL');
  }

  /** Waits for the end that a person wants: everything ordered. */
  async done(): Promise<DoneLine> {
    const { code, signal } = await this.ended;
    const last = this.lines.at(-1);
    if (code !== 0 || last?.event !== 'done') throw new Error(`the desk ended with ${code ?? signal}\n${this.#tail()}`);
    return last as DeskLine & DoneLine;
  }

  /** Waits for the end in which a person has to decide. */
  async stopped(): Promise<DeskLine> {
    const { code, signal } = await this.ended;
    const last = this.lines.at(-1);
    if (code !== 3 || last?.event !== 'stopped')
      throw new Error(`the desk ended with ${code ?? signal}\n${this.#tail()}`);
    return last;
  }

  #tail(): string {
    return [...this.lines.slice(-12).map((line) => JSON.stringify(line)), this.#running.errors()].join('\n');
  }

  #take(line: DeskLine): void {
    this.lines.push(line);
    this.#onLine(line);
    for (const waiting of this.#waiting) {
      if (!waiting.isIt(line)) continue;
      this.#waiting.delete(waiting);
      waiting.done(line);
    }
  }
}

/** A started desk says again where everything stands: that is no step. */
export function isNewStep(seen: Set<string>, { attempts: _tries, ...step }: DeskLine): boolean {
  const text = JSON.stringify(step);
  const isNew = !seen.has(text);
  seen.add(text);
  return isNew;
}

/** A book as it was dropped: what the service must hold in the end. */
export interface LocalBook {
  readonly title: string;
  readonly coverFile: string;
  readonly contentsFile: string;
}

/**
 * Copies sample books under titles of their own, so that one service can tell the batches apart, and answers the good
 * ones. `names` chooses among the samples; all of them, the two faulty ones included, when it is left out.
 */
export async function copySamples(folder: string, batch: string, names?: readonly string[]): Promise<LocalBook[]> {
  await mkdir(folder, { recursive: true });
  const good: LocalBook[] = [];
  for (const coverName of await readdir(SAMPLES)) {
    if (!coverName.endsWith('_cover.pdf')) continue;
    const stem = coverName.slice(0, -'_cover.pdf'.length);
    const name = stem.normalize('NFC');
    if (names !== undefined && !names.includes(name)) continue;
    const coverFile = join(folder, `${stem} ${batch}_cover.pdf`);
    const contentsFile = join(folder, `${stem} ${batch}_contents.pdf`);
    // Bytes of their own: what was found of another batch's would be taken over.
    const own = Buffer.from(`\n% ${batch}\n`);
    await writeFile(coverFile, Buffer.concat([await readFile(join(SAMPLES, coverName)), own]));
    await writeFile(contentsFile, Buffer.concat([await readFile(join(SAMPLES, `${stem}_contents.pdf`)), own]));
    if (!FAULTY.includes(name)) good.push({ title: `${name} ${batch}`, coverFile, contentsFile });
  }
  if (good.length === 0) throw new Error('there are no such sample books');
  return good;
}

/** Whether the service downloads the very bytes of a local file. */
export async function isSameBytes(service: KillableService, path: string, file: string): Promise<boolean> {
  const answer = await service.get(path);
  if (Number(answer.headers.get('content-length') ?? (await stat(file)).size) !== (await stat(file)).size) return false;
  return Buffer.from(await answer.arrayBuffer()).equals(await readFile(file));
}
