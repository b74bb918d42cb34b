import { mkdir } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { shelfFile } from '../shelf-file.ts';
import { writeSharedFile } from '../small-file.ts';
import { bytesAndInfoOf, bytesOf, inSrgb, pictureLibrary } from '../render/picture-library.ts';
import { decodedWholly } from '../render/decoded-wholly.ts';
import { drawPdfPage } from './pdf-page.ts';
import { PICTURE_LIMITS } from './picture-limits.ts';
import { headOf } from './take-picture.ts';

/** Long sides of the pictures that stand in for an original on the screen. */
export const PREVIEW_PX = [320, 1024, 2048] as const;
export type PreviewPx = (typeof PREVIEW_PX)[number];

const QUALITY: Readonly<Record<PreviewPx, number>> = { 320: 76, 1024: 80, 2048: 84 };

/** By the hash of the picture's bytes: what has the same name is the same picture, for ever. */
export const previewFile = (cache: string, key: string, px: PreviewPx): string => shelfFile(cache, key, `${px}.jpg`);

/**
 * Makes those previews of a picture that are not in the cache, all of one decoding: upright, in sRGB, never enlarged. Reads the
 * whole picture: rejects for a damaged one.
 */
export async function makePreviews(
  path: string,
  cache: string,
  key: string,
  sizes: readonly PreviewPx[],
): Promise<void> {
  const missing = sizes.filter((px) => !existsSync(previewFile(cache, key, px))).sort((a, b) => b - a);
  const [largest] = missing;
  if (largest === undefined) return;
  const { bytes, raw } = await ((await isPdf(path)) ? drawn(path, largest) : decoded(path, largest));
  const sharp = await pictureLibrary();
  for (const px of missing) {
    const jpeg = await bytesOf(
      sharp(bytes, { raw }).resize(px, px, { fit: 'inside', withoutEnlargement: true }).jpeg({ quality: QUALITY[px] }),
    );
    await keep(previewFile(cache, key, px), jpeg);
  }
}

const isPdf = async (path: string): Promise<boolean> =>
  Buffer.from((await headOf(path)).subarray(0, 5)).toString('latin1') === '%PDF-';

/** A page of a PDF, in a file of its own. */
async function drawn(path: string, longSidePx: number) {
  const { widthPx, heightPx, rgb } = await drawPdfPage(path, longSidePx);
  return { bytes: rgb, raw: { width: widthPx, height: heightPx, channels: 3 as const } };
}

async function decoded(path: string, longSidePx: number) {
  const sharp = await pictureLibrary();
  const { bytes, info } = await decodedWholly(async (failOn) => {
    const small = await inSrgb(
      sharp(path, { failOn, limitInputPixels: PICTURE_LIMITS.maxPixels })
        .timeout({ seconds: PICTURE_LIMITS.decodingSeconds })
        .autoOrient()
        .resize(longSidePx, longSidePx, { fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' }),
    );
    return bytesAndInfoOf(small.raw());
  });
  return { bytes, raw: { width: info.width, height: info.height, channels: info.channels } };
}

/** The same picture twice is made small by two threads at once. */
async function keep(path: string, jpeg: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  writeSharedFile(path, jpeg);
}
