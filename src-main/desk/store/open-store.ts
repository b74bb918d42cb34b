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
  const prepare = (sql: string) => {
    const statement = client.prepare(sql);
    const adapted = {
      run: (...params: unknown[]) => statement.run(params),
      all: (...params: unknown[]) => statement.all(params),
      get: (...params: unknown[]) => statement.get(params),
      raw: () => {
        statement.raw();
        return adapted;
      },
    };
    return adapted;
  };
  return { prepare, transaction: (work: () => unknown) => client.transaction(work) } as unknown as Client;
}
