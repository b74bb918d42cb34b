import { channel } from 'node:diagnostics_channel';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Libsql from 'libsql';
import { BetterSQLiteSession } from 'drizzle-orm/better-sqlite3/session';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { BaseSQLiteDatabase, SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import { openPrivateFile } from '../../../src-node/small-file.ts';

/** Synchronous: a write has reached the disk when its call returns. */
export type Store = BaseSQLiteDatabase<'sync', unknown, Record<string, never>>;

export interface OpenStore {
  readonly db: Store;
  close(): void;
}

/** Tells every statement as it is run: what a list costs is held by counting them, since time tells nothing in CI. */
export const STATEMENT_CHANNEL = 'desk.store.statement';
const statements = channel(STATEMENT_CHANNEL);

type Client = ConstructorParameters<typeof BetterSQLiteSession>[0];

/**
 * Opens (and makes) the desk's database and brings it up to date. WAL with full synchronisation: what was written
 * survives a killed process and a lost power supply. Throws what SQLite throws.
 */
export function openStore(file: string, migrationsFolder: string): OpenStore {
  mkdirSync(dirname(file), { recursive: true });
  // What SQLite puts beside it has the mode of the file.
  openPrivateFile(file);
  const client = new Libsql(file);
  client.exec('PRAGMA journal_mode = WAL');
  client.exec('PRAGMA synchronous = FULL');
  client.exec('PRAGMA busy_timeout = 5000');
  const dialect = new SQLiteSyncDialect({ casing: 'snake_case' });
  const session = new BetterSQLiteSession<Record<string, never>, Record<string, never>>(asBetterSqlite(client), dialect, undefined);
  const db: Store = new BaseSQLiteDatabase('sync', dialect, session as never, undefined);
  dialect.migrate(readMigrationFiles({ migrationsFolder }), session as never, { migrationsFolder });
  return { db, close: () => client.close() };
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
      get: (...params: unknown[]) => run((statement) => statement.get(params)),
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
