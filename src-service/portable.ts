import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { dumpDatabase } from './store/portable/dump.ts';
import { DUMP_FOLDER } from './store/portable/dump-format.ts';
import { startEmbeddedPostgres } from './store/postgres/embedded-postgres.ts';
import { dataFolderIn } from './store/postgres/cluster.ts';
import { reachableFolder } from './store/postgres/programs.ts';

/**
 * Writes the database of a service that does not run into `folder`, which is made; false when it never had one. Loaded by its address
 * by the command line, which knows nothing of the service otherwise. Throws when another process runs the service, or PostgreSQL refuses.
 */
export async function dumpOfService(dataDir: string, folder: string): Promise<boolean> {
  const restored = join(dataDir, DUMP_FOLDER);
  if (existsSync(restored)) {
    // Restored and never started since: it is still as it came.
    await cp(restored, folder, { recursive: true, filter: (path) => !path.endsWith('begun') });
    return true;
  }
  const cluster = join(dataDir, 'postgres');
  if (!existsSync(join(dataFolderIn(await reachableFolder(cluster)), 'PG_VERSION'))) return false;
  const own = await startEmbeddedPostgres(cluster, () => undefined);
  try {
    await dumpDatabase(own.url, folder);
  } finally {
    await own.stop();
  }
  return true;
}
