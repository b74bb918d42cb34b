import type { StoredMimeType } from '../../src-core/contract/photos.ts';
import { pictureLibrary } from '../../src-node/render/picture-library.ts';
import { PICTURE_LIMITS } from './picture-limits.ts';
import { refusedPicture, type PictureLabel } from './picture-refusal.ts';

const JPEG_QUALITY = 84;

/**
 * The picture as people are shown it: upright, in sRGB, its long side at most 800 px, never enlarged. Reads the whole
 * picture, so that a truncated or damaged one is found here. Throws 400 for it.
 */
export async function thumbnailOf(path: string, mimeType: StoredMimeType, label: PictureLabel): Promise<Buffer> {
  const sharp = await pictureLibrary();
  const side = PICTURE_LIMITS.thumbnailLongSidePx;
  const small = sharp(path, { failOn: 'error', limitInputPixels: PICTURE_LIMITS.maxPixels })
    .timeout({ seconds: PICTURE_LIMITS.decodingSeconds })
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  const written = mimeType === 'image/png' ? small.png() : small.jpeg({ quality: JPEG_QUALITY });
  return written.toBuffer().catch((error: unknown) => {
    throw refusedPicture(label, '손상되었거나 읽을 수 없는 이미지입니다', error);
  });
}
