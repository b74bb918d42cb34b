/** What the headers of a BMP say (BITMAPCOREHEADER to BITMAPV5HEADER). */
export interface BmpHeader {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Rows come from the bottom, unless the height was negative. */
  readonly isBottomUp: boolean;
  readonly bitsPerPixel: 1 | 4 | 8 | 16 | 24 | 32;
  readonly coding: 'plain' | 'rle8' | 'rle4';
  /** Where red, green and blue lie in a pixel of 16 or 32 bits. */
  readonly masks: readonly [number, number, number];
  /** Red, green, blue of each colour in turn; empty from 16 bits on. */
  readonly palette: Uint8Array;
  readonly pixelsAt: number;
  /** The embedded ICC profile of a version 5 header. */
  readonly iccProfile: Uint8Array | null;
}

/** A BMP that is damaged or of a kind that nobody writes. */
export class UnreadableBmp extends Error {}

/** The longest headers with masks and 256 colours end before this; only a profile can lie behind it. */
export const BMP_HEADER_BYTES = 14 + 124 + 16 + 256 * 4;

const FILE_HEADER_BYTES = 14;
const CORE_BYTES = 12;
const INFO_BYTES = 40;
const V5_BYTES = 124;
const KNOWN_HEADER_BYTES: readonly number[] = [CORE_BYTES, INFO_BYTES, 52, 56, 108, V5_BYTES];

const CODINGS = { rgb: 0, rle8: 1, rle4: 2, bitFields: 3, alphaBitFields: 6 } as const;
const MASKS_OF_16 = [0x7c00, 0x03e0, 0x001f] as const;
const MASKS_OF_32 = [0xff0000, 0x00ff00, 0x0000ff] as const;
/** `MBED` in a version 5 header: a profile is embedded. */
const EMBEDDED_PROFILE = 0x4d424544;

/** Reads no pixel. Throws UnreadableBmp. `file` may end anywhere behind BMP_HEADER_BYTES; a profile is found only in the whole file. */
export function readBmpHeader(file: Buffer): BmpHeader {
  if (file.length < FILE_HEADER_BYTES + CORE_BYTES) throw new UnreadableBmp('the headers are cut off');
  const headerBytes = file.readUInt32LE(14);
  if (!KNOWN_HEADER_BYTES.includes(headerBytes)) throw new UnreadableBmp(`a header of ${headerBytes} bytes`);
  if (file.length < FILE_HEADER_BYTES + headerBytes) throw new UnreadableBmp('the headers are cut off');
  const isCore = headerBytes === CORE_BYTES;
  const widthPx = isCore ? file.readUInt16LE(18) : file.readInt32LE(18);
  const height = isCore ? file.readUInt16LE(20) : file.readInt32LE(22);
  const bitsPerPixel = depthOf(file.readUInt16LE(isCore ? 24 : 28));
  const compression = isCore ? CODINGS.rgb : file.readUInt32LE(30);
  if (widthPx <= 0 || height === 0) throw new UnreadableBmp('no pixels');
  const maskBytes =
    headerBytes === INFO_BYTES
      ? compression === CODINGS.bitFields
        ? 12
        : compression === CODINGS.alphaBitFields
          ? 16
          : 0
      : 0;
  const paletteAt = FILE_HEADER_BYTES + headerBytes + maskBytes;
  const palette =
    bitsPerPixel > 8
      ? new Uint8Array(0)
      : paletteOf(file, paletteAt, isCore ? 3 : 4, coloursOf(file, isCore, bitsPerPixel));
  return {
    widthPx,
    heightPx: Math.abs(height),
    isBottomUp: height > 0,
    bitsPerPixel,
    coding: codingOf(compression, bitsPerPixel),
    masks: masksOf(file, compression, bitsPerPixel),
    palette,
    pixelsAt: file.readUInt32LE(10),
    iccProfile: headerBytes === V5_BYTES ? profileOf(file) : null,
  };
}

function depthOf(bits: number): BmpHeader['bitsPerPixel'] {
  if (bits === 1 || bits === 4 || bits === 8 || bits === 16 || bits === 24 || bits === 32) return bits;
  throw new UnreadableBmp(`${bits} bits a pixel`);
}

function codingOf(compression: number, bits: number): BmpHeader['coding'] {
  if (compression === CODINGS.rgb) return 'plain';
  if (compression === CODINGS.rle8 && bits === 8) return 'rle8';
  if (compression === CODINGS.rle4 && bits === 4) return 'rle4';
  if ((compression === CODINGS.bitFields || compression === CODINGS.alphaBitFields) && (bits === 16 || bits === 32))
    return 'plain';
  throw new UnreadableBmp(`compression ${compression} with ${bits} bits a pixel`);
}

function masksOf(file: Buffer, compression: number, bits: number): BmpHeader['masks'] {
  if (compression !== CODINGS.bitFields && compression !== CODINGS.alphaBitFields)
    return bits === 16 ? MASKS_OF_16 : MASKS_OF_32;
  const at = FILE_HEADER_BYTES + INFO_BYTES;
  if (file.length < at + 12) throw new UnreadableBmp('the masks are cut off');
  return [file.readUInt32LE(at), file.readUInt32LE(at + 4), file.readUInt32LE(at + 8)];
}

function coloursOf(file: Buffer, isCore: boolean, bits: number): number {
  const stated = isCore ? 0 : file.readUInt32LE(46);
  const all = 2 ** bits;
  return stated === 0 ? all : Math.min(stated, all);
}

/** BMP writes blue, green, red. A palette that the file cuts short leaves its last colours black. */
function paletteOf(file: Buffer, at: number, stride: 3 | 4, colours: number): Uint8Array {
  const palette = new Uint8Array(256 * 3);
  for (let index = 0; index < colours; index += 1) {
    for (let part = 0; part < 3; part += 1) palette[index * 3 + part] = file[at + index * stride + 2 - part] ?? 0;
  }
  return palette;
}

function profileOf(file: Buffer): Uint8Array | null {
  if (file.readUInt32LE(FILE_HEADER_BYTES + 56) !== EMBEDDED_PROFILE) return null;
  const at = FILE_HEADER_BYTES + file.readUInt32LE(FILE_HEADER_BYTES + 112);
  const sizeBytes = file.readUInt32LE(FILE_HEADER_BYTES + 116);
  return sizeBytes > 0 && at + sizeBytes <= file.length ? file.subarray(at, at + sizeBytes) : null;
}
