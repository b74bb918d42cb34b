import { readdir } from 'node:fs/promises';
import { statOf } from '../stat-of.ts';
import { type Entry, entryOf, type Found, foundOf } from './found.ts';

/** Who is asked what lies where. */
export interface WalkedDisk {
  /** Null: nothing is there, or it cannot be asked about. */
  stat(path: string): Promise<Found | null>;
  /** Null: no folder, or it cannot be looked into. */
  list(path: string): Promise<readonly Entry[] | null>;
}

/** As Node asks, which takes a thread of the process for each question to a disk that does not answer. */
export const PLAIN_DISK: WalkedDisk = {
  async stat(path) {
    const found = await statOf(path);
    return found === null ? null : foundOf(found, path);
  },
  async list(path) {
    const entries = await readdir(path, { withFileTypes: true }).catch(() => null);
    return entries?.map(entryOf) ?? null;
  },
};
