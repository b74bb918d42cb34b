import type { PictureFormat } from '../../src-core/contract/photos.ts';
import { pictureLibrary } from '../../src-node/render/picture-library.ts';
import { PICTURE_LIMITS } from './picture-limits.ts';
import { refusedPicture, type PictureLabel } from './picture-refusal.ts';

/** What the header of a picture says. */
export interface PictureHeader {
  /** As it is seen, EXIF orientation applied. */
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Reads a picture's header and no pixel. Throws 400 for a broken one and for one that promises too many pixels. */
export async function inspectPicture(path: string, _format: PictureFormat, label: PictureLabel): Promise<PictureHeader> {
  const sharp = await pictureLibrary();
  const metadata = await sharp(path, { limitInputPixels: false }).metadata().catch((error: unknown) => {
    throw refusedPicture(label, '손상되었거나 읽을 수 없는 이미지입니다', error);
  });
  const { width: widthPx, height: heightPx } = metadata.autoOrient;
  if (widthPx * heightPx > PICTURE_LIMITS.maxPixels || Math.max(widthPx, heightPx) > PICTURE_LIMITS.maxSidePx) {
    throw refusedPicture(label, `이미지의 가로세로 크기가 너무 큽니다 (${widthPx}×${heightPx}px)`);
  }
  return { widthPx, heightPx };
}
