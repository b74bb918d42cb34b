import heif from 'heic-decode';
import { PICTURE_LIMITS } from './picture-limits.ts';
import type { RawPicture } from './raw-picture.ts';

/**
 * Decodes one picture of a HEIF container, turned as the container says. The EXIF orientation beside it is of no account
 * (ISO 23008-12, A.2.1). Rejects for a damaged one and for one larger than its header had promised.
 */
export async function decodeHeic(file: Buffer, page: number): Promise<RawPicture> {
  const pictures = await heif.all({ buffer: file });
  try {
    const picture = pictures[page];
    if (picture === undefined) throw new Error(`the container has no picture ${page}`);
    if (picture.width * picture.height > PICTURE_LIMITS.maxPixelsHeldWhole) throw new Error('too many pixels');
    const { width, height, data } = await picture.decode();
    return {
      widthPx: width,
      heightPx: height,
      channels: 4,
      data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
      icc: null,
    };
  } finally {
    pictures.dispose();
  }
}
