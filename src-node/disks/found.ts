import type { Dirent, Stats } from 'node:fs';
import { isKeptElsewhere } from '../cloud-files.ts';

/** What a disk says of a file or a folder. */
export interface Found extends Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs' | 'birthtimeMs' | 'ino' | 'dev'> {
  readonly isFolder: boolean;
  /** A cloud keeps its bytes. */
  readonly isElsewhere: boolean;
}

/** What lies in a folder, links not followed. */
export interface Entry {
  readonly name: string;
  readonly is: 'file' | 'folder' | 'other';
}

/** `path`: null where the file was opened before, and is here. */
export const foundOf = (stats: Stats, path: string | null): Found => {
  const { size, mtimeMs, ctimeMs, birthtimeMs, ino, dev } = stats;
  return {
    size,
    mtimeMs,
    ctimeMs,
    birthtimeMs,
    ino,
    dev,
    isFolder: stats.isDirectory(),
    isElsewhere: path !== null && stats.isFile() && isKeptElsewhere(stats, path),
  };
};

/**
 * Which file of its disk it is, by whatever name and in whichever folder; a copy is another one. A disk gives the number of a file that is gone to a
 * new one, so its time of birth goes with it. Null where a disk keeps the one or the other not.
 */
export const identityOf = ({ ino, birthtimeMs }: Pick<Found, 'ino' | 'birthtimeMs'>): string | null =>
  ino > 0 && birthtimeMs > 0 ? `${ino}.${birthtimeMs}` : null;

export const entryOf = (entry: Dirent): Entry => ({
  name: entry.name,
  is: entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other',
});
