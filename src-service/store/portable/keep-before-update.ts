import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { syncFolder } from '../../../src-node/small-file.ts';
import { dumpDatabase } from './dump.ts';

/** Below the data folder: dumps by the time of the update that they come before. One that is put in `database` is read by the next start. */
export const KEPT_FOLDER = 'database-before';
/** A version that turns out bad may be noticed two versions later. */
const MOST_KEPT = 2;
const HALF = '.next';
const KEPT = /^\d{4}-\d\d-\d\dT[\d-]+Z$/;

/**
 * Keeps what an embedded service's database holds before this version changes its tables, the newest two. A new database, and one whose
 * tables stay as they are, is not kept. What cannot be kept is logged and does not keep the service from starting.
 */
export async function keepBeforeUpdate(
  {
    url,
    dataDir,
    migrationsFolder,
  }: { readonly url: string; readonly dataDir: string; readonly migrationsFolder: string },
  nowMs: number,
  log: { readonly error: (what: string, error: unknown) => void },
): Promise<void> {
  const folder = join(dataDir, KEPT_FOLDER);
  try {
    if (!(await willChange(url, migrationsFolder))) return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(folder))
      if (name.endsWith(HALF)) await rm(join(folder, name), { recursive: true });
    const own = new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-');
    const half = join(folder, `${own}${HALF}`);
    try {
      await dumpDatabase(url, half);
    } catch (error) {
      // On a full disk it would take the room that the update needs.
      await rm(half, { recursive: true, force: true });
      throw error;
    }
    await rename(half, join(folder, own));
    syncFolder(folder);
    // A clock that was set back must not let this one pass for the oldest.
    const former = (await readdir(folder)).filter((name) => KEPT.test(name) && name !== own).toSorted();
    for (const name of former.slice(0, 1 - MOST_KEPT)) await rm(join(folder, name), { recursive: true });
  } catch (error) {
    log.error('the database could not be kept as it was before the update', error);
  }
}

/** Whether tables are there that migrations of this code come to. */
async function willChange(url: string, migrationsFolder: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: found } = await client.query<{ is: boolean }>(
      `SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS is`,
    );
    if (found[0]?.is !== true) return false;
    const { rows } = await client.query<{ newest: string | null }>(
      'SELECT max(created_at)::text AS newest FROM drizzle.__drizzle_migrations',
    );
    const newest = rows[0]?.newest ?? null;
    const known = readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);
    return newest !== null && known.some((millis) => millis > Number(newest));
  } finally {
    await client.end();
  }
}
