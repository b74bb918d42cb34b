import { channel } from 'node:diagnostics_channel';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Libsql from 'libsql';
import { BetterSQLiteSession } from 'drizzle-orm/better-sqlite3/session';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { BaseSQLiteDatabase, SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import type { Clock, Log } from '../../../src-core/ports.ts';
import { HOME } from '../../../src-node/backup/desk-copy.ts';
import { openPrivateFile } from '../../../src-node/small-file.ts';
import { APP_VERSION, mustBeKnown, mustBeSound, mustBeWhole, storedVersion, storeError } from './examine-store.ts';
import { type BackupKind, dropOpenMark, keepBackup, setOpenMark, storeFile } from './store-files.ts';
import { writeDeskValue } from './desk-values.ts';

/** `whole` refuses a store of which a part is missing; `asItIs` makes an empty one where none is; `restored` is a backup's. */
export type StoreOpening = 'whole' | 'asItIs' | 'restored';

/** Synchronous: a write has reached the disk when its call returns. */
export type Store = BaseSQLiteDatabase<'sync', unknown, Record<string, never>>;

export interface OpenStore {
  readonly db: Store;
  /** Keeps a backup first. */
  close(nowMs: number): void;
}

export interface StoreOptions {
  readonly migrationsFolder: string;
  readonly appVersion: string;
  readonly opening: StoreOpening;
  readonly clock: Clock;
  readonly log: Log;
}

/** Tells every statement as it is run: what a list costs is held by counting them, since time tells nothing in CI. */
export const STATEMENT_CHANNEL = 'store:statement';
const statements = channel(STATEMENT_CHANNEL);

type Client = ConstructorParameters<typeof BetterSQLiteSession>[0];

/** Pages kept in memory: a store of ten thousand books is tens of megabytes, and SQLite's own 2 MiB would read it from the system again and again. */
const CACHE_KIB = 64 * 1024;

/** Of clean closes, and of before an update: a version that turns out bad may be noticed two versions later. */
const BACKUPS_KEPT: Readonly<Record<BackupKind, number>> = { clean: 3, before: 2 };

/**
 * Opens (and makes) the desk's database in its folder and brings it up to date. WAL with full synchronisation: what was
 * written survives a killed process and a lost power supply. Throws `AppError` DESK_STORE_… when it cannot, or must not:
 * damaged, made by a later version, or not all there.
 */
export function openStore(
  dataDir: string,
  { migrationsFolder, appVersion, opening, clock, log }: StoreOptions,
): OpenStore {
  let client: InstanceType<typeof Libsql> | null = null;
  try {
    mkdirSync(dataDir, { recursive: true });
    if (opening === 'whole') mustBeWhole(dataDir);
    // What SQLite puts beside it has the mode of the file.
    openPrivateFile(storeFile(dataDir));
    client = new Libsql(storeFile(dataDir));
    client.exec('PRAGMA busy_timeout = 5000');
    mustBeSound(client);
    const migrations = readMigrationFiles({ migrationsFolder });
    mustBeKnown(client, migrations, appVersion);
    if (![null, appVersion].includes(storedVersion(client))) keepCopy(dataDir, client, 'before', clock.nowMs(), log);
    client.exec('PRAGMA journal_mode = WAL');
    client.exec('PRAGMA synchronous = FULL');
    client.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
    const dialect = new SQLiteSyncDialect({ casing: 'snake_case' });
    const session = new BetterSQLiteSession<Record<string, never>, Record<string, never>>(
      asBetterSqlite(client),
      dialect,
      undefined,
    );
    const db: Store = new BaseSQLiteDatabase('sync', dialect, session as never, undefined);
    dialect.migrate(migrations, session as never, { migrationsFolder });
    writeDeskValue(db, APP_VERSION, appVersion);
    // The desk's folder lies in the data folder.
    writeDeskValue(db, HOME, dirname(dataDir));
    // After the first write: from here on there is a log of changes, and a start that finds none was robbed of it.
    setOpenMark(dataDir);
    const opened = client;
    return { db, close: (nowMs) => closeStore(dataDir, opened, nowMs, log) };
  } catch (cause) {
    client?.close();
    throw storeError(cause);
  }
}

/** A backup that cannot be made must keep the studio neither from opening nor from closing; the ones before it stay. */
function keepCopy(
  dataDir: string,
  client: InstanceType<typeof Libsql>,
  kind: BackupKind,
  nowMs: number,
  log: Log,
): void {
  try {
    keepBackup(dataDir, { kind, nowMs, keep: BACKUPS_KEPT[kind] }, (path) => {
      openPrivateFile(path);
      client.prepare('VACUUM INTO ?').run([path]);
      const copy = new Libsql(path);
      try {
        mustBeSound(copy);
      } finally {
        copy.close();
      }
    });
  } catch (error) {
    log.write('error', 'no backup of the library could be made', { kind, error });
  }
}

function closeStore(dataDir: string, client: InstanceType<typeof Libsql>, nowMs: number, log: Log): void {
  keepCopy(dataDir, client, 'clean', nowMs, log);
  // The file alone is the store then: a copy that somebody makes of it lacks nothing.
  client.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all([]);
  dropOpenMark(dataDir);
  client.close();
}

/**
 * Drizzle's better-sqlite3 session over libsql. Parameters go as one array, since libsql takes a lone null or blob for
 * a map of named ones.
 */
function asBetterSqlite(client: InstanceType<typeof Libsql>): Client {
  const known = new PreparedStatements(client);
  const prepare = (sql: string) => {
    let isRaw = false;
    const run = <T>(work: (statement: Statement) => T): T => {
      const answer = work(known.of(sql, isRaw));
      if (statements.hasSubscribers) statements.publish(sql);
      return answer;
    };
    const adapted = {
      run: (...params: unknown[]) => run((statement) => statement.run(params)),
      all: (...params: unknown[]) => run((statement) => statement.all(params)),
      // Never the statement's own `get`: it binds before it resets, so that after an `all`, or after a failure, it answers for
      // the parameters of the call before (libsql 0.5.29).
      get: (...params: unknown[]) => run((statement) => statement.all(params)[0]),
      raw: () => {
        isRaw = true;
        return adapted;
      },
    };
    return adapted;
  };
  return { prepare, transaction: (work: () => unknown) => client.transaction(work) } as unknown as Client;
}

type Statement = ReturnType<InstanceType<typeof Libsql>['prepare']>;

/** More different statements than the desk has; a list of values makes one of its own for each length. */
const KEPT_STATEMENTS = 300;

/**
 * Statements are compiled once: Drizzle asks for the same text again and again, and compiling costs more than most of
 * them do. A statement stays raw once it was told to be, so that both kinds are kept.
 */
class PreparedStatements {
  readonly #client: InstanceType<typeof Libsql>;
  readonly #known = new Map<string, Statement>();

  constructor(client: InstanceType<typeof Libsql>) {
    this.#client = client;
  }

  of(sql: string, isRaw: boolean): Statement {
    const key = isRaw ? `raw ${sql}` : sql;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const statement = this.#client.prepare(sql);
    if (isRaw) statement.raw();
    if (this.#known.size >= KEPT_STATEMENTS) this.#known.clear();
    this.#known.set(key, statement);
    return statement;
  }
}
