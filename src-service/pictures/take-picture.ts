import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { PICTURE_FORMATS, type PictureFormat, type StoredMimeType } from '../../src-core/contract/photos.ts';
import type { StagedBlob } from '../blobs/blobs.ts';
import type { ServiceContext } from '../context.ts';
import { inspectPicture } from './inspect-picture.ts';
import { FORMAT_HEAD_BYTES, pictureFormatOf } from './picture-format.ts';
import { refusedPicture, type PictureLabel } from './picture-refusal.ts';
import { thumbnailOf } from './thumbnail.ts';

/** A picture that was checked, converted where its format asks for it, and stored with its thumbnail. Sizes are those of the stored one. */
export interface TakenPicture {
  readonly blobKey: string;
  readonly thumbnailBlobKey: string;
  readonly mimeType: StoredMimeType;
  /** As it is seen, EXIF orientation applied. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly sizeBytes: number;
  /** Of the bytes that came, in hexadecimal. */
  readonly md5: string;
  readonly originalFormat: PictureFormat;
}

export interface PictureIntake extends PictureLabel {
  /** A byte more is refused. A multipart parser that cuts has to cut later than here, so that the cut is noticed. */
  readonly maxBytes: number;
}

/**
 * Takes in a picture from whoever sent it: a stream, which is read to its end or destroyed, or a staged blob, which is
 * used up. JPEG and PNG are stored byte for byte; others as PICTURE_FORMATS says, with their EXIF and colour profile.
 * Throws 400 ERR_VALIDATION_FAILED for what is empty, too large, of another format, or cannot be decoded; nothing is
 * stored then. Blobs may be left unreferenced when the caller's transaction fails: they are content-addressed and harmless.
 */
export async function takePicture(context: Pick<ServiceContext, 'blobs'>, content: Readable | StagedBlob, intake: PictureIntake): Promise<TakenPicture> {
  const staged = content instanceof Readable ? await context.blobs.stage(Readable.from(bounded(content, intake))) : content;
  try {
    if (staged.sizeBytes > intake.maxBytes) throw tooLarge(intake);
    if (staged.sizeBytes === 0) throw refusedPicture(intake, '빈 파일입니다');
    const format = pictureFormatOf(await headOf(staged.path));
    if (format === null) throw refusedPicture(intake, '지원하지 않는 이미지 형식입니다. JPEG, PNG, GIF, WebP, BMP, HEIC, HEIF만 사용할 수 있습니다');
    const { storedAs } = PICTURE_FORMATS[format];
    const seen = await inspectPicture(staged.path, format, intake);
    const thumbnail = await thumbnailOf(staged.path, storedAs, intake);
    const md5 = await md5Of(staged.path);
    const thumbnailBlobKey = await context.blobs.keep(await context.blobs.stage(Readable.from([thumbnail])));
    const blobKey = await context.blobs.keep(staged);
    return { blobKey, thumbnailBlobKey, mimeType: storedAs, widthPx: seen.widthPx, heightPx: seen.heightPx, sizeBytes: staged.sizeBytes, md5, originalFormat: format };
  } catch (error) {
    await context.blobs.discard(staged);
    throw error;
  }
}

/** Of a stream that is longer than what is taken no more than that is stored. */
async function* bounded(content: Readable, intake: PictureIntake): AsyncGenerator<Buffer> {
  let sizeBytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > intake.maxBytes) throw tooLarge(intake);
    yield chunk;
  }
}

const MB = 1024 * 1024;

const tooLarge = (intake: PictureIntake) => refusedPicture(intake, `이미지는 ${Math.floor(intake.maxBytes / MB)}MB 이하여야 합니다`);

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(FORMAT_HEAD_BYTES), 0, FORMAT_HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function md5Of(path: string): Promise<string> {
  const hash = createHash('md5');
  for await (const chunk of createReadStream(path, { highWaterMark: MB })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
