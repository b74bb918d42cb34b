import type { WindowReader } from '../window-reader.ts';
import { FileBytes } from './file-bytes.ts';
import type { JpegFacts } from './image-facts.ts';

/** Markers are followed by length, a few bytes each: a profile or a preview picture inside costs one hop. */
const MAX_MARKERS = 200;
const MAX_FILL_BYTES = 1024;
/** Some writers pad a stream after the end of the picture. */
const END_SEARCH_BYTES = 64;

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const DQT = 0xdb;
const APP14 = 0xee;
/** JFIF, Exif or XMP, the profile, Photoshop's resources. */
const FILE_MARKERS: ReadonlySet<number> = new Set([0xe0, 0xe1, 0xe2, 0xed]);

/** The luminance table of libjpeg at quality 50, in zigzag order's sum: the scale follows from the sum. */
const STANDARD_LUMINANCE = [
  16, 11, 12, 14, 12, 10, 16, 14, 13, 14, 18, 17, 16, 19, 24, 40, 26, 24, 22, 22, 24, 49, 35, 37, 29, 40, 58, 51, 61,
  60, 57, 51, 56, 55, 64, 72, 92, 78, 64, 68, 87, 69, 55, 56, 80, 109, 81, 87, 95, 98, 103, 104, 103, 62, 77, 113, 121,
  112, 100, 120, 92, 101, 103, 99,
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
  const bytes = new FileBytes(reader, end);
  if (bytes.at(offset) !== 0xff || bytes.at(offset + 1) !== SOI) return null;
  let frame: Frame | null = null;
  let adobeTransform: number | null = null;
  let quality: number | null = null;
  let reachesScan = false;
  let isPictureFile = false;
  let place = offset + 2;
  for (let markers = 0; markers < MAX_MARKERS; markers++) {
    if (bytes.at(place) !== 0xff) break;
    // Bytes 0xff may fill up before a marker.
    for (let fill = 0; fill < MAX_FILL_BYTES && bytes.at(place + 1) === 0xff; fill++) place++;
    const marker = bytes.at(place + 1);
    const size = bytes.wordAt(place + 2);
    reachesScan = marker === SOS;
    if (reachesScan || size < 2) break;
    const body = place + 4;
    if (FILE_MARKERS.has(marker)) isPictureFile = true;
    else if (isFrame(marker)) frame = frameAt(bytes, body, marker);
    else if (marker === DQT) quality ??= qualityAt(bytes, body, size - 2);
    else if (marker === APP14 && size >= 14) adobeTransform = adobeTransformAt(bytes, body) ?? adobeTransform;
    place += 2 + size;
  }
  const damage = frame === null || !reachesScan ? 'broken' : endsProperly(reader, offset, end) ? 'none' : 'cut';
  const known = frame ?? { widthPx: 0, heightPx: 0, components: 0, bitsPerComponent: 0, isProgressive: false };
  return { ...known, adobeTransform, isPictureFile, quality, damage };
}

const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function frameAt(bytes: FileBytes, body: number, marker: number): Frame | null {
  const components = bytes.at(body + 5);
  if (components < 0) return null;
  return {
    widthPx: bytes.wordAt(body + 3),
    heightPx: bytes.wordAt(body + 1),
    components,
    bitsPerComponent: bytes.at(body),
    isProgressive: (marker & 3) === 2,
  };
}

/** `Adobe` and its transform flag. */
function adobeTransformAt(bytes: FileBytes, body: number): number | null {
  for (let index = 0; index < ADOBE.length; index++) if (bytes.at(body + index) !== ADOBE[index]) return null;
  const transform = bytes.at(body + 11);
  return transform < 0 ? null : transform;
}

/** Table 0 of the segment against the standard table: the percentage by which libjpeg scaled it, turned back. */
function qualityAt(bytes: FileBytes, body: number, size: number): number | null {
  const precisionAndId = bytes.at(body);
  if (precisionAndId < 0 || (precisionAndId & 15) !== 0) return null;
  const isWide = precisionAndId >> 4 !== 0;
  const tableBytes = isWide ? 128 : 64;
  if (size < 1 + tableBytes || body + tableBytes >= bytes.end) return null;
  let sum = 0;
  for (let i = 0; i < 64; i++) sum += isWide ? bytes.wordAt(body + 1 + 2 * i) : bytes.at(body + 1 + i);
  const scale = (sum * 100) / STANDARD_SUM;
  const quality = scale <= 100 ? (200 - scale) / 2 : 5000 / scale;
  return Math.max(1, Math.min(100, Math.round(quality)));
}

function endsProperly(reader: WindowReader, offset: number, end: number): boolean {
  const from = Math.max(offset, end - END_SEARCH_BYTES);
  // With what follows: the next picture's dictionary and header often do, and are wanted next.
  const { start, bytes } = reader.onward(from, end - from);
  for (let at = end - start - 2; at >= from - start; at--) if (bytes[at] === 0xff && bytes[at + 1] === EOI) return true;
  return false;
}

const ADOBE = [0x41, 0x64, 0x6f, 0x62, 0x65];
