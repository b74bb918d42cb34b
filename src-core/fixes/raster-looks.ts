import type { PageRaster } from '../preflight/pixels/page-pixels.ts';
import { SIDES, type Side } from './page-editor.ts';

/** What no eye tells from paper; renderers round white to a shade less here and there. */
const WHITE_FROM = 250;
/** Artwork counts as cut off at the trim when so much of the side's length has ink there and none at the edge. */
const LACKING_SHARE = 0.02;
/** Inside the trim, as a share of the inset: where artwork that reaches the trim must show. */
const INNER_BAND_SHARE = 0.25;
/** From the page's edge inwards, as a share of the inset: where artwork with bleed must show. */
const OUTER_BAND_SHARE = 0.5;

/** Every pixel is pure white: a hairline that is thinner than a pixel still leaves a shade. */
export function isBlankRaster({ rgb }: PageRaster): boolean {
  return rgb.every((value) => value === 255);
}

/**
 * Sides on which something stands at the trim and only paper at the edge of the page. `insetX` and `insetY` are the
 * distances from the edge to the trim as shares of the page's width and height.
 */
export function sidesWithoutBleed(raster: PageRaster, insetX: number, insetY: number): Side[] {
  const { widthPx, heightPx } = raster;
  const x = insetX * widthPx;
  const y = insetY * heightPx;
  // Corners belong to both their sides and would speak for the wrong one.
  const along = { fromX: Math.ceil(x), toX: Math.floor(widthPx - x), fromY: Math.ceil(y), toY: Math.floor(heightPx - y) };
  return SIDES.filter((side) => {
    const isUpright = side === 'left' || side === 'right';
    const insetPx = isUpright ? x : y;
    const from = isUpright ? along.fromY : along.fromX;
    const to = isUpright ? along.toY : along.toX;
    let lacking = 0;
    for (let p = from; p < to; p++) {
      const hasInk = (start: number, end: number) => bandHasInk(raster, side, p, start, end);
      if (hasInk(Math.ceil(insetPx), Math.ceil(insetPx * (1 + INNER_BAND_SHARE))) && !hasInk(0, Math.max(1, Math.floor(insetPx * OUTER_BAND_SHARE)))) lacking++;
    }
    return lacking > (to - from) * LACKING_SHARE;
  });
}

/** Ink between two depths from a side, at one position along it. */
function bandHasInk(raster: PageRaster, side: Side, position: number, start: number, end: number): boolean {
  for (let depth = start; depth <= end; depth++) {
    switch (side) {
      case 'left':
        if (hasInkAt(raster, depth, position)) return true;
        break;
      case 'right':
        if (hasInkAt(raster, raster.widthPx - 1 - depth, position)) return true;
        break;
      case 'top':
        if (hasInkAt(raster, position, depth)) return true;
        break;
      case 'bottom':
        if (hasInkAt(raster, position, raster.heightPx - 1 - depth)) return true;
        break;
    }
  }
  return false;
}

function hasInkAt({ widthPx, rgb }: PageRaster, x: number, y: number): boolean {
  const at = (y * widthPx + x) * 3;
  return (rgb[at] ?? 255) < WHITE_FROM || (rgb[at + 1] ?? 255) < WHITE_FROM || (rgb[at + 2] ?? 255) < WHITE_FROM;
}
