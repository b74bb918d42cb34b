import { createWriteStream } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Entry, ZipFile } from 'yauzl';
import {
  fileEntry,
  filesOfJob,
  JOB_BYTES_MAX,
  JOB_ENTRY,
  jobSchema,
  PACKAGE_FORMAT,
  PACKAGE_VERSION,
  type Job,
  type PackedFile,
} from '../../src-core/desk/job-package.ts';
import { Hashing } from './hashing.ts';
import { PackageError, writeFailure } from './package-error.ts';
import { beginsAsZip, openZip, streamOf } from './zip-file.ts';

const ENTRY_NAME = /^files\/[0-9a-f]{64}\.pdf$/;
const STORED = 0;

/** How a file of it is read. */
export interface Reading {
  readonly signal?: AbortSignal;
  /** So many bytes came out of it. */
  readonly onBytes?: (bytes: number) => void;
}

/** A package whose list of contents was read: what is in its files is only believed once it was read and hashed. */
export interface OpenPackage {
  readonly job: Job;
  /** Writes one of its files to a place that is free, synced. Throws PackageError `damaged`, `noRoom`, `notWritten`, and the reason of `signal`. */
  extract(file: PackedFile, to: string, how?: Reading): Promise<void>;
  /** Reads it to its end and writes it nowhere. Throws PackageError `damaged`. */
  verify(file: PackedFile): Promise<void>;
  close(): void;
}

/**
 * Opens a package. Throws PackageError `foreign` for what is none, `newer` for one of a later version, `damaged` for one that was cut
 * off, changed, or holds anything but what its `job.json` names.
 */
export async function openPackage(path: string): Promise<OpenPackage> {
  if (!(await beginsAsZip(path))) throw new PackageError('foreign', 'no zip archive');
  const zip = await openZip(path);
  try {
    const entries = await entriesOf(zip);
    const job = await jobOf(zip, entries);
    const files = filesOfJob(job.books);
    if (entries.size !== files.length + 1) throw new PackageError('damaged', 'it holds what it does not name');
    for (const file of files) {
      const entry = entries.get(fileEntry(file.sha256));
      if (entry === undefined) throw new PackageError('damaged', 'a file is missing', file.name);
      if (entry.uncompressedSize !== file.sizeBytes) throw new PackageError('damaged', 'another size', file.name);
    }
    const read = async (file: PackedFile, into: () => Writable, { signal, onBytes }: Reading = {}): Promise<void> => {
      signal?.throwIfAborted();
      const entry = entries.get(fileEntry(file.sha256));
      if (entry === undefined) throw new PackageError('damaged', 'a file is missing', file.name);
      const source = await streamOf(zip, entry).catch((cause: unknown) => {
        throw new PackageError('damaged', 'an entry cannot be found', file.name, cause);
      });
      const hashing = new Hashing(file.sizeBytes, onBytes);
      let isRead = false;
      hashing.once('end', () => (isRead = true));
      try {
        await pipeline(source, hashing, into(), { signal });
      } catch (error) {
        signal?.throwIfAborted();
        // What failed before the last byte was there is the package's fault unless the drive says that it is its own.
        const failure = writeFailure(error);
        throw isRead || (error as NodeJS.ErrnoException).syscall === 'write' || failure.kind === 'noRoom'
          ? failure
          : new PackageError('damaged', String(error), file.name, error);
      }
      if (hashing.bytes !== file.sizeBytes || hashing.sha256() !== file.sha256)
        throw new PackageError('damaged', 'other bytes than it names', file.name);
    };
    return {
      job,
      extract: (file, to, how) => read(file, () => createWriteStream(to, { flags: 'wx', flush: true }), how),
      verify: (file) => read(file, () => new Writable({ write: (_chunk, _encoding, done) => done() })),
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
      const { fileName } = entry;
      const isOurs = fileName === JOB_ENTRY || (ENTRY_NAME.test(fileName) && entry.compressionMethod === STORED);
      if (!isOurs || entry.isEncrypted()) return fail(new PackageError('foreign', `an entry ${fileName}`));
      if (entries.has(fileName)) return fail(new PackageError('damaged', 'a name is there twice', fileName));
      entries.set(fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

async function jobOf(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<Job> {
  const entry = entries.get(JOB_ENTRY);
  if (entry === undefined) throw new PackageError('foreign', 'it has no job.json');
  if (entry.uncompressedSize > JOB_BYTES_MAX) throw new PackageError('damaged', 'job.json is too large', JOB_ENTRY);
  let said: unknown;
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of await streamOf(zip, entry)) chunks.push(chunk as Buffer);
    said = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch (error) {
    throw new PackageError('damaged', 'job.json cannot be read', JOB_ENTRY, error);
  }
  const head = said as { readonly format?: unknown; readonly version?: unknown } | null;
  if (head?.format !== PACKAGE_FORMAT) throw new PackageError('foreign', 'job.json is of another format');
  if (typeof head.version === 'number' && head.version > PACKAGE_VERSION) throw new PackageError('newer', 'later');
  const job = jobSchema.safeParse(said);
  if (!job.success) throw new PackageError('damaged', 'job.json says what cannot be', JOB_ENTRY, job.error);
  const ids = new Set(job.data.books.map(({ bookId }) => bookId));
  if (ids.size !== job.data.books.length) throw new PackageError('damaged', 'a book is there twice', JOB_ENTRY);
  return job.data;
}
