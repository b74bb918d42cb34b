import type { BoxMm, Mm2 } from '../specs/book-geometry.ts';
import { printThresholds, type LayoutDocument, type Panel } from './document.ts';
import { coverGeometry, spreadGeometry, type PageGeometry } from './spread-geometry.ts';
import { spreadOf, isPanel } from './spreads.ts';
import { LEAST_SIDE_MM } from './surface-change.ts';

/** What a page, or a panel of a cover, asks of what lies on it. Millimetres from the top left of its trim. */
export interface Face extends Mm2 {
  /** Where text keeps within. */
  readonly safe: BoxMm;
  /** How far beyond its edges artwork goes on that reaches them: the bleed where it is cut, nothing at a fold. */
  readonly reach: {
    readonly leftMm: number;
    readonly topMm: number;
    readonly rightMm: number;
    readonly bottomMm: number;
  };
  /** Of what goes beyond an edge, a fold as well. */
  readonly bleedMm: number;
}

/** Undefined: there is no such page. */
export function faceOf(document: Pick<LayoutDocument, 'order' | 'spec'>, surfaceId: string): Face | undefined {
  const thresholds = printThresholds(document);
  if (isPanel(surfaceId)) return panelFace(coverGeometry(document, thresholds).panels[surfaceId as Panel]);
  const spread = spreadOf(document, surfaceId);
  if (spread === undefined) return undefined;
  const { pages, bleedMm } = spreadGeometry(document, spread.index, thresholds);
  const page = pages.find((one) => one.surfaceId === surfaceId);
  return page === undefined ? undefined : pageFace(page, bleedMm);
}

/** What reaches a panel's edge goes on over wrap and bleed by itself. */
const panelFace = ({ trim, safe }: { readonly trim: BoxMm; readonly safe: BoxMm }): Face => ({
  widthMm: trim.widthMm,
  heightMm: trim.heightMm,
  safe: { ...safe, xMm: safe.xMm - trim.xMm, yMm: safe.yMm - trim.yMm },
  reach: { leftMm: 0, topMm: 0, rightMm: 0, bottomMm: 0 },
  bleedMm: 0,
});

const pageFace = ({ trim, safe, bleed }: PageGeometry, bleedMm: number): Face => ({
  widthMm: trim.widthMm,
  heightMm: trim.heightMm,
  safe: { ...safe, xMm: safe.xMm - trim.xMm, yMm: safe.yMm - trim.yMm },
  reach: {
    leftMm: trim.xMm - bleed.xMm,
    topMm: trim.yMm - bleed.yMm,
    rightMm: bleed.xMm + bleed.widthMm - trim.xMm - trim.widthMm,
    bottomMm: bleed.yMm + bleed.heightMm - trim.yMm - trim.heightMm,
  },
  bleedMm,
});

/** What ends so near an edge was meant to reach it. */
const AT_EDGE_MM = 0.5;

/** Sums are not exact: what is so near is the same. */
const ROUNDING_MM = 1e-6;

/** A face for what is not to bleed: letters in a bleed are cut off. */
export const withoutBleed = (face: Face): Face => ({
  ...face,
  reach: { leftMm: 0, topMm: 0, rightMm: 0, bottomMm: 0 },
  bleedMm: 0,
});

/** A place along one side of a face, on another face. */
type Along = (mm: number) => number;

interface Side {
  readonly lengthMm: number;
  /** Where what is safe begins and ends. */
  readonly safeMm: readonly [number, number];
  readonly reachMm: readonly [number, number];
  readonly bleedMm: number;
}

/**
 * How what lies on a face is laid on one of another size: as it is, smaller or larger, within what is safe there; on one of the same size it
 * stays where it is, at its edges too unless they bleed otherwise there, as one that was cut and is a fold. What reaches an edge reaches it again
 * and bleeds; a place on one face is one place on the other, so that what was in line stays in line.
 */
export interface FaceFit {
  readonly scale: number;
  readonly box: (box: BoxMm) => BoxMm;
}

export function fitBetween(from: Face, to: Face): FaceFit {
  const scale = scaleBetween(from, to);
  return { scale, box: boxedBy(along(across(from), across(to), scale), along(down(from), down(to), scale)) };
}

const scaleBetween = (from: Face, to: Face): number =>
  from.widthMm === to.widthMm && from.heightMm === to.heightMm
    ? 1
    : Math.min(to.safe.widthMm / from.safe.widthMm, to.safe.heightMm / from.safe.heightMm);

/** As `fitBetween`, of what lies on a left page and goes on over the fold: the right page says where it ends. */
export function fitOverFold(
  [fromLeft, fromRight]: readonly [Face, Face],
  [toLeft, toRight]: readonly [Face, Face],
): FaceFit {
  const scale = scaleBetween(fromLeft, toLeft);
  const left = along(across(fromLeft), across(toLeft), scale);
  const right = along(across(fromRight), across(toRight), scale);
  const foldMm = fromLeft.widthMm;
  const x: Along = (mm) => (mm <= foldMm + AT_EDGE_MM ? left(mm) : toLeft.widthMm + right(mm - foldMm));
  return { scale, box: boxedBy(x, along(down(fromLeft), down(toLeft), scale)) };
}

const across = ({ widthMm, safe, reach, bleedMm }: Face): Side => ({
  lengthMm: widthMm,
  safeMm: [safe.xMm, safe.xMm + safe.widthMm],
  reachMm: [reach.leftMm, reach.rightMm],
  bleedMm,
});
const down = ({ heightMm, safe, reach, bleedMm }: Face): Side => ({
  lengthMm: heightMm,
  safeMm: [safe.yMm, safe.yMm + safe.heightMm],
  reachMm: [reach.topMm, reach.bottomMm],
  bleedMm,
});

const along = (from: Side, to: Side, scale: number): Along => {
  const isAsLong = scale === 1 && from.lengthMm === to.lengthMm;
  const endsAlike = ([0, 1] as const).map(
    (end) => isAsLong && Math.abs(from.reachMm[end] - to.reachMm[end]) < ROUNDING_MM,
  );
  const withinPage = scaledWithin(from, to, scale);
  return (mm) => {
    const beyondMm = mm - from.lengthMm;
    if (endsAlike[mm < from.lengthMm / 2 ? 0 : 1] === true) return mm;
    if (mm < -AT_EDGE_MM) return Math.min(0 - to.bleedMm, mm * scale);
    if (mm <= AT_EDGE_MM) return 0 - to.reachMm[0];
    if (beyondMm > AT_EDGE_MM) return to.lengthMm + Math.max(to.bleedMm, beyondMm * scale);
    if (beyondMm >= -AT_EDGE_MM) return to.lengthMm + to.reachMm[1];
    return isAsLong ? mm : withinPage(mm);
  };
};

/**
 * About the middle of what is safe. Where the margin there is narrower than what lies in this one would need, that lies closer together: nothing
 * passes an edge that it ended before, and everything keeps its order.
 */
function scaledWithin(from: Side, to: Side, scale: number): Along {
  const [fromMiddleMm, toMiddleMm] = [middleOf(from.safeMm), middleOf(to.safeMm)];
  const scaled: Along = (mm) => toMiddleMm + (mm - fromMiddleMm) * scale;
  const [beginMm, endMm] = from.safeMm;
  const passesBegin = scaled(0) < 0;
  const passesEnd = scaled(from.lengthMm) > to.lengthMm;
  return (mm) => {
    if (passesBegin && mm < beginMm) return (scaled(beginMm) * mm) / beginMm;
    if (passesEnd && mm > endMm) {
      const share = (from.lengthMm - mm) / (from.lengthMm - endMm);
      return to.lengthMm - (to.lengthMm - scaled(endMm)) * share;
    }
    return scaled(mm);
  };
}

const middleOf = ([beginMm, endMm]: readonly [number, number]): number => (beginMm + endMm) / 2;

const boxedBy =
  (x: Along, y: Along) =>
  ({ xMm, yMm, widthMm, heightMm }: BoxMm): BoxMm => {
    const [acrossMm, downMm] = [lengthAlong(x, xMm, widthMm), lengthAlong(y, yMm, heightMm)];
    return { xMm: x(xMm), yMm: y(yMm), widthMm: acrossMm, heightMm: downMm };
  };

/** What stays where it is stays as long, to the last digit. */
function lengthAlong(along: Along, fromMm: number, lengthMm: number): number {
  const [nextFromMm, nextToMm] = [along(fromMm), along(fromMm + lengthMm)];
  const isSame = nextFromMm === fromMm && Math.abs(nextToMm - fromMm - lengthMm) < ROUNDING_MM;
  return isSame ? lengthMm : Math.max(LEAST_SIDE_MM, nextToMm - nextFromMm);
}
