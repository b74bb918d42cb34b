import type { ImageFacts } from '../../src-core/pdf/inspection/image-facts.ts';
import type { PdfDocument } from '../../src-core/pdf/document.ts';
import { isInvertingDecode } from '../../src-core/preflight/pixels/page-road.ts';
import type { OutputInfo } from 'sharp';
import { decodedAsFarAsItGoes } from './jpeg-damage.ts';
import { pictureBytes } from './picture-bytes.ts';
import { bytesAndInfoOf, pictureLibrary } from './picture-library.ts';

/** Samples of a picture as the PDF means them, before its colour space: interleaved, 8 bits each. */
export interface Samples {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: 1 | 3 | 4;
  readonly data: Uint8Array;
}

/** A decoder that scales while it decodes goes down to an eighth. */
const SMALLEST_SCALE = 8;

/**
 * Decodes a JPEG (`isScalableJpeg`) at the size asked for, of its scan data no more than that takes. Null when the picture
 * is written in a way that this decoder would show otherwise than a PDF reader. Rejects for damaged data.
 */
export async function scaledJpeg(
  document: PdfDocument,
  image: ImageFacts,
  widthPx: number,
  heightPx: number,
): Promise<Samples | null> {
  const picture = pictureBytes(document, image);
  // /ColorTransform overrules what the JPEG says of itself.
  if (picture === null || picture.codec?.parameters !== undefined) return null;
  const { bytes } = picture;
  const isSmall = widthPx * SMALLEST_SCALE <= image.widthPx && heightPx * SMALLEST_SCALE <= image.heightPx;
  const isInks = image.jpeg?.components === 4;
  const { bytes: data, info } = await scaledTo(isSmall ? firstScan(bytes) : bytes, image, widthPx, heightPx);
  const { channels } = info;
  if (channels !== 1 && channels !== 3 && channels !== 4) return null;
  // The library turns round the inks of every JPEG with Adobe's marker; a PDF says in /Decode whether they are.
  const isTurned = isInks && image.jpeg?.adobeTransform !== null;
  if (isTurned !== isInvertingDecode(image.decode))
    for (let i = 0; i < data.length; i++) data[i] = 255 - (data[i] as number);
  return { widthPx: info.width, heightPx: info.height, channels, data };
}

async function scaledTo(
  bytes: Uint8Array,
  image: ImageFacts,
  widthPx: number,
  heightPx: number,
): Promise<{ readonly bytes: Uint8Array; readonly info: OutputInfo }> {
  const sharp = await pictureLibrary();
  return decodedAsFarAsItGoes(image, bytes, (data, failOn) => {
    const input = sharp(data, { failOn, ignoreIcc: true, limitInputPixels: false });
    const scaled = input.resize(widthPx, heightPx, { fit: 'fill', kernel: 'linear' });
    const inSpace =
      image.jpeg?.components === 4
        ? scaled.pipelineColourspace('cmyk').toColourspace('cmyk')
        : image.jpeg?.components === 1
          ? scaled.toColourspace('b-w')
          : scaled;
    return bytesAndInfoOf(inSpace.raw());
  });
}

const SOS = 0xda;
const EOI = 0xd9;

/**
 * Of a progressive JPEG the first scan, which holds the mean of every 8 x 8 pixels: a fifteenth of the data, and all that
 * an eighth of the size shows. Another JPEG, or one whose first scan is not that, stays as it is.
 */
export function firstScan(jpeg: Uint8Array): Uint8Array {
  let place = 2;
  let isProgressive = false;
  let components = 0;
  while (place + 4 <= jpeg.length && jpeg[place] === 0xff) {
    const marker = jpeg[place + 1] as number;
    if (marker === 0xff) {
      place++;
      continue;
    }
    const size = (jpeg[place + 2] as number) * 256 + (jpeg[place + 3] as number);
    if (marker === 0xc2) {
      isProgressive = true;
      components = jpeg[place + 9] ?? 0;
    }
    if (marker === SOS) {
      const inScan = jpeg[place + 4] ?? 0;
      const lastFrequency = jpeg[place + 6 + 2 * inScan];
      if (!isProgressive || inScan !== components || lastFrequency !== 0) return jpeg;
      return endedAt(jpeg, place + 2 + size);
    }
    place += 2 + size;
  }
  return jpeg;
}

/** Scan data ends at the next marker that is neither a stuffed byte nor a restart. */
function endedAt(jpeg: Uint8Array, from: number): Uint8Array {
  for (let place = from; place + 1 < jpeg.length; place++) {
    if (jpeg[place] !== 0xff) continue;
    const next = jpeg[place + 1] as number;
    if (next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7)) continue;
    const ended = jpeg.slice(0, place + 2);
    ended[place + 1] = EOI;
    return ended;
  }
  return jpeg;
}
