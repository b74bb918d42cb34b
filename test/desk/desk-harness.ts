import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { inject } from 'vitest';
import { pageOf } from '../../src-core/contract/envelope.ts';
import { serviceHelloSchema, type ServiceHello } from '../../src-core/ipc/service-host.ts';
import type { z } from 'zod';
import { freePort } from '../acceptance/ports.ts';

const root = resolve(import.meta.dirname, '../..');
const START_LIMIT_MS = 60_000;
/** Sample books that a check refuses (test/fixtures): they are dropped with the others and must never be sent. */
const FAULTY = ['Choi & Jung wedding', '다온이네 2026'];

/** What was started and has not ended; ended with the test process, whatever becomes of the tests. */
const alive = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

function start(script: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(inject('deskTools'), script), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  alive.add(child);
  const ended = new Promise<Ended>((done) =>
    child.once('close', (code, signal) => {
      alive.delete(child);
      done({ code, signal });
    }),
  );
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  const end = (signal: NodeJS.Signals): Promise<Ended> => {
    if (alive.has(child)) child.kill(signal);
    return ended;
  };
  return { child, stdout: child.stdout, ended, end, errors: () => errors };
}

const DELAY_MS = 40;
const SLOW_ROUTES = [
  ['POST', '/books'],
  ['POST', '/books/*/pdf-cover'],
  ['POST', '/books/*/pdf-contents'],
  ['PUT', '/books/*/pdf-cover'],
  ['PUT', '/books/*/pdf-contents'],
  ['POST', '/books/*/finalization'],
  ['POST', '/orders'],
] as const;

/** A temporary folder that the service's own PostgreSQL, another user when root runs it, can walk to. */
export async function workFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'desk-test-'));
  await chmod(folder, 0o755);
  return folder;
}

/** The service from its command line, on one data folder and fixed ports, to be killed and started again. */
export class KillableService {
  readonly helloFile: string;
  readonly #folder: string;
  readonly #ports: readonly [number, number];
  #running: ReturnType<typeof start> | null = null;
  #hello: ServiceHello | null = null;

  private constructor(folder: string, ports: readonly [number, number]) {
    this.#folder = folder;
    this.#ports = ports;
    this.helloFile = join(folder, 'hello.json');
  }

  /** `folder` is made and holds nothing but this service. */
  static async start(folder: string): Promise<KillableService> {
    await mkdir(folder, { recursive: true });
    const service = new KillableService(folder, [await freePort(), await freePort()]);
    await service.startAgain();
    return service;
  }

  get hello(): ServiceHello {
    if (this.#hello === null) throw new Error('the service never started');
    return this.#hello;
  }

  async startAgain(): Promise<void> {
    const [sandbox, live] = this.#ports;
    const data = join(this.#folder, 'data');
    const running = start('service/cli.js', [
      '--data',
      data,
      '--credit',
      '50000000',
      '--no-rate-limits',
      '--sandbox-port',
      String(sandbox),
      '--live-port',
      String(live),
    ]);
    this.#running = running;
    const line = await new Promise<string>((done, failed) => {
      const timer = setTimeout(
        () => failed(new Error(`the service did not start in ${START_LIMIT_MS} ms: ${running.errors()}`)),
        START_LIMIT_MS,
      );
      createInterface(running.stdout).once('line', (text) => {
        clearTimeout(timer);
        done(text);
      });
      void running.ended.then(({ code }) => failed(new Error(`the service ended with ${code}: ${running.errors()}`)));
    });
    const hello = serviceHelloSchema.parse(JSON.parse(line));
    // Keys are told once, at the first start.
    this.#hello = { ...hello, keys: hello.keys ?? this.#hello?.keys ?? null };
    await writeFile(this.helloFile, JSON.stringify(this.#hello));
  }

  /** A network's pace, until the service ends: most moments of a desk lie between a request and its answer then. */
  async slowDown(): Promise<void> {
    for (const [method, path] of SLOW_ROUTES)
      await this.printHouse('POST', '/faults', { kind: 'delay', method, path, times: 10_000, delayMs: DELAY_MS });
  }

  /** SIGKILL to the service alone: its PostgreSQL is left behind. */
  async kill(): Promise<void> {
    await this.#running?.end('SIGKILL');
  }

  async dispose(): Promise<void> {
    if (this.#running !== null) {
      const { signal } = await this.#running.end('SIGTERM');
      // Only a next start ends what a killed service left behind, and then it can be stopped in good order.
      if (signal === 'SIGKILL') {
        await this.startAgain();
        await this.#running.end('SIGTERM');
      }
    }
    await rm(this.#folder, { recursive: true, force: true });
  }

  async get(path: string): Promise<Response> {
    const answer = await fetch(this.hello.sandboxUrl + path, {
      headers: { authorization: `Bearer ${this.hello.keys?.business.sandbox}` },
    });
    if (!answer.ok) throw new Error(`GET ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }

  /** Every page of a list. */
  async all<T extends z.ZodType>(path: string, item: T): Promise<z.output<T>[]> {
    const found: z.output<T>[] = [];
    for (;;) {
      const page = pageOf(item).parse(await (await this.get(`${path}?limit=100&offset=${found.length}`)).json());
      found.push(...(page.data as z.output<T>[]));
      if (!page.pagination.hasNext) return found;
    }
  }

  async printHouse(method: string, path: string, body?: object): Promise<void> {
    const { url, token } = this.hello.printHouse;
    const answer = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  }
}

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
  /** Ends itself by SIGKILL right after so many commits that an effect at the service hangs on. */
  readonly dieAfterCommit?: number;
}

/** A running headless desk. */
export class DeskProcess {
  readonly lines: DeskLine[] = [];
  readonly ended: Promise<Ended>;
  readonly #running: ReturnType<typeof start>;
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
    dieAfterCommit,
  }: DeskStart) {
    this.#running = start(
      'desk/headless-desk.js',
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
  const samples = join(root, 'resources/samples');
  await mkdir(folder, { recursive: true });
  const good: LocalBook[] = [];
  for (const coverName of await readdir(samples)) {
    if (!coverName.endsWith('_cover.pdf')) continue;
    const stem = coverName.slice(0, -'_cover.pdf'.length);
    const name = stem.normalize('NFC');
    if (names !== undefined && !names.includes(name)) continue;
    const coverFile = join(folder, `${stem} ${batch}_cover.pdf`);
    const contentsFile = join(folder, `${stem} ${batch}_contents.pdf`);
    await copyFile(join(samples, coverName), coverFile);
    await copyFile(join(samples, `${stem}_contents.pdf`), contentsFile);
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
