import type { Stats } from 'node:fs';
import { identityOf } from '../../../src-node/disks/found.ts';

/**
 * What tells at a glance that other bytes lie there. Size and modification time can be kept by whoever rewrites a file;
 * the time of the last change of any kind cannot be set by a program, but moves for a new name or new rights too. So an
 * equal stamp is taken for equal bytes, and another one is a reason to compare hashes (docs/decisions/0017).
 */
export interface FileStamp {
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
  /** Null where an earlier version noted none. */
  readonly changedAtMs: number | null;
}

export const stampOf = (found: Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs'>): FileStamp => ({
  sizeBytes: found.size,
  modifiedAtMs: found.mtimeMs,
  changedAtMs: found.ctimeMs,
});

/** What the library notes of a file's bytes when it meets them: whichever way they came into it, the file is known again where it is moved to. */
export interface NotedFile extends FileStamp {
  readonly identity: string | null;
}

export const notedOf = (found: Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs' | 'birthtimeMs' | 'ino'>): NotedFile => ({
  ...stampOf(found),
  identity: identityOf(found),
});

/** Size and modification time alone. */
export const looksSame = (known: FileStamp, found: FileStamp): boolean =>
  known.sizeBytes === found.sizeBytes && known.modifiedAtMs === found.modifiedAtMs;

export const isSameStamp = (known: FileStamp, found: FileStamp): boolean =>
  looksSame(known, found) && (known.changedAtMs === null || known.changedAtMs === found.changedAtMs);
