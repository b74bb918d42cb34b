import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { PictureSubject } from '../../src-core/composition/bound-values.ts';
import { PICTURE_FORMATS, type PictureFormat, type StoredMimeType } from '../../src-core/contract/photos.ts';
import { convertPicture } from './convert-picture.ts';
import { decodedWholly } from '../render/decoded-wholly.ts';
import { inspectPicture, type PictureHeader } from './inspect-picture.ts';
import type { PictureDecoding } from './picture-decoding.ts';
import { FORMAT_HEAD_BYTES, pictureFormatOf } from './picture-format.ts';
import { PictureRefused } from './picture-refused.ts';
import type { SubjectFinder } from './subject-finder.ts';
import { bytesOf, inSrgb, pictureLibrary } from '../render/picture-library.ts';
import { PICTURE_LIMITS } from './picture-limits.ts';

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
  /** Null: nobody looked. */
  readonly subject: PictureSubject | null;
}

/** A file that came whole and is not yet anybody's. */
export interface StagedFile {
  /** Where its bytes lie for positional reads. */
  readonly path: string;
  readonly sizeBytes: number;
}

/** Where pictures are kept, each under a key that `keep` answers. What was staged is kept or discarded, once. */
export interface PictureStore<Staged extends StagedFile> {
  /** Rejects with what the stream fails with, and leaves nothing behind then. */
  stage(content: Readable): Promise<Staged>;
  keep(staged: Staged): Promise<string>;
  discard(staged: Staged): Promise<void>;
}

export interface IntakeMeans<Staged extends StagedFile> {
  readonly store: PictureStore<Staged>;
  readonly decoding: PictureDecoding;
  /** Left out: nobody looks for subjects. */
  readonly subjects?: SubjectFinder;
}

/**
 * Takes in a picture from whoever brings it: a stream, which is read to its end or destroyed, or a staged file, which is
 * used up. JPEG and PNG are stored byte for byte; others as PICTURE_FORMATS says, with their EXIF and colour profile.
 * Throws PictureRefused for what is empty, larger than `maxBytes`, of another format, or cannot be decoded; nothing is
 * stored then.
 */
export async function takePicture<Staged extends StagedFile>(
  { store, decoding, subjects }: IntakeMeans<Staged>,
  content: Readable | Staged,
  maxBytes: number,
): Promise<TakenPicture> {
  const staged = content instanceof Readable ? await store.stage(Readable.from(bounded(content, maxBytes))) : content;
  try {
    if (staged.sizeBytes > maxBytes) throw tooLarge(maxBytes);
    if (staged.sizeBytes === 0) throw new PictureRefused({ reason: 'empty' });
    const format = pictureFormatOf(await headOf(staged.path));
    if (format === null) throw new PictureRefused({ reason: 'unsupportedFormat' });
    const header = await inspectPicture(staged.path, format);
    const made = await decoding.inTurn(header.widthPx * header.heightPx, () =>
      decoded(decoding, staged.path, format, header).catch((error: unknown) => {
        throw new PictureRefused({ reason: 'unreadable' }, error);
      }),
    );
    const [md5, subject = null] = await Promise.all([md5Of(staged.path), subjects?.subjectOf(made.thumbnail)]);
    const thumbnailBlobKey = await stored(store, made.thumbnail);
    const sizeBytes = made.converted?.length ?? staged.sizeBytes;
    const blobKey = made.converted === null ? await store.keep(staged) : await stored(store, made.converted);
    const { widthPx, heightPx } = made;
    return {
      blobKey,
      thumbnailBlobKey,
      mimeType: PICTURE_FORMATS[format].storedAs,
      widthPx,
      heightPx,
      sizeBytes,
      md5,
      originalFormat: format,
      subject,
    };
  } finally {
    await store.discard(staged);
  }
}

interface DecodedPicture {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Null where what came is stored. */
  readonly converted: Buffer | null;
  readonly thumbnail: Buffer;
}

/** Every picture is decoded once when it comes: what cannot be shown is refused now and not when the book is printed. */
async function decoded(
  decoding: PictureDecoding,
  path: string,
  format: PictureFormat,
  header: PictureHeader,
): Promise<DecodedPicture> {
  const { storedAs } = PICTURE_FORMATS[format];
  if (format === 'jpeg' || format === 'png') {
    return {
      widthPx: header.widthPx,
      heightPx: header.heightPx,
      converted: null,
      thumbnail: await thumbnailOf(path, storedAs),
    };
  }
  const { bytes, widthPx, heightPx } = await convertPicture(decoding, path, format, header);
  return { widthPx, heightPx, converted: bytes, thumbnail: await thumbnailOf(bytes, storedAs) };
}

const stored = async <Staged extends StagedFile>(store: PictureStore<Staged>, bytes: Buffer) =>
  store.keep(await store.stage(Readable.from([bytes])));

/** Of a stream that is longer than what is taken no more than that is stored. */
async function* bounded(content: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let sizeBytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

const tooLarge = (maxBytes: number) => new PictureRefused({ reason: 'tooManyBytes', maxBytes });

/** As much of a file as tells its format. */
export async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(FORMAT_HEAD_BYTES), 0, FORMAT_HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const READ_BYTES = 1024 * 1024;

async function md5Of(path: string): Promise<string> {
  const hash = createHash('md5');
  for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

const JPEG_QUALITY = 84;

/**
 * The picture (a file or its bytes) as people are shown it: upright, in sRGB, its long side at most 800 px, never enlarged.
 * Reads the whole picture, so that a truncated or damaged one is found here: rejects for it.
 */
async function thumbnailOf(picture: string | Buffer, mimeType: StoredMimeType): Promise<Buffer> {
  const sharp = await pictureLibrary();
  const side = PICTURE_LIMITS.thumbnailLongSidePx;
  return decodedWholly(async (failOn) => {
    const small = await inSrgb(
      sharp(picture, { failOn, limitInputPixels: PICTURE_LIMITS.maxPixels })
        .timeout({ seconds: PICTURE_LIMITS.decodingSeconds })
        .autoOrient()
        .resize(side, side, { fit: 'inside', withoutEnlargement: true }),
    );
    return bytesOf(mimeType === 'image/png' ? small.png() : small.jpeg({ quality: JPEG_QUALITY }));
  });
}
