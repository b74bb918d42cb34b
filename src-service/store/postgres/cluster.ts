import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder, writeSmallFile } from '../../../src-node/small-file.ts';
import { realNowMs } from '../../system-clock.ts';
import { isAlive } from './processes.ts';
import type { Programs } from './programs.ts';
import { inSingleUserMode, runProgram } from './session.ts';

/** The service's role: owns its database and nothing more. */
export const ROLE = 'book_print_service';
export const DATABASE = 'studio';

const SUPERUSER = 'postgres';
const DATA = 'data';
const BASE = 'base';
const MAKING = /^data\.new-(\d+)-/;
/** Folders of `template1`, `template0` and `postgres`, which initdb makes. */
const OF_INITDB = ['1', '4', '5'];
/** A first start that was killed may have left a program behind that is still writing what is removed here. */
const REMOVAL = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 } as const;

/** Who may connect: the service's role to its database over loopback. No line for a superuser. */
const WHO_MAY_CONNECT = `host ${DATABASE} ${ROLE} 127.0.0.1/32 scram-sha-256\n`;

export const dataFolderIn = (folder: string): string => join(folder, DATA);

/**
 * Brings the data folder to where a server can be started on it: makes it when there is none or one that a death left
 * half made, takes over what earlier versions made, and gives the service's role this password. No server may run on it.
 *
 * Throws when the folder cannot be written or PostgreSQL refuses it, with PostgreSQL's reason.
 */
export async function prepareCluster(programs: Programs, folder: string, password: string): Promise<void> {
  const dataDir = dataFolderIn(folder);
  await removeHalfMade(folder);
  if (!(await holdsDatabase(dataDir))) await makeCluster(programs, folder);
  await takeCharge(programs, dataDir, password);
  await admitOnlyTheService(programs, dataDir);
}

/** Folders on their way that nobody works at any more. A process of the same number as this one is an earlier one. */
async function removeHalfMade(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const maker = Number(MAKING.exec(name)?.[1] ?? Number.NaN);
    if (Number.isInteger(maker) && (maker === process.pid || !isAlive(maker))) await rm(join(folder, name), REMOVAL);
  }
}

/**
 * Whether the folder was ever whole. It is moved to its name with its database in it; earlier versions made it in place
 * and the database last: one without never held anything. Throws where that cannot be looked at: it may hold everything.
 */
async function holdsDatabase(dataDir: string): Promise<boolean> {
  const databases = await namesIn(join(dataDir, BASE));
  return databases.some((name) => /^\d+$/.test(name) && !OF_INITDB.includes(name));
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Frees the place of a data folder without a database. What never held one goes; of another nobody knows what it is a rest of. */
async function clearPlace(dataDir: string): Promise<void> {
  const names = await namesIn(dataDir);
  if (names.length === 0 || names.includes(BASE)) await rm(dataDir, REMOVAL);
  else await rename(dataDir, `${dataDir}.before-${realNowMs()}`);
}

/** Made beside its place, flushed and moved there: under its name the folder is whole or not there. */
async function makeCluster(programs: Programs, folder: string): Promise<void> {
  const dataDir = dataFolderIn(folder);
  const making = join(folder, `${DATA}.new-${process.pid}-${randomBytes(6).toString('hex')}`);
  await mkdir(making, { mode: 0o700 });
  try {
    if (programs.account !== null) await chown(making, programs.account.uid, programs.account.gid);
    // The superuser has no password: nobody logs in as one, and nothing has to be hidden while the folder is made.
    const words = [
      '-D',
      making,
      '-U',
      SUPERUSER,
      '--auth=reject',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
      '--no-instructions',
    ];
    await runProgram(programs, programs.initdb, words, { cwd: making });
    await inSingleUserMode(programs, making, SUPERUSER, [
      `CREATE ROLE ${ROLE}`,
      `CREATE DATABASE ${DATABASE} OWNER ${ROLE}`,
    ]);
    await runProgram(programs, programs.initdb, ['-D', making, '--sync-only'], { cwd: making });
    await clearPlace(dataDir);
    await rename(making, dataDir);
    syncFolder(folder);
  } catch (cause) {
    await rm(making, REMOVAL);
    throw new Error(`PostgreSQL could not make its data folder in ${folder}`, { cause });
  }
}

const LOCK_SUPERUSERS = oneLine(`
  DO $$ DECLARE locked record; BEGIN
    FOR locked IN SELECT rolname FROM pg_roles WHERE rolsuper LOOP EXECUTE format('ALTER ROLE %I NOLOGIN PASSWORD NULL', locked.rolname); END LOOP;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${ROLE}') THEN CREATE ROLE ${ROLE}; END IF;
  END $$`);

const OWNERS = `SELECT 'owner of ' || datname || ' is ' || pg_get_userbyid(datdba) AS found FROM pg_database`;

/** Earlier versions ran as the superuser, whose the tables were. Begun and not ended it is begun again. */
const HAND_OVER = [
  oneLine(`
    DO $$ DECLARE owned record; BEGIN
      FOR owned IN
        SELECT format('SCHEMA %I', nspname) AS what FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname NOT IN ('public', 'information_schema')
        UNION ALL SELECT format('TABLE %s', oid::regclass) FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
        UNION ALL SELECT format('ROUTINE %s', oid::regprocedure) FROM pg_proc WHERE pronamespace::regnamespace::text !~ '^(pg_|information_schema)'
      LOOP EXECUTE format('ALTER %s OWNER TO ${ROLE}', owned.what); END LOOP;
    END $$`),
  `ALTER DATABASE ${DATABASE} OWNER TO ${ROLE}`,
];

/** At every start, so that a password is of one run alone and lies in no file. */
async function takeCharge(programs: Programs, dataDir: string, password: string): Promise<void> {
  const role = `ALTER ROLE ${ROLE} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD '${password}'`;
  const found = await inSingleUserMode(programs, dataDir, SUPERUSER, [LOCK_SUPERUSERS, role, OWNERS]).catch(
    (cause: unknown) => {
      throw new Error(`PostgreSQL cannot use ${dataDir}`, { cause });
    },
  );
  const owner = new RegExp(`owner of ${DATABASE} is (\\w+)`).exec(found)?.[1] ?? null;
  // A death in earlier versions' making of the database.
  if (owner === null)
    await inSingleUserMode(programs, dataDir, SUPERUSER, [`CREATE DATABASE ${DATABASE} OWNER ${ROLE}`]);
  else if (owner !== ROLE) await inSingleUserMode(programs, dataDir, DATABASE, HAND_OVER);
}

async function admitOnlyTheService({ account }: Programs, dataDir: string): Promise<void> {
  const file = join(dataDir, 'pg_hba.conf');
  if ((await readFile(file, 'utf8').catch(() => '')) !== WHO_MAY_CONNECT)
    writeSmallFile(file, WHO_MAY_CONNECT, account ?? undefined);
}

function oneLine(statement: string): string {
  return statement.replaceAll(/\s+/g, ' ').trim();
}
