import { sql, type SQLWrapper } from 'drizzle-orm';
import { deeperChecks, files, type FileRow } from './schema.ts';

/** What a name of bytes ends with that stands for a file as it prints: with what simulates its overprint behind it. */
const AS_PRINTED = '@printed';

/**
 * Names the bytes of a file of the library as the desk knows them: a file that is written anew keeps its `fileId` and gets
 * another name for its bytes, so that no picture of the former ones is taken for one of these, and no part of either is
 * read into the other. Time in whole microseconds, which SQL and JavaScript write alike. New rights, a new name and back, or what a
 * program for backups does move the time of the last change and nothing of the bytes: it is no part of their name. A file whose overprint is to
 * be simulated is drawn from other bytes, which have a name of their own.
 */
export const bytesIdOf = (file: Stamped, isAsPrinted: boolean): string =>
  nameOf(file.fileId, {
    sizeBytes: file.sizeBytes,
    modifiedAtUs: microseconds(file.modifiedAtMs),
    rewrites: file.rewrites,
    isAsPrinted: isAsPrinted ? 1 : 0,
  });

/** What a list reads of a file beside its identifier to name its bytes. */
export const BYTES_OF_FILE = {
  sizeBytes: files.sizeBytes,
  modifiedAtUs: sql<number | null>`cast(${files.modifiedAtMs} * 1000 as integer)`,
  rewrites: files.rewrites,
  isAsPrinted: sql<number>`exists (select 1 from ${deeperChecks} where ${deeperChecks.fileId} = ${files.fileId} and json_array_length(${deeperChecks.summary}, '$.overprintPages') > 0)`,
};

interface ListedBytes {
  readonly sizeBytes: number | null;
  readonly modifiedAtUs: number | null;
  readonly rewrites: number | null;
  /** 1 or 0, as SQLite tells it. */
  readonly isAsPrinted: number;
}

/** The same name from a list's row; null where there is no file. */
export const listedBytesId = (fileId: string | null, bytes: ListedBytes): string | null =>
  fileId === null || bytes.sizeBytes === null ? null : nameOf(fileId, bytes);

type Stamped = Pick<FileRow, 'fileId' | 'sizeBytes' | 'modifiedAtMs' | 'rewrites'>;

/** Tells a book's files from those of the same book with either written anew, whatever they are drawn from. */
export const bytesKeyOf = (cover: Stamped | null, contents: Stamped | null): string =>
  [cover, contents].map((file) => (file === null ? '' : bytesIdOf(file, false))).join(' ');

/** The same as a list reads it from the tables of its covers and contents. */
export const bytesKeyIn = (cover: StampColumns, contents: StampColumns) =>
  sql<string>`${nameIn(cover)} || ' ' || ${nameIn(contents)}`;

type StampColumns = Readonly<Record<keyof Stamped, SQLWrapper>>;

const nameIn = ({ fileId, sizeBytes, modifiedAtMs, rewrites }: StampColumns) => {
  const modifiedAtUs = sql`cast(${modifiedAtMs} * 1000 as integer)`;
  return sql`coalesce(${fileId} || '@' || ${sizeBytes} || '@' || ${modifiedAtUs} || '@' || ${rewrites}, '')`;
};

/** The file that a name of bytes speaks of, and whether what was found at its place are those bytes as far as size and time of writing tell. Null for what is no such name. */
export function readBytesId(bytesId: string): {
  readonly fileId: string;
  readonly rewrites: number;
  readonly isAsPrinted: boolean;
  isAt(found: { readonly size: number; readonly mtimeMs: number }): boolean;
} | null {
  const parts = /^([^@]+)@(\d+)@(-?\d+)@(\d+)(@printed)?$/.exec(bytesId);
  if (parts === null) return null;
  const [, fileId = '', size, modified, rewrites, asPrinted] = parts;
  return {
    fileId,
    rewrites: Number(rewrites),
    isAsPrinted: asPrinted !== undefined,
    isAt: (found) => `${found.size}@${microseconds(found.mtimeMs)}` === `${size}@${modified}`,
  };
}

const microseconds = (ms: number): number => Math.trunc(ms * 1000);

const nameOf = (fileId: string, { sizeBytes, modifiedAtUs, rewrites, isAsPrinted }: ListedBytes): string =>
  `${[fileId, sizeBytes, modifiedAtUs, rewrites].join('@')}${isAsPrinted === 0 ? '' : AS_PRINTED}`;
