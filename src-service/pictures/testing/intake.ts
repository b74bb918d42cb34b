import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { openDiskBlobs } from '../../blobs/disk-blobs.ts';
import { decodeBmp } from '../decode-bmp.ts';
import { decodeHeic } from '../decode-heic.ts';
import type { PictureDecoding } from '../picture-decoding.ts';
import { takePicture, type TakenPicture } from '../take-picture.ts';

/** Without threads, which the tests of picture-decoding.ts and the acceptance tests have. */
const inThisThread: PictureDecoding = {
  inTurn: (_pixels, work) => work(),
  apart: async (task) => (task.format === 'bmp' ? decodeBmp(await readFile(task.path)) : decodeHeic(await readFile(task.path), task.page)),
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

/** Every picture is called `a.jpg`, in the field `file`. */
export async function openTestIntake(): Promise<TestIntake> {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
  const blobs = await openDiskBlobs(folder, (_key, work) => work());
  return {
    take(content, maxBytes = 50 * MB) {
      const stream = content instanceof Readable ? content : Readable.from([Buffer.from(content)]);
      return takePicture({ blobs, pictureDecoding: inThisThread }, stream, { field: 'file', name: 'a.jpg', maxBytes });
    },
    async bytesOf(blobKey) {
      const blob = await blobs.open(blobKey);
      if (blob === null) throw new Error(`no blob ${blobKey}`);
      return buffer(blob.content);
    },
    incoming: () => readdir(join(folder, 'incoming')),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
