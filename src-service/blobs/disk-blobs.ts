import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Blobs, StagedBlob } from './blobs.ts';

const WRITE_BUFFER_BYTES = 1024 * 1024;

/** Blobs in a folder: `ab/cdef…` by SHA-256. What an earlier run was still taking in when it ended is removed. */
export async function openDiskBlobs(folder: string): Promise<Blobs> {
  const incoming = join(folder, 'incoming');
  await mkdir(incoming, { recursive: true });
  for (const name of await readdir(incoming)) await rm(join(incoming, name), { force: true });
  const placeOf = (key: string) => join(folder, key.slice(0, 2), key.slice(2));

  return {
    async stage(content: Readable): Promise<StagedBlob> {
      const path = join(incoming, randomUUID());
      const hash = createHash('sha256');
      let sizeBytes = 0;
      const meter = new Transform({
        highWaterMark: WRITE_BUFFER_BYTES,
        transform(chunk: Buffer, _encoding, done) {
          sizeBytes += chunk.length;
          hash.update(chunk);
          done(null, chunk);
        },
      });
      try {
        await pipeline(content, meter, createWriteStream(path, { highWaterMark: WRITE_BUFFER_BYTES, mode: 0o600 }));
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
      return { path, sizeBytes, sha256: hash.digest('hex') };
    },

    async keep(staged: StagedBlob): Promise<string> {
      const key = staged.sha256;
      const place = placeOf(key);
      if (await exists(place)) {
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

    discard: (staged) => rm(staged.path, { force: true }),

    async open(key) {
      const place = placeOf(key);
      const found = await stat(place).catch(() => null);
      return found === null ? null : { sizeBytes: found.size, content: createReadStream(place) };
    },
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
