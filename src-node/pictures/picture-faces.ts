import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FaceNet } from '../../src-core/faces/face-net.ts';
import { FACE_SEARCH_PX } from '../../src-core/faces/find-faces.ts';
import { readNet } from '../../src-core/faces/read-net.ts';
import type { RgbPicture } from '../../src-core/faces/run-net.ts';
import { bytesAndInfoOf, pictureLibrary } from '../render/picture-library.ts';

/** The network out of `resources/faces`. Rejects when a file is missing or another one: a broken installation. */
export async function openFaceNet(facesFolder: string): Promise<FaceNet> {
  const [graph, weights] = await Promise.all(
    ['blazeface.json', 'blazeface.bin'].map((file) => readFile(join(facesFolder, file))),
  );
  return readNet(JSON.parse(String(graph)), weights as Uint8Array);
}

/**
 * A picture that the picture library can decode, by its bytes or its path, as its faces are looked for: upright as its EXIF says, small,
 * in sRGB. What is transparent counts as black. Rejects for what cannot be decoded. To be called where untrusted bytes may be opened.
 */
export async function searchedPicture(picture: Uint8Array | string): Promise<RgbPicture> {
  const sharp = await pictureLibrary();
  const { bytes, info } = await bytesAndInfoOf(
    sharp(picture)
      .rotate()
      .flatten()
      .toColourspace('srgb')
      .resize(FACE_SEARCH_PX, FACE_SEARCH_PX, { fit: 'inside', withoutEnlargement: true })
      .raw({ depth: 'uchar' }),
  );
  return { widthPx: info.width, heightPx: info.height, samples: bytes };
}
