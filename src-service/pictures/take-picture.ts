import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { PICTURE_FORMATS, type PictureFormat, type StoredMimeType } from '../../src-core/contract/photos.ts';
import type { StagedBlob } from '../blobs/blobs.ts';
import type { ServiceContext } from '../context.ts';
import { convertPicture } from './convert-picture.ts';
import { inspectPicture, type PictureHeader } from './inspect-picture.ts';
import type { PictureDecoding } from './picture-decoding.ts';
import { FORMAT_HEAD_BYTES, pictureFormatOf } from './picture-format.ts';
import { refusedPicture, UNREADABLE, type PictureLabel } from './picture-refusal.ts';
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
export async function takePicture(context: PictureContext, content: Readable | StagedBlob, intake: PictureIntake): Promise<TakenPicture> {
  const staged = content instanceof Readable ? await context.blobs.stage(Readable.from(bounded(content, intake))) : content;
  try {
    if (staged.sizeBytes > intake.maxBytes) throw tooLarge(intake);
    if (staged.sizeBytes === 0) throw refusedPicture(intake, '빈 파일입니다');
    const format = pictureFormatOf(await headOf(staged.path));
    if (format === null) throw refusedPicture(intake, '지원하지 않는 이미지 형식입니다. JPEG, PNG, GIF, WebP, BMP, HEIC, HEIF만 사용할 수 있습니다');
    const header = await inspectPicture(staged.path, format, intake);
    const made = await context.pictureDecoding.inTurn(header.widthPx * header.heightPx, () =>
      decoded(context.pictureDecoding, staged.path, format, header).catch((error: unknown) => {
        throw refusedPicture(intake, UNREADABLE, error);
      }),
    );
    const md5 = await md5Of(staged.path);
    const thumbnailBlobKey = await stored(context, made.thumbnail);
    const sizeBytes = made.converted?.length ?? staged.sizeBytes;
    const blobKey = made.converted === null ? await context.blobs.keep(staged) : await stored(context, made.converted);
    const { widthPx, heightPx } = made;
    return { blobKey, thumbnailBlobKey, mimeType: PICTURE_FORMATS[format].storedAs, widthPx, heightPx, sizeBytes, md5, originalFormat: format };
  } finally {
    await context.blobs.discard(staged);
  }
}

type PictureContext = Pick<ServiceContext, 'blobs' | 'pictureDecoding'>;

interface DecodedPicture {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Null where what came is stored. */
  readonly converted: Buffer | null;
  readonly thumbnail: Buffer;
}

/** Every picture is decoded once when it comes: what cannot be shown is refused now and not when the book is printed. */
async function decoded(decoding: PictureDecoding, path: string, format: PictureFormat, header: PictureHeader): Promise<DecodedPicture> {
  const { storedAs } = PICTURE_FORMATS[format];
  if (format === 'jpeg' || format === 'png') {
    return { widthPx: header.widthPx, heightPx: header.heightPx, converted: null, thumbnail: await thumbnailOf(path, storedAs) };
  }
  const { bytes, widthPx, heightPx } = await convertPicture(decoding, path, format, header);
  return { widthPx, heightPx, converted: bytes, thumbnail: await thumbnailOf(bytes, storedAs) };
}

const stored = async ({ blobs }: PictureContext, bytes: Buffer) => blobs.keep(await blobs.stage(Readable.from([bytes])));

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
