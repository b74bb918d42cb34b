import type { WindowReader } from '../window-reader.ts';
import { FileBytes } from './file-bytes.ts';

/** What the header of a JPEG 2000 says of it (ITU-T T.800, A.5.1 and I.5.3); no data is read. */
export interface JpxFacts {
  readonly widthPx: number;
  readonly heightPx: number;
  /** With those that are opacity. */
  readonly components: number;
  /** Of the component that has most. */
  readonly bitsPerComponent: number;
  /** How many components the file says are opacity. */
  readonly opacityComponents: number;
  /** Of a bare codestream, and of spaces that PDF does not know, null. */
  readonly space: 'CMYK' | 'sRGB' | 'grey' | 'sYCC' | 'profile' | null;
}

/** A few boxes lie around the codestream; those of a camera's own are some dozen. */
const MAX_BOXES = 64;
const BOX_HEAD_BYTES = 8;
const LONG_BOX_HEAD_BYTES = 16;
const SIGNATURE = 'jP  ';
const SOC_AND_SIZ = 0xff4fff51;
/** Enumerated colour spaces (T.800, table I.10; T.801, table M.25). */
const SPACES: Readonly<Record<number, JpxFacts['space']>> = { 12: 'CMYK', 16: 'sRGB', 17: 'grey', 18: 'sYCC' };
const ENUMERATED = 1;
const MAX_COMPONENTS = 16_384;
/** Opacity, and opacity that the colours were multiplied with (T.800, I.5.3.6). */
const OPACITY_TYPES: ReadonlySet<number> = new Set([1, 2]);

interface Boxes {
  codestreamAt: number | null;
  space: JpxFacts['space'] | undefined;
  opacityComponents: number;
}

/** Null when it neither begins as a file of JPEG 2000 nor as a codestream, or is cut within its header. */
export function readJpxHeader(reader: WindowReader, offset: number, length: number): JpxFacts | null {
  const bytes = new FileBytes(reader, Math.min(offset + length, reader.size));
  const boxes: Boxes = { codestreamAt: null, space: undefined, opacityComponents: 0 };
  if (bytes.longAt(offset) === SOC_AND_SIZ) boxes.codestreamAt = offset;
  else if (bytes.tagAt(offset + 4) === SIGNATURE) readBoxes(bytes, offset, bytes.end, boxes);
  const size = boxes.codestreamAt === null ? null : sizeAt(bytes, boxes.codestreamAt);
  return size === null ? null : { ...size, space: boxes.space ?? null, opacityComponents: boxes.opacityComponents };
}

/** `isInHeader`: the boxes of the header itself, which holds no second one. */
function readBoxes(bytes: FileBytes, from: number, end: number, found: Boxes, isInHeader = false): void {
  let at = from;
  for (let count = 0; count < MAX_BOXES && at + BOX_HEAD_BYTES <= end; count++) {
    const stated = bytes.longAt(at);
    // 1: the length follows in eight bytes, 0: up to the end.
    const length =
      stated === 1 ? bytes.longAt(at + 8) * 2 ** 32 + bytes.longAt(at + 12) : stated === 0 ? end - at : stated;
    const head = stated === 1 ? LONG_BOX_HEAD_BYTES : BOX_HEAD_BYTES;
    if (length < head) return;
    const body = at + head;
    switch (bytes.tagAt(at + 4)) {
      case 'jp2h':
        if (!isInHeader) readBoxes(bytes, body, Math.min(at + length, end), found, true);
        break;
      case 'colr':
        // The first of several is the one that readers take.
        found.space ??= bytes.at(body) === ENUMERATED ? (SPACES[bytes.longAt(body + 3)] ?? null) : 'profile';
        break;
      case 'cdef':
        found.opacityComponents = opacityAt(bytes, body);
        break;
      case 'jp2c':
        found.codestreamAt = body;
        return;
      default:
        break;
    }
    at += length;
  }
}

/** Channel definitions: number, type and what each belongs to, of two bytes each. */
function opacityAt(bytes: FileBytes, body: number): number {
  const count = Math.min(bytes.wordAt(body), MAX_BOXES);
  let opacity = 0;
  for (let k = 0; k < count; k++) if (OPACITY_TYPES.has(bytes.wordAt(body + 2 + 6 * k + 2))) opacity++;
  return opacity;
}

/** The SIZ marker, which is the first behind the start of a codestream. */
function sizeAt(bytes: FileBytes, codestream: number) {
  if (bytes.longAt(codestream) !== SOC_AND_SIZ) return null;
  // Marker, length and capabilities come before the right and lower ends, and the left and upper ones.
  const [right, lower, left, upper] = [8, 12, 16, 20].map((place) => bytes.longAt(codestream + place)) as [
    number,
    number,
    number,
    number,
  ];
  const components = bytes.wordAt(codestream + 40);
  if (components < 1 || components > MAX_COMPONENTS || left < 0 || upper < 0 || right <= left || lower <= upper)
    return null;
  let bitsPerComponent = 0;
  for (let k = 0; k < Math.min(components, MAX_BOXES); k++)
    // One less than it is, with a sign in the highest bit.
    bitsPerComponent = Math.max(bitsPerComponent, (bytes.at(codestream + 42 + 3 * k) & 0x7f) + 1);
  return { widthPx: right - left, heightPx: lower - upper, components, bitsPerComponent };
}
