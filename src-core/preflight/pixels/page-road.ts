import type { ColourSpace } from '../../pdf/inspection/colour-facts.ts';
import { contains, intersect, type BoundsMm } from '../../pdf/inspection/geometry.ts';
import type { ImageFacts } from '../../pdf/inspection/image-facts.ts';
import type { InspectedPage } from '../../pdf/inspection/inspection.ts';
import type { ImageObject, PageObject } from '../../pdf/inspection/page-objects.ts';

/** How a page can be rendered with the least work. */
export type PageRoad =
  /** Nothing is painted: white. */
  | { readonly road: 'blank' }
  /** One JPEG is all that is seen. */
  | { readonly road: 'picture'; readonly picture: ImageObject }
  /** A renderer has to paint it. */
  | { readonly road: 'general' };

/** An edge that much short of the page's is rounding. */
const EDGE_SLACK_MM = 0.05;
const SQUARE_WITHIN_MM = 0.02;
/** Of a picture that reaches further beyond the page most would be decoded in vain. */
const MAX_OVERSIZE = 3;
const INVISIBLE_TEXT = 3;

/** Only from pages that were inspected as a whole: what was not seen may cover everything. */
export function roadOf(page: InspectedPage): PageRoad {
  if (page.inspected !== 'whole' || page.widthMm <= 0 || page.heightMm <= 0) return { road: 'general' };
  const sheet: BoundsMm = { leftMm: 0, topMm: 0, rightMm: page.widthMm, bottomMm: page.heightMm };
  const seen = page.objects.filter((object) => isSeen(object, sheet));
  const [only] = seen;
  if (only === undefined) return { road: 'blank' };
  if (seen.length > 1 || only.kind !== 'image') return { road: 'general' };
  return isPlain(only) && fills(only, sheet) ? { road: 'picture', picture: only } : { road: 'general' };
}

function isSeen(object: PageObject, sheet: BoundsMm): boolean {
  if (object.isHidden || object.clippedMm === null || intersect(object.clippedMm, sheet) === null) return false;
  return object.kind !== 'text' || object.renderingMode !== INVISIBLE_TEXT;
}

/** Its samples are what is seen: no mask, no transparency, nothing between JPEG and page but a matrix. */
function isPlain({ image, state }: ImageObject): boolean {
  const isOpaque = state.fillAlpha === 1 && state.blendMode === 'Normal' && !state.hasSoftMask && state.layer === null;
  return isOpaque && isScalableJpeg(image) && image.softMask === null && image.mask === 'none';
}

/** A JPEG whose samples a decoder can give at a fraction of their size, with nothing to be told about them but inversion. */
export function isScalableJpeg({
  filters,
  jpeg,
  isStencil,
  colourSpace,
  widthPx,
  heightPx,
  decode,
}: ImageFacts): boolean {
  if (filters.length !== 1 || filters[0] !== 'DCTDecode' || jpeg === null || jpeg.damage === 'broken' || isStencil)
    return false;
  if (jpeg.bitsPerComponent !== 8 || jpeg.widthPx !== widthPx || jpeg.heightPx !== heightPx) return false;
  const isPlainSpace = colourSpace !== null && isPlainColour(colourSpace) && colourSpace.components === jpeg.components;
  return isPlainSpace && (isDefaultDecode(decode) || isInvertingDecode(decode));
}

function isPlainColour({ family, components }: ColourSpace): boolean {
  if (family === 'ICCBased') return components === 1 || components === 3 || components === 4;
  return family === 'DeviceGray' || family === 'DeviceRGB' || family === 'DeviceCMYK';
}

const isDefaultDecode = (decode: readonly number[] | null) =>
  decode === null || decode.every((value, index) => value === index % 2);
export const isInvertingDecode = (decode: readonly number[] | null): boolean =>
  decode !== null && decode.length > 0 && decode.every((value, index) => value === 1 - (index % 2));

/** Upright, by quarter turns and flips at most, and over all of the page. */
function fills({ quadMm, boundsMm, clippedMm, isClipExact }: ImageObject, sheet: BoundsMm): boolean {
  const [x0, y0, x1, y1, , , x3, y3] = quadMm;
  const near = (a: number, b: number) => Math.abs(a - b) <= SQUARE_WITHIN_MM;
  const isUpright = (near(y0, y1) && near(x0, x3)) || (near(x0, x1) && near(y0, y3));
  if (!isUpright || !isClipExact || clippedMm === null || !contains(clippedMm, sheet, EDGE_SLACK_MM)) return false;
  const across = boundsMm.rightMm - boundsMm.leftMm;
  const down = boundsMm.bottomMm - boundsMm.topMm;
  return across * down <= MAX_OVERSIZE * sheet.rightMm * sheet.bottomMm;
}
