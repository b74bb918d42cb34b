import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { decodeBmp } from '../decode-bmp.ts';
import { decodeHeic } from '../decode-heic.ts';
import type { PictureDecoding } from '../picture-decoding.ts';
import { takePicture, type PictureStore, type StagedFile, type TakenPicture } from '../take-picture.ts';

/** Without threads, which the tests of picture-decoding.ts and the acceptance tests have. */
const inThisThread: PictureDecoding = {
  inTurn: (_pixels, work) => work(),
  apart: async (task) =>
    task.format === 'bmp' ? decodeBmp(await readFile(task.path)) : decodeHeic(await readFile(task.path), task.page),
  close: async () => {},
};

/** The intake over a folder of its own. */
export interface TestIntake {
  take(content: Uint8Array | Readable, maxBytes?: number): Promise<TakenPicture>;
  bytesOf(blobKey: string): Promise<Buffer>;
  /** What is still on its way in. */
  incoming(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export const MB = 1024 * 1024;

export async function openTestIntake(): Promise<TestIntake> {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
  const store = await openFolder(folder);
  return {
    take(content, maxBytes = 50 * MB) {
      const stream = content instanceof Readable ? content : Readable.from([Buffer.from(content)]);
      return takePicture({ store, decoding: inThisThread }, stream, maxBytes);
    },
    bytesOf: (blobKey) => readFile(join(folder, blobKey)),
    incoming: () => readdir(join(folder, 'incoming')),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Files by the hash of their bytes; on their way in they lie apart. */
async function openFolder(folder: string): Promise<PictureStore<StagedFile>> {
  const incoming = join(folder, 'incoming');
  await mkdir(incoming);
  let count = 0;
  return {
    async stage(content) {
      const path = join(incoming, String((count += 1)));
      try {
        await pipeline(content, createWriteStream(path));
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
      return { path, sizeBytes: (await stat(path)).size };
    },
    async keep({ path }) {
      const key = createHash('sha256')
        .update(await readFile(path))
        .digest('hex');
      await rename(path, join(folder, key));
      return key;
    },
    discard: ({ path }) => rm(path, { force: true }),
  };
}
