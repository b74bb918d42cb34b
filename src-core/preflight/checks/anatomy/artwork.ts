import type { BoundsMm } from '../../../pdf/inspection/geometry.ts';
import type { PageObject } from '../../../pdf/inspection/page-objects.ts';
import { insideMm, type SheetAnatomy, type Side } from '../../../specs/anatomy.ts';
import type { VisibleMark } from '../../marks/visible-marks.ts';
import { isBelow } from '../../marks/within.ts';

/** A shade fainter than this has no edge that is seen. */
const FAINT_ALPHA = 0.15;

/** Marks with a surface, whose edge would be seen: pictures, shadings and filled shapes; not words, not strokes. */
export function isSurface(object: PageObject): boolean {
  if (object.state.fillAlpha < FAINT_ALPHA) return false;
  return object.kind === 'image' || object.kind === 'shading' || (object.kind === 'path' && object.fill !== null);
}

/** Edges further out of square than this are meant to be askew. */
const SQUARE_WITHIN_MM = 0.3;

/**
 * Whether the bounds of a mark are its edges: upright pictures without a mask, shadings and rectangles. A sticker with a
 * transparent ground, a picture askew or a flower ends somewhere within its bounds.
 */
export function hasStraightEdges(object: PageObject): boolean {
  if (!object.isClipExact || object.state.hasSoftMask) return false;
  if (object.kind === 'path') return object.shape === 'rectangle';
  if (object.kind !== 'image') return object.kind === 'shading';
  if (object.image.softMask !== null || object.image.mask !== 'none' || object.image.isStencil) return false;
  const [x0, y0, x1, y1, , , x3, y3] = object.quadMm;
  const alongX = Math.min(Math.abs(x1 - x0), Math.abs(y1 - y0));
  const alongY = Math.min(Math.abs(x3 - x0), Math.abs(y3 - y0));
  return Math.max(alongX, alongY) <= SQUARE_WITHIN_MM;
}

/** Artwork that ends between the trim and where it should have ended. */
export interface ShortArtwork {
  readonly side: Side;
  readonly mark: VisibleMark;
  /** How far it goes beyond the trim. */
  readonly beyondMm: number;
}

/** Artwork thinner than this across the trim is a rule, whose end nobody misses. */
const THINNEST_MM = 1;

/**
 * Artwork that reaches the trim on a side but not `neededMm` beyond it, with nothing else filling the gap over more than
 * `shortestMm` of its length. Only what has straight edges can end short; anything fills by its bounds.
 */
export function shortArtwork(
  marks: readonly VisibleMark[],
  { trim, beyondMm: roomMm }: SheetAnatomy,
  side: Side,
  {
    neededMm,
    toleranceMm,
    shortestMm,
  }: { readonly neededMm: number; readonly toleranceMm: number; readonly shortestMm: number },
): ShortArtwork[] {
  const needed = Math.min(neededMm, roomMm[side]);
  const filling: { readonly span: Span; readonly fromMm: number }[] = [];
  const short: ShortArtwork[] = [];
  for (const mark of marks) {
    if (!isSurface(mark.object)) continue;
    const beyondMm = -insideMm(side, mark.boundsMm, trim);
    if (isBelow(beyondMm, -toleranceMm)) continue;
    // Where it begins, counted like `beyondMm`: bleed that was added as a strip of its own begins at the trim.
    const fromMm = insideMm(OPPOSITE[side], mark.boundsMm, trim) - lengthAcross(trim, side);
    if (!isBelow(beyondMm, needed - toleranceMm)) filling.push({ span: spanAlong(side, mark.boundsMm), fromMm });
    else if (fromMm <= -THINNEST_MM && hasStraightEdges(mark.object))
      short.push({ side, mark, beyondMm: Math.max(0, beyondMm) });
  }
  const fills = mergeSpans(filling.filter(({ fromMm }) => fromMm <= toleranceMm).map(({ span }) => span));
  const strips = filling.filter(({ fromMm }) => fromMm > toleranceMm);
  return short.filter(({ mark, beyondMm }) => {
    const span = clipped(spanAlong(side, mark.boundsMm), spanAlong(side, trim));
    if (uncovered(span, fills) < shortestMm) return false;
    const reaching = strips.filter(({ fromMm }) => fromMm <= beyondMm + toleranceMm).map((strip) => strip.span);
    return reaching.length === 0 || uncovered(span, mergeSpans([...fills, ...reaching])) >= shortestMm;
  });
}

const OPPOSITE = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' } as const satisfies Record<Side, Side>;

const lengthAcross = (bounds: BoundsMm, side: Side): number =>
  side === 'left' || side === 'right' ? bounds.rightMm - bounds.leftMm : bounds.bottomMm - bounds.topMm;

/** A stretch along a side. */
export type Span = readonly [fromMm: number, toMm: number];

export const spanAlong = (side: Side, bounds: BoundsMm): Span =>
  side === 'left' || side === 'right' ? [bounds.topMm, bounds.bottomMm] : [bounds.leftMm, bounds.rightMm];

const clipped = ([from, to]: Span, [least, most]: Span): Span => [Math.max(from, least), Math.min(to, most)];

function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: [number, number][] = [];
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

function uncovered([from, to]: Span, covers: readonly Span[]): number {
  const covered = covers.reduce((sum, [start, end]) => sum + Math.max(0, Math.min(end, to) - Math.max(start, from)), 0);
  return Math.max(0, to - from) - covered;
}
