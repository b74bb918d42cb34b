import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The desk's database, below the data folder. */
export const DESK_STORE = 'desk/desk.db';
/** The service's database in its portable form, as its next start looks for it. */
export const SERVICE_DATABASE = 'service/database';

/** What a restore puts in the place of what was there. Everything else in the data folder is this computer's: logs, previews, what Chromium keeps. */
export const RESTORED = [
  'desk',
  'layouts',
  'service',
  'preferences.json',
  'service.json',
  'tables.json',
  'window.json',
] as const;

/** Taken as they are. The databases are copied by their own means; what is half taken in and former stores stay. */
const FOLDERS = ['desk/packages', 'desk/repaired', 'layouts', 'service/blobs'] as const;
const FILES = RESTORED.filter((name) => name.endsWith('.json'));
const LEFT_OUT = /^service\/blobs\/incoming\/|\/\.bkprep\/lock$|\.(next|part)$/;

/** The files of a data folder that go into a backup, by their place below it, with slashes, sorted. */
export async function filesOf(dataDir: string): Promise<readonly string[]> {
  const found: string[] = [];
  const visit = async (place: string): Promise<void> => {
    for (const entry of await readdir(join(dataDir, place), { withFileTypes: true }).catch(() => [])) {
      const inner = `${place}/${entry.name}`;
      if (entry.isDirectory()) await visit(inner);
      else if (entry.isFile() && !LEFT_OUT.test(inner)) found.push(inner);
    }
  };
  for (const folder of FOLDERS) await visit(folder);
  const own = await readdir(dataDir);
  return [...found, ...FILES.filter((name) => own.includes(name))].toSorted();
}
