import type { WindowReader } from '../window-reader.ts';
import type { JpegFacts } from './image-facts.ts';

/** Markers are followed by length, a few bytes each: a profile or a preview picture inside costs one hop. */
const MAX_MARKERS = 200;
const PIECE_BYTES = 512;
/** Some writers pad a stream after the end of the picture. */
const END_SEARCH_BYTES = 64;

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const DQT = 0xdb;
const APP14 = 0xee;

/** The luminance table of libjpeg at quality 50, in zigzag order's sum: the scale follows from the sum. */
const STANDARD_LUMINANCE = [
  16, 11, 12, 14, 12, 10, 16, 14, 13, 14, 18, 17, 16, 19, 24, 40, 26, 24, 22, 22, 24, 49, 35, 37, 29, 40, 58, 51, 61, 60, 57, 51, 56, 55, 64, 72, 92, 78, 64, 68, 87, 69,
  55, 56, 80, 109, 81, 87, 95, 98, 103, 104, 103, 62, 77, 113, 121, 112, 100, 120, 92, 101, 103, 99,
];
const STANDARD_SUM = STANDARD_LUMINANCE.reduce((sum, one) => sum + one, 0);

interface Frame {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly components: number;
  readonly bitsPerComponent: number;
  readonly isProgressive: boolean;
}

/**
 * Follows the markers of a JPEG in the file up to its first scan, and looks at its last bytes: no scan data is read.
 * Null when it does not begin as a JPEG.
 */
export function readJpegHeader(reader: WindowReader, offset: number, length: number): JpegFacts | null {
  const end = Math.min(offset + length, reader.size);
  let piece: Uint8Array = NOTHING;
  let pieceStart = offset;
  const at = (place: number, bytes: number): Uint8Array => {
    if (place < pieceStart || place + bytes > pieceStart + piece.length) {
      piece = reader.glance(place, Math.min(Math.max(bytes, PIECE_BYTES), end - place));
      pieceStart = place;
    }
    return piece.subarray(place - pieceStart, place - pieceStart + bytes);
  };
  const first = at(offset, 2);
  if (first[0] !== 0xff || first[1] !== SOI) return null;
  let frame: Frame | null = null;
  let adobeTransform: number | null = null;
  let quality: number | null = null;
  let place = offset + 2;
  let reachesScan = false;
  for (let markers = 0; markers < MAX_MARKERS && place + 4 <= end; markers++) {
    let head = at(place, 4);
    while (head[0] === 0xff && head[1] === 0xff && place + 4 < end) head = at(++place, 4);
    const [ff, marker, high, low] = head;
    if (ff !== 0xff || marker === undefined || high === undefined || low === undefined) break;
    if (marker === SOS) {
      reachesScan = true;
      break;
    }
    const size = high * 256 + low;
    if (size < 2) break;
    if (isFrame(marker)) frame = frameOf(marker, at(place + 4, 6));
    else if (marker === DQT) quality ??= qualityOf(at(place + 4, size - 2));
    else if (marker === APP14) adobeTransform = adobeTransformOf(at(place + 4, 12)) ?? adobeTransform;
    place += 2 + size;
  }
  const damage = frame === null || !reachesScan ? 'broken' : endsProperly(reader, offset, end) ? 'none' : 'cut';
  const known = frame ?? { widthPx: 0, heightPx: 0, components: 0, bitsPerComponent: 0, isProgressive: false };
  return { ...known, adobeTransform, quality, damage };
}

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function frameOf(marker: number, bytes: Uint8Array): Frame | null {
  const [bitsPerComponent, h1, h0, w1, w0, components] = bytes;
  if (bitsPerComponent === undefined || h1 === undefined || h0 === undefined || w1 === undefined || w0 === undefined || components === undefined) return null;
  return { widthPx: w1 * 256 + w0, heightPx: h1 * 256 + h0, components, bitsPerComponent, isProgressive: (marker & 3) === 2 };
}

function adobeTransformOf(bytes: Uint8Array): number | null {
  const isAdobe = bytes[0] === 0x41 && bytes[1] === 0x64 && bytes[2] === 0x6f && bytes[3] === 0x62 && bytes[4] === 0x65;
  return isAdobe ? (bytes[11] ?? null) : null;
}

/** Table 0 of the segment against the standard table: the percentage by which libjpeg scaled it, turned back. */
function qualityOf(segment: Uint8Array): number | null {
  const [precisionAndId] = segment;
  if (precisionAndId === undefined || (precisionAndId & 15) !== 0) return null;
  const wide = precisionAndId >> 4 !== 0;
  if (segment.length < 1 + (wide ? 128 : 64)) return null;
  let sum = 0;
  for (let i = 0; i < 64; i++) {
    sum += wide ? (segment[1 + 2 * i] as number) * 256 + (segment[2 + 2 * i] as number) : (segment[1 + i] as number);
  }
  const scale = (sum * 100) / STANDARD_SUM;
  const quality = scale <= 100 ? (200 - scale) / 2 : 5000 / scale;
  return Math.max(1, Math.min(100, Math.round(quality)));
}

function endsProperly(reader: WindowReader, offset: number, end: number): boolean {
  const from = Math.max(offset, end - END_SEARCH_BYTES);
  const bytes = reader.glance(from, end - from);
  for (let at = bytes.length - 2; at >= 0; at--) if (bytes[at] === 0xff && bytes[at + 1] === EOI) return true;
  return false;
}

const NOTHING = new Uint8Array(0);
