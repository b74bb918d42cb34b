import type { PageRaster } from '../preflight/page-pixels.ts';
import type { SizedRaster } from './compare-looks.ts';
import { THRESHOLDS } from '../preflight/thresholds.ts';
import { SIDES, type Side } from './page-editor.ts';

/** What no eye tells from paper; renderers round white to a shade less here and there. */
const WHITE_FROM = 250;
/**
 * Artwork counts as cut off at the trim when so much of the side's length has ink there and none at the edge: this share, and on
 * long sides what the check of bleed counts.
 */
const LACKING_SHARE = 0.02;
const LACKING_MM = THRESHOLDS.bleedShortestMm.value;
/** Inside the trim: where artwork that reaches the trim must show. */
const INNER_BAND_MM = 0.7;
/** From the page's edge inwards: where artwork with bleed must show. */
const OUTER_BAND_MM = 0.3;

/** Every pixel is pure white: a hairline that is thinner than a pixel still leaves a shade. */
export function isBlankRaster({ rgb }: PageRaster): boolean {
  return rgb.every((value) => value === 255);
}

/** Sides on which something stands at the trim, `insetMm` from the edge, and only paper at the edge itself. */
export function sidesWithoutBleed({ raster, widthMm, heightMm }: SizedRaster, insetMm: number): Side[] {
  const { widthPx, heightPx } = raster;
  const perMm = { x: widthPx / widthMm, y: heightPx / heightMm };
  return SIDES.filter((side) => {
    const isUpright = side === 'left' || side === 'right';
    const across = isUpright ? perMm.x : perMm.y;
    const along = isUpright ? perMm.y : perMm.x;
    const trimPx = insetMm * across;
    // Corners belong to both their sides and would speak for the wrong one.
    const from = Math.ceil(insetMm * along);
    const to = Math.floor((isUpright ? heightPx : widthPx) - insetMm * along);
    let lacking = 0;
    for (let p = from; p < to; p++) {
      const hasInk = (start: number, end: number) => bandHasInk(raster, side, p, Math.ceil(start), Math.floor(end));
      if (hasInk(trimPx, trimPx + INNER_BAND_MM * across) && !hasInk(0, Math.max(0, OUTER_BAND_MM * across - 1)))
        lacking++;
    }
    return lacking > Math.min((to - from) * LACKING_SHARE, Math.max(0, LACKING_MM * along - 1));
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
