import { SURE_FACE, type FoundFace } from '../faces/find-faces.ts';

/** In shares of the picture, from its top left. */
export interface PicturePoint {
  readonly x: number;
  readonly y: number;
}

/** What of a picture is seen in a frame, in shares of the picture, from its top left. */
export interface CropWindow extends PicturePoint {
  readonly width: number;
  readonly height: number;
}

/** A picture that is to fill a frame, and what is known of where its subject is. */
export interface FilledFrame {
  /** Width over height of the picture, turned upright. */
  readonly pictureAspect: number;
  /** Width over height of the frame. */
  readonly frameAspect: number;
  readonly faces: readonly FoundFace[];
  /** Where somebody said that the middle of the frame is to be. */
  readonly focus?: PicturePoint | null;
  /** Where the eye goes first, where that is known. */
  readonly attention?: PicturePoint | null;
  /** Of the frame so much, in shares of it, is bent away or cut off: no face may lie there, nor half of what a head
   * is beside it. Left out: all of it is seen. */
  readonly unseen?: UnseenEdges;
  /** Where the fold of a spread crosses the frame. Left out: nowhere. */
  readonly fold?: Fold | null;
  /** Whether the picture may be drawn larger than fills the frame, so that no head lies at an edge that is not seen (rules 7). */
  readonly mayEnlarge?: boolean;
}

/** In shares of the frame's width. */
export interface Fold {
  readonly x: number;
  /** No face is to lie nearer to the fold, nor half of what a head is beside it. */
  readonly aside: number;
}

export interface UnseenEdges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
const ALL_IS_SEEN: UnseenEdges = { left: 0, right: 0, top: 0, bottom: 0 };

/** A face that is much smaller than the largest is a passer-by. */
const LEAST_OF_LARGEST = 0.4;
/** A head is more than the face that is found of it, which reaches from the brows to the chin: so many of its heights and widths. */
const HEAD = { above: 0.75, below: 0.3, aside: 0.28 };
/** Where the middle of all faces may lie in the window: eyes near the upper third, nobody at the edge. */
const FACES_LIE: Limits = { x: [0.34, 0.66], y: [0.3, 0.46] };
const ATTENTION_LIES: Limits = { x: [0.3, 0.7], y: [0.3, 0.62] };
/** Of what is cut off where nothing is known, the share at the left and at the top: people and skies are above the middle. */
const CUT_BEFORE = { x: 0.5, y: 0.4 };
/** A spread that lies flat loses nothing at its fold, but nobody wants a crease through a face. */
export const OFF_FOLD_MM = 5;
/** What keeps a head from a bleed takes at most so much more of the picture's width and height: as much as a frame that fits may crop. */
const ENLARGED_BY_CROPPING = 0.12;
/** Sums of shares are not exact. */
const TOLERANCE = 1e-9;

type Axis = 'x' | 'y';
type Limits = Readonly<Record<Axis, readonly [least: number, most: number]>>;

type Reach = readonly [from: number, to: number];

/** A head along the axis that is cut. */
interface Head {
  readonly whole: Reach;
  /** The face with half of what a head is beside it: all of it that may not lie where nobody sees it. */
  readonly core: Reach;
  readonly middle: number;
  readonly weight: number;
}

/**
 * Where a picture is cut to fill a frame: around the point that somebody chose, else so that all heads are whole, else around what the
 * eye goes to first, else a little above the middle. The subject keeps the place that the photographer gave it, within the limits
 * above: what lay at a third of the picture lies at a third of the window. Where a fold crosses the frame heads lie beside it, as far as
 * the picture may be shifted for that. 'whole' where no window holds all heads: the picture is
 * then shown whole. The window is as large as it can be and never leaves the picture. Throws a RangeError for proportions that are
 * not above 0.
 *
 * A picture that is cut along one axis lies along the other as it is, and a head near its end there would be lost with the bleed.
 * With `mayEnlarge` the window gets smaller until none is, by 12 % at most in each direction; where that is not enough, 'whole'. A head
 * that the end of the picture itself cuts there was not whole before, and asks for nothing.
 */
export function cropWindow(filled: FilledFrame): CropWindow | 'whole' {
  const { pictureAspect, frameAspect, faces, focus = null, unseen = ALL_IS_SEEN, mayEnlarge = false } = filled;
  if (!(pictureAspect > 0) || !(frameAspect > 0) || !Number.isFinite(pictureAspect) || !Number.isFinite(frameAspect))
    throw new RangeError(`a picture of ${pictureAspect} to 1 fills no frame of ${frameAspect} to 1`);
  const axis = pictureAspect > frameAspect ? 'x' : 'y';
  const size = axis === 'x' ? frameAspect / pictureAspect : pictureAspect / frameAspect;
  const from = placeAlong(filled, axis, size);
  const other = axis === 'x' ? 'y' : 'x';
  const isKept = !mayEnlarge || focus !== null || shareKept(faces, other, 1, unseen, true) >= 1;
  if (from !== null && isKept)
    return axis === 'x' ? { x: from, y: 0, width: size, height: 1 } : { x: 0, y: from, width: 1, height: size };
  if (!mayEnlarge) return 'whole';
  const share = Math.min(1, shareKept(faces, axis, size, unseen), shareKept(faces, other, 1, unseen, true));
  if (share < 1 - ENLARGED_BY_CROPPING) return 'whole';
  const along = placeAlong(filled, axis, size * share);
  const beside = placeAlong(filled, other, share, true);
  if (along === null || beside === null) return 'whole';
  return axis === 'x'
    ? { x: along, y: beside, width: size * share, height: share }
    : { x: beside, y: along, width: share, height: size * share };
}

/** The share of a window of this size along `axis` that may stay, so that no head lies in what is not seen of it: 1 or more for all of it. */
function shareKept(
  faces: readonly FoundFace[],
  axis: Axis,
  size: number,
  unseen: UnseenEdges,
  isBeside = false,
): number {
  const heads = headsThatCount(faces, axis);
  if (heads.length === 0) return Infinity;
  const [from, to] = coresOf(heads, isBeside);
  const [before, after] = edgesAlong(axis, unseen);
  const upTo = (space: number, edge: number) => (edge > 0 ? (space + TOLERANCE) / (edge * size) : Infinity);
  return Math.min(upTo(from, before), upTo(1 - to, after));
}

/** What of the heads may not lie where nobody sees it. Along the axis that is not cut a head that its picture's end cuts has no bound there. */
function coresOf(heads: readonly Head[], isBeside: boolean): Reach {
  const [from, to] = reachOf(heads.map(({ core }) => core));
  return isBeside ? [from <= 0 ? 1 : from, to >= 1 ? 0 : to] : [from, to];
}

const edgesAlong = (axis: Axis, { left, right, top, bottom }: UnseenEdges) =>
  axis === 'x' ? ([left, right] as const) : ([top, bottom] as const);

/** Where a window that holds the share `size` of the picture along an axis begins; null where it would cut a head. */
function placeAlong(
  { faces, focus = null, attention = null, unseen = ALL_IS_SEEN, fold = null }: FilledFrame,
  axis: Axis,
  size: number,
  isBeside = false,
): number | null {
  const room = 1 - size;
  const [before, after] = edgesAlong(axis, unseen);
  const seen = size * (1 - before - after);
  /** By where what is seen begins. */
  const windowFrom = (seenFrom: number): number => limited(seenFrom - before * size, 0, room);

  if (focus !== null) return windowFrom(focus[axis] - seen / 2);
  const heads = headsThatCount(faces, axis);
  if (heads.length > 0) {
    const [from, to] = reachOf(heads.map(({ whole }) => whole));
    const [coreFrom, coreTo] = coresOf(heads, isBeside);
    const least = Math.max(to - size + before * size, coreTo - seen, before * size);
    const most = Math.min(from + before * size, coreFrom, before * size + room);
    // Twice: a frame of exactly the proportions that `aspectsThatKeepHeads` allows, which are one wider, keeps them too.
    if (least > most + 2 * TOLERANCE) return null;
    const wished = limited(keepingPlace(middleOf(heads), seen, FACES_LIE[axis]), least, most);
    if (fold === null || axis === 'y') return windowFrom(wished);
    const foldFrom = (fold.x - before) * size;
    const cores = heads.map(({ core }): Reach => [core[0] - fold.aside * size, core[1] + fold.aside * size]);
    return windowFrom(offFold(cores, wished + foldFrom, least + foldFrom, most + foldFrom) - foldFrom);
  }
  if (attention !== null) return windowFrom(keepingPlace(attention[axis], seen, ATTENTION_LIES[axis]));
  return windowFrom(CUT_BEFORE[axis] * room + before * size);
}

/** Where in the picture its fold lies: outside all of `cores`, as near to `wished` as `least` and `most` allow; else where it was wished. */
function offFold(cores: readonly Reach[], wished: number, least: number, most: number): number {
  const isFree = (at: number) => cores.every(([from, to]) => at <= from + TOLERANCE || at >= to - TOLERANCE);
  const free = [wished, ...cores.flat()].filter(
    (at) => at >= least - TOLERANCE && at <= most + TOLERANCE && isFree(at),
  );
  return free.reduce(
    (nearest, at) => (Math.abs(at - wished) < Math.abs(nearest - wished) ? at : nearest),
    free[0] ?? wished,
  );
}

/** Where the fold goes through a picture that may be moved from `least` to `most`: beside all heads, as near to where it is as that can be; else where it is. */
export const foldBesideHeads = (faces: readonly FoundFace[], { x, aside }: Fold, least: number, most: number): number =>
  offFold(
    headsThatCount(faces, 'x').map(({ core: [from, to] }): Reach => [from - aside, to + aside]),
    x,
    least,
    most,
  );

/** Whether a head that counts lies nearer to a fold at `x` than `aside`, all in shares of the picture. */
export const isHeadAt = (faces: readonly FoundFace[], { x, aside }: Fold): boolean =>
  headsThatCount(faces, 'x').some(({ core: [from, to] }) => x > from - aside + TOLERANCE && x < to + aside - TOLERANCE);

/**
 * Which frames hold all heads of a picture, by their width over height; 0 to Infinity where there is nobody. `cropWindow` answers 'whole'
 * for every other one that is seen to its edges.
 */
export function aspectsThatKeepHeads(
  pictureAspect: number,
  faces: readonly FoundFace[],
): { readonly least: number; readonly most: number } {
  const spanOf = (axis: Axis): number => {
    const heads = headsThatCount(faces, axis);
    if (heads.length === 0) return 0;
    const [from, to] = reachOf(heads.map(({ whole }) => whole));
    return to - from;
  };
  return {
    least: (spanOf('x') - TOLERANCE) * pictureAspect,
    most: pictureAspect / Math.max(spanOf('y') - TOLERANCE, 0),
  };
}

/** How many people a picture is of: passers-by do not count. */
export const peopleOn = (faces: readonly FoundFace[]): number => headsThatCount(faces, 'x').length;

/** The heads of all faces that are sure enough, in shares of the picture. */
export const headsOf = (faces: readonly FoundFace[]): CropWindow[] =>
  faces
    .filter(({ score }) => score >= SURE_FACE)
    .map(({ x, y, width, height }) => ({
      x: x - width * HEAD.aside,
      y: y - height * HEAD.above,
      width: width * (1 + 2 * HEAD.aside),
      height: height * (1 + HEAD.above + HEAD.below),
    }));

/** Where a window begins in which a point lies as it does in the picture, but between `least` and `most`. */
const keepingPlace = (point: number, size: number, [least, most]: readonly [number, number]): number =>
  point - limited(point, least, most) * size;

const limited = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

function headsThatCount(faces: readonly FoundFace[], axis: Axis): Head[] {
  const sure = faces.filter(({ score }) => score >= SURE_FACE);
  const largest = Math.max(0, ...sure.map(({ width }) => width));
  return sure
    .filter(({ width }) => width >= largest * LEAST_OF_LARGEST)
    .map(({ x, y, width, height, score }) => {
      const reach = (share: number): Reach => {
        const [from, to] =
          axis === 'x'
            ? [x - width * HEAD.aside * share, x + width * (1 + HEAD.aside * share)]
            : [y - height * HEAD.above * share, y + height * (1 + HEAD.below * share)];
        return [Math.max(from, 0), Math.min(to, 1)];
      };
      const middle = axis === 'x' ? x + width / 2 : y + height / 2;
      return { whole: reach(1), core: reach(0.5), middle, weight: width * score };
    });
}

const reachOf = (parts: readonly Reach[]): Reach => [
  Math.min(...parts.map(([from]) => from)),
  Math.max(...parts.map(([, to]) => to)),
];

/** Large faces and sure ones weigh more. */
function middleOf(heads: readonly Head[]): number {
  const weights = heads.reduce((sum, { weight }) => sum + weight, 0);
  return heads.reduce((sum, { middle, weight }) => sum + middle * weight, 0) / weights;
}
