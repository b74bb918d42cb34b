import type { PictureFormat } from '../../src-core/contract/photos.ts';
import { pictureLibrary } from '../render/picture-library.ts';
import { asUpright } from './exif-orientation.ts';
import type { PictureHeader } from './inspect-picture.ts';
import { withSegments } from './jpeg-segments.ts';
import type { PictureDecoding } from './picture-decoding.ts';
import { PICTURE_LIMITS } from './picture-limits.ts';
import { withExifChunk } from './png-chunks.ts';

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
  const { data, info } = await sharp(path, { failOn: 'error', limitInputPixels: PICTURE_LIMITS.maxPixelsHeldWhole })
    .timeout({ seconds: PICTURE_LIMITS.decodingSeconds })
    .autoOrient()
    .keepIccProfile()
    .png()
    .toBuffer({ resolveWithObject: true });
  const exif = uprightExif(header);
  // The library would write EXIF anew and leave out what it does not know, makers' notes among them.
  return { bytes: exif === null ? data : withExifChunk(data, exif), widthPx: info.width, heightPx: info.height };
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
  const jpeg = await sharp(picture.data, {
    raw: { width: widthPx, height: heightPx, channels },
    limitInputPixels: PICTURE_LIMITS.maxPixelsHeldWhole,
  })
    .flatten({ background: PAPER })
    .jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return {
    bytes: withSegments(jpeg, { exif: uprightExif(header), icc: picture.icc ?? header.icc }),
    widthPx,
    heightPx,
  };
}

const uprightExif = ({ exif }: PictureHeader) => (exif === null ? null : asUpright(exif));
