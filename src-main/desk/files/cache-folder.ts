import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Log } from '../../../src-core/ports.ts';

/** What is dropped goes a bit further, so that not every new file drops another one. */
const KEPT_SHARE = 0.9;
const IN_USE_ASKED_EVERY = 50;
/** A file is known to be used by its time, which is not written for every look at it. */
const USE_TOLD_AFTER_MS = 3_600_000;

export interface CacheFolderMeans {
  readonly clock: Clock;
  readonly log: Log;
  /** Keys of what somebody may look at this moment: theirs stay, whatever they weigh. */
  readonly inUse: () => ReadonlySet<string>;
}

interface KeptFile {
  readonly path: string;
  readonly key: string;
  readonly sizeBytes: number;
  readonly usedAtMs: number;
}

/**
 * Keeps a folder of what can be made again within its budget: what was not used for longest goes first. Files lie on shelves
 * (src-node/shelf-file.ts); others are left alone.
 */
export class CacheFolder {
  readonly folder: string;
  readonly #means: CacheFolderMeans;
  readonly #budgetBytes: number;
  #sweeping: Promise<void> | null = null;
  /** Made since the last sweep; as if all were new at first, so that a former life's are counted. */
  #madeBytes = Number.POSITIVE_INFINITY;

  constructor(folder: string, means: CacheFolderMeans, budgetBytes: number) {
    this.folder = folder;
    this.#means = means;
    this.#budgetBytes = budgetBytes;
  }

  /** Somebody looked at it. What cannot be noted is no harm. */
  async used(path: string): Promise<void> {
    const found = await stat(path).catch(() => null);
    const nowMs = this.#means.clock.nowMs();
    if (found === null || nowMs - found.mtimeMs < USE_TOLD_AFTER_MS) return;
    await utimes(path, nowMs / 1000, nowMs / 1000).catch(() => undefined);
  }

  /** So many bytes were made. Sweeps, aside, once a tenth of the budget came together. */
  grown(bytes: number): void {
    this.#madeBytes += bytes;
    if (this.#madeBytes > this.#budgetBytes * (1 - KEPT_SHARE)) void this.sweep();
  }

  /** One at a time. Resolves when the folder is within its budget, or as near as what is in use lets it be. */
  sweep(): Promise<void> {
    this.#sweeping ??= this.#sweep()
      .catch((error: unknown) =>
        this.#means.log.write('warn', 'what can be made again could not be tidied up', { error }),
      )
      .finally(() => {
        this.#sweeping = null;
      });
    return this.#sweeping;
  }

  async #sweep(): Promise<void> {
    this.#madeBytes = 0;
    const kept = await this.#kept();
    let bytes = kept.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    if (bytes <= this.#budgetBytes) return;
    const oldestFirst = kept.toSorted((a, b) => a.usedAtMs - b.usedAtMs);
    let inUse = this.#means.inUse();
    for (const [index, { path, key, sizeBytes }] of oldestFirst.entries()) {
      if (bytes <= this.#budgetBytes * KEPT_SHARE) return;
      // A book may be opened meanwhile; asking for each file would cost seconds.
      if (index % IN_USE_ASKED_EVERY === 0) inUse = this.#means.inUse();
      if (inUse.has(key)) continue;
      await rm(path, { force: true });
      bytes -= sizeBytes;
    }
  }

  async #kept(): Promise<KeptFile[]> {
    const kept: KeptFile[] = [];
    for (const shelf of await readdir(this.folder).catch(() => []))
      for (const name of await readdir(join(this.folder, shelf)).catch(() => [])) {
        const path = join(this.folder, shelf, name);
        const found = await stat(path).catch(() => null);
        const key = /^([0-9a-f]{64})-/.exec(name)?.[1];
        if (key !== undefined && found?.isFile() === true)
          kept.push({ path, key, sizeBytes: found.size, usedAtMs: found.mtimeMs });
      }
    return kept;
  }
}
