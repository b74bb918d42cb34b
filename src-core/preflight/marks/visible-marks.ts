import { isInkless, type Paint } from '../../pdf/inspection/colour-facts.ts';
import { intersect, type BoundsMm } from '../../pdf/inspection/geometry.ts';
import type { InspectedPage } from '../../pdf/inspection/inspection.ts';
import type { PageObject } from '../../pdf/inspection/page-objects.ts';
import { isWhite } from './paint-colour.ts';
import { PaintedCells } from './painted-cells.ts';

/** A mark that somebody would see on the printed sheet. */
export interface VisibleMark {
  readonly object: PageObject;
  /** What clips and the edge of the page leave of it. */
  readonly boundsMm: BoundsMm;
}

/** Fainter than this nobody sees it. */
const FAINTEST_ALPHA = 0.02;
/** Text that neither fills nor strokes (ISO 32000-1, table 106). */
const INVISIBLE_TEXT = 3;
const CLIPPING_TEXT = 7;

/** A page is asked by a dozen checks; its marks are picked once. */
const known = new WeakMap<InspectedPage, readonly VisibleMark[]>();

/**
 * The marks of a page that are seen, in painting order: neither covered nor clipped away nor off the page, not
 * transparent, and not white on bare paper (GWG 2022, D0030: what is not seen gives no findings).
 */
export function visibleMarks(page: InspectedPage): readonly VisibleMark[] {
  const marks = known.get(page) ?? pickVisible(page);
  known.set(page, marks);
  return marks;
}

function pickVisible(page: InspectedPage): VisibleMark[] {
  const sheet: BoundsMm = { leftMm: 0, topMm: 0, rightMm: page.widthMm, bottomMm: page.heightMm };
  const painted = new PaintedCells(page.widthMm, page.heightMm);
  const marks: VisibleMark[] = [];
  // What a pattern fills is painted by its cell: until that is through, nothing lies there.
  let filled: BoundsMm[] = [];
  for (const object of page.objects) {
    if (object.from !== 'pattern' && filled.length > 0) {
      for (const bounds of filled) painted.paint(bounds);
      filled = [];
    }
    if (object.isHidden || object.clippedMm === null || !leavesMark(object)) continue;
    const boundsMm = intersect(object.clippedMm, sheet);
    if (boundsMm === null) continue;
    if (isAllWhite(object) && !painted.isTouched(boundsMm)) continue;
    if (isFilledByPattern(object)) filled.push(boundsMm);
    else painted.paint(boundsMm);
    marks.push({ object, boundsMm });
  }
  return marks;
}

function leavesMark(object: PageObject): boolean {
  const { fillAlpha, strokeAlpha } = object.state;
  switch (object.kind) {
    case 'image': {
      const space = object.image.isStencil ? (object.fill?.space ?? null) : object.image.colourSpace;
      return fillAlpha > FAINTEST_ALPHA && (space === null || !isInkless(space));
    }
    case 'shading':
      return fillAlpha > FAINTEST_ALPHA && !isInkless(object.space);
    case 'text':
      if (object.renderingMode === INVISIBLE_TEXT || object.renderingMode === CLIPPING_TEXT) return false;
      if (object.glyphCount === 0 || object.text?.trim() === '') return false;
      return Math.max(alphaOf(object.fill, fillAlpha), alphaOf(object.stroke, strokeAlpha)) > FAINTEST_ALPHA;
    case 'path':
      return Math.max(alphaOf(object.fill, fillAlpha), alphaOf(object.stroke, strokeAlpha)) > FAINTEST_ALPHA;
  }
}

/** 0 for what is not painted, or in no ink. */
const alphaOf = (paint: Paint | null, alpha: number): number => (paint === null || isInkless(paint.space) ? 0 : alpha);

/** By the cells of a tiling pattern, which are marks of their own. */
export function isFilledByPattern(object: PageObject): boolean {
  return (
    (object.kind === 'path' || object.kind === 'text') && object.fill?.pattern === 'tiling' && object.stroke === null
  );
}

/** White by its paint alone. Pictures are taken to show something. */
function isAllWhite(object: PageObject): boolean {
  switch (object.kind) {
    case 'image':
      return object.image.isStencil && object.fill !== null && isWhite(object.fill);
    case 'text':
    case 'path':
      return (object.fill === null || isWhite(object.fill)) && (object.stroke === null || isWhite(object.stroke));
    case 'shading':
      return false;
  }
}
