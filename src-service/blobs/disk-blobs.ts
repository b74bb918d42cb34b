import { createReadStream } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { realNowMs } from '../system-clock.ts';
import type { Blobs, KeptBlob, OneAtATime, StagedBlob } from './blobs.ts';
import { openStaging } from './staging.ts';

const SHELF = /^[0-9a-f]{2}$/;

/** Blobs in a folder of one service process: `ab/cdef…` by SHA-256. */
export async function openDiskBlobs(folder: string, oneAtATime: OneAtATime): Promise<Blobs> {
  const staging = await openStaging(join(folder, 'incoming'));
  const placeOf = (key: string) => join(folder, key.slice(0, 2), key.slice(2));
  const keptAtMs = (key: string): Promise<number | null> =>
    stat(placeOf(key)).then(
      (found) => found.mtimeMs,
      () => null,
    );

  return {
    ...staging,

    async keep(staged: StagedBlob): Promise<string> {
      const key = staged.sha256;
      const place = placeOf(key);
      // A staged file is as young as its upload, so that a new blob needs no lock against the sweep.
      const isThere = (await exists(place)) && (await oneAtATime(key, () => touch(place)));
      if (isThere) {
        await rm(staged.path, { force: true });
        return key;
      }
      const home = join(folder, key.slice(0, 2));
      await mkdir(home, { recursive: true });
      await flushFile(staged.path);
      await rename(staged.path, place);
      await flushFolder(home);
      await flushFolder(folder);
      return key;
    },

    async open(key) {
      const place = placeOf(key);
      const found = await stat(place).catch(() => null);
      return found === null ? null : { sizeBytes: found.size, content: createReadStream(place) };
    },

    async *list(): AsyncGenerator<KeptBlob> {
      for (const shelf of await readdir(folder)) {
        if (!SHELF.test(shelf)) continue;
        for (const name of await readdir(join(folder, shelf))) {
          const at = await keptAtMs(shelf + name);
          if (at !== null) yield { key: shelf + name, keptAtMs: at };
        }
      }
    },

    remove: (key, keptBeforeMs) =>
      oneAtATime(key, async () => {
        const at = await keptAtMs(key);
        if (at === null || at >= keptBeforeMs) return false;
        await rm(placeOf(key), { force: true });
        return true;
      }),

    check: () => access(folder),
  };
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Gives a file the present time; answers whether it is there. */
async function touch(path: string): Promise<boolean> {
  const handle = await open(path, 'r+').catch(() => null);
  if (handle === null) return false;
  try {
    const now = new Date(realNowMs());
    await handle.utimes(now, now);
    return true;
  } finally {
    await handle.close();
  }
}

/** Windows flushes only what was opened for writing. */
async function flushFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a rename durable. Windows cannot open a folder for it, and its journal does not need it. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
