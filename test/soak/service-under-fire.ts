import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Host, type Answer } from '../acceptance/host.ts';
import { openApiCheck, type ExchangeCheck } from '../acceptance/open-api.ts';
import { isAlive, postgresOf } from '../acceptance/service.ts';
import { launchProcess, type Hello, type LaunchedProcess, type ServiceProcess } from '../acceptance/service-process.ts';

export const OPENING_CREDIT = 100_000_000;
const LOOK_MS = 20;
const PROBE_BOOK = { title: '여름 여행', bookSpecUid: 'SQUAREBOOK_HC', creationType: 'PDF_UPLOAD', pageCount: 24 };
/** Far beyond what a busy machine takes; on an idle one ten seconds are the promise. */
const RECOVERY_LIMIT_MS = 60_000;

type Keys = NonNullable<Hello['keys']>;

/** The built service, straight from its command line on a folder of the round, killed and started again at will. */
export class ServiceUnderFire {
  readonly #args: readonly string[];
  readonly #env: Readonly<Record<string, string>>;
  #running: ServiceProcess | null = null;
  #keys: Keys | null = null;
  #check: ExchangeCheck | null = null;
  #killedPostmaster: number | null = null;

  constructor(
    readonly folder: string,
    { env = {} }: { readonly env?: Readonly<Record<string, string>> } = {},
  ) {
    this.#args = ['--data', folder, '--credit', String(OPENING_CREDIT), '--no-rate-limits'];
    this.#env = env;
  }

  /** From its birth on. What it says about keys before it dies counts. */
  launch(): LaunchedProcess {
    const launched = launchProcess(this.#args, { env: this.#env });
    launched.ready.then(
      ({ hello }) => (this.#keys = hello.keys ?? this.#keys),
      () => {},
    );
    return launched;
  }

  async start(): Promise<void> {
    this.#running = await this.launch().ready;
    this.#check ??= await openApiCheck(this.#running.hello.sandboxUrl.replace(/\/v1$/, '/openapi.json'));
  }

  /** Every key that was ever shown and not replaced by a later showing. */
  get keys(): Keys {
    if (this.#keys === null) throw new Error('the service runs and its keys were never shown');
    return this.#keys;
  }

  get running(): ServiceProcess {
    if (this.#running === null) throw new Error('the service was not started');
    return this.#running;
  }

  /** The Sandbox host, wherever it listens at the moment. */
  get sandbox(): Host {
    return new Host(
      () => this.running.hello.sandboxUrl,
      this.keys.business.sandbox,
      (...answer) => this.#check?.(...answer),
    );
  }

  async killService(): Promise<void> {
    await this.running.kill();
  }

  postmaster(): Promise<number | null> {
    return postgresOf(this.folder);
  }

  /** SIGKILL to PostgreSQL's first process; whether there was one. */
  async killPostmaster(): Promise<boolean> {
    const pid = await this.postmaster();
    const isKilled = kill(pid);
    if (isKilled) this.#killedPostmaster = pid;
    return isKilled;
  }

  /** Connections of one that was killed answer on until they notice its end: only the answers after that count. */
  async untilAnotherPostmaster(): Promise<void> {
    for (let waitedMs = 0; waitedMs < RECOVERY_LIMIT_MS; waitedMs += LOOK_MS) {
      const now = await this.postmaster();
      if (now !== null && now !== this.#killedPostmaster) return;
      await delay(LOOK_MS);
    }
    throw new Error(`no other PostgreSQL within ${RECOVERY_LIMIT_MS / 1000} s`);
  }

  /** SIGKILL to one process that serves a connection; whether there was one. */
  async killBackend(random: () => number): Promise<boolean> {
    const postmaster = await this.postmaster();
    if (postmaster === null) return false;
    const backends = await childrenOf(postmaster);
    return kill(backends[Math.floor(random() * backends.length)] ?? null);
  }

  /** Until a call that reads and one that writes are answered well. Answers how long that took. */
  async untilGood(): Promise<number> {
    const fromMs = performance.now();
    let last = '';
    while (performance.now() - fromMs < RECOVERY_LIMIT_MS) {
      const answers = await Promise.all([this.sandbox.get('/credits'), this.sandbox.post('/books', PROBE_BOOK)]).catch(
        (error: unknown) => String(error),
      );
      if (typeof answers !== 'string' && answers.every(({ status }) => status < 300)) return performance.now() - fromMs;
      last =
        typeof answers === 'string'
          ? answers
          : answers.map(({ status, text }: Answer) => `${status} ${text}`).join(' | ');
      await delay(LOOK_MS);
    }
    throw new Error(`no good answer within ${RECOVERY_LIMIT_MS / 1000} s: ${last}`);
  }

  /** Leaves no process behind. */
  async dispose(): Promise<void> {
    await this.#running?.stop();
    const postmaster = await this.postmaster();
    if (postmaster !== null && isAlive(postmaster)) {
      process.kill(postmaster, 'SIGINT');
      while (isAlive(postmaster)) await delay(LOOK_MS);
    }
  }
}

function kill(pid: number | null): boolean {
  if (pid === null || pid <= 1 || !isAlive(pid)) return false;
  process.kill(pid, 'SIGKILL');
  return true;
}

/** Processes whose parent is this one, told by the system (Linux), in the order of their numbers. */
export async function childrenOf(parent: number): Promise<readonly number[]> {
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(
    numbers.map((pid) => readFile(join('/proc', String(pid), 'status'), 'utf8').catch(() => '')),
  );
  return numbers
    .filter((_, index) => Number(/^PPid:\s*(\d+)$/m.exec(parents[index] ?? '')?.[1]) === parent)
    .toSorted((a, b) => a - b);
}
