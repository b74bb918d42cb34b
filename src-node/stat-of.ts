import { stat, type Stats } from 'node:fs';
import { parse, sep } from 'node:path';

/**
 * Node has four threads for all that a process asks of disks and of names in the network. One that asks a disk which does not answer
 * waits until it does: these leave one to the others, and a second disk its turn beside the first.
 */
const AT_ONCE = 3;
const AT_ONCE_OF_A_DISK = 2;

type Ask = (path: string) => Promise<Stats | null>;

/** The plain call: a promise of Node's own costs several times as much, twenty thousand times over. */
const plainStat: Ask = (path) =>
  new Promise((done) => stat(path, (error, found) => done(error === null ? found : null)));

/** By its name: a drive letter or a share, `/Volumes/NAS`, `/mnt/nas`, `/media/kim`, `/home/kim`. */
function diskOf(path: string): string {
  const { root } = parse(path);
  if (root !== '/') return root.toLowerCase();
  return path.split(sep, 3).join(sep);
}

interface Asked {
  readonly path: string;
  readonly done: (found: Stats | null) => void;
}

/** Asks disks so that none of them is waited for by more than some of Node's threads. */
export class DiskStats {
  readonly #ask: Ask;
  readonly #waiting = new Map<string, Asked[]>();
  readonly #underWay = new Map<string, number>();
  #count = 0;

  constructor(ask: Ask = plainStat) {
    this.#ask = ask;
  }

  /** Null when there is none; those of one disk in the order in which they come. */
  of(path: string): Promise<Stats | null> {
    return new Promise((done) => {
      const disk = diskOf(path);
      const waiting = this.#waiting.get(disk);
      if (waiting === undefined) this.#waiting.set(disk, [{ path, done }]);
      else waiting.push({ path, done });
      this.#fill(disk);
    });
  }

  #fill(disk: string): void {
    const waiting = this.#waiting.get(disk);
    if (waiting === undefined) return;
    for (let under = this.#underWay.get(disk) ?? 0; under < AT_ONCE_OF_A_DISK && this.#count < AT_ONCE; under++) {
      const next = waiting.shift();
      if (next === undefined) {
        this.#waiting.delete(disk);
        return;
      }
      this.#underWay.set(disk, under + 1);
      this.#count += 1;
      void this.#ask(next.path).then((found) => this.#ended(disk, next, found));
    }
  }

  #ended(disk: string, { done }: Asked, found: Stats | null): void {
    const under = (this.#underWay.get(disk) ?? 1) - 1;
    if (under === 0) this.#underWay.delete(disk);
    else this.#underWay.set(disk, under);
    this.#count -= 1;
    done(found);
    this.#fill(disk);
    for (const other of this.#waiting.keys()) {
      if (this.#count >= AT_ONCE) return;
      this.#fill(other);
    }
  }
}

const disks = new DiskStats();

/** Null when there is none. */
export const statOf: Ask = (path) => disks.of(path);
