import { sql } from 'drizzle-orm';
import { files, type FileRow } from './schema.ts';

/**
 * Names the bytes of a file of the library as the desk knows them: a file that is written anew keeps its `fileId` and gets
 * another name for its bytes, so that no picture of the former ones is taken for one of these, and no part of either is
 * read into the other. Size and times in whole microseconds, which SQL and JavaScript write alike.
 */
export const bytesIdOf = (file: Pick<FileRow, 'fileId' | 'sizeBytes' | 'modifiedAtMs' | 'changedAtMs'>): string =>
  nameOf(file.fileId, {
    sizeBytes: file.sizeBytes,
    modifiedAtUs: microseconds(file.modifiedAtMs),
    changedAtUs: file.changedAtMs === null ? null : microseconds(file.changedAtMs),
  });

/** What a list reads of a file beside its identifier to name its bytes. */
export const BYTES_OF_FILE = {
  sizeBytes: files.sizeBytes,
  modifiedAtUs: sql<number | null>`cast(${files.modifiedAtMs} * 1000 as integer)`,
  changedAtUs: sql<number | null>`cast(${files.changedAtMs} * 1000 as integer)`,
};

interface ListedBytes {
  readonly sizeBytes: number | null;
  readonly modifiedAtUs: number | null;
  readonly changedAtUs: number | null;
}

/** The same name from a list's row; null where there is no file. */
export const listedBytesId = (fileId: string | null, bytes: ListedBytes): string | null =>
  fileId === null || bytes.sizeBytes === null ? null : nameOf(fileId, bytes);

/** The file that a name of bytes speaks of, and whether what was found at its place are those bytes as far as size and time of writing tell. Null for what is no such name. */
export function readBytesId(
  bytesId: string,
): { readonly fileId: string; isAt(found: { readonly size: number; readonly mtimeMs: number }): boolean } | null {
  const parts = /^([^@]+)@(\d+)@(-?\d+)@(-?\d*)$/.exec(bytesId);
  if (parts === null) return null;
  const [, fileId = '', size, modified] = parts;
  return { fileId, isAt: (found) => `${found.size}@${microseconds(found.mtimeMs)}` === `${size}@${modified}` };
}

const microseconds = (ms: number): number => Math.trunc(ms * 1000);

const nameOf = (fileId: string, { sizeBytes, modifiedAtUs, changedAtUs }: ListedBytes): string =>
  [fileId, sizeBytes, modifiedAtUs, changedAtUs ?? ''].join('@');
