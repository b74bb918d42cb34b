import type { Dirent, Stats } from 'node:fs';
import { isKeptElsewhere } from '../cloud-files.ts';

/** What a disk says of a file or a folder. */
export interface Found extends Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs' | 'ino' | 'dev'> {
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
  const { size, mtimeMs, ctimeMs, ino, dev } = stats;
  return {
    size,
    mtimeMs,
    ctimeMs,
    ino,
    dev,
    isFolder: stats.isDirectory(),
    isElsewhere: path !== null && stats.isFile() && isKeptElsewhere(stats, path),
  };
};

export const entryOf = (entry: Dirent): Entry => ({
  name: entry.name,
  is: entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other',
});
