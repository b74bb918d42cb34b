import type { SharpOptions } from 'sharp';
import type { ImageFacts } from '../../src-core/pdf/inspection/image-facts.ts';
import type { PictureDamage } from '../../src-core/preflight/page-pixels.ts';
import { decodedWholly } from './decoded-wholly.ts';
import { bytesOf, pictureLibrary } from './picture-library.ts';

/** Decodes a JPEG, and fails or goes on at what is wrong with it. */
type Decode<T> = (bytes: Uint8Array, failOn: NonNullable<SharpOptions['failOn']>) => Promise<T>;

/** Of the JPEGs that were decoded, at whatever size; of a progressive one that was shown small its first scan alone. */
const known = new WeakMap<ImageFacts, PictureDamage | null>();

/** Null for a sound one, undefined for one that nobody has decoded. */
export const knownJpegDamage = (image: ImageFacts): PictureDamage | null | undefined => known.get(image);

/** The same of a picture that nobody shows. Rejects for data that are no JPEG. */
export async function jpegDamage(image: ImageFacts, bytes: Uint8Array): Promise<PictureDamage | null> {
  const sharp = await pictureLibrary();
  const side = (pixels: number) => Math.max(1, Math.floor(pixels / SMALLEST_SCALE));
  await decodedAsFarAsItGoes(image, bytes, (data, failOn) =>
    bytesOf(
      sharp(data, { failOn, ignoreIcc: true, limitInputPixels: false })
        .resize(side(image.widthPx), side(image.heightPx), { fit: 'fill' })
        .raw(),
    ),
  );
  return known.get(image) ?? null;
}

/** A decoder that scales while it decodes goes down to an eighth. */
const SMALLEST_SCALE = 8;

/** Decodes it and notes what is wrong with its data. Sound data are decoded once. */
export async function decodedAsFarAsItGoes<T>(image: ImageFacts, bytes: Uint8Array, decode: Decode<T>): Promise<T> {
  try {
    const whole = await decodedWholly((failOn) => decode(bytes, failOn));
    known.set(image, (await isFilledByZeros(bytes)) ? 'broken' : null);
    return whole;
  } catch (error) {
    const asFarAsItGoes = await decode(bytes, 'none');
    known.set(image, /premature end/i.test((error as Error).message) ? 'cut' : 'broken');
    return asFarAsItGoes;
  }
}

/** Sectors of a disk and pieces of a download that never came are zeros. */
const ZEROS = new Uint8Array(1024);
const EOI = [0xff, 0xd9] as const;
/** Without these no picture is whole: its last rows are in them. */
const LAST_BYTES = 256;

/**
 * Whether zeros stand where data were lost. Zeros are data too, and most often stand for many more rows than what was lost: the
 * picture is full before the data end. In a plain sky they may be true, or fill up a file behind the picture.
 */
async function isFilledByZeros(bytes: Uint8Array): Promise<boolean> {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (data.indexOf(ZEROS) < 0) return false;
  const end = data.lastIndexOf(Buffer.from(EOI));
  if (end < 0) return false;
  let filled = end;
  while (filled > 0 && data[filled - 1] === 0) filled--;
  if (filled < end && (await isWholeUntil(data, filled))) return false;
  return isWholeUntil(data, end - LAST_BYTES);
}

/** Decoded in all its pixels: at a part of the size the last rows are not asked for, and a plain sky would be whole without its end. */
async function isWholeUntil(data: Uint8Array, end: number): Promise<boolean> {
  const sharp = await pictureLibrary();
  const shorter = new Uint8Array(end + EOI.length);
  shorter.set(data.subarray(0, end));
  shorter.set(EOI, end);
  const picture = sharp(shorter, { failOn: 'warning', ignoreIcc: true, limitInputPixels: false });
  return bytesOf(picture.toColourspace('b-w').raw()).then(
    () => true,
    () => false,
  );
}
