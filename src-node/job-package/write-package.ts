import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { fileEntry, filesOfJob, JOB_ENTRY, type Job, type PackedFile } from '../../src-core/desk/job-package.ts';
import { Hashing } from './hashing.ts';
import { PackageError, writeFailure } from './package-error.ts';

/** Archives are compared byte by byte; when each file was written is nobody's matter. */
const NO_TIME = new Date(Date.UTC(2000, 0, 1));

/** How it is written. */
export interface Writing {
  readonly forceZip64?: boolean;
  /** Aborted, it ends with the signal's reason and leaves nothing. */
  readonly signal?: AbortSignal | undefined;
  /** So many bytes of the files went into it. */
  readonly onBytes?: (bytes: number) => void;
}

/** The passing name of a package that is being written to `place`. */
export const partOf = (place: string): string => `${place}.part`;

/**
 * Writes a package to `place`: under a passing name beside it, which gets its own once all of it is on the drive. PDFs go in as they
 * are, one after the other, and never whole into memory; each is hashed on its way. Throws PackageError `changed` when the bytes are
 * not what `job` says of them, `noRoom` and `notWritten`, and the reason of `signal`; then nothing lies at `place` that did not lie there before.
 */
export async function writePackage(
  place: string,
  job: Job,
  pathOf: (file: PackedFile) => string,
  how: Writing = {},
): Promise<void> {
  const part = partOf(place);
  try {
    await writeArchive(part, job, pathOf, how);
    how.signal?.throwIfAborted();
    await rename(part, place);
    await syncFolder(dirname(place));
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw how.signal?.aborted === true ? how.signal.reason : writeFailure(error);
  }
}

async function writeArchive(
  part: string,
  job: Job,
  pathOf: (file: PackedFile) => string,
  { forceZip64: forceZip64Format = false, signal, onBytes }: Writing,
): Promise<void> {
  // Written to by nobody but this; there is no file of that name that anybody would miss. Before the archive, which reads ahead by itself.
  const handle = await open(part, 'w');
  const zip = new ZipFile();
  let failure: unknown;
  const sources: Readable[] = [];
  zip.addBuffer(Buffer.from(JSON.stringify(job)), JOB_ENTRY, { mtime: NO_TIME, compress: true, forceZip64Format });
  for (const file of filesOfJob(job.books)) {
    const how = { mtime: NO_TIME, compress: false, size: file.sizeBytes, forceZip64Format };
    zip.addReadStreamLazy(fileEntry(file.sha256), how, (give) => {
      const hashing = new Hashing(file.sizeBytes, onBytes);
      sources.push(hashing);
      pipeline(createReadStream(pathOf(file)), hashing).then(
        () => {
          if (hashing.sha256() !== file.sha256)
            fail(new PackageError('changed', 'other bytes than were checked', file.name));
        },
        (cause: unknown) => fail(new PackageError('changed', 'it cannot be read as it was checked', file.name, cause)),
      );
      give(null, hashing);
    });
  }
  const target = handle.createWriteStream({ flush: true });
  const fail = (error: unknown): void => {
    failure ??= error;
    target.destroy(error instanceof Error ? error : new Error(String(error)));
  };
  zip.on('error', fail);
  zip.end({ forceZip64Format, comment: '' });
  try {
    await pipeline(zip.outputStream, target, { signal });
  } catch (error) {
    for (const source of sources) source.destroy();
    throw failure ?? error;
  }
  if (failure !== undefined) throw failure;
}

/** Where folders cannot be synced, as on Windows, the system keeps the order itself. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
