import type { WalkedDisk } from './disks/walked-disk.ts';
import type { WalkedFile } from './walk-folder.ts';

/** So long a file has to stay as it is before it is read. */
const QUIET_MS = 2_000;
/** What is not whole for so long is not being written any more: it is taken as it is. */
const GIVEN_UP_AFTER_MS = 60_000;
/** Of those that are not whole yet, so often one is read again. */
const READ_AGAIN_MS = 5_000;
const AT_ONCE = 16;

interface Arrival {
  readonly file: WalkedFile;
  /** Since when it is as it is. */
  readonly sinceMs: number;
  readonly readAtMs: number | null;
}

/** Files of a watched folder that are not taken yet: somebody may still be writing them. Times are of a clock that is never set. */
export class Arrivals {
  readonly #arrivals = new Map<string, Arrival>();
  /** Under a passing name, which they will lose when they are whole. */
  #passing: readonly string[] = [];

  /** All that a look has found and that was not taken as it is. */
  see(files: readonly WalkedFile[], passing: readonly string[], nowMs: number): void {
    this.#passing = passing;
    const found = new Set(files.map(({ path }) => path));
    for (const path of this.#arrivals.keys()) if (!found.has(path)) this.#arrivals.delete(path);
    for (const file of files) this.#note(file, nowMs);
  }

  /** Looks at those alone that are known. */
  async lookAgain(disk: WalkedDisk, nowMs: () => number): Promise<void> {
    await eachOf([...this.#arrivals.values()], async ({ file }) => {
      const found = await disk.stat(file.path);
      if (found === null) {
        this.#arrivals.delete(file.path);
        return;
      }
      const stamp = { sizeBytes: found.size, modifiedAtMs: found.mtimeMs, changedAtMs: found.ctimeMs };
      this.#note({ ...file, ...stamp }, nowMs());
    });
  }

  /** Those that are written, in the order of their names. They stay until they are forgotten. */
  async settled(nowMs: number, isWhole: (path: string) => Promise<boolean>): Promise<readonly WalkedFile[]> {
    const settled: WalkedFile[] = [];
    const quiet = [...this.#arrivals.values()].filter(
      ({ sinceMs, readAtMs }) =>
        nowMs - sinceMs >= QUIET_MS && (readAtMs === null || nowMs - readAtMs >= READ_AGAIN_MS),
    );
    await eachOf(quiet, async (arrival) => {
      const { file, sinceMs } = arrival;
      if ((await isWhole(file.path)) || nowMs - sinceMs >= GIVEN_UP_AFTER_MS) settled.push(file);
      else if (this.#arrivals.get(file.path) === arrival)
        this.#arrivals.set(file.path, { ...arrival, readAtMs: nowMs });
    });
    return settled.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  forget(paths: readonly string[]): void {
    for (const path of paths) this.#arrivals.delete(path);
  }

  forgetAll(): void {
    this.#arrivals.clear();
    this.#passing = [];
  }

  has(path: string): boolean {
    return this.#arrivals.has(path);
  }

  /** Names of the files that are still copied. */
  names(): string[] {
    return [...[...this.#arrivals.values()].map(({ file }) => file.name), ...this.#passing];
  }

  /** Whether there are some to look at again. */
  get isWaiting(): boolean {
    return this.#arrivals.size > 0;
  }

  #note(file: WalkedFile, nowMs: number): void {
    const known = this.#arrivals.get(file.path);
    if (known === undefined || !isAsItWas(known.file, file))
      this.#arrivals.set(file.path, { file, sinceMs: nowMs, readAtMs: null });
  }
}

const isAsItWas = (before: WalkedFile, now: WalkedFile): boolean =>
  before.sizeBytes === now.sizeBytes && before.modifiedAtMs === now.modifiedAtMs;

async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE) await Promise.all(items.slice(at, at + AT_ONCE).map(work));
}
