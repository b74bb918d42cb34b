import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
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

const serverFile = (dataDir: string): string => join(dataDir, 'postmaster.pid');

export interface ServerFile {
  readonly pid: number;
  readonly dataDir: string;
  readonly isReady: boolean;
}

/** What PostgreSQL writes into its data folder while it runs; null when nothing does, or before the file is whole. */
export async function readServerFile(dataDir: string): Promise<ServerFile | null> {
  const lines = (await readFile(serverFile(dataDir), 'utf8').catch(() => '')).split('\n');
  // The single-user mode writes its number as a negative one.
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isInteger(pid) || pid <= 1) return null;
  return { pid, dataDir: lines[1]?.trim() ?? '', isReady: lines[7]?.trim() === 'ready' };
}

/**
 * Ends a server that a killed service left on its folder. One whose service (`owner`) still runs is no stray: it is that
 * service's. Where the power went, the number may be some other program's by now: that one is left alone, and the file that
 * names it is taken away, since PostgreSQL would take it for a server that holds the folder.
 * Throws when the folder is in use, or the server does not stop.
 */
export async function stopStray(dataDir: string, owner: number | null): Promise<void> {
  const found = await readServerFile(dataDir);
  if (found === null || asWritten(found.dataDir) !== asWritten(dataDir)) return;
  const { pid } = found;
  const before = await stateOf(pid, dataDir);
  if (before === 'other') await rm(serverFile(dataDir), { force: true });
  if (before === 'none' || before === 'other') return;
  if (before === 'server') {
    if (owner !== null && owner !== process.pid && (await isChildOf(pid, owner))) {
      throw new Error(`another service (process ${owner}) is using ${dirname(dirname(dataDir))}`);
    }
    process.kill(pid, 'SIGINT');
  }
  // One that is dead and not yet taken note of by its parent would still count for PostgreSQL as the folder's holder.
  for (let waitedMs = 0; waitedMs < STOP_LIMIT_MS && isHolding(await stateOf(pid, dataDir)); waitedMs += LOOK_MS)
    await delay(LOOK_MS);
  if ((await stateOf(pid, dataDir)) === 'server')
    throw new Error(`another PostgreSQL (process ${pid}) holds ${dataDir} and does not stop`);
}

/** PostgreSQL writes the folders of Windows with the slashes of the others. */
const asWritten = (path: string): string =>
  process.platform === 'win32' ? path.replaceAll('\\', '/').toLowerCase() : path;

/** The server of a folder, one that is just ending, some other program that got its number, or nothing. */
type ProcessState = 'server' | 'dead' | 'other' | 'none';

const isHolding = (state: ProcessState): boolean => state === 'server' || state === 'dead';

async function stateOf(pid: number, dataDir: string): Promise<ProcessState> {
  if (!isAlive(pid)) return 'none';
  if (process.platform === 'linux') {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    if (/^State:\s*Z/m.test(status)) return 'dead';
  }
  const command = await commandOf(pid);
  // One that is just ending has given back its memory, and its command line with it.
  if (command === '') return isAlive(pid) ? 'dead' : 'none';
  return command.includes('postgres') && asWritten(command).includes(asWritten(dataDir)) ? 'server' : 'other';
}

/** What a process was started with, as the system writes it. */
async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const [program, args] =
    process.platform === 'win32'
      ? [
          'powershell.exe',
          ['-NoProfile', '-Command', `(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').CommandLine`],
        ]
      : ['ps', ['-o', 'command=', '-ww', '-p', String(pid)]];
  const { stdout } = await promisify(execFile)(program, args, { windowsHide: true }).catch(() => ({ stdout: '' }));
  return stdout.trim();
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
