import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { KEYCHAIN_SERVICE } from '../../src-main/shell/keychain.ts';
import { processesIn } from '../e2e/support/processes.ts';
import { electronArguments, electronExecutable, launchStudio, type Studio } from '../e2e/support/studio.ts';
import { childrenOf } from './service-under-fire.ts';

const LOOK_MS = 50;
const STRAY_LIMIT_MS = 15_000;

/** The built studio in real windows, life after life on one data folder: its whole process tree is killed and started again. */
export class StudioUnderFire {
  readonly dataDir: string;
  #open: Studio | null = null;

  constructor(dataDir: string) {
    this.dataDir = dataDir;
  }

  async open(): Promise<Studio> {
    this.#open = await launchStudio({
      dataDir: this.dataDir,
      preferences: { language: 'en', theme: 'light', density: 'compact' },
    });
    return this.#open;
  }

  /** SIGKILL to main process, renderer, helpers, the embedded service and its PostgreSQL, in an order by chance; answers how many. */
  async killTree(random: () => number): Promise<number> {
    const main = this.#open?.app.process().pid;
    this.#open = null;
    return main === undefined ? 0 : killAll(await treeOf(main), random);
  }

  /** SIGKILL to the main process alone: what it leaves behind has to end by itself, or by the next start. */
  async killMain(): Promise<number> {
    const main = this.#open?.app.process().pid;
    this.#open = null;
    return main === undefined ? 0 : killAll([main], () => 0);
  }

  /** A start that is cut off after so many milliseconds. */
  async killWhileStarting(afterMs: number, random: () => number): Promise<number> {
    const child = spawn(electronExecutable(), electronArguments(this.dataDir), { stdio: 'ignore' });
    const ended = new Promise((done) => child.once('exit', done));
    await delay(afterMs);
    const killed = child.pid === undefined ? 0 : killAll(await treeOf(child.pid), random);
    await ended;
    return killed;
  }

  async close(): Promise<void> {
    await this.#open?.close();
    this.#open = null;
  }

  /** The key of the embedded Sandbox, asked of the keychain past the app. */
  async sandboxKey(): Promise<string> {
    const keytar = createRequire(import.meta.url)('keytar') as {
      getPassword(service: string, account: string): Promise<string | null>;
    };
    const key = await keytar.getPassword(KEYCHAIN_SERVICE, `connection:builtin-sandbox (${this.dataDir})`);
    if (key === null) throw new Error('the keychain holds no key of the built-in service');
    return key;
  }

  /** Processes that still run on the data folder, after they had time to end. */
  async strays(): Promise<readonly string[]> {
    for (const endMs = performance.now() + STRAY_LIMIT_MS; ; await delay(LOOK_MS)) {
      const found = await processesIn(this.dataDir);
      if (found.length === 0 || performance.now() > endMs) return found;
    }
  }

  /** Whatever became of the round. */
  async dispose(): Promise<void> {
    await this.killTree(() => 0);
    for (const line of await processesIn(this.dataDir)) kill(Number(line.split(' ')[0]));
  }
}

/** The process and all below it, told by parents (Linux). */
async function treeOf(root: number): Promise<number[]> {
  const below = await Promise.all((await childrenOf(root)).map(treeOf));
  return [root, ...below.flat()];
}

function killAll(pids: readonly number[], random: () => number): number {
  const order = pids.map((pid) => ({ pid, place: random() })).sort((a, b) => a.place - b.place);
  return order.filter(({ pid }) => kill(pid)).length;
}

function kill(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}
