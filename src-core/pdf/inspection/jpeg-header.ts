import type { WindowReader } from '../window-reader.ts';
import { FileBytes } from './file-bytes.ts';
import type { JpegFacts } from './image-facts.ts';

/** Markers are followed by length, a few bytes each: a profile or a preview picture inside costs one hop. */
const MAX_MARKERS = 200;
const MAX_FILL_BYTES = 1024;
/** Some writers pad a stream after the end of the picture. */
const END_SEARCH_BYTES = 64;
/** Tables and scans of one picture: a progressive one has some dozen of each. */
const MAX_SEGMENTS = 2_000;
const SCAN_PIECE_BYTES = 65_536;

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

/** Told of scan data that is searched for the end of the picture. */
export type OnSearched = (bytes: number, atByte: number) => void;

/**
 * Follows the markers of a JPEG in the file up to its first scan, and looks at its last bytes: scan data is read only where
 * those are not the picture's, since phones write films and notes of their own behind it. Null when it does not begin as a JPEG.
 * Where only the begin of the data is at hand (`isEndKnown`), what is missing of them is no damage.
 */
export function readJpegHeader(
  reader: WindowReader,
  offset: number,
  length: number,
  onSearched: OnSearched,
  { isEndKnown = true }: { readonly isEndKnown?: boolean } = {},
): JpegFacts | null {
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
  const damage =
    frame === null || !reachesScan
      ? 'broken'
      : !isEndKnown || endsProperly(reader, offset, end) || endOfJpeg(reader, place, end, onSearched) >= 0
        ? 'none'
        : 'cut';
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
  // Samsung's phones end their files so, and some of them leave the end of the picture out before it.
  return SAMSUNG.every((letter, index) => bytes[end - start - SAMSUNG.length + index] === letter);
}

/**
 * Behind the end of the picture one of whose segments begins at `from`, whatever follows it before `end`; -1 when it does not
 * end.
 */
export function endOfJpeg(reader: WindowReader, from: number, end: number, onSearched: OnSearched): number {
  const bytes = new FileBytes(reader, end);
  let place = from;
  for (let segments = 0; segments < MAX_SEGMENTS && bytes.at(place) === 0xff; segments++) {
    for (let fill = 0; fill < MAX_FILL_BYTES && bytes.at(place + 1) === 0xff; fill++) place++;
    const marker = bytes.at(place + 1);
    if (marker === EOI) return place + 2;
    const size = bytes.wordAt(place + 2);
    if (size < 2) return -1;
    place += 2 + size;
    if (marker === SOS) place = nextMarker(reader, place, end, onSearched);
    if (place < 0) return -1;
  }
  return -1;
}

/** Scan data ends at a marker that is neither a stuffed byte nor a restart; -1 when there is none. */
function nextMarker(reader: WindowReader, from: number, end: number, onSearched: OnSearched): number {
  for (let at = from; at + 1 < end; ) {
    const piece = reader.readOnce(at, Math.min(SCAN_PIECE_BYTES, end - at));
    onSearched(piece.length, at);
    for (let k = piece.indexOf(0xff); k >= 0 && k + 1 < piece.length; k = piece.indexOf(0xff, k + 1)) {
      const next = piece[k + 1] as number;
      if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at + k;
    }
    if (piece.length < 2) return -1;
    at += piece.length - 1;
  }
  return -1;
}

/** `SEFT`. */
const SAMSUNG = [0x53, 0x45, 0x46, 0x54];
const ADOBE = [0x41, 0x64, 0x6f, 0x62, 0x65];
