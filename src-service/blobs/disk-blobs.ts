import { createReadStream } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Blobs, DamagedBlob, KeptBlob, StagedBlob } from './blobs.ts';
import type { OneAtATime } from '../store/one-at-a-time.ts';
import { openStaging } from './staging.ts';

const SHELF = /^[0-9a-f]{2}$/;

/** Blobs in a folder of one service process: `ab/cdef…` by SHA-256. */
export async function openDiskBlobs(
  folder: string,
  oneAtATime: OneAtATime,
  damaged: (damaged: DamagedBlob) => void = () => {},
): Promise<Blobs> {
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
      const home = join(folder, key.slice(0, 2));
      await mkdir(home, { recursive: true });
      await flushFile(staged.path);
      const put = () => rename(staged.path, place);
      // A staged file is as young as its upload, so that a new blob needs no lock against the sweep; one that is there
      // may be looked at by it just now.
      await ((await exists(place)) ? oneAtATime(key, put) : put());
      await flushFolder(home);
      await flushFolder(folder);
      return key;
    },

    async open(key) {
      const place = placeOf(key);
      const found = await stat(place).catch(() => null);
      return found === null ? null : { sizeBytes: found.size, content: createReadStream(place) };
    },

    damaged,

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
