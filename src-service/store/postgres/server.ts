import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { readServerFile } from './processes.ts';
import type { Programs } from './programs.ts';
import { asAccount, childEnvironment } from './session.ts';

/** `lost`: it does not come back, and whoever stands on it should end. */
export type ServerState = 'ready' | 'recovering' | 'lost' | 'stopped';

export interface ServerOptions {
  readonly programs: Programs;
  readonly dataDir: string;
  /** Kept over restarts, so that pools find it again. */
  readonly port: number;
  readonly onLog: (line: string) => void;
  readonly onState: (state: ServerState) => void;
  readonly limits?: ServerLimits;
}

export interface ServerLimits {
  /** From the start of a server until it takes connections. What a crash left in the log has to be replayed within. */
  readonly startMs: number;
  /** Starts that fail are repeated for so long. */
  readonly giveUpMs: number;
}

const LIMITS: ServerLimits = { startMs: 5 * 60_000, giveUpMs: 30_000 };
const LOOK_MS = 20;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2_000;
/** A server that ran for so long is not one that dies as soon as it is started. */
const SOUND_MS = 10_000;
/** After that a fast shutdown becomes an immediate one, which the next start recovers from. */
const STOP_LIMIT_MS = 20_000;
const LAST_WORDS = 12;

/** A PostgreSQL server as a child of this process: started again, with back-off, whenever it ends unasked. */
export class PostgresServer {
  readonly #options: ServerOptions;
  readonly #limits: ServerLimits;
  readonly #stopping = new AbortController();
  #child: ChildProcess | null = null;
  #exited: Promise<void> = Promise.resolve();
  #recovery: Promise<void> = Promise.resolve();
  #waitMs = 0;
  #readyAtMs = 0;
  #lastWords: string[] = [];

  constructor(options: ServerOptions) {
    this.#options = options;
    this.#limits = options.limits ?? LIMITS;
  }

  /** Settles when connections are taken. Throws with PostgreSQL's last words when it does not come to that. */
  async start(): Promise<void> {
    process.once('exit', this.#endWithUs);
    try {
      await this.#launch();
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Cuts connections and ends; nothing is restarted after it. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const child = this.#child;
    child?.kill('SIGINT');
    const patience = setTimeout(() => child?.kill('SIGQUIT'), STOP_LIMIT_MS);
    await this.#exited;
    clearTimeout(patience);
    await this.#recovery;
    process.removeListener('exit', this.#endWithUs);
    this.#options.onState('stopped');
  }

  /** A process that ends without having stopped its server takes it along. */
  readonly #endWithUs = (): void => void this.#child?.kill('SIGINT');

  async #launch(): Promise<void> {
    const { programs, dataDir, port, onLog } = this.#options;
    const words = [
      '-D',
      dataDir,
      '-p',
      String(port),
      '-h',
      '127.0.0.1',
      '-k',
      '',
      '-c',
      'max_connections=60',
      '-c',
      'lc_messages=C',
    ];
    const child = spawn(programs.postgres, words, {
      ...asAccount(programs),
      cwd: dataDir,
      env: childEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#child = child;
    this.#lastWords = [];
    child.stderr.on('data', (chunk) => {
      const line = String(chunk).trim();
      this.#lastWords = [...this.#lastWords, line].slice(-LAST_WORDS);
      onLog(line);
    });
    let hasEnded = false;
    let isReady = false;
    this.#exited = new Promise((done) => {
      const ended = () => {
        hasEnded = true;
        done();
      };
      child.once('error', (error) => {
        this.#lastWords.push(error.message);
        ended();
      });
      child.once('exit', ended);
    });
    for (let waitedMs = 0; !isReady; waitedMs += LOOK_MS) {
      if (hasEnded || this.#stopping.signal.aborted)
        throw new Error(`PostgreSQL did not start in ${dataDir}: ${this.#lastWords.join('\n')}`);
      if (waitedMs > this.#limits.startMs) {
        child.kill('SIGQUIT');
        throw new Error(
          `PostgreSQL took more than ${this.#limits.startMs / 1_000} s to start in ${dataDir}: ${this.#lastWords.join('\n')}`,
        );
      }
      const file = await readServerFile(dataDir);
      isReady = file?.pid === child.pid && file?.isReady === true;
      if (!isReady) await delay(LOOK_MS);
    }
    this.#readyAtMs = performance.now();
    this.#options.onState('ready');
    void this.#exited.then(() => {
      if (!this.#stopping.signal.aborted) this.#recovery = this.#recover();
    });
  }

  /** Up again as fast as it lets itself be, but no faster than it dies. */
  async #recover(): Promise<void> {
    const { onLog, onState } = this.#options;
    const downAtMs = performance.now();
    if (downAtMs - this.#readyAtMs > SOUND_MS) this.#waitMs = 0;
    onState('recovering');
    onLog('PostgreSQL ended and is started again');
    for (;;) {
      await delay(this.#waitMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
      if (this.#stopping.signal.aborted) return;
      this.#waitMs = Math.min(LONGEST_WAIT_MS, Math.max(FIRST_WAIT_MS, this.#waitMs * 2));
      try {
        return await this.#launch();
      } catch (error) {
        if (this.#stopping.signal.aborted) return;
        onLog(error instanceof Error ? error.message : String(error));
      }
      // Within the limit it may be held up by processes of the server before, which have not noticed its end yet.
      if (performance.now() - downAtMs > this.#limits.giveUpMs) return onState('lost');
    }
  }
}
