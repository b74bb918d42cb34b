import { isInkless } from './colour-facts.ts';
import { contains, type BoundsMm } from './geometry.ts';
import type { ImageFacts } from './image-facts.ts';
import type { PageObject } from './page-objects.ts';

/** Marks smaller than this part of the page hide too little to be worth the search. */
const LEAST_SHARE = 0.005;
const MAX_COVERS = 200;
const SLACK_MM = 0.01;

/**
 * Marks that later opaque marks hide entirely are hidden (GWG 2022, D0030): nothing on paper comes of them. Only upright
 * pictures and filled rectangles count as covers, so that a mark is never called hidden wrongly.
 */
export function withHidden(objects: readonly PageObject[], pageAreaMm2: number): readonly PageObject[] {
  const hidden = new Set<number>();
  const covers = objects
    .filter((object) => isCover(object) && area(object.clippedMm) >= pageAreaMm2 * LEAST_SHARE)
    .slice(-MAX_COVERS);
  for (const cover of covers) {
    const { clippedMm } = cover;
    if (clippedMm === null) continue;
    for (let below = cover.order - 1; below >= 0; below--) {
      const object = objects[below];
      if (object === undefined || hidden.has(below) || object.clippedMm === null) continue;
      if (contains(clippedMm, object.clippedMm, SLACK_MM)) hidden.add(below);
    }
  }
  if (hidden.size === 0) return objects;
  return objects.map((object) => (hidden.has(object.order) ? { ...object, isHidden: true } : object));
}

/** Whether nothing beneath it is seen within its bounds: an opaque upright picture or filled rectangle. */
export function isCover(object: PageObject): object is PageObject & { readonly clippedMm: BoundsMm } {
  const { state, clippedMm } = object;
  if (clippedMm === null || object.isHidden || !object.isClipExact || state.layer !== null) return false;
  if (state.fillAlpha < 1 || state.blendMode !== 'Normal' || state.hasSoftMask) return false;
  if (state.overprintsFill) return false;
  if (object.kind === 'image') return isOpaque(object.image) && isUprightQuad(object.quadMm);
  if (object.kind !== 'path' || object.shape !== 'rectangle' || object.fill === null) return false;
  return object.fill.pattern === null && !isInkless(object.fill.space);
}

/** JPEG 2000 may bring its own transparency, and what cannot be decoded hides nothing. */
function isOpaque({ isStencil, softMask, mask, filters, problem, jpeg, colourSpace }: ImageFacts): boolean {
  if (isStencil || softMask !== null || mask !== 'none' || problem !== null) return false;
  if (colourSpace !== null && isInkless(colourSpace)) return false;
  return filters.at(-1) !== 'JPXDecode' && (jpeg === null || jpeg.damage === 'none');
}

const area = ({ leftMm, topMm, rightMm, bottomMm }: BoundsMm) => (rightMm - leftMm) * (bottomMm - topMm);

function isUprightQuad([x0, y0, x1, y1, x2, y2]: readonly number[]): boolean {
  const near = (a: number | undefined, b: number | undefined) => Math.abs((a ?? 0) - (b ?? 0)) <= SLACK_MM;
  return (near(y0, y1) && near(x1, x2)) || (near(x0, x1) && near(y1, y2));
}
