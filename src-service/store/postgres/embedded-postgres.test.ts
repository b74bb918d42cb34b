import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { often } from '../../../test/fixtures/turns.ts';
import { startEmbeddedPostgres, type OwnPostgres } from './embedded-postgres.ts';
import { readServerFile } from './processes.ts';
import { findPrograms } from './programs.ts';
import { asAccount, childEnvironment, inSingleUserMode, runProgram } from './session.ts';
import type { ServerState } from './server.ts';

/** So often is one server killed. */
const KILLS = often(2, 5);

const run = promisify(execFile);
/** What a first start leaves that was stopped: made once, and copied by the tests that are about later starts. */
let made: string;
let around: string;
let folder: string;
let temporary: string;
const running: OwnPostgres[] = [];

beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'made-postgres-'));
  await chmod(made, 0o755);
  await (await startEmbeddedPostgres(join(made, 'postgres'), () => {})).stop();
});
afterAll(() => rm(made, { recursive: true, force: true }));
beforeEach(async () => {
  around = await mkdtemp(join(tmpdir(), 'own-postgres-'));
  await chmod(around, 0o755);
  folder = join(around, 'postgres');
  temporary = join(around, 'tmp');
  await mkdir(temporary);
  await chmod(temporary, 0o1777);
  vi.stubEnv('TMPDIR', temporary);
});
afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop();
  vi.unstubAllEnvs();
  await rm(around, { recursive: true, force: true });
});

async function start(): Promise<OwnPostgres> {
  const postgres = await startEmbeddedPostgres(folder, () => {}, { startMs: 60_000, giveUpMs: 60_000 });
  running.push(postgres);
  return postgres;
}

/** On a folder that was started on before: with owners and rights, which PostgreSQL looks at. */
async function startLater(): Promise<OwnPostgres> {
  await run('cp', ['-a', join(made, 'postgres'), folder]);
  return start();
}

async function query(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

const passwordOf = (postgres: OwnPostgres) => new URL(postgres.url).password;

const as = (postgres: OwnPostgres, user: string, password: string, database = 'studio'): string => {
  const url = new URL(postgres.url);
  url.username = user;
  url.password = password;
  url.pathname = `/${database}`;
  return url.href;
};

/** Every file below a folder, by what others may read of it. */
async function filesBelow(path: string): Promise<{ readonly path: string; readonly isOpen: boolean }[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries.map(async (entry) => {
      const at = join(path, entry.name);
      if (entry.isDirectory()) return filesBelow(at);
      const { mode } = await lstat(at).catch(() => ({ mode: 0 }));
      return [{ path: at, isOpen: (mode & 0o077) !== 0 }];
    }),
  );
  return found.flat();
}

describe('who knows the address of the database', () => {
  it('reads and writes it, and is nobody else: no program, no file, no role, no other database', async () => {
    const { url } = await startLater();
    await query(url, 'create table kept (n int); insert into kept values (1)');
    for (const sql of [
      "copy (select 'x') to program 'cat'",
      "copy kept from program 'echo 1'",
      "copy kept to '/tmp/kept'",
      "select pg_read_file('postgresql.conf')",
      'create role another superuser',
      'create database another',
      "alter role postgres password 'known'",
      'set session authorization postgres',
      'select rolpassword from pg_authid',
      'create extension plpython3u',
      "create function shell() returns void language c as 'libc', 'system'",
    ]) {
      await expect(query(url, sql), sql).rejects.toThrow(
        /permission denied|must be superuser|extension "plpython3u" is not available/,
      );
    }
    expect(
      await query(
        url,
        'select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls from pg_roles where rolname = current_user',
      ),
    ).toEqual([
      { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false, rolbypassrls: false },
    ]);
  });

  it('is the only one who gets in: neither a superuser nor another database, with any password', async () => {
    const postgres = await startLater();
    const password = passwordOf(postgres);
    for (const [user, database] of [
      ['postgres', 'postgres'],
      ['postgres', 'studio'],
      ['studio', 'studio'],
      ['book_print_service', 'postgres'],
    ] as const) {
      await expect(query(as(postgres, user, password, database), 'select 1'), `${user} to ${database}`).rejects.toThrow(
        /no pg_hba.conf entry/,
      );
    }
    await expect(query(as(postgres, 'book_print_service', 'guessed'), 'select 1')).rejects.toThrow(
      /password authentication failed/,
    );
  });

  it('knows it for one run: the next start has another password', async () => {
    const before = await startLater();
    await query(before.url, 'create table kept as select 1 as n');
    await before.stop();
    const after = await start();
    expect(await query(after.url, 'select n from kept')).toEqual([{ n: 1 }]);
    expect(passwordOf(after)).not.toBe(passwordOf(before));
    await expect(query(as(after, 'book_print_service', passwordOf(before)), 'select 1')).rejects.toThrow(
      /password authentication failed/,
    );
  });
});

describe('while the data folder is made', () => {
  it('no file that others read is there, and none at all holds the password', async () => {
    let isDone = false;
    const open = new Set<string>();
    const temporaryFiles = new Set<string>();
    const texts = new Map<string, string>();
    const looking = (async () => {
      while (!isDone) {
        for (const { path } of await filesBelow(temporary)) temporaryFiles.add(path);
        for (const { path, isOpen } of await filesBelow(folder)) {
          if (isOpen) open.add(path);
          if (!/\/(base|global|pg_wal|pg_xact|pg_multixact|pg_subtrans)\//.test(path))
            texts.set(path, await readFile(path, 'latin1').catch(() => ''));
        }
        await delay(5);
      }
    })();
    const postgres = await start();
    isDone = true;
    await looking;
    expect([...open, ...temporaryFiles]).toEqual([]);
    expect(texts.size).toBeGreaterThan(3);
    expect([...texts].filter(([, text]) => text.includes(passwordOf(postgres))).map(([path]) => path)).toEqual([]);
    expect((await lstat(join(folder, 'data'))).mode & 0o777).toBe(0o700);
    expect((await lstat(folder)).mode & 0o066).toBe(0);
  });

  it('and when it is there, neither is one', async () => {
    const postgres = await start();
    const files = await filesBelow(folder);
    expect(files.filter(({ isOpen }) => isOpen)).toEqual([]);
    for (const { path } of files)
      expect((await readFile(path, 'latin1').catch(() => '')).includes(passwordOf(postgres)), path).toBe(false);
  });
});

describe('a data folder that a death left half made', () => {
  it.each<[string, (folder: string) => Promise<void>]>([
    ['is empty', async (at) => void (await mkdir(join(at, 'data'), { recursive: true }))],
    [
      'has some of its files, as earlier versions made it in place',
      async (at) => {
        await mkdir(join(at, 'data/base/1'), { recursive: true });
        await writeFile(join(at, 'data/PG_VERSION'), '18\n');
      },
    ],
    [
      'lies under the name that it is made under',
      async (at) => {
        await mkdir(join(at, 'data.new-4194303-0123456789ab/base'), { recursive: true });
        await mkdir(join(at, `data.new-${process.pid}-0123456789ab/base`), { recursive: true });
      },
    ],
    [
      'has small files that were torn',
      async (at) => {
        await mkdir(at, { recursive: true });
        for (const [name, text] of [
          ['owner.json', ''],
          ['credentials.json', '{"passw'],
          ['owner.json.next', '{'],
        ] as const)
          await writeFile(join(at, name), text);
      },
    ],
  ])('and %s is made anew', async (_what, leave) => {
    await leave(folder);
    const { url } = await start();
    await query(url, 'create table kept (n int)');
    expect((await readdir(folder)).toSorted()).toEqual(['data', 'owner.json']);
    expect(JSON.parse(await readFile(join(folder, 'owner.json'), 'utf8'))).toEqual({ pid: process.pid });
  });

  it('but not while another process is at it', async () => {
    // Our parent lives as long as we do.
    const others = join(folder, `data.new-${process.ppid}-0123456789ab`);
    await mkdir(others, { recursive: true });
    await start();
    expect((await lstat(others)).isDirectory()).toBe(true);
  });
});

describe('what earlier versions left', () => {
  const FORMER = 'ab'.repeat(24);

  /** As they made it: the service's role is the superuser, its password in a file beside and, after a death, in the shared temporary folder. */
  async function makeAsBefore(): Promise<void> {
    const programs = await findPrograms();
    const dataDir = join(folder, 'data');
    await mkdir(dataDir, { recursive: true, mode: 0o755 });
    if (programs.account !== null) await chown(dataDir, programs.account.uid, programs.account.gid);
    const passwordFile = join(temporary, 'pg-password-1x2y3z');
    await writeFile(passwordFile, `${FORMER}\n`);
    await writeFile(join(folder, 'credentials.json'), JSON.stringify({ password: FORMER }), { mode: 0o600 });
    await runProgram(
      programs,
      programs.initdb,
      [
        '-D',
        dataDir,
        '-U',
        'studio',
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
        '--encoding=UTF8',
        '--locale=C',
        '--no-sync',
      ],
      { cwd: dataDir },
    );
    await inSingleUserMode(programs, dataDir, 'postgres', ['CREATE DATABASE studio']);
    await inSingleUserMode(programs, dataDir, 'studio', [
      'CREATE SCHEMA drizzle',
      'CREATE TABLE drizzle.applied (id serial primary key)',
      'CREATE TABLE kept (n bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY, t text)',
      "INSERT INTO kept (t) VALUES ('before')",
      "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$",
    ]);
  }

  it("is taken over: the data stays, the tables are the new role's, the superuser is locked and its password worth nothing", async () => {
    await makeAsBefore();
    const postgres = await start();
    expect(await query(postgres.url, "insert into kept (t) values ('after') returning n")).toEqual([{ n: '2' }]);
    await query(
      postgres.url,
      'insert into drizzle.applied default values; alter table kept add column more text; create or replace function refuse() returns trigger language plpgsql as $$ begin return new; end $$',
    );
    for (const user of ['studio', 'postgres'])
      await expect(query(as(postgres, user, FORMER), 'select 1')).rejects.toThrow(/no pg_hba.conf entry/);
    expect(await query(postgres.url, 'select rolname from pg_roles where rolsuper and rolcanlogin')).toEqual([]);
    expect(await readdir(temporary)).toEqual([]);
    expect((await readdir(folder)).toSorted()).toEqual(['data', 'owner.json']);
  });

  it("goes out of the shared temporary folder; somebody else's files there stay", async () => {
    // Left by another data folder's first start: old enough to be left for sure.
    const left = join(temporary, 'pg-password-left');
    await writeFile(left, `${'ef'.repeat(24)}\n`);
    await utimes(left, 0, 0);
    const others = [
      ['pg-password-young', 'cd'.repeat(24)],
      ['pg-password-other', 'their own'],
      ['notes', FORMER],
    ] as const;
    for (const [name, text] of others) await writeFile(join(temporary, name), text);
    await start();
    expect((await readdir(temporary)).toSorted()).toEqual(others.map(([name]) => name).toSorted());
  });
});

describe('a server that is killed', () => {
  const untilReady = async (postgres: OwnPostgres) => {
    while (postgres.state !== 'ready') await delay(10);
  };
  const postmaster = async () => (await readServerFile(join(folder, 'data')))?.pid ?? 0;

  it(`is back on the same address with everything that was committed, each of ${KILLS} times (five with --all)`, async () => {
    const postgres = await startLater();
    const states: ServerState[] = [];
    postgres.onState((state) => states.push(state));
    await query(postgres.url, 'create table kept (n int)');
    for (let round = 0; round < KILLS; round += 1) {
      await query(postgres.url, `insert into kept values (${round})`);
      const before = states.length;
      process.kill(await postmaster(), 'SIGKILL');
      while (states.length === before) await delay(5);
      await untilReady(postgres);
      expect(await query(postgres.url, 'select count(*)::int as n from kept')).toEqual([{ n: round + 1 }]);
    }
    expect(states).toEqual(Array.from({ length: KILLS }, () => ['recovering', 'ready']).flat());
  });

  it('and cannot be started again is given up', async () => {
    await run('cp', ['-a', join(made, 'postgres'), folder]);
    const postgres = await startEmbeddedPostgres(folder, () => {}, { startMs: 60_000, giveUpMs: 500 });
    running.push(postgres);
    const lost = new Promise<void>((done) => postgres.onState((state) => state === 'lost' && done()));
    await rm(join(folder, 'data/global/pg_control'));
    process.kill(await postmaster(), 'SIGKILL');
    await lost;
    expect(postgres.state).toBe('lost');
  });

  it('is not started again once it was stopped', async () => {
    const postgres = await startLater();
    await postgres.stop();
    await delay(300);
    expect(await readServerFile(join(folder, 'data'))).toBeNull();
    expect(postgres.state).toBe('stopped');
  });
});

it("a damaged data folder is refused with the folder and PostgreSQL's reason", async () => {
  await (await startLater()).stop();
  await rm(join(folder, 'data/global/pg_control'));
  const error: Error = await start().then(
    () => new Error('it started'),
    (cause: Error) => cause,
  );
  expect(error.message).toContain(join(folder, 'data'));
  expect(String(error.cause)).toMatch(/pg_control/);
  expect((await readdir(join(folder, 'data'))).includes('base')).toBe(true);
});

describe('a data folder whose databases', () => {
  it('cannot be looked at stays as it is, and is started on once they can', async () => {
    const before = await startLater();
    await query(before.url, 'create table kept as select 1 as n');
    await before.stop();
    const base = join(folder, 'data/base');
    await rename(base, join(around, 'base'));
    await symlink('base', base);
    await expect(start()).rejects.toThrow(/ELOOP/);
    await rm(base);
    await rename(join(around, 'base'), base);
    expect(await query((await start()).url, 'select n from kept')).toEqual([{ n: 1 }]);
  });

  it('are gone is kept under another name beside a new one', async () => {
    await run('cp', ['-a', join(made, 'postgres'), folder]);
    await rm(join(folder, 'data/base'), { recursive: true });
    await start();
    const names = (await readdir(folder)).toSorted();
    expect(names).toEqual(['data', expect.stringMatching(/^data\.before-\d+$/), 'owner.json']);
    expect(await readdir(join(folder, names[1] ?? ''))).toContain('pg_wal');
  });
});

it('a start stops the server that a killed service left on its folder', async () => {
  const first = await startLater();
  await query(first.url, 'create table kept as select 1 as n');
  await first.stop();
  const programs = await findPrograms();
  const dataDir = join(folder, 'data');
  const stray = spawn(programs.postgres, ['-D', dataDir, '-p', new URL(first.url).port, '-h', '127.0.0.1', '-k', ''], {
    ...asAccount(programs),
    cwd: dataDir,
    env: childEnvironment(),
    stdio: 'ignore',
  });
  const exited = once(stray, 'exit');
  while ((await readServerFile(dataDir))?.isReady !== true) await delay(10);
  const second = await start();
  expect(await exited).toEqual([0, null]);
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 1 }]);
});

it.each([
  ['some other program', ['-e', 'setTimeout(() => {}, 600_000)']],
  ['a database server of another folder', ['-e', 'setTimeout(() => {}, 600_000)', 'postgres', '-D', '/elsewhere']],
])('a start after the power went lets %s be that has the number of the server by now', async (_, words) => {
  const first = await startLater();
  await query(first.url, 'create table kept as select 1 as n');
  const serverFile = join(folder, 'data/postmaster.pid');
  const [, ...others] = (await readFile(serverFile, 'utf8')).split('\n');
  await first.stop();
  const other = spawn(process.execPath, words, { ...asAccount(await findPrograms()), cwd: '/', stdio: 'ignore' });
  try {
    await once(other, 'spawn');
    await writeFile(serverFile, [other.pid, ...others].join('\n'));
    expect(await query((await start()).url, 'select n from kept')).toEqual([{ n: 1 }]);
    expect(other.exitCode ?? other.signalCode).toBeNull();
  } finally {
    other.kill('SIGKILL');
  }
});
