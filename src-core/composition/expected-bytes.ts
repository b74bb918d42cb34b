import type { BoundPicture } from './bound-values.ts';
import { LARGE_PNG_BYTES, picturesWrittenAnew, WHOLE, type PictureChoices } from './embedded-parts.ts';
import type { Sketches } from './sketch.ts';

/** What is known of a picture's file. */
export interface PictureFile {
  readonly sizeBytes: number;
  readonly isPng: boolean;
  /** Of a profile other than sRGB's: it is written anew where colours become sRGB. */
  readonly hasOwnColours: boolean;
}

/** Subsets of the faces, the profile, the tables. */
const FIXED_BYTES = 200_000;
/** Of a photograph that is written anew, measured on 24 megapixels at 300 to 450 ppi: 4 kB a square centimetre at 360 ppi. */
const BYTES_A_PIXEL = 0.2;
/** What is left of a large PNG that becomes a JPEG, measured on scans and drawings with the grain of paper. */
const PNG_AS_JPEG = 0.25;
/** The less of a picture's pixels are left, the more each of them tells: bytes go down with this power of their number. */
const DETAIL = 0.8;

/**
 * What a file with these pages weighs about, in bytes: pictures that go in as they are to a few per cent, those that are
 * written anew to a third, since how well their camera packed them is not known.
 */
export function expectedBytes(
  sketches: Sketches,
  choices: PictureChoices,
  fileOf: (picture: BoundPicture) => PictureFile,
): number {
  const anew = picturesWrittenAnew(sketches, choices);
  const seen = new Set<string>();
  let bytes = FIXED_BYTES;
  for (const item of sketches.flatMap(({ items }) => items)) {
    if (item.kind !== 'picture' || seen.has(item.picture.blobKey)) continue;
    const { blobKey, widthPx, heightPx } = item.picture;
    seen.add(blobKey);
    const { sizeBytes, isPng, hasOwnColours } = fileOf(item.picture);
    const isPacked = choices.largePngs === 'jpeg' && isPng && sizeBytes > LARGE_PNG_BYTES;
    const packedBytes = isPacked ? sizeBytes * PNG_AS_JPEG : sizeBytes;
    const isTranslated = choices.colours === 'sRGB' && hasOwnColours;
    const { part = WHOLE, longSidePx = null } = anew.get(blobKey) ?? {};
    const scale = longSidePx === null ? 1 : longSidePx / Math.max(widthPx, heightPx);
    const share = part.width * part.height;
    const asItWasPacked = packedBytes * share * (scale * scale) ** DETAIL;
    const asAPhotograph = widthPx * heightPx * share * scale * scale * BYTES_A_PIXEL;
    bytes += anew.has(blobKey) || isTranslated ? Math.min(asItWasPacked, asAPhotograph) : packedBytes;
  }
  return Math.round(bytes);
}
