import { crc32 } from 'node:zlib';
import type { PictureFormat } from '../../src-core/contract/photos.ts';
import { bytesAndInfoOf, bytesOf, pictureLibrary } from '../render/picture-library.ts';
import type { PictureHeader } from './inspect-picture.ts';
import { withSegments } from './jpeg-segments.ts';
import type { PictureDecoding } from './picture-decoding.ts';
import { PICTURE_LIMITS } from './picture-limits.ts';

/** Formats that are stored as another one (PICTURE_FORMATS). */
export type ConvertedFormat = Exclude<PictureFormat, 'jpeg' | 'png'>;

export interface ConvertedPicture {
  readonly bytes: Buffer;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** High enough that one more generation is not seen in print. */
const JPEG_QUALITY = 95;
const PAPER = '#ffffff';

/**
 * GIF and WebP as PNG (their first frame), BMP and HEIC as JPEG. Upright, with EXIF that says so, and with the colour
 * profile, by which the pixels are left as they were. Rejects for a file that cannot be decoded.
 */
export function convertPicture(
  decoding: PictureDecoding,
  path: string,
  format: ConvertedFormat,
  header: PictureHeader,
): Promise<ConvertedPicture> {
  return format === 'bmp' || format === 'heic' ? asJpeg(decoding, path, format, header) : asPng(path, header);
}

async function asPng(path: string, header: PictureHeader): Promise<ConvertedPicture> {
  const sharp = await pictureLibrary();
  const { bytes, info } = await bytesAndInfoOf(
    sharp(path, { failOn: 'error', limitInputPixels: PICTURE_LIMITS.maxPixelsHeldWhole })
      .timeout({ seconds: PICTURE_LIMITS.decodingSeconds })
      .autoOrient()
      .keepIccProfile()
      .png(),
  );
  const exif = uprightExif(header);
  // The library would write EXIF anew and leave out what it does not know, makers' notes among them.
  return { bytes: exif === null ? bytes : withExifChunk(bytes, exif), widthPx: info.width, heightPx: info.height };
}

async function asJpeg(
  decoding: PictureDecoding,
  path: string,
  format: 'bmp' | 'heic',
  header: PictureHeader,
): Promise<ConvertedPicture> {
  const picture = await decoding.apart(format === 'bmp' ? { path, format } : { path, format, page: header.page });
  const sharp = await pictureLibrary();
  const { widthPx, heightPx, channels } = picture;
  const jpeg = await bytesOf(
    sharp(picture.data, {
      raw: { width: widthPx, height: heightPx, channels },
      limitInputPixels: PICTURE_LIMITS.maxPixelsHeldWhole,
    })
      .flatten({ background: PAPER })
      .jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' }),
  );
  return {
    bytes: withSegments(jpeg, { exif: uprightExif(header), icc: picture.icc ?? header.icc }),
    widthPx,
    heightPx,
  };
}

const uprightExif = ({ exif }: PictureHeader) => (exif === null ? null : asUpright(exif));

const SIGNATURE_BYTES = 8;
/** Length, name and checksum around a chunk's content. */
const FRAME_BYTES = 12;

/** A PNG with EXIF (its bare TIFF structure) put in behind the header chunk (PNG Third Edition, 11.3.4.5). */
function withExifChunk(png: Buffer, exif: Uint8Array): Buffer {
  const at = SIGNATURE_BYTES + FRAME_BYTES + png.readUInt32BE(SIGNATURE_BYTES);
  const chunk = Buffer.alloc(FRAME_BYTES + exif.length);
  chunk.writeUInt32BE(exif.length, 0);
  chunk.write('eXIf', 4, 'latin1');
  chunk.set(exif, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + exif.length)), 8 + exif.length);
  return Buffer.concat([png.subarray(0, at), chunk, png.subarray(at)]);
}

const ORIENTATION = 0x0112;
const SHORT = 3;
const UPRIGHT = 1;
const ENTRY_BYTES = 12;

/** The same EXIF (a TIFF structure) with its orientation set to upright, for pixels that were turned. */
export function asUpright(exif: Uint8Array): Uint8Array {
  const copy = new Uint8Array(exif);
  const view = new DataView(copy.buffer);
  if (view.byteLength < 8) return copy;
  const isLittleEndian = view.getUint16(0) === 0x4949;
  const ifdAt = view.getUint32(4, isLittleEndian);
  if (ifdAt + 2 > view.byteLength) return copy;
  const entries = view.getUint16(ifdAt, isLittleEndian);
  for (
    let at = ifdAt + 2, index = 0;
    index < entries && at + ENTRY_BYTES <= view.byteLength;
    at += ENTRY_BYTES, index += 1
  ) {
    if (view.getUint16(at, isLittleEndian) === ORIENTATION && view.getUint16(at + 2, isLittleEndian) === SHORT)
      view.setUint16(at + 8, UPRIGHT, isLittleEndian);
  }
  return copy;
}
