import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { PackageError } from './package-error.ts';

/** How a zip archive begins, one of a single part with at least one entry. */
const ZIP_BEGINS = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

/** Whether it may be a zip archive at all. Throws PackageError `damaged` for a file that cannot be read. */
export async function beginsAsZip(path: string): Promise<boolean> {
  const handle = await open(path, 'r').catch((cause: unknown) => {
    throw new PackageError('damaged', 'it cannot be read', null, cause);
  });
  try {
    const begin = Buffer.alloc(ZIP_BEGINS.length);
    await handle.read(begin, 0, begin.length, 0);
    return begin.equals(ZIP_BEGINS);
  } finally {
    await handle.close();
  }
}

/** Its list of contents, entry by entry. Names that lead out of the archive are refused by the library as well. Throws PackageError `damaged`. */
export const openZip = (path: string): Promise<ZipFile> =>
  new Promise((done, fail) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) => {
      if (error !== null) fail(new PackageError('damaged', 'its list of contents is missing', null, error));
      else done(zip);
    });
  });

/** The bytes of an entry. */
export const streamOf = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((done, fail) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error !== null) fail(error);
      else done(stream);
    });
  });
