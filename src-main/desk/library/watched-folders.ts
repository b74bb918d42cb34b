import { watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import { type Disks, LOOK_MS } from '../../../src-node/disks/disks.ts';

interface Watched {
  readonly watcher: FSWatcher;
  /** The folder that stood there: one of the same name that was made anew has another. */
  readonly inode: number;
}

/**
 * Hears what happens in folders: one watcher a folder, none for their files (docs/decisions/0039). What it hears is a reason to
 * look and no more: a share may tell nothing, and an editor says ten times that it wrote.
 */
/** A watcher may be a handle of the process, and the files themselves want theirs. Folders beyond are looked at, as those of a share are. */
const MOST_HEARD = 2_000;
/** A folder that is another one so often within one round of `follow` has no identity that holds. */
const MOST_REHEARD = 20;

export class WatchedFolders {
  #wanted: ReadonlySet<string> = new Set();
  readonly #watched = new Map<string, Watched>();
  /** There, and not to be heard: the system has no watcher left, or the drive has none. Tried again with each `follow`. */
  readonly #deaf = new Set<string>();
  readonly #reheard = new Map<string, number>();
  #wasDeaf = false;
  readonly #disks: Disks;
  readonly #onTouched: (folder: string, name: string | null) => void;
  readonly #onDeaf: (folder: string, error: unknown) => void;
  #isClosed = false;

  /** `onTouched`: something happened to a file of the folder, or to one that the system does not name. `onDeaf`: told once, of the first folder that is there and cannot be heard. */
  constructor(
    disks: Disks,
    onTouched: (folder: string, name: string | null) => void,
    onDeaf: (folder: string, error: unknown) => void,
  ) {
    this.#disks = disks;
    this.#onTouched = onTouched;
    this.#onDeaf = onDeaf;
  }

  /** From now on these and no others, the first of them where they are too many. Answers those that were not heard before: what happened there until now nobody has heard. */
  async follow(folders: ReadonlySet<string>): Promise<readonly string[]> {
    this.#wanted = new Set([...folders].slice(0, MOST_HEARD));
    this.#reheard.clear();
    this.#deaf.clear();
    for (const folder of this.#watched.keys()) if (!this.#wanted.has(folder)) this.#drop(folder);
    const fresh: string[] = [];
    for (const folder of this.#wanted) if (await this.check(folder)) fresh.push(folder);
    return fresh;
  }

  /** Looks whether the folder that is heard still stands there. Answers true for one that came, or was made anew under its name: it is heard from now on. */
  async check(folder: string): Promise<boolean> {
    if (!this.#wanted.has(folder) || this.#deaf.has(folder)) return false;
    const found = await this.#disks.stat(folder, LOOK_MS);
    // Only what is there can be heard without waiting for its disk.
    if (found === 'silent') return false;
    const known = this.#watched.get(folder);
    if (this.#isClosed || !this.#wanted.has(folder) || found?.ino === known?.inode) return false;
    if (known !== undefined) this.#drop(folder);
    return found !== null && this.#hear(folder, found.ino);
  }

  /** Folders that are away. */
  away(): string[] {
    return [...this.#wanted].filter((folder) => !this.#watched.has(folder) && !this.#deaf.has(folder));
  }

  close(): void {
    this.#isClosed = true;
    for (const folder of [...this.#watched.keys()]) this.#drop(folder);
  }

  #hear(folder: string, inode: number): boolean {
    const reheard = (this.#reheard.get(folder) ?? 0) + 1;
    this.#reheard.set(folder, reheard);
    if (reheard > MOST_REHEARD) {
      this.#deaf.add(folder);
      return false;
    }
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => this.#onTouched(folder, name));
      watcher.on('error', () => {
        if (this.#watched.get(folder)?.watcher === watcher) this.#drop(folder);
      });
      this.#watched.set(folder, { watcher, inode });
      return true;
    } catch (error) {
      if (!this.#wasDeaf) this.#onDeaf(folder, error);
      this.#wasDeaf = true;
      this.#deaf.add(folder);
      return false;
    }
  }

  #drop(folder: string): void {
    this.#watched.get(folder)?.watcher.close();
    this.#watched.delete(folder);
  }
}

/** The names under which a file may be known that a system tells in a form of Unicode of its own. */
export const pathsOf = (folder: string, name: string): string[] => [
  ...new Set([name, name.normalize('NFC'), name.normalize('NFD')].map((form) => join(folder, form))),
];
