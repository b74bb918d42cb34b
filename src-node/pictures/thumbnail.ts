import type { StoredMimeType } from '../../src-core/contract/photos.ts';
import { pictureLibrary } from '../render/picture-library.ts';
import { PICTURE_LIMITS } from './picture-limits.ts';

const JPEG_QUALITY = 84;

/**
 * The picture (a file or its bytes) as people are shown it: upright, in sRGB, its long side at most 800 px, never enlarged.
 * Reads the whole picture, so that a truncated or damaged one is found here: rejects for it.
 */
export async function thumbnailOf(picture: string | Buffer, mimeType: StoredMimeType): Promise<Buffer> {
  const sharp = await pictureLibrary();
  const side = PICTURE_LIMITS.thumbnailLongSidePx;
  const small = sharp(picture, { failOn: 'error', limitInputPixels: PICTURE_LIMITS.maxPixels })
    .timeout({ seconds: PICTURE_LIMITS.decodingSeconds })
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  return (mimeType === 'image/png' ? small.png() : small.jpeg({ quality: JPEG_QUALITY })).toBuffer();
}
