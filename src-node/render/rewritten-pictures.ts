import { LARGE_PNG_BYTES, type PicturePart } from '../../src-core/composition/embedded-parts.ts';
import { isSrgb, profileName } from '../../src-core/pdf/inspection/colour-spaces.ts';
import { bytesOf, inSrgb, pictureLibrary } from './picture-library.ts';

/** Of a photograph: one more generation is not seen in print. */
const JPEG_QUALITY = 92;
/** Of what was drawn or taken from a screen, with edges that a photograph does not have. */
const DRAWN_JPEG_QUALITY = 95;

const READING = { failOn: 'none', limitInputPixels: false } as const;

/** The same picture with fewer pixels, in its own format, colour space and orientation, with all that its file says of it. */
export async function reducedPicture(bytes: Uint8Array, longSidePx: number): Promise<Uint8Array> {
  const sharp = await pictureLibrary();
  const open = () => sharp(bytes, READING);
  const { format, space } = await open().metadata();
  const smaller = open()
    .resize({ width: longSidePx, height: longSidePx, fit: 'inside', withoutEnlargement: true })
    .keepMetadata();
  const inSpace = space === 'cmyk' ? smaller.pipelineColourspace('cmyk').toColourspace('cmyk') : smaller;
  return bytesOf(format === 'jpeg' ? inSpace.jpeg({ quality: JPEG_QUALITY }) : inSpace.png());
}

/** What of a picture is written anew. */
export interface Rewriting {
  readonly part: PicturePart;
  /** Pixels that are left of each one, across and down: at most 1. */
  readonly scale: number;
  /** `sRGB`: translated from its own profile. */
  readonly colours: 'kept' | 'sRGB';
  readonly format: 'jpeg' | 'own';
}

export interface Rewritten {
  readonly bytes: Uint8Array;
  /** What it shows: the part, out to whole pixels of the picture. */
  readonly part: PicturePart;
}

/** A part of the picture, upright, with nothing of its file but its profile. Rejects for bytes that are no picture. */
export async function rewrittenPicture(
  bytes: Uint8Array,
  { part, scale, colours, format }: Rewriting,
): Promise<Rewritten> {
  const sharp = await pictureLibrary();
  const open = () => sharp(bytes, { ...READING, autoOrient: true });
  const { format: own, space, autoOrient } = await open().metadata();
  const cut = wholePixels(part, autoOrient.width, autoOrient.height);
  const { left, top, width, height } = cut;
  const isWhole = width === autoOrient.width && height === autoOrient.height;
  const whole = isWhole ? open() : open().extract({ left, top, width, height });
  const sized =
    scale < 1
      ? whole.resize(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)), { fit: 'fill' })
      : whole;
  const plain = space === 'b-w' || space === 'grey16' ? 'b-w' : 'srgb';
  const coloured =
    colours === 'sRGB'
      ? await (plain === 'srgb' ? inSrgb(sized) : sized.toColourspace(plain))
      : space === 'cmyk'
        ? sized.pipelineColourspace('cmyk').toColourspace('cmyk').keepIccProfile()
        : sized.toColourspace(plain).keepIccProfile();
  const written =
    own === 'jpeg'
      ? coloured.jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:2:0' })
      : format === 'jpeg'
        ? coloured.removeAlpha().jpeg({ quality: DRAWN_JPEG_QUALITY, chromaSubsampling: '4:4:4' })
        : coloured.png();
  return {
    bytes: await bytesOf(written),
    part: {
      x: left / autoOrient.width,
      y: top / autoOrient.height,
      width: width / autoOrient.width,
      height: height / autoOrient.height,
    },
  };
}

/** All pixels that the part touches. */
function wholePixels({ x, y, width, height }: PicturePart, acrossPx: number, downPx: number) {
  const [left, top] = [Math.floor(x * acrossPx), Math.floor(y * downPx)];
  return {
    left,
    top,
    width: Math.max(1, Math.min(acrossPx, Math.ceil((x + width) * acrossPx)) - left),
    height: Math.max(1, Math.min(downPx, Math.ceil((y + height) * downPx)) - top),
  };
}

/** Whether it is a PNG of many bytes through which nothing is seen. */
export async function isLargeOpaquePng(bytes: Uint8Array): Promise<boolean> {
  if (bytes.length <= LARGE_PNG_BYTES) return false;
  const sharp = await pictureLibrary();
  const { format, hasAlpha } = await sharp(bytes, READING).metadata();
  return format === 'png' && (!hasAlpha || (await sharp(bytes, READING).stats()).isOpaque);
}

/** Whether its colours are others than sRGB's: inks, or a profile of another name. */
export async function hasOwnColours(bytes: Uint8Array): Promise<boolean> {
  const sharp = await pictureLibrary();
  const { icc, space } = await sharp(bytes, READING).metadata();
  if (space === 'cmyk') return true;
  return icc !== undefined && !isSrgb(profileName(new DataView(icc.buffer, icc.byteOffset, icc.byteLength)));
}
