import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import {
  BACKUP_ENTRY,
  BACKUP_FORMAT,
  BACKUP_SEAL,
  BACKUP_VERSION,
  PARTS_FOLDER,
  backupSchema,
  type BackupContents,
  type BackupPart,
} from '../../src-core/desk/backup.ts';
import { Hashing } from '../job-package/hashing.ts';
import { PackageError, writeFailure } from '../job-package/package-error.ts';
import { partOf, syncFolder } from '../job-package/write-package.ts';
import { BackupError } from './backup-error.ts';
import { DESK_STORE, SERVICE_DATABASE, filesOf } from './data-parts.ts';
import { copyOpenDesk, holdDesk, type DeskCopy } from './desk-copy.ts';
import { openBackup } from './read-backup.ts';
import { finishFormerRestore } from './restore.ts';

export interface BackupDeps {
  readonly programVersion: string;
  readonly specVersion: string;
  readonly nowMs: () => number;
  /** Writes the database of the service in `serviceDir` into a new folder; false when there is none. Throws when somebody uses it. */
  readonly dumpService: (serviceDir: string, folder: string) => Promise<boolean>;
  readonly signal?: AbortSignal;
  /** Begins a step of so many bytes: they are copied, then read again. */
  readonly onStep?: (step: 'copying' | 'checking', bytes: number) => void;
  /** So many bytes more of the step are done. */
  readonly onBytes?: (bytes: number) => void;
}

type CopyDesk = (path: string) => DeskCopy;

/** Pictures and PDFs are packed already. */
const PACKED = /^(service\/blobs\/|desk\/packages\/)|\.(pdf|jpe?g|png|heic|webp)$/i;
const LARGEST = Number.MAX_SAFE_INTEGER;

/**
 * Writes everything of a data folder that no studio has open into one file: under a passing name beside `place`, read again to its
 * last byte, and only then renamed. Throws BackupError, PackageError `changed`, `noRoom`, `notWritten`, and the reason of `signal`; what
 * lay at `place` before lies there still then. What a death leaves of an earlier try is removed by the next one.
 */
export async function writeBackup(dataDirGiven: string, place: string, deps: BackupDeps): Promise<BackupContents> {
  const dataDir = resolve(dataDirGiven);
  finishFormerRestore(dataDir, deps.nowMs());
  const store = join(dataDir, DESK_STORE);
  if (!existsSync(store)) throw new BackupError('nothing', `there is no ${DESK_STORE}`);
  const desk = holdDesk(store);
  try {
    return await write(dataDir, resolve(place), deps, (path) => desk.copyTo(path));
  } finally {
    desk.release();
  }
}

/**
 * The same of a studio that is open, by itself: the library as it is at one moment, the service's database as it is a little later. An
 * order that was placed between the two is one that the restored library asks its service about, as after a power cut. Files that change
 * meanwhile make it fail with PackageError `changed`.
 */
export const writeBackupWhileOpen = (dataDir: string, place: string, deps: BackupDeps): Promise<BackupContents> =>
  write(resolve(dataDir), resolve(place), deps, (path) => copyOpenDesk(join(dataDir, DESK_STORE), path));

/** Where a backup for `place` is prepared. */
export const workOf = (place: string): string => `${partOf(place)}-work`;

async function write(dataDir: string, place: string, deps: BackupDeps, copyDesk: CopyDesk): Promise<BackupContents> {
  const work = workOf(place);
  try {
    await rm(work, { recursive: true, force: true });
    await mkdir(work, { mode: 0o700 });
    const before = await stampsOf(dataDir);
    const { books, orders, dataDir: home } = copyDesk(join(work, 'desk.db'));
    const sources = new Map([[DESK_STORE, join(work, 'desk.db')]]);
    deps.signal?.throwIfAborted();
    let serviceRows = 0;
    const dump = join(work, 'database');
    if (await deps.dumpService(join(dataDir, 'service'), dump).catch(asOfService)) {
      for (const name of (await readdir(dump)).toSorted()) sources.set(`${SERVICE_DATABASE}/${name}`, join(dump, name));
      serviceRows = await rowsOf(join(dump, 'database.json'));
    }
    deps.signal?.throwIfAborted();
    // What the databases speak of lay there before them and lies there still; what came since may be spoken of too.
    const stamps = await stampsOf(dataDir);
    mustBeUnchanged(before, stamps);
    for (const file of stamps.keys()) sources.set(file, join(dataDir, ...file.split('/')));
    const sizes = await Promise.all([...sources.values()].map(async (path) => (await stat(path)).size));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    deps.onStep?.('copying', bytes);
    const contents = await writeArchive(partOf(place), sources, deps, (parts) => ({
      format: BACKUP_FORMAT,
      version: BACKUP_VERSION,
      programVersion: deps.programVersion,
      specVersion: deps.specVersion,
      madeAt: new Date(deps.nowMs()).toISOString(),
      holdsKeys: false,
      from: { dataDir: home ?? dataDir, separator: sep },
      counts: { books, orders, files: sources.size, serviceRows },
      parts,
    }));
    mustBeUnchanged(stamps, await stampsOf(dataDir));
    deps.onStep?.('checking', bytes);
    await mustBeWritten(partOf(place), deps);
    await rename(partOf(place), place);
    await syncFolder(dirname(place));
    return contents;
  } catch (error) {
    await rm(partOf(place), { force: true }).catch(() => undefined);
    if (deps.signal?.aborted === true) throw deps.signal.reason;
    // What the file system did not say is somebody else's to tell.
    throw (error as NodeJS.ErrnoException).syscall === undefined ? error : writeFailure(error);
  } finally {
    await rm(work, { recursive: true, force: true }).catch(() => undefined);
  }
}

function asOfService(cause: unknown): never {
  if (cause instanceof BackupError) throw cause;
  throw new BackupError('service', cause instanceof Error ? cause.message : String(cause), cause);
}

/** Size and time of each file that goes into it, by its place. */
async function stampsOf(dataDir: string): Promise<ReadonlyMap<string, string>> {
  const stamps = new Map<string, string>();
  for (const file of await filesOf(dataDir)) {
    const found = await stat(join(dataDir, ...file.split('/'))).catch(() => null);
    stamps.set(file, found === null ? 'gone' : `${found.size} ${found.mtimeMs}`);
  }
  return stamps;
}

/** Settings are whole files of their own, and may change: a window that is moved is written down. */
function mustBeUnchanged(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): void {
  for (const [file, stamp] of before)
    if (file.includes('/') && now.get(file) !== stamp)
      throw new PackageError('changed', 'it was changed meanwhile', basename(file));
}

/** What a drive took is not what it gives back, until it has. */
async function mustBeWritten(part: string, { signal, onBytes }: BackupDeps): Promise<void> {
  try {
    const written = await openBackup(part);
    try {
      for (const one of written.contents.parts) {
        signal?.throwIfAborted();
        await written.verify(one);
        onBytes?.(one.sizeBytes);
      }
    } finally {
      written.close();
    }
  } catch (cause) {
    throw new PackageError('notWritten', 'it reads otherwise than it was written', null, cause);
  }
}

async function rowsOf(file: string): Promise<number> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(file)) chunks.push(chunk as Buffer);
  const { tables } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { tables: { rows: number }[] };
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}

/** The list of contents comes last: what stands in it is known once the bytes went by. */
async function writeArchive(
  part: string,
  sources: ReadonlyMap<string, string>,
  { signal, onBytes }: BackupDeps,
  contentsOf: (parts: readonly BackupPart[]) => object,
): Promise<BackupContents> {
  await rm(part, { force: true });
  const handle = await open(part, 'wx', 0o600);
  const target = handle.createWriteStream({ flush: true });
  const zip = new ZipFile();
  const parts: BackupPart[] = [];
  const told: Promise<void>[] = [];
  const streams: Readable[] = [];
  let contents: BackupContents | null = null;
  let failure: unknown;
  const fail = (error: unknown): void => {
    failure ??= error;
    target.destroy(error instanceof Error ? error : new Error(String(error)));
  };
  zip.on('error', fail);
  for (const [place, path] of sources)
    zip.addReadStreamLazy(PARTS_FOLDER + place, { compress: !PACKED.test(place), forceZip64Format: false }, (give) => {
      const hashing = new Hashing(LARGEST, onBytes);
      streams.push(hashing);
      const seen = async () => {
        await pipeline(createReadStream(path), hashing);
        const { mtimeMs: modifiedAtMs } = await stat(path);
        parts.push({ place, sizeBytes: hashing.bytes, sha256: hashing.sha256(), modifiedAtMs });
      };
      told.push(
        seen().catch((cause: unknown) => fail(new PackageError('changed', 'it cannot be read', basename(path), cause))),
      );
      give(null, hashing);
    });
  const list = () => {
    contents ??= backupSchema.parse(contentsOf(parts.toSorted((a, b) => (a.place < b.place ? -1 : 1))));
    return Buffer.from(JSON.stringify(contents));
  };
  const last = (name: string, bytes: () => Buffer) =>
    zip.addReadStreamLazy(name, { compress: false }, (give) => {
      // What went into it is known once the last of it has been told.
      void Promise.all(told).then(() => {
        try {
          give(null, Readable.from([bytes()]));
        } catch (error) {
          fail(error);
        }
      });
    });
  last(BACKUP_ENTRY, list);
  last(BACKUP_SEAL, () => Buffer.from(createHash('sha256').update(list()).digest('hex')));
  zip.end();
  try {
    await pipeline(zip.outputStream, target, { signal });
  } catch (error) {
    for (const source of streams) source.destroy();
    throw failure ?? error;
  }
  if (failure !== undefined) throw failure;
  if (contents === null) throw new PackageError('notWritten', 'the list of contents was not written');
  return contents;
}
