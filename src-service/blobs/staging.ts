import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Blobs, StagedBlob } from './blobs.ts';

const WRITE_BUFFER_BYTES = 1024 * 1024;

/** Takes streams in on the local disk. What an earlier run was still taking in when it ended is removed. `makeFile`: for tests of slow disks. */
export async function openStaging(
  incoming: string,
  makeFile: (path: string, options: object) => WriteStream = createWriteStream,
): Promise<Pick<Blobs, 'stage' | 'discard'>> {
  await mkdir(incoming, { recursive: true });
  for (const name of await readdir(incoming)) await rm(join(incoming, name), { force: true });
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
      const file = makeFile(path, { highWaterMark: WRITE_BUFFER_BYTES, mode: 0o600 });
      try {
        await pipeline(content, meter, file);
      } catch (error) {
        // It may still be about to be made.
        if (!file.closed) await new Promise<void>((closed) => file.once('close', () => closed()));
        await rm(path, { force: true });
        throw error;
      }
      return { path, sizeBytes, sha256: hash.digest('hex') };
    },

    discard: (staged) => rm(staged.path, { force: true }),
  };
}
