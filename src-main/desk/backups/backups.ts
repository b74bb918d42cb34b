import { basename } from 'node:path';
import { z } from 'zod';
import type { BackupContents } from '../../../src-core/desk/backup.ts';
import type { LastBackup } from '../../../src-core/ipc/subjects/backups.ts';
import { backupFailure } from '../../../src-node/backup/backup-failure.ts';
import { openBackup } from '../../../src-node/backup/read-backup.ts';
import { unpackBackup, type UnpackedBackup } from '../../../src-node/backup/restore.ts';
import { workOf, writeBackupWhileOpen, type BackupDeps } from '../../../src-node/backup/write-backup.ts';
import { partOf } from '../../../src-node/job-package/write-package.ts';
import { whileBeingWritten } from '../being-written.ts';
import type { DeskContext } from '../desk-context.ts';
import { mustNotBeOfLibrary } from '../documents/write-document.ts';
import type { PackageWorks } from '../packages/package-works.ts';
import { readDeskValue, writeDeskValue } from '../store/desk-values.ts';

const LAST = 'backup.last';
const lastSchema = z.object({ name: z.string(), atMs: z.number() });

/** What restoring takes of a backup. */
export interface BackupReading {
  /** What it says of itself; nothing of it is believed yet. Throws BACKUP_…. */
  look(place: string, dataDir: string): Promise<BackupContents>;
  /** Unpacks it within the data folder, beside what is there. Null: it was stopped, and nothing of it is here. Throws BACKUP_…. */
  unpack(place: string, dataDir: string): Promise<UnpackedBackup | null>;
}

async function look(place: string, dataDir: string): Promise<BackupContents> {
  const backup = await told(place, dataDir, () => openBackup(place));
  backup.close();
  return backup.contents;
}

/** While no library is open: nobody is told how far it is, and nobody can stop it. */
export const readingAlone = (migrationsFolder: string): BackupReading => ({
  look,
  unpack: (place, dataDir) => told(place, dataDir, () => unpackBackup(place, dataDir, { migrationsFolder })),
});

type Made = Pick<BackupDeps, 'programVersion' | 'specVersion'>;

/** The whole studio as one file, written and read while it is open (docs/decisions/0069). */
export class Backups implements BackupReading {
  readonly #context: DeskContext;
  readonly #works: PackageWorks;
  readonly #made: Made;
  readonly #migrationsFolder: string;

  constructor(
    context: DeskContext,
    works: PackageWorks,
    { migrationsFolder, ...made }: Made & { readonly migrationsFolder: string },
  ) {
    this.#context = context;
    this.#works = works;
    this.#made = made;
    this.#migrationsFolder = migrationsFolder;
  }

  /** The last one that was made of this library, wherever it is now. */
  last(): LastBackup | null {
    return lastSchema.safeParse(readDeskValue(this.#context.db, LAST)).data ?? null;
  }

  /**
   * Writes everything of the data folder to `place`. Null: it was stopped, and what lay at `place` lies there. Throws DOCUMENT_OF_LIBRARY,
   * BACKUP_…. `dumpService` writes the service's database into a new folder; false when there is none.
   */
  async write(
    place: string,
    dataDir: string,
    dumpService: (folder: string) => Promise<boolean>,
  ): Promise<BackupContents | null> {
    await mustNotBeOfLibrary(this.#context, place);
    const contents = await this.writeAside(place, dataDir, dumpService);
    if (contents !== null)
      writeDeskValue(this.#context.db, LAST, { name: basename(place), atMs: this.#context.clock.nowMs() });
    return contents;
  }

  /** The same for a file that is no backup of the operator's: it is not told as the last one. */
  writeAside(
    place: string,
    dataDir: string,
    dumpService: (folder: string) => Promise<boolean>,
  ): Promise<BackupContents | null> {
    const { clock } = this.#context;
    return this.#works.run('backup', basename(place), async ({ signal, begin, did }) => {
      begin('checking');
      const deps: BackupDeps = {
        ...this.#made,
        nowMs: () => clock.nowMs(),
        dumpService: (_, folder) => dumpService(folder),
        signal,
        onStep: begin,
        onBytes: did,
      };
      return whileBeingWritten(this.#context, [partOf(place), workOf(place)], () =>
        told(place, dataDir, () => writeBackupWhileOpen(dataDir, place, deps)),
      );
    });
  }

  readonly look = look;

  /** As work that is told of and can be stopped. */
  unpack(place: string, dataDir: string): Promise<UnpackedBackup | null> {
    return this.#works.run('restore', basename(place), async ({ signal, begin, did }) => {
      const { parts } = await look(place, dataDir);
      begin(
        'copying',
        parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      );
      return told(place, dataDir, () =>
        unpackBackup(place, dataDir, { signal, onBytes: did, migrationsFolder: this.#migrationsFolder }),
      );
    });
  }
}

/** Failures in the words of the desk's table of errors. */
async function told<T>(place: string, dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw backupFailure(error, place, dataDir) ?? error;
  }
}
