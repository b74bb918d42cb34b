import type { BoundsMm } from '../../pdf/inspection/geometry.ts';
import type { PictureLook } from '../page-pixels.ts';
import type { InkRaster } from './printed-inks.ts';
import { lightnessAt, type RasterView } from './raster-view.ts';

const HASH_SIDE = 16;
/** Steps of lightness, of 255: less is grain, which every compression writes otherwise. */
const GRAIN = 1;
/** Standard deviation of lightness under which a picture is one tone and looks like any other. */
const LEAST_DEVIATION = 6;
const BLACK_UNTIL = 6;
const WHITE_FROM = 250;

/** How the part of a page looks that a picture takes up. */
export function looksOf(view: RasterView, bounds: BoundsMm): Pick<PictureLook, 'looks' | 'blackShare' | 'whiteShare'> {
  const { left, top, right, bottom } = view.area(bounds);
  const { rgb, widthPx } = view.raster;
  const columns = HASH_SIDE + 1;
  const sums = new Float64Array(columns * HASH_SIDE);
  const counts = new Float64Array(columns * HASH_SIDE);
  // Where each column of the hash begins: the first x of which it holds more than its share of the width.
  const begins = Array.from({ length: columns + 1 }, (_, column) => Math.ceil((column * (right - left + 1)) / columns));
  let black = 0;
  let white = 0;
  for (let y = top; y <= bottom; y++) {
    const row = columns * Math.min(HASH_SIDE - 1, Math.floor(((y - top) / (bottom - top + 1)) * HASH_SIDE));
    const line = y * widthPx + left;
    for (let column = 0; column < columns; column++) {
      const from = 3 * (line + (begins[column] as number));
      const to = 3 * (line + (begins[column + 1] as number));
      let sum = 0;
      for (let at = from; at < to; at += 3) {
        const light = lightnessAt(rgb, at);
        sum += light;
        if (light <= BLACK_UNTIL) black++;
        else if (light >= WHITE_FROM) white++;
      }
      sums[row + column] = (sums[row + column] as number) + sum;
      counts[row + column] = (counts[row + column] as number) + (to - from) / 3;
    }
  }
  const means = sums.map((sum, cell) => sum / Math.max(1, counts[cell] as number));
  const pixels = (right - left + 1) * (bottom - top + 1);
  return {
    looks: deviation(means) < LEAST_DEVIATION ? null : hashOf(means, columns),
    blackShare: black / pixels,
    whiteShare: white / pixels,
  };
}

/** One bit a pair of neighbours, row by row: which one is lighter survives scaling, compression and another lightness. */
function hashOf(means: Float64Array, columns: number): string {
  let digits = '';
  for (let row = 0; row < HASH_SIDE; row++) {
    let bits = 0;
    for (let column = 0; column < HASH_SIDE; column++) {
      const at = row * columns + column;
      bits = (bits << 1) | ((means[at] as number) > (means[at + 1] as number) + GRAIN ? 1 : 0);
    }
    digits += bits.toString(16).padStart(HASH_SIDE / 4, '0');
  }
  return digits;
}

function deviation(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

/** How many bits of 64 two looks differ in. */
export function looksDistance(a: string, b: string): number {
  let distance = 0;
  for (let digit = 0; digit < a.length; digit++) {
    for (let bits = parseInt(a[digit] ?? '0', 16) ^ parseInt(b[digit] ?? '0', 16); bits > 0; bits >>= 1)
      distance += bits & 1;
  }
  return (distance * 64) / (4 * a.length);
}

/** The most ink, in percent, that any square of `side` pixels has on average. */
export function mostInkPercent({ widthPx, heightPx, cmyk }: InkRaster, side: number): number {
  const width = widthPx + 1;
  const sums = new Float64Array(width * (heightPx + 1));
  for (let y = 0; y < heightPx; y++) {
    let row = 0;
    for (let x = 0; x < widthPx; x++) {
      const at = 4 * (y * widthPx + x);
      row += (cmyk[at] as number) + (cmyk[at + 1] as number) + (cmyk[at + 2] as number) + (cmyk[at + 3] as number);
      sums[(y + 1) * width + x + 1] = (sums[y * width + x + 1] as number) + row;
    }
  }
  const across = Math.min(side, widthPx);
  const down = Math.min(side, heightPx);
  let most = 0;
  for (let y = 0; y + down <= heightPx; y++) {
    for (let x = 0; x + across <= widthPx; x++) {
      const at = (row: number, column: number) => sums[row * width + column] as number;
      most = Math.max(most, at(y + down, x + across) - at(y, x + across) - at(y + down, x) + at(y, x));
    }
  }
  return (most / (across * down) / 255) * 100;
}
