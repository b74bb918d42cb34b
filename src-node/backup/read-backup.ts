import { createHash } from 'node:crypto';
import { createWriteStream, type Stats } from 'node:fs';
import { mkdir, stat, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Entry, ZipFile } from 'yauzl';
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
import { beginsAsZip, openZip, streamOf } from '../job-package/zip-file.ts';

/** More is no list of contents: a part takes some 150 bytes of it. */
const CONTENTS_MAX = 256 * 1024 * 1024;

/** A backup whose list of contents was read: what is in its parts is only believed once it was read and hashed. */
export interface OpenBackup {
  readonly contents: BackupContents;
  /** Writes a part to a place that is free, synced, with its time; its folder is made. Throws PackageError. */
  extract(part: BackupPart, to: string): Promise<Stats>;
  /** Reads it to its end and writes it nowhere. Throws PackageError `damaged`. */
  verify(part: BackupPart): Promise<void>;
  close(): void;
}

/** Throws PackageError `foreign` for what is none, `newer` for one of a later version, `damaged` for one that was cut off or changed. */
export async function openBackup(path: string): Promise<OpenBackup> {
  if (!(await beginsAsZip(path))) throw new PackageError('foreign', 'no zip archive');
  const zip = await openZip(path);
  try {
    const entries = await entriesOf(zip);
    const contents = await contentsOf(zip, entries);
    if (entries.size !== contents.parts.length + 2) throw new PackageError('damaged', 'it holds what it does not name');
    const read = async (part: BackupPart, into: () => Writable): Promise<void> => {
      const entry = entries.get(PARTS_FOLDER + part.place);
      if (entry?.uncompressedSize !== part.sizeBytes)
        throw new PackageError('damaged', 'missing, or of another size', part.place);
      const hashing = new Hashing(part.sizeBytes);
      let isRead = false;
      hashing.once('end', () => (isRead = true));
      try {
        await pipeline(await streamOf(zip, entry), hashing, into());
      } catch (error) {
        const failure = writeFailure(error);
        throw isRead || (error as NodeJS.ErrnoException).syscall !== undefined || failure.kind === 'noRoom'
          ? failure
          : new PackageError('damaged', String(error), part.place, error);
      }
      if (hashing.bytes !== part.sizeBytes || hashing.sha256() !== part.sha256)
        throw new PackageError('damaged', 'other bytes than it names', part.place);
    };
    return {
      contents,
      extract: async (part, to) => {
        await mkdir(dirname(to), { recursive: true, mode: 0o700 });
        await read(part, () => createWriteStream(to, { flags: 'wx', flush: true, mode: 0o600 }));
        await utimes(to, part.modifiedAtMs / 1000, part.modifiedAtMs / 1000);
        return stat(to);
      },
      verify: (part) => read(part, () => new Writable({ write: (_chunk, _encoding, done) => done() })),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  return new Promise((done, fail) => {
    zip.on('error', (error: unknown) => fail(new PackageError('damaged', String(error), null, error)));
    zip.on('end', () => done(entries));
    zip.on('entry', (entry: Entry) => {
      if (entries.has(entry.fileName))
        return fail(new PackageError('damaged', 'a name is there twice', entry.fileName));
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

async function contentsOf(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<BackupContents> {
  if (!entries.has(BACKUP_ENTRY)) throw new PackageError('foreign', `it has no ${BACKUP_ENTRY}`);
  const bytes = await smallEntry(zip, entries, BACKUP_ENTRY);
  const seal = await smallEntry(zip, entries, BACKUP_SEAL);
  if (createHash('sha256').update(bytes).digest('hex') !== seal.toString('utf8'))
    throw new PackageError('damaged', 'other bytes than were sealed', BACKUP_ENTRY);
  let said: unknown;
  try {
    said = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new PackageError('damaged', 'no JSON', BACKUP_ENTRY, error);
  }
  const head = said as { readonly format?: unknown; readonly version?: unknown } | null;
  if (head?.format !== BACKUP_FORMAT) throw new PackageError('foreign', 'of another format');
  if (typeof head.version === 'number' && head.version > BACKUP_VERSION) throw new PackageError('newer', 'later');
  const contents = backupSchema.safeParse(said);
  if (!contents.success) throw new PackageError('damaged', 'it says what cannot be', BACKUP_ENTRY, contents.error);
  return contents.data;
}

async function smallEntry(zip: ZipFile, entries: ReadonlyMap<string, Entry>, name: string): Promise<Buffer> {
  const entry = entries.get(name);
  if (entry === undefined || entry.uncompressedSize > CONTENTS_MAX)
    throw new PackageError('damaged', 'missing or too large', name);
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of await streamOf(zip, entry)) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  } catch (error) {
    throw new PackageError('damaged', 'it cannot be read', name, error);
  }
}
