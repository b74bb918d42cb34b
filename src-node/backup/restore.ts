import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { BackupContents } from '../../src-core/desk/backup.ts';
import { writeFailure } from '../job-package/package-error.ts';
import { syncFolder } from '../small-file.ts';
import { syncTree } from '../sync-tree.ts';
import { BackupError } from './backup-error.ts';
import { DESK_STORE } from './data-parts.ts';
import { holdDesk, moveHome, type MovedFile } from './desk-copy.ts';
import { READY, finishRestore } from './finish-restore.ts';
import { mustBeKnownStore } from './known-store.ts';
import { openBackup } from './read-backup.ts';

const UNPACKING = 'restore-unpacking';

/** A backup whose parts lie within the data folder, each held against its hash. Nothing of what was there has been touched. */
export interface UnpackedBackup {
  readonly contents: BackupContents;
  /** One rename: from here on `finishRestore` brings it to its place, by this process or by the next that opens the data folder. */
  decide(): Promise<void>;
  /** Nothing of it stays. */
  withdraw(): Promise<void>;
}

export interface Unpacking {
  /** Heard up to the end of unpacking; its reason is thrown. */
  readonly signal?: AbortSignal | undefined;
  /** So many bytes more of the backup's parts are unpacked. */
  readonly onBytes?: (bytes: number) => void;
  /** The changes to a library's tables that this program knows. */
  readonly migrationsFolder: string;
}

/**
 * Puts what a backup holds in the place of what a data folder holds; that is set aside within it, in a folder named with the time.
 * Nothing of it is touched before all of the backup has been unpacked and held against its hashes. One rename decides: a death
 * before it leaves the old state, one behind it the new one, which `finishRestore` brings to its place. Answers what was restored and
 * the name of the folder of before, null for a data folder that held nothing. Throws BackupError `inUse`, `notMoved`, PackageError, and the reason of
 * `signal`, which is heard up to that rename.
 */
export async function restoreBackup(
  file: string,
  dataDirGiven: string,
  nowMs: number,
  how: Unpacking,
): Promise<{ readonly contents: BackupContents; readonly former: string | null }> {
  const dataDir = resolve(dataDirGiven);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  finishFormerRestore(dataDir, nowMs);
  const store = join(dataDir, DESK_STORE);
  const desk = existsSync(store) ? holdUnlessUnreadable(store) : null;
  let contents: BackupContents;
  try {
    const unpacked = await unpackBackup(file, dataDir, how);
    await unpacked.decide();
    ({ contents } = unpacked);
  } finally {
    desk?.release();
  }
  try {
    return { contents, former: finishRestore(dataDir, nowMs) };
  } catch (cause) {
    throw new BackupError('notMoved', String(cause), cause);
  }
}

/** Carries out a restore that was decided and whose studio may still be closing. Throws BackupError `inUse`, and what the file system throws. */
export function finishFormerRestore(dataDir: string, nowMs: number): void {
  const store = join(dataDir, DESK_STORE);
  if (existsSync(store)) holdUnlessUnreadable(store)?.release();
  finishRestore(dataDir, nowMs);
}

/** Throws PackageError, and the reason of the signal; nothing of it stays then. */
export async function unpackBackup(
  file: string,
  dataDirGiven: string,
  { signal, onBytes, migrationsFolder }: Unpacking,
): Promise<UnpackedBackup> {
  const dataDir = resolve(dataDirGiven);
  const backup = await openBackup(resolve(file));
  const unpacking = join(dataDir, UNPACKING);
  const withdraw = () => rm(unpacking, { recursive: true, force: true });
  try {
    await withdraw();
    await mkdir(unpacking, { mode: 0o700 });
    const moved: MovedFile[] = [];
    for (const { part, names } of backup.contents.parts.map((one) => ({ part: one, names: one.place.split('/') }))) {
      signal?.throwIfAborted();
      const { mtimeMs: modifiedAtMs } = await backup.extract(part, join(unpacking, ...names));
      moved.push({ path: join(dataDir, ...names), wasModifiedAtMs: part.modifiedAtMs, modifiedAtMs });
      onBytes?.(part.sizeBytes);
    }
    mustBeKnownStore(join(unpacking, DESK_STORE), migrationsFolder, backup.contents.programVersion);
    moveHome(join(unpacking, DESK_STORE), backup.contents.from, { dataDir, separator: sep }, moved);
    syncTree(unpacking);
    signal?.throwIfAborted();
  } catch (error) {
    await withdraw().catch(() => undefined);
    throw (error as NodeJS.ErrnoException).syscall === undefined ? error : writeFailure(error);
  } finally {
    backup.close();
  }
  return {
    contents: backup.contents,
    decide: async () => {
      try {
        await rename(unpacking, join(dataDir, READY));
        syncFolder(dataDir);
      } catch (error) {
        await withdraw().catch(() => undefined);
        throw writeFailure(error);
      }
    },
    withdraw,
  };
}

/** A damaged library is what a restore is wanted for. */
function holdUnlessUnreadable(store: string): ReturnType<typeof holdDesk> | null {
  try {
    return holdDesk(store);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    return null;
  }
}
