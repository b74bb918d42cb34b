import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openDatabase, type Database } from '../database.ts';
import { startEmbeddedPostgres, type OwnPostgres } from '../postgres/embedded-postgres.ts';

/** A PostgreSQL of a test's own, with the service's tables. */
export interface OwnDatabase {
  /** Its own, for what the test keeps beside it; it goes with the database. */
  readonly folder: string;
  readonly postgres: OwnPostgres;
  readonly database: Database;
  close(): Promise<void>;
}

const MIGRATIONS = resolve(import.meta.dirname, '../migrations');

export async function openOwnDatabase(migrationsFolder = MIGRATIONS): Promise<OwnDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'own-database-'));
  // PostgreSQL's own user walks through it where tests run as root.
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'), () => {});
  const database = await openDatabase(postgres.url, migrationsFolder);
  return {
    folder,
    postgres,
    database,
    close: async () => {
      await database.close();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
