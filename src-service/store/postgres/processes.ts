import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const STOP_LIMIT_MS = 20_000;
const LOOK_MS = 20;

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is one.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

export interface ServerFile {
  readonly pid: number;
  readonly dataDir: string;
  readonly isReady: boolean;
}

/** What PostgreSQL writes into its data folder while it runs; null when nothing does, or before the file is whole. */
export async function readServerFile(dataDir: string): Promise<ServerFile | null> {
  const lines = (await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  // The single-user mode writes its number as a negative one.
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isInteger(pid) || pid <= 1) return null;
  return { pid, dataDir: lines[1]?.trim() ?? '', isReady: lines[7]?.trim() === 'ready' };
}

/**
 * Ends a server that a killed service left on its folder. One whose service (`owner`) still runs is no stray: it is that
 * service's. A number that now belongs to some other program is left alone.
 * Throws when the folder is in use, or the server does not stop.
 */
export async function stopStray(dataDir: string, owner: number | null): Promise<void> {
  const found = await readServerFile(dataDir);
  if (found === null || found.dataDir !== dataDir) return;
  const { pid } = found;
  const state = await stateOf(pid);
  if (state === 'none') return;
  if (state === 'postgres') {
    if (owner !== null && owner !== process.pid && (await isChildOf(pid, owner))) {
      throw new Error(`another service (process ${owner}) is using ${dirname(dirname(dataDir))}`);
    }
    process.kill(pid, 'SIGINT');
  }
  // One that is dead and not yet taken note of by its parent would still count for PostgreSQL as the folder's holder.
  for (let waitedMs = 0; waitedMs < STOP_LIMIT_MS && (await stateOf(pid)) !== 'none'; waitedMs += LOOK_MS)
    await delay(LOOK_MS);
  if ((await stateOf(pid)) === 'postgres')
    throw new Error(`another PostgreSQL (process ${pid}) holds ${dataDir} and does not stop`);
}

async function stateOf(pid: number): Promise<'postgres' | 'dead' | 'none'> {
  if (!isAlive(pid)) return 'none';
  // Only Linux tells of a process as a file; elsewhere the data folder in the server's own file has to do.
  if (process.platform !== 'linux') return 'postgres';
  const about = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
  if (/^State:\s*Z/m.test(await about('status'))) return 'dead';
  const command = await about('cmdline');
  // One that is just ending has given back its memory, and its command line with it.
  if (command === '') return 'dead';
  return command.includes('postgres') ? 'postgres' : 'none';
}

/** A process whose parent died has another parent, so the number of the parent alone says that it still runs. */
async function isChildOf(pid: number, parent: number): Promise<boolean> {
  if (process.platform === 'win32') return isAlive(parent);
  if (process.platform === 'linux') {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    return Number(/^PPid:\s*(\d+)$/m.exec(status)?.[1]) === parent;
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'ppid=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return Number(stdout.trim()) === parent;
}
