import { link, mkdir, open, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What a drive answers that knows no hard links. */
const NO_LINKS: ReadonlySet<string> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EINVAL',
  'EMLINK',
  'EACCES',
]);

/**
 * Gives a file another name of the same drive, and never writes over one that is there: false when the name is taken. `isOurs`: an
 * earlier life had begun with this very name, so that what is half done is finished. Throws what the system says; the file is then
 * where it was.
 */
export async function moveTo(from: string, to: string, isOurs: boolean): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true });
  const there = await stat(to).catch(() => null);
  if (there !== null) {
    const { ino, dev } = await stat(from);
    // Windows tells no inodes of some drives.
    if (isOurs && there.ino === ino && there.dev === dev && ino !== 0) {
      await unlink(from);
      return true;
    }
    if (!isOurs || there.size > 0) return false;
    await rename(from, to);
    return true;
  }
  try {
    await link(from, to);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!NO_LINKS.has(code)) throw error;
    return renameTo(from, to);
  }
  try {
    await unlink(from);
  } catch (error) {
    // Somebody has it open: one file of two names would be two books.
    await unlink(to);
    throw error;
  }
  return true;
}

/** Where there are no links the name is held by an empty file of our own, which the rename writes over. */
async function renameTo(from: string, to: string): Promise<boolean> {
  try {
    await (await open(to, 'wx')).close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    await rename(from, to);
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  }
  return true;
}
