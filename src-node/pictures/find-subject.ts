import type { PicturePoint } from '../../src-core/composition/crop-window.ts';
import type { FaceNet } from '../../src-core/faces/face-net.ts';
import { findFaces, SURE_FACE, type FoundFace } from '../../src-core/faces/find-faces.ts';
import type { RgbPicture } from '../../src-core/faces/run-net.ts';
import { bytesAndInfoOf, pictureLibrary } from '../render/picture-library.ts';
import { searchedPicture } from './picture-faces.ts';

/**
 * Where the subject of a picture is, in shares of it as it is seen. Rejects for what the picture library cannot decode. To be called
 * where untrusted bytes may be opened, and once a picture: a tenth of a second of CPU beside decoding.
 */
export async function findSubject(
  net: FaceNet,
  picture: Uint8Array | string,
): Promise<{ readonly faces: FoundFace[]; readonly attention: PicturePoint | null }> {
  const searched = await searchedPicture(picture);
  const faces = findFaces(net, searched).filter(({ score }) => score >= SURE_FACE);
  return { faces, attention: faces.length > 0 ? null : await attentionOf(searched) };
}

/** Where the eye goes first, as the picture library finds it: edges, skin and strong colours. Null for one too small to tell. */
async function attentionOf({ samples, widthPx, heightPx }: RgbPicture): Promise<PicturePoint | null> {
  if (Math.min(widthPx, heightPx) < LEAST_PX) return null;
  const sharp = await pictureLibrary();
  // It tells only where it cuts: in a strip that has no picture's proportions it always does.
  const strip = { width: 64, height: 8 };
  const { info } = await bytesAndInfoOf(
    sharp(samples, { raw: { width: widthPx, height: heightPx, channels: 3 } })
      .resize({ ...strip, fit: 'cover', position: 'attention' })
      .raw(),
  );
  const { attentionX = 0, attentionY = 0 } = info as { readonly attentionX?: number; readonly attentionY?: number };
  // The corner itself is what it answers where nothing stands out.
  if (!attentionX && !attentionY) return null;
  // In pixels of the picture once it is as small as covers the strip.
  const scale = Math.max(strip.width / widthPx, strip.height / heightPx);
  return { x: share(attentionX, widthPx * scale), y: share(attentionY, heightPx * scale) };
}

/** Smaller ones have nothing that could be told apart. */
const LEAST_PX = 32;
const share = (px: number, sidePx: number) => Math.round(Math.min(Math.max(px / sidePx, 0), 1) * 10_000) / 10_000;
