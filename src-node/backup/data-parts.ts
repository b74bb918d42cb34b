import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PackageError } from '../job-package/package-error.ts';

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

/**
 * The files of a data folder that go into a backup, by their place below it, with slashes, sorted. Throws PackageError `changed` with the
 * name of what cannot be looked into, or is neither a file nor a folder: a backup without it would be found out where it is needed.
 */
export async function filesOf(dataDir: string): Promise<readonly string[]> {
  const found: string[] = [];
  const visit = async (place: string): Promise<void> => {
    for (const entry of await entriesOf(join(dataDir, place))) {
      const inner = `${place}/${entry.name}`;
      if (entry.isDirectory()) await visit(inner);
      else if (LEFT_OUT.test(inner)) continue;
      else if (entry.isFile()) found.push(inner);
      else throw new PackageError('changed', 'it is neither a file nor a folder', entry.name);
    }
  };
  for (const folder of FOLDERS) await visit(folder);
  const own = await readdir(dataDir);
  return [...found, ...FILES.filter((name) => own.includes(name))].toSorted();
}

/** Empty for a folder that was never made, or is gone by now. */
async function entriesOf(path: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new PackageError('changed', 'it cannot be read', basename(path), cause);
  }
}
