import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';

export interface SmallFileOwner {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Writes a small file whole or not at all, whenever the power fails: to a temporary name, flushed, renamed, and the folder
 * flushed. Only its owner reads it, whatever the umask and the folder are. `owner` is for a file that another user has to
 * read (root alone may give it away). Throws what the file system throws; the file that was there stays then.
 *
 * Synchronous: the last write of an app comes when it is on its way out and nobody would wait for it.
 */
export function writeSmallFile(path: string, content: string | Uint8Array, owner?: SmallFileOwner): void {
  writeBy(`${path}.next`, path, content, owner);
}

/**
 * The same where several threads may write one path at once: each by a temporary name of its own, and whoever comes last is read.
 * One that a death leaves behind is not removed by the next write: for folders that are swept.
 */
export function writeSharedFile(path: string, content: Uint8Array): void {
  writeBy(`${path}.${randomBytes(8).toString('hex')}.next`, path, content);
}

function writeBy(next: string, path: string, content: string | Uint8Array, owner?: SmallFileOwner): void {
  // One that a death left behind may have another mode or be a link to elsewhere.
  rmSync(next, { force: true });
  createSmallFile(next, content);
  try {
    if (owner !== undefined) chownSync(next, owner.uid, owner.gid);
    renameSync(next, path);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}

/**
 * Writes a file that is not there yet, in place, and flushes it: only its owner reads it. Throws what the file system throws, EEXIST
 * where something has that name; nothing of it is left then. A death may leave a part of it.
 */
export function createSmallFile(path: string, content: string | Uint8Array): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    try {
      fchmodSync(file, 0o600);
      writeFileSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    // On a full disk it would take the room that the next try needs.
    rmSync(path, { force: true });
    throw error;
  }
}

/** The names in a folder survive a lost power supply. Windows has no such thing: NTFS journals them. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/**
 * Makes a file that is written in place (a log, a database) if it is not there, and has only its owner read it from then
 * on, whatever the umask and the folder are. Throws what the file system throws.
 */
export function openPrivateFile(path: string): void {
  const file = openSync(path, 'a', 0o600);
  try {
    fchmodSync(file, 0o600);
  } finally {
    closeSync(file);
  }
}

/** What a small JSON file says. Null: there is none, or it is empty, torn or of another form, which counts as none. */
export function readSmallJson<S extends z.ZodType>(path: string, schema: S): z.output<S> | null {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}
