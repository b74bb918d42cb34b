import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const kept = resolve(import.meta.dirname, '../../.cache/prepared');
const KEPT_MS = 24 * 3_600_000;

/**
 * A folder that is dear to make and cheap to copy: made once for what it is made of, whichever suite needs it first, and
 * kept for the runs of a day.
 */
export async function keptFolder(madeOf: readonly unknown[], make: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(kept, createHash('sha256').update(JSON.stringify(madeOf)).digest('hex').slice(0, 16));
  if (await isThere(folder)) {
    await utimes(folder, new Date(), new Date());
    return folder;
  }
  // Beside its place and moved there whole: another suite may be making it at the same time.
  const making = `${folder}.${randomBytes(6).toString('hex')}`;
  await mkdir(making, { recursive: true });
  await make(making);
  await rename(making, folder).catch(async (error: unknown) => {
    await rm(making, { recursive: true });
    if (!(await isThere(folder))) throw error;
  });
  await removeOld();
  return folder;
}

/** What lies in a folder, with owners and rights, which PostgreSQL looks at. */
export const copyTree = async (from: string, to: string): Promise<void> =>
  void (await run('cp', ['-a', `${from}/.`, to]));

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function removeOld(): Promise<void> {
  for (const name of await readdir(kept)) {
    const { mtimeMs } = await stat(join(kept, name)).catch(() => ({ mtimeMs: Date.now() }));
    if (mtimeMs < Date.now() - KEPT_MS) await rm(join(kept, name), { recursive: true, force: true });
  }
}
