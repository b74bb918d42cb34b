import { isWholeProfile } from '../../src-core/pdf/inspection/colour-spaces.ts';
import { WindowReader } from '../../src-core/pdf/window-reader.ts';
import { endOfJpeg, readJpegHeader } from '../../src-core/pdf/inspection/jpeg-header.ts';
import { bytesOf, pictureLibrary } from './picture-library.ts';

/** How EXIF says that a picture lies: 1 upright, 2 to 8 mirrored or turned (Exif 2.32, 4.6.4). */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** Samples packed as a PNG packs them: deflated, every row with its predictor, 8 bits a sample. */
export interface PackedSamples {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: 1 | 3;
  readonly packed: Uint8Array;
}

/** A picture file as it goes into a PDF, before its EXIF orientation is applied. */
export interface PrintPicture {
  readonly orientation: Orientation;
  /** The embedded ICC profile, when it is whole and fits the samples. */
  readonly profile: Uint8Array | null;
  readonly samples:
    | {
        readonly kind: 'jpeg';
        readonly widthPx: number;
        readonly heightPx: number;
        readonly channels: 1 | 3 | 4;
        /** As the file holds them, up to the end of the picture. */
        readonly bytes: Uint8Array;
        /** Four inks in the manner of Adobe: 0 is full ink. */
        readonly isInverted: boolean;
      }
    | (PackedSamples & {
        readonly kind: 'packed';
        /** How far each pixel covers what lies beneath; null where all do. */
        readonly cover: PackedSamples | null;
        /** It is see-through, and was made for this backdrop. */
        readonly dependsOnBackdrop: boolean;
      });
}

/** What a see-through picture lies on, 0 to 255; null when that is not of one colour. */
export type Backdrop = { readonly red: number; readonly green: number; readonly blue: number } | null;

/**
 * Prepares a JPEG or PNG for a PDF without loss: a sound JPEG keeps its compressed data, everything else is packed anew.
 * A see-through picture is laid on `backdrop` when that is known. Rejects for bytes that are no picture.
 */
export async function printPicture(bytes: Uint8Array, backdrop: Backdrop): Promise<PrintPicture> {
  const sharp = await pictureLibrary();
  const { orientation = 1, icc } = await sharp(bytes, { failOn: 'none', limitInputPixels: false }).metadata();
  const samples = jpegSamples(bytes) ?? (await packedSamples(bytes, backdrop));
  return {
    orientation: orientation as Orientation,
    profile: icc !== undefined && fits(icc, samples.channels) ? icc : null,
    samples,
  };
}

let srgb: Promise<Uint8Array> | null = null;

/** The sRGB profile that the picture library brings: what pictures without a profile are taken for. */
export function srgbProfile(): Promise<Uint8Array> {
  srgb ??= (async () => {
    const sharp = await pictureLibrary();
    const tagged = await bytesOf(
      sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
        .withIccProfile('srgb')
        .jpeg(),
    );
    const { icc } = await sharp(tagged).metadata();
    if (icc === undefined) throw new Error('the picture library has no sRGB profile');
    return new Uint8Array(icc);
  })();
  return srgb;
}

/** Behind the marker that a JPEG begins with. */
const FIRST_SEGMENT = 2;

/** Null for what is no JPEG that every PDF reader decodes. */
function jpegSamples(file: Uint8Array): (PrintPicture['samples'] & { kind: 'jpeg' }) | null {
  const reader = new WindowReader({
    size: file.length,
    read: (offset, length) => file.subarray(offset, offset + length),
  });
  // Cameras put films and further pictures behind the end of the first.
  const end = endOfJpeg(reader, FIRST_SEGMENT, file.length, () => {});
  const bytes = end < 0 ? file : file.subarray(0, end);
  const header = readJpegHeader(reader, 0, bytes.length, () => {});
  if (header === null || header.damage !== 'none' || header.bitsPerComponent !== 8) return null;
  const { widthPx, heightPx, components, adobeTransform } = header;
  if (components !== 1 && components !== 3 && components !== 4) return null;
  return {
    kind: 'jpeg',
    widthPx,
    heightPx,
    channels: components,
    bytes,
    isInverted: components === 4 && adobeTransform !== null,
  };
}

async function packedSamples(
  bytes: Uint8Array,
  backdrop: Backdrop,
): Promise<PrintPicture['samples'] & { kind: 'packed' }> {
  const sharp = await pictureLibrary();
  // The profile goes into the PDF: its colours are not converted here.
  const open = () => sharp(bytes, { failOn: 'none', limitInputPixels: false, ignoreIcc: true });
  const { hasAlpha, channels } = await open().metadata();
  const isGrey = channels <= 2;
  const seesThrough = hasAlpha && !(await open().stats()).isOpaque;
  const plain = !hasAlpha
    ? open()
    : seesThrough && backdrop !== null
      ? open().flatten({ background: { r: backdrop.red, g: backdrop.green, b: backdrop.blue } })
      : open().removeAlpha();
  const keepsGrey =
    isGrey &&
    (!seesThrough || backdrop === null || (backdrop.red === backdrop.green && backdrop.green === backdrop.blue));
  const pack = async (image: ReturnType<typeof open>) =>
    unpackPng(await bytesOf(image.png({ compressionLevel: 9, adaptiveFiltering: true, palette: false })));
  const cover =
    seesThrough && backdrop === null ? await pack(open().extractChannel('alpha').toColourspace('b-w')) : null;
  return {
    kind: 'packed',
    ...(await pack(plain.toColourspace(keepsGrey ? 'b-w' : 'srgb'))),
    cover,
    dependsOnBackdrop: seesThrough,
  };
}

/** The data of a PNG of 8 bits without palette or interlacing, as PDF's FlateDecode with PNG predictors takes them. */
function unpackPng(png: Buffer): PackedSamples {
  const parts: Buffer[] = [];
  for (let place = 8; place + 12 <= png.length; place += 12 + png.readUInt32BE(place)) {
    if (png.toString('latin1', place + 4, place + 8) === 'IDAT')
      parts.push(png.subarray(place + 8, place + 8 + png.readUInt32BE(place)));
  }
  const [depth, colourType, interlace] = [png[24], png[25], png[28]];
  if (depth !== 8 || interlace !== 0 || (colourType !== 0 && colourType !== 2))
    throw new Error(`the picture library wrote a PNG of ${depth} bits and type ${colourType}`);
  return {
    widthPx: png.readUInt32BE(16),
    heightPx: png.readUInt32BE(20),
    channels: colourType === 2 ? 3 : 1,
    packed: Buffer.concat(parts),
  };
}

const PROFILE_SPACES: Readonly<Record<string, number>> = { GRAY: 1, 'RGB ': 3, CMYK: 4 };

/** By the header of the profile (ICC.1, 7.2). One that is cut off serves nobody, and a press refuses the file for it. */
const fits = (icc: Buffer, channels: number): boolean =>
  isWholeProfile(icc) && PROFILE_SPACES[icc.toString('latin1', 16, 20)] === channels;
