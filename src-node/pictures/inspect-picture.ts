import { open } from 'node:fs/promises';
import type { PictureFormat } from '../../src-core/contract/photos.ts';
import { pictureLibrary } from '../render/picture-library.ts';
import { BMP_HEADER_BYTES, readBmpHeader } from './bmp-header.ts';
import { PICTURE_LIMITS } from './picture-limits.ts';
import { PictureRefused } from './picture-refused.ts';

/** What the header of a picture says. */
export interface PictureHeader {
  /** As it is seen, EXIF orientation applied. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** Written in several passes over the whole picture (interlaced PNG, progressive JPEG). */
  readonly isProgressive: boolean;
  /** The main picture of a container, from 0. */
  readonly page: number;
  /** The bare TIFF structure. */
  readonly exif: Uint8Array | null;
  readonly icc: Uint8Array | null;
}

/** Reads a picture's header and no pixel. Throws PictureRefused for a broken one and for one that promises too many pixels. */
export async function inspectPicture(path: string, format: PictureFormat | 'tiff'): Promise<PictureHeader> {
  const header = await (format === 'bmp' ? bmpHeader(path) : libraryHeader(path)).catch((error: unknown) => {
    throw new PictureRefused({ reason: 'unreadable' }, error);
  });
  const { widthPx, heightPx, isProgressive } = header;
  const isHeldWhole = isProgressive || (format !== 'jpeg' && format !== 'png');
  const maxPixels = isHeldWhole ? PICTURE_LIMITS.maxPixelsHeldWhole : PICTURE_LIMITS.maxPixels;
  if (widthPx * heightPx > maxPixels || Math.max(widthPx, heightPx) > PICTURE_LIMITS.maxSidePx) {
    throw new PictureRefused({ reason: 'tooManyPixels', widthPx, heightPx });
  }
  return header;
}

async function libraryHeader(path: string): Promise<PictureHeader> {
  const sharp = await pictureLibrary();
  const metadata = await sharp(path, { limitInputPixels: false }).metadata();
  const { width: widthPx, height: heightPx } = metadata.autoOrient;
  const { isProgressive, pagePrimary = 0, exif, icc = null } = metadata;
  return { widthPx, heightPx, isProgressive, page: pagePrimary, exif: exif === undefined ? null : bare(exif), icc };
}

const EXIF_MARK = Buffer.from('Exif\0\0', 'latin1');

/** Some formats have the mark of JPEG in front of it, some have not. */
const bare = (exif: Buffer) =>
  EXIF_MARK.equals(exif.subarray(0, EXIF_MARK.length)) ? exif.subarray(EXIF_MARK.length) : exif;

async function bmpHeader(path: string): Promise<PictureHeader> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BMP_HEADER_BYTES), 0, BMP_HEADER_BYTES, 0);
    const { widthPx, heightPx } = readBmpHeader(buffer.subarray(0, bytesRead));
    return { widthPx, heightPx, isProgressive: false, page: 0, exif: null, icc: null };
  } finally {
    await file.close();
  }
}
