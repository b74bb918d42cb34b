import { readBmpHeader, UnreadableBmp, type BmpHeader } from './bmp-header.ts';
import type { RawPicture } from './raw-picture.ts';

const CHANNELS = 3;

/**
 * Decodes a BMP of any depth, plain or run-length encoded. What the file calls opacity is left out, as viewers do: most
 * programs write nothing sensible there, and a JPEG has none. Throws UnreadableBmp when pixels are missing.
 * The header has to be checked for its size before: this allocates what it promises.
 */
export function decodeBmp(file: Buffer): RawPicture {
  const header = readBmpHeader(file);
  const data = header.coding === 'plain' ? plainPixels(file, header) : runLengthPixels(file, header);
  // A copy: a view would take the whole file along to the other thread.
  const icc = header.iccProfile === null ? null : new Uint8Array(header.iccProfile);
  return { widthPx: header.widthPx, heightPx: header.heightPx, channels: CHANNELS, data, icc };
}

/** Rows are filled up to whole groups of four bytes. */
export const bmpRowBytes = ({ widthPx, bitsPerPixel }: Pick<BmpHeader, 'widthPx' | 'bitsPerPixel'>) =>
  Math.ceil((widthPx * bitsPerPixel) / 32) * 4;

function plainPixels(file: Buffer, header: BmpHeader): RawPicture['data'] {
  const { widthPx, heightPx, isBottomUp, pixelsAt } = header;
  const rowBytes = bmpRowBytes(header);
  if (pixelsAt + rowBytes * heightPx > file.length) throw new UnreadableBmp('pixels are missing');
  const data = new Uint8Array(widthPx * heightPx * CHANNELS);
  const copyRow = rowReader(file, header);
  for (let row = 0; row < heightPx; row += 1) {
    const seenRow = isBottomUp ? heightPx - 1 - row : row;
    copyRow(pixelsAt + row * rowBytes, data, seenRow * widthPx * CHANNELS);
  }
  return data;
}

type CopyRow = (from: number, data: Uint8Array, to: number) => void;

function rowReader(file: Buffer, { widthPx, bitsPerPixel, palette, masks }: BmpHeader): CopyRow {
  if (bitsPerPixel === 24) {
    return (from, data, to) => {
      for (let end = to + widthPx * CHANNELS; to < end; from += 3, to += CHANNELS) {
        data[to] = file[from + 2] as number;
        data[to + 1] = file[from + 1] as number;
        data[to + 2] = file[from] as number;
      }
    };
  }
  if (bitsPerPixel <= 8) {
    const perByte = 8 / bitsPerPixel;
    const mask = 2 ** bitsPerPixel - 1;
    return (from, data, to) => {
      for (let x = 0; x < widthPx; x += 1, to += CHANNELS) {
        const shift = 8 - bitsPerPixel * ((x % perByte) + 1);
        const colour = (((file[from + Math.floor(x / perByte)] as number) >> shift) & mask) * 3;
        data[to] = palette[colour] as number;
        data[to + 1] = palette[colour + 1] as number;
        data[to + 2] = palette[colour + 2] as number;
      }
    };
  }
  const stride = bitsPerPixel / 8;
  const samples = masks.map(sampleOf);
  return (from, data, to) => {
    for (let x = 0; x < widthPx; x += 1, from += stride) {
      const pixel = stride === 2 ? file.readUInt16LE(from) : file.readUInt32LE(from);
      for (const sample of samples) data[to++] = sample(pixel);
    }
  };
}

/** Reads the bits under a mask as a value from 0 to 255. */
function sampleOf(mask: number): (pixel: number) => number {
  if (mask === 0) return () => 0;
  const lowest = mask & -mask;
  const shift = 31 - Math.clz32(lowest);
  const largest = mask >>> shift;
  return (pixel) => Math.round((((pixel & mask) >>> shift) / largest) * 255);
}

/** Pixels that the runs skip keep the first colour of the palette. */
function runLengthPixels(
  file: Buffer,
  { widthPx, heightPx, isBottomUp, palette, pixelsAt, coding }: BmpHeader,
): RawPicture['data'] {
  const indices = new Uint8Array(widthPx * heightPx);
  let at = pixelsAt;
  const next = () => {
    const byte = file[at++];
    if (byte === undefined) throw new UnreadableBmp('the runs are cut off');
    return byte;
  };
  let x = 0;
  let y = 0;
  const put = (index: number) => {
    if (x < widthPx && y < heightPx) indices[(isBottomUp ? heightPx - 1 - y : y) * widthPx + x] = index;
    x += 1;
  };
  /** The `place`-th index of a byte: RLE4 has two in each, the upper half first. */
  const indexIn = (byte: number, place: number) => (coding === 'rle8' ? byte : place % 2 === 0 ? byte >> 4 : byte & 15);
  while (y < heightPx) {
    const count = next();
    const value = next();
    if (count > 0) {
      for (let place = 0; place < count; place += 1) put(indexIn(value, place));
    } else if (value === 0) {
      x = 0;
      y += 1;
    } else if (value === 1) {
      break;
    } else if (value === 2) {
      x += next();
      y += next();
    } else {
      const from = at;
      let byte = 0;
      for (let place = 0; place < value; place += 1) {
        if (coding === 'rle8' || place % 2 === 0) byte = next();
        put(indexIn(byte, place));
      }
      // Literal runs are filled up to an even count of bytes.
      if ((at - from) % 2 === 1) next();
    }
  }
  const data = new Uint8Array(indices.length * CHANNELS);
  for (let pixel = 0, to = 0; pixel < indices.length; pixel += 1) {
    const colour = (indices[pixel] as number) * 3;
    data[to++] = palette[colour] as number;
    data[to++] = palette[colour + 1] as number;
    data[to++] = palette[colour + 2] as number;
  }
  return data;
}
