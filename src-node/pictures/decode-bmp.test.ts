import { encode } from 'bmp-ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBmpHeader, UnreadableBmp } from './bmp-header.ts';
import { decodeBmp } from './decode-bmp.ts';

type Rgb = readonly [number, number, number];

interface Layout {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly compression?: number;
  readonly palette?: readonly Rgb[];
  readonly masks?: readonly number[];
  readonly headerBytes?: number;
  /** Unused bytes before the pixels. */
  readonly gapBytes?: number;
  /** As they lie in the file. */
  readonly pixels: readonly number[];
}

function bmp({
  width,
  height,
  bits,
  compression = 0,
  palette = [],
  masks = [],
  headerBytes = 40,
  gapBytes = 0,
  pixels,
}: Layout): Buffer {
  const isCore = headerBytes === 12;
  const header = Buffer.alloc(14 + headerBytes);
  header.write('BM', 'latin1');
  header.writeUInt32LE(headerBytes, 14);
  if (isCore) {
    header.writeUInt16LE(width, 18);
    header.writeUInt16LE(height, 20);
    header.writeUInt16LE(bits, 24);
  } else {
    header.writeInt32LE(width, 18);
    header.writeInt32LE(height, 22);
    header.writeUInt16LE(bits, 28);
    header.writeUInt32LE(compression, 30);
    header.writeUInt32LE(palette.length, 46);
  }
  const maskBytes = Buffer.alloc(masks.length * 4);
  masks.forEach((mask, index) => maskBytes.writeUInt32LE(mask, index * 4));
  const isMaskInHeader = headerBytes > 40;
  if (isMaskInHeader) maskBytes.copy(header, 54);
  const colours = Buffer.from(palette.flatMap(([r, g, b]) => (isCore ? [b, g, r] : [b, g, r, 0])));
  const before = Buffer.concat([header, isMaskInHeader ? Buffer.alloc(0) : maskBytes, colours, Buffer.alloc(gapBytes)]);
  before.writeUInt32LE(before.length, 10);
  return Buffer.concat([before, Buffer.from(pixels)]);
}

const BLACK: Rgb = [0, 0, 0];
const RED: Rgb = [255, 0, 0];
const GREEN: Rgb = [0, 255, 0];
const BLUE: Rgb = [0, 0, 255];

function pixelsOf(file: Buffer): Rgb[] {
  const { data, channels } = decodeBmp(file);
  return Array.from(
    { length: data.length / channels },
    (_, index): Rgb => [data[index * 3] ?? 0, data[index * 3 + 1] ?? 0, data[index * 3 + 2] ?? 0],
  );
}

describe('a BMP of each depth', () => {
  it('1 bit: rows from the bottom, filled up to four bytes', () => {
    const file = bmp({
      width: 3,
      height: 2,
      bits: 1,
      palette: [BLACK, RED],
      pixels: [0b10100000, 9, 9, 9, 0b01000000, 9, 9, 9],
    });
    expect(pixelsOf(file)).toEqual([BLACK, RED, BLACK, RED, BLACK, RED]);
  });

  it('4 bits, with an odd width', () => {
    const file = bmp({
      width: 3,
      height: 2,
      bits: 4,
      palette: [BLACK, RED, GREEN, BLUE],
      pixels: [0x12, 0x30, 0, 0, 0x32, 0x10, 0, 0],
    });
    expect(pixelsOf(file)).toEqual([BLUE, GREEN, RED, RED, GREEN, BLUE]);
  });

  it('8 bits, rows from the top, a palette of three bytes a colour, pixels behind a gap', () => {
    const pixels = [2, 1, 0, 0, 0, 1, 2, 0];
    const rows: Rgb[] = [GREEN, RED, BLACK, BLACK, RED, GREEN];
    expect(
      pixelsOf(bmp({ width: 3, height: -2, bits: 8, palette: [BLACK, RED, GREEN], gapBytes: 10, pixels })),
    ).toEqual(rows);
    const all: Rgb[] = [BLACK, RED, GREEN, ...Array<Rgb>(253).fill(BLUE)];
    expect(
      pixelsOf(
        bmp({
          width: 3,
          height: 2,
          bits: 8,
          headerBytes: 12,
          palette: all,
          pixels: [...pixels.slice(4), ...pixels.slice(0, 4)],
        }),
      ),
    ).toEqual(rows);
  });

  it('16 bits: 5-5-5 by itself, 5-6-5 by its masks, each scaled to the full range', () => {
    const word = (value: number) => [value & 255, value >> 8];
    expect(pixelsOf(bmp({ width: 2, height: 1, bits: 16, pixels: [...word(0x7c00), ...word(0x001f)] }))).toEqual([
      RED,
      BLUE,
    ]);
    const masks = [0xf800, 0x07e0, 0x001f];
    expect(
      pixelsOf(
        bmp({ width: 2, height: 1, bits: 16, compression: 3, masks, pixels: [...word(0x07e0), ...word(0xf800)] }),
      ),
    ).toEqual([GREEN, RED]);
  });

  it('32 bits: opacity is left out, whether masks tell of it or not; masks may lie anywhere', () => {
    expect(pixelsOf(bmp({ width: 2, height: 1, bits: 32, pixels: [0, 0, 255, 0, 255, 0, 0, 128] }))).toEqual([
      RED,
      BLUE,
    ]);
    const masks = [0x000000ff, 0x0000ff00, 0x00ff0000, 0xff000000];
    for (const headerBytes of [56, 108, 124]) {
      expect(
        pixelsOf(
          bmp({
            width: 2,
            height: 1,
            bits: 32,
            compression: 3,
            headerBytes,
            masks,
            pixels: [255, 0, 0, 7, 0, 0, 255, 9],
          }),
        ),
      ).toEqual([RED, BLUE]);
    }
    expect(
      pixelsOf(
        bmp({
          width: 1,
          height: 1,
          bits: 32,
          compression: 3,
          headerBytes: 108,
          masks: [0xff000000, 0xff0000, 0xff00, 0],
          pixels: [0, 0, 0, 255],
        }),
      ),
    ).toEqual([RED]);
  });

  it('24 and 32 bits as another program writes them', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom(24, 32),
        fc.infiniteStream(fc.nat(255)),
        (width, height, bits, bytes) => {
          const rgb = Array.from(
            { length: width * height },
            (): Rgb => [bytes.next().value ?? 0, bytes.next().value ?? 0, bytes.next().value ?? 0],
          );
          // The writer takes opacity, blue, green, red.
          const data = Buffer.from(rgb.flatMap(([r, g, b]) => [255, b, g, r]));
          expect(pixelsOf(Buffer.from(encode({ width, height, data, bitPP: bits as 24 }).data))).toEqual(rgb);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('a run-length coded BMP', () => {
  const palette = [BLACK, RED, GREEN, BLUE];

  it('of 8 bits: runs, literals filled up to even, line ends, jumps', () => {
    const pixels = [3, 1, 0, 0, /* line */ 0, 3, 1, 2, 3, 0, 0, 0, /* jump */ 0, 2, 1, 0, 2, 2, 0, 1];
    const file = bmp({ width: 3, height: 3, bits: 8, compression: 1, palette, pixels });
    expect(pixelsOf(file)).toEqual([BLACK, GREEN, GREEN, RED, GREEN, BLUE, RED, RED, RED]);
  });

  it('of 4 bits: runs alternate between two colours, literals have two in a byte', () => {
    const pixels = [5, 0x12, 0, 0, 0, 5, 0x31, 0x23, 0x10, 0, 0, 1];
    const file = bmp({ width: 5, height: 2, bits: 4, compression: 2, palette, pixels });
    expect(pixelsOf(file)).toEqual([BLUE, RED, GREEN, BLUE, RED, RED, GREEN, RED, GREEN, RED]);
  });

  it('whose runs leave the picture or end early shows what there is; one that is cut off is refused', () => {
    expect(pixelsOf(bmp({ width: 2, height: 1, bits: 8, compression: 1, palette, pixels: [200, 1, 0, 1] }))).toEqual([
      RED,
      RED,
    ]);
    expect(pixelsOf(bmp({ width: 2, height: 2, bits: 8, compression: 1, palette, pixels: [0, 2, 250, 250] }))).toEqual(
      Array(4).fill(BLACK),
    );
    expect(() => decodeBmp(bmp({ width: 2, height: 2, bits: 8, compression: 1, palette, pixels: [2, 1] }))).toThrow(
      UnreadableBmp,
    );
  });
});

describe('what is refused', () => {
  const sound = { width: 2, height: 2, bits: 24, pixels: Array<number>(16).fill(1) };

  it.each([
    ['pixels are missing', { ...sound, pixels: Array<number>(15).fill(1) }],
    ['no width', { ...sound, width: 0 }],
    ['a negative width', { ...sound, width: -2 }],
    ['no height', { ...sound, height: 0 }],
    ['a strange depth', { ...sound, bits: 7 }],
    ['an embedded JPEG', { ...sound, compression: 4 }],
    ['run lengths of 24 bits', { ...sound, compression: 1 }],
  ])('%s', (_what, layout) => {
    expect(() => decodeBmp(bmp(layout))).toThrow(UnreadableBmp);
  });

  it('an unknown header, and headers that are cut off', () => {
    const file = bmp(sound);
    for (const end of [2, 20, 40, 53]) expect(() => readBmpHeader(file.subarray(0, end))).toThrow(UnreadableBmp);
    file.writeUInt32LE(999, 14);
    expect(() => readBmpHeader(file)).toThrow(UnreadableBmp);
  });
});

it('hands on the colour profile of a version 5 header', () => {
  const profile = Buffer.from('a profile');
  const file = bmp({ width: 1, height: 1, bits: 24, headerBytes: 124, pixels: [1, 2, 3, 0] });
  file.writeUInt32LE(0x4d424544, 14 + 56);
  file.writeUInt32LE(file.length - 14, 14 + 112);
  file.writeUInt32LE(profile.length, 14 + 116);
  expect(decodeBmp(Buffer.concat([file, profile])).icc).toEqual(new Uint8Array(profile));
  expect(decodeBmp(file).icc).toBeNull();
});
