import type { PageRotation } from '../pdf/boxes.ts';
import type { BoundsMm } from '../pdf/inspection/geometry.ts';
import type { PageRaster } from '../preflight/pixels/page-pixels.ts';
import type { KeptPart } from './fix.ts';

/** A page as rendered, with its size on paper. */
export interface SizedRaster {
  readonly raster: PageRaster;
  readonly widthMm: number;
  readonly heightMm: number;
}

/** Steps of 255: more than resampling at another place of the pixel grid brings about within a neighbourhood. */
const TOLERANCE = 24;
/** Of a pixel and its eight neighbours, as many must differ before it counts: an edge that falls between pixels does not. */
const CLUSTER = 6;
/** Along the border of a kept part pixels are mixed with what lies beyond. */
const BORDER_PX = 2;
/** What was taken away may have had a soft edge. */
const FREE_MARGIN_MM = 0.6;

/**
 * How many pixels of a kept part look otherwise than in the original. Both pages have to be rendered at the same number
 * of pixels a millimetre of the new page; they may lie differently on the pixel grid.
 */
export function changedPixels(before: SizedRaster, after: SizedRaster, part: KeptPart, free: readonly BoundsMm[]): number {
  const { raster } = after;
  const scaleX = raster.widthPx / after.widthMm;
  const scaleY = raster.heightPx / after.heightMm;
  const fromX = Math.max(0, Math.ceil(part.to.leftMm * scaleX) + BORDER_PX);
  const toX = Math.min(raster.widthPx, Math.floor(part.to.rightMm * scaleX) - BORDER_PX);
  const fromY = Math.max(0, Math.ceil(part.to.topMm * scaleY) + BORDER_PX);
  const toY = Math.min(raster.heightPx, Math.floor(part.to.bottomMm * scaleY) - BORDER_PX);
  const width = Math.max(0, toX - fromX);
  const height = Math.max(0, toY - fromY);
  const differs = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const x = (fromX + column + 0.5) / scaleX;
      const y = (fromY + row + 0.5) / scaleY;
      if (isFree(free, x, y)) continue;
      const [oldX, oldY] = placeBefore(part, x, y);
      const oldColumn = Math.floor((oldX * before.raster.widthPx) / before.widthMm);
      const oldRow = Math.floor((oldY * before.raster.heightPx) / before.heightMm);
      if (!isAmongNeighbours(raster, fromX + column, fromY + row, before.raster, oldColumn, oldRow)) differs[row * width + column] = 1;
    }
  }
  return countClustered(differs, width, height);
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

function isAmongNeighbours(after: PageRaster, x: number, y: number, before: PageRaster, oldX: number, oldY: number): boolean {
  const at = (y * after.widthPx + x) * 3;
  const same = (Math.min(Math.max(oldY, 0), before.heightPx - 1) * before.widthPx + Math.min(Math.max(oldX, 0), before.widthPx - 1)) * 3;
  for (let channel = 0; channel < 3; channel++) {
    const value = after.rgb[at + channel] ?? 0;
    // Mostly the very pixel is as it was, and its neighbours need not be asked.
    if (Math.abs(value - (before.rgb[same + channel] ?? 0)) <= TOLERANCE) continue;
    let low = 255;
    let high = 0;
    for (let dy = -1; dy <= 1; dy++) {
      const row = Math.min(Math.max(oldY + dy, 0), before.heightPx - 1);
      for (let dx = -1; dx <= 1; dx++) {
        const column = Math.min(Math.max(oldX + dx, 0), before.widthPx - 1);
        const old = before.rgb[(row * before.widthPx + column) * 3 + channel] ?? 0;
        if (old < low) low = old;
        if (old > high) high = old;
      }
    }
    if (value < low - TOLERANCE || value > high + TOLERANCE) return false;
  }
  return true;
}

function isFree(free: readonly BoundsMm[], x: number, y: number): boolean {
  return free.some(
    (place) =>
      x >= place.leftMm - FREE_MARGIN_MM && x <= place.rightMm + FREE_MARGIN_MM && y >= place.topMm - FREE_MARGIN_MM && y <= place.bottomMm + FREE_MARGIN_MM,
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
