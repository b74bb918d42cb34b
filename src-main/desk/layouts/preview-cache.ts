import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Log } from '../../../src-core/ports.ts';

/**
 * All sizes of a picture of 24 megapixels weigh about 0.8 MB, and most are never shown large: so much holds the pictures of the last
 * dozen books, and a studio's drive does not fill up with those of all former years.
 */
export const PREVIEW_BUDGET_BYTES = 2_000_000_000;
/** What is dropped goes a bit further, so that not every new preview drops another one. */
const KEPT_SHARE = 0.9;
const IN_USE_ASKED_EVERY = 50;
/** A preview is known to be used by the time of its file, which is not written for every look at it. */
const USE_TOLD_AFTER_MS = 3_600_000;

export interface PreviewCacheMeans {
  readonly clock: Clock;
  readonly log: Log;
  /** Keys of pictures that somebody may look at this moment: theirs stay, whatever they weigh. */
  readonly inUse: () => ReadonlySet<string>;
}

interface KeptPreview {
  readonly path: string;
  readonly key: string;
  readonly sizeBytes: number;
  readonly usedAtMs: number;
}

/** Keeps the folder of previews within its budget: what was not looked at for longest goes first. All of it can be made again. */
export class PreviewCache {
  readonly folder: string;
  readonly #means: PreviewCacheMeans;
  readonly #budgetBytes: number;
  #sweeping: Promise<void> | null = null;
  /** Made since the last sweep; as if all were new at first, so that a former life's are counted. */
  #madeBytes = Number.POSITIVE_INFINITY;

  constructor(folder: string, means: PreviewCacheMeans, budgetBytes = PREVIEW_BUDGET_BYTES) {
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
      .catch((error: unknown) => this.#means.log.write('warn', 'previews could not be tidied up', { error }))
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

  async #kept(): Promise<KeptPreview[]> {
    const kept: KeptPreview[] = [];
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
