import { intersect, type BoundsMm } from '../../pdf/inspection/geometry.ts';
import type { PageObject } from '../../pdf/inspection/page-objects.ts';
import type { Side } from '../../specs/anatomy.ts';
import type { VisibleMark } from '../marks/visible-marks.ts';
import type { RasterView } from './raster-view.ts';

/** A picture with less of one tone than this shows something anyway. */
const MOSTLY = 0.9;
/** Of 255, from full white or black: haze of compression and grain stay below. */
const STANDS_OUT = 30;
/** Fewer pixels are a speck in any picture. */
const SPECK_PIXELS = 4;
/** A frame is drawn within this of its bounds. */
const FRAME_MM = 1;

/**
 * Share of a picture's pixels, 0 to 1, that clearly stand out from the tone that most of them have; 1 where no tone
 * prevails. What is painted on top of it later is left out: words on a picture that did not load are not in it.
 */
export function standsOutShare(
  view: RasterView,
  bounds: BoundsMm,
  { blackShare, whiteShare }: { readonly blackShare: number; readonly whiteShare: number },
  marksOnTop: () => readonly VisibleMark[],
): number {
  if (Math.max(blackShare, whiteShare) < MOSTLY) return 1;
  const isWhite = whiteShare >= blackShare;
  const area = view.area(bounds);
  // Pixels on the edge are half what lies beside the picture.
  const [left, top, right, bottom] = [area.left + 1, area.top + 1, area.right - 1, area.bottom - 1];
  const [width, height] = [right - left + 1, bottom - top + 1];
  if (width < 1 || height < 1) return 0;
  const isCovered = new Uint8Array(width * height);
  for (const place of marksOnTop().flatMap(placesOf)) {
    const over = intersect(place, bounds);
    if (over === null) continue;
    const covered = view.area(over);
    for (let y = Math.max(top, covered.top - 1); y <= Math.min(bottom, covered.bottom + 1); y++) {
      const from = Math.max(left, covered.left - 1) - left;
      const to = Math.min(right, covered.right + 1) - left + 1;
      if (from < to) isCovered.fill(1, (y - top) * width + from, (y - top) * width + to);
    }
  }
  const { rgb, widthPx } = view.raster;
  let standing = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (isCovered[y * width + x] === 1) continue;
      const at = 3 * ((top + y) * widthPx + left + x);
      const [red, green, blue] = [rgb[at] as number, rgb[at + 1] as number, rgb[at + 2] as number];
      if (isWhite ? Math.min(red, green, blue) < 255 - STANDS_OUT : Math.max(red, green, blue) > STANDS_OUT) standing++;
    }
  }
  return standing <= SPECK_PIXELS ? 0 : standing / (width * height);
}

/** Of a line or a frame only the line. */
function placesOf({ object, boundsMm }: VisibleMark): readonly BoundsMm[] {
  if (!isOutline(object)) return [boundsMm];
  const { leftMm, topMm, rightMm, bottomMm } = boundsMm;
  return [
    { leftMm, topMm, rightMm, bottomMm: Math.min(bottomMm, topMm + FRAME_MM) },
    { leftMm, topMm: Math.max(topMm, bottomMm - FRAME_MM), rightMm, bottomMm },
    { leftMm, topMm, rightMm: Math.min(rightMm, leftMm + FRAME_MM), bottomMm },
    { leftMm: Math.max(leftMm, rightMm - FRAME_MM), topMm, rightMm, bottomMm },
  ];
}

const isOutline = (object: PageObject): boolean => object.kind === 'path' && object.fill === null;

/** How far, in millimetres, nothing but paper is seen from each edge of a place inwards. */
export function paperMargins(view: RasterView, bounds: BoundsMm): Readonly<Record<Side, number>> {
  const { left, top, right, bottom } = view.area(bounds);
  const isPaperRow = (y: number) => isAll(left, right, (x) => view.isPaper(x, y));
  const isPaperColumn = (x: number) => isAll(top, bottom, (y) => view.isPaper(x, y));
  const rows = bottom - top + 1;
  const columns = right - left + 1;
  return {
    top: count(rows, (i) => isPaperRow(top + i)) / view.pxPerMmY,
    bottom: count(rows, (i) => isPaperRow(bottom - i)) / view.pxPerMmY,
    left: count(columns, (i) => isPaperColumn(left + i)) / view.pxPerMmX,
    right: count(columns, (i) => isPaperColumn(right - i)) / view.pxPerMmX,
  };
}

function isAll(from: number, to: number, is: (at: number) => boolean): boolean {
  for (let at = from; at <= to; at++) if (!is(at)) return false;
  return true;
}

/** How many from the first on, of `most`. */
function count(most: number, is: (index: number) => boolean): number {
  let index = 0;
  while (index < most && is(index)) index++;
  return index;
}
