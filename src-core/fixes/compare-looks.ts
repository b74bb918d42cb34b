import type { PageRotation } from '../pdf/boxes.ts';
import type { BoundsMm, Matrix } from '../pdf/inspection/geometry.ts';
import type { PageRaster } from '../preflight/page-pixels.ts';
import type { KeptPart } from './fix.ts';

/** A page as rendered, with its size on paper. */
export interface SizedRaster {
  readonly raster: PageRaster;
  readonly widthMm: number;
  readonly heightMm: number;
}

/** Steps of 255: more than resampling at another place of the pixel grid brings about within a neighbourhood. */
const TOLERANCE = 24;
/** Of a pixel and its eight neighbours, as many must differ before it counts: a stroke one pixel wide does, a speck of resampling does not. */
const CLUSTER = 3;
/** How far, in pixels, a look may have moved: renderers put the edges of pictures on the grid, which may lie otherwise. */
const REACH_SAME_GRID = 1;
const REACH_OTHER_GRID = 2;
/**
 * On another grid a fine stroke is one dark pixel here and two pale ones there. What is the same weighs the same:
 * a window of seven by seven pixels may differ in its mean by less than a black stroke that came or went makes of it,
 * and by more than an edge that lies a pixel aside.
 */
const WINDOW_REACH = 3;
const MEAN_TOLERANCE = 32;
/** Along the border of a kept part pixels are mixed with what lies beyond. */
const BORDER_PX = 2;
/** What was taken away may have had a soft edge. */
const FREE_MARGIN_MM = 0.6;

/**
 * How many pixels of a kept part look otherwise than in the original. Both pages have to be rendered at the same number
 * of pixels a millimetre of the new page; they may lie differently on the pixel grid.
 */
export function changedPixels(
  before: SizedRaster,
  after: SizedRaster,
  part: KeptPart,
  free: readonly BoundsMm[],
): number {
  const { raster } = after;
  const scaleX = raster.widthPx / after.widthMm;
  const scaleY = raster.heightPx / after.heightMm;
  const fromX = Math.max(0, Math.ceil(part.to.leftMm * scaleX) + BORDER_PX);
  const toX = Math.min(raster.widthPx, Math.floor(part.to.rightMm * scaleX) - BORDER_PX);
  const fromY = Math.max(0, Math.ceil(part.to.topMm * scaleY) + BORDER_PX);
  const toY = Math.min(raster.heightPx, Math.floor(part.to.bottomMm * scaleY) - BORDER_PX);
  const width = Math.max(0, toX - fromX);
  const height = Math.max(0, toY - fromY);
  const looksSame = isSameGrid(before, after, part) ? looksSameInPlace : looksSameNearBy;
  const toBefore = pixelsBefore(before, after, part);
  const differs = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const x = fromX + column;
      const y = fromY + row;
      const oldX = clamp(toBefore[0] * (x + 0.5) + toBefore[2] * (y + 0.5) + toBefore[4], before.raster.widthPx);
      const oldY = clamp(toBefore[1] * (x + 0.5) + toBefore[3] * (y + 0.5) + toBefore[5], before.raster.heightPx);
      // Mostly the very pixel is as it was, and nothing else need be asked.
      if (isSameColour(raster, x, y, before.raster, oldX, oldY)) continue;
      if (isFree(free, (x + 0.5) / scaleX, (y + 0.5) / scaleY)) continue;
      if (!looksSame({ raster, x, y }, { raster: before.raster, x: oldX, y: oldY })) differs[row * width + column] = 1;
    }
  }
  return countClustered(differs, width, height);
}

/** From pixels of the new page to those of the old one; a part is moved, scaled and turned, so three places tell. */
function pixelsBefore(before: SizedRaster, after: SizedRaster, part: KeptPart): Matrix {
  const at = (x: number, y: number): readonly [number, number] => {
    const [oldX, oldY] = placeBefore(
      part,
      (x * after.widthMm) / after.raster.widthPx,
      (y * after.heightMm) / after.raster.heightPx,
    );
    return [(oldX * before.raster.widthPx) / before.widthMm, (oldY * before.raster.heightPx) / before.heightMm];
  };
  const [e, f] = at(0, 0);
  const [right, rightDown] = at(1, 0);
  const [down, downDown] = at(0, 1);
  return [right - e, rightDown - f, down - e, downDown - f, e, f];
}

function isSameColour(
  after: PageRaster,
  x: number,
  y: number,
  before: PageRaster,
  oldX: number,
  oldY: number,
): boolean {
  const at = (y * after.widthPx + x) * 3;
  const oldAt = (oldY * before.widthPx + oldX) * 3;
  for (let channel = 0; channel < 3; channel++) {
    if (Math.abs((after.rgb[at + channel] as number) - (before.rgb[oldAt + channel] as number)) > TOLERANCE)
      return false;
  }
  return true;
}

function isSameGrid(before: SizedRaster, after: SizedRaster, { from, to, turned }: KeptPart): boolean {
  const isSameSize = before.raster.widthPx === after.raster.widthPx && before.raster.heightPx === after.raster.heightPx;
  return isSameSize && turned === 0 && from.leftMm === to.leftMm && from.topMm === to.topMm;
}

/** Where a place of the new page was on the old one, both in millimetres from the top left corner. */
function placeBefore({ from, to, turned }: KeptPart, x: number, y: number): readonly [number, number] {
  const across = (x - to.leftMm) / (to.rightMm - to.leftMm);
  const down = (y - to.topMm) / (to.bottomMm - to.topMm);
  const [u, v] = unturned(turned, across, down);
  return [from.leftMm + u * (from.rightMm - from.leftMm), from.topMm + v * (from.bottomMm - from.topMm)];
}

function unturned(turned: PageRotation, across: number, down: number): readonly [number, number] {
  switch (turned) {
    case 0:
      return [across, down];
    case 90:
      return [down, 1 - across];
    case 180:
      return [1 - across, 1 - down];
    case 270:
      return [1 - down, across];
  }
}

interface Pixel {
  readonly raster: PageRaster;
  readonly x: number;
  readonly y: number;
}

const looksSameInPlace = (after: Pixel, before: Pixel): boolean => isNearBothWays(after, before, REACH_SAME_GRID);

const looksSameNearBy = (after: Pixel, before: Pixel): boolean =>
  isNearBothWays(after, before, REACH_OTHER_GRID) || weighsSame(after, before);

/** Neither has what the other has not nearby: looking one way only would miss what is lost, or what came. */
const isNearBothWays = (after: Pixel, before: Pixel, reach: number): boolean =>
  isNearBy(after, before, reach) && isNearBy(before, after, reach);

function weighsSame(after: Pixel, before: Pixel): boolean {
  for (let channel = 0; channel < 3; channel++)
    if (Math.abs(meanAround(after, channel) - meanAround(before, channel)) > MEAN_TOLERANCE) return false;
  return true;
}

function meanAround({ raster: { widthPx, heightPx, rgb }, x, y }: Pixel, channel: number): number {
  let sum = 0;
  let count = 0;
  for (let row = Math.max(y - WINDOW_REACH, 0); row <= Math.min(y + WINDOW_REACH, heightPx - 1); row++) {
    for (let column = Math.max(x - WINDOW_REACH, 0); column <= Math.min(x + WINDOW_REACH, widthPx - 1); column++) {
      sum += rgb[(row * widthPx + column) * 3 + channel] as number;
      count++;
    }
  }
  return sum / count;
}

/** Whether the colour of a pixel lies within those around another. */
function isNearBy({ raster, x, y }: Pixel, other: Pixel, reach: number): boolean {
  const at = (y * raster.widthPx + x) * 3;
  const { widthPx, heightPx, rgb } = other.raster;
  const fromRow = Math.max(other.y - reach, 0);
  const toRow = Math.min(other.y + reach, heightPx - 1);
  const fromColumn = Math.max(other.x - reach, 0);
  const toColumn = Math.min(other.x + reach, widthPx - 1);
  for (let channel = 0; channel < 3; channel++) {
    const value = raster.rgb[at + channel] as number;
    let low = 255;
    let high = 0;
    for (let row = fromRow; row <= toRow; row++) {
      for (let column = fromColumn; column <= toColumn; column++) {
        const near = rgb[(row * widthPx + column) * 3 + channel] as number;
        if (near < low) low = near;
        if (near > high) high = near;
      }
    }
    if (value < low - TOLERANCE || value > high + TOLERANCE) return false;
  }
  return true;
}

const clamp = (value: number, size: number): number => Math.min(Math.max(Math.floor(value), 0), size - 1);

function isFree(free: readonly BoundsMm[], x: number, y: number): boolean {
  return free.some(
    (place) =>
      x >= place.leftMm - FREE_MARGIN_MM &&
      x <= place.rightMm + FREE_MARGIN_MM &&
      y >= place.topMm - FREE_MARGIN_MM &&
      y <= place.bottomMm + FREE_MARGIN_MM,
  );
}

function countClustered(differs: Uint8Array, width: number, height: number): number {
  let count = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      if (differs[y * width + x] === 0) continue;
      let near = 0;
      for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) near += differs[(y + dy) * width + x + dx] ?? 0;
      if (near >= CLUSTER) count++;
    }
  }
  return count;
}
