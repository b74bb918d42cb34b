import type { PageRaster } from '../page-pixels.ts';

/** Interleaved cyan, magenta, yellow and black, 8 bits each, 255 full ink. */
export interface InkRaster {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly cmyk: Uint8Array;
}

/**
 * How the sixteen solid overprints of offset inks look on coated paper, as sRGB; the index has bit 0 for cyan, 1 for
 * magenta, 2 for yellow, 3 for black.
 */
const SOLIDS: readonly (readonly [number, number, number])[] = [
  [255, 255, 255],
  [0, 158, 224],
  [229, 0, 125],
  [49, 39, 131],
  [255, 236, 0],
  [0, 150, 64],
  [227, 6, 19],
  [54, 47, 45],
  [29, 29, 27],
  [0, 22, 33],
  [33, 0, 14],
  [8, 2, 20],
  [32, 28, 0],
  [0, 20, 6],
  [30, 0, 0],
  [0, 0, 0],
];

/** The colour of halftones as the mean of the solids that meet in them, by the area of each (Neugebauer's equations). */
export function seenColours({ widthPx, heightPx, cmyk }: InkRaster): PageRaster {
  const rgb = new Uint8Array(widthPx * heightPx * 3);
  for (let pixel = 0; pixel < widthPx * heightPx; pixel++) {
    const c = (cmyk[4 * pixel] as number) / 255;
    const m = (cmyk[4 * pixel + 1] as number) / 255;
    const y = (cmyk[4 * pixel + 2] as number) / 255;
    const k = (cmyk[4 * pixel + 3] as number) / 255;
    let red = 0;
    let green = 0;
    let blue = 0;
    for (let inks = 0; inks < 16; inks++) {
      const share =
        ((inks & 1) !== 0 ? c : 1 - c) *
        ((inks & 2) !== 0 ? m : 1 - m) *
        ((inks & 4) !== 0 ? y : 1 - y) *
        ((inks & 8) !== 0 ? k : 1 - k);
      if (share === 0) continue;
      const solid = SOLIDS[inks] as readonly [number, number, number];
      red += share * solid[0];
      green += share * solid[1];
      blue += share * solid[2];
    }
    rgb[3 * pixel] = Math.round(red);
    rgb[3 * pixel + 1] = Math.round(green);
    rgb[3 * pixel + 2] = Math.round(blue);
  }
  return { widthPx, heightPx, rgb };
}
