import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pictureLibrary } from '../../src-node/render/picture-library.ts';
import type { Blobs } from '../blobs/blobs.ts';
import { openDiskBlobs } from '../blobs/disk-blobs.ts';
import { ServiceError } from '../service-error.ts';
import { takePicture } from './take-picture.ts';

const MB = 1024 * 1024;
let folder: string;
let blobs: Blobs;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'));
  blobs = await openDiskBlobs(folder, (_key, work) => work());
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const subjects = { subjectOf: async () => null, close: async () => {} };
const pictureDecoding = {
  inTurn: <T>(_pixels: number, work: () => Promise<T>) => work(),
  apart: () => Promise.reject(new Error('not needed')),
  close: async () => {},
};
const take = (bytes: Buffer, store: Pick<Blobs, 'stage'> = blobs) =>
  takePicture(
    {
      blobs: Object.assign(Object.create(blobs) as Blobs, { stage: store.stage.bind(store) }),
      pictureDecoding,
      subjects,
    },
    Readable.from([bytes]),
    { field: 'photo', name: '바다.jpg', maxBytes: MB },
  );

/** The headers of a BMP of this size, and few of its pixels. */
function bmpClaiming(width: number, height: number): Buffer {
  const file = Buffer.alloc(200);
  file.write('BM', 'latin1');
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(24, 28);
  return file;
}

it.each([
  ['empty', Buffer.alloc(0), '빈 파일입니다'],
  [
    'no picture',
    Buffer.from('%PDF-1.7'),
    '지원하지 않는 이미지 형식입니다. JPEG, PNG, GIF, WebP, BMP, HEIC, HEIF만 사용할 수 있습니다',
  ],
  ['broken', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0]), '손상되었거나 읽을 수 없는 이미지입니다'],
  ['a byte too long', Buffer.alloc(MB + 1, 7), '이미지는 1MB 이하여야 합니다'],
  ['too large', bmpClaiming(40_000, 20_000), '이미지의 가로세로 크기가 너무 큽니다: 40000×20000px'],
])(
  'a picture that is %s is a 400 of its field, which names it and is kept for the key',
  async (_what, bytes, reason) => {
    const error = await take(bytes).catch((refusal: unknown) => refusal);
    expect(error).toBeInstanceOf(ServiceError);
    const message = `${reason} (바다.jpg)`;
    expect(error).toMatchObject({
      code: 'ERR_VALIDATION_FAILED',
      status: 400,
      keep: true,
      texts: [`photo: ${message}`],
      fieldErrors: [{ field: 'photo', message }],
    });
  },
);

it('what fails for another reason than the picture stays what it was', async () => {
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  const sharp = await pictureLibrary();
  const jpeg = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer();
  await expect(take(jpeg, { stage: () => Promise.reject(full) })).rejects.toBe(full);
});
