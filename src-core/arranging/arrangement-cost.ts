import { wholePpi } from '../preflight/checks/images/effective-ppi.ts';
import type { BoxMm } from '../specs/book-geometry.ts';
import { MM_PER_INCH } from '../units.ts';
import { aspectOf, keepsHeads, type ArrangeStyle, type Room, type Shot } from './shot.ts';

// What speaks against an arrangement of pictures on a surface.

const WEIGHTS = {
  crop: 9,
  size: 1.1,
  hero: 1.8,
  white: 2.4,
  small: 6,
  ppi: 4,
  lines: 0.16,
  balance: 1.2,
  fold: 5,
  unlike: 3,
} as const;
/** More than everything else together, for each picture: preflight would tell of it. */
const TOO_FEW_PIXELS = 100;

export const areaOf = ({ widthMm, heightMm }: BoxMm): number => widthMm * heightMm;
export const whiteCost = (filledMm2: number, room: Room): number => WEIGHTS.white * (1 - filledMm2 / areaOf(room));

/** Nobody minds that one picture is twice as large as another. */
const ALIKE_UP_TO = 2;

/** How many times more room the largest of the pictures has than the smallest, each for what it weighs. */
export function unlikeness(shots: readonly Shot[], boxes: readonly BoxMm[]): number {
  const shares = boxes.map((box, index) => areaOf(box) / (shots[index] as Shot).weight);
  return Math.max(...shares) / Math.min(...shares);
}

export const unlikeCost = (times: number): number => WEIGHTS.unlike * Math.max(0, Math.log(times / ALIKE_UP_TO)) ** 2;

/** How near to the fold an edge looks like a mistake, and what lies on it. */
const FOLD_NEAR_MM = 12;
const ON_FOLD_MM = 0.5;

/** What speaks against it, added up; infinite when it may not be offered, or costs more than the limit. */
export function costOf(
  shots: readonly Shot[],
  boxes: readonly BoxMm[],
  room: Room,
  style: ArrangeStyle,
  limit: number,
): number {
  const count = boxes.length;
  let [crop, small, ppi, fold, filled, momentX, momentY, weights] = [0, 0, 0, 0, 0, 0, 0, 0];
  let [largest, heaviest, lightest, heroArea, blurred] = [0, 0, Infinity, 0, 0];
  let [mostShare, leastShare] = [0, Infinity];
  for (let index = 0; index < count; index += 1) {
    const box = boxes[index] as BoxMm;
    const shot = shots[index] as Shot;
    const stretch = aspectOf(shot) / (box.widthMm / box.heightMm);
    const cut = 1 - Math.min(stretch, 1 / stretch);
    if (cut > style.mostCrop) return Infinity;
    const area = box.widthMm * box.heightMm;
    // A head that would be cut weighs as the whole picture.
    crop += keepsHeads(shot, box) ? cut * cut * 4 + cut : 5;
    filled += area;
    momentX += area * (box.xMm + box.widthMm / 2);
    momentY += area * (box.yMm + box.heightMm / 2);
    weights += shot.weight;
    small += Math.max(0, 1 - Math.min(box.widthMm, box.heightMm) / style.smallestSideMm);
    const mmPerPx = Math.max(box.widthMm / shot.widthPx, box.heightMm / shot.heightPx);
    const exactPpi = MM_PER_INCH / mmPerPx;
    ppi += Math.max(0, 1 - exactPpi / style.leastPpi);
    if (wholePpi(exactPpi, exactPpi) < style.leastPpi) blurred += 1;
    largest = Math.max(largest, area);
    mostShare = Math.max(mostShare, area / shot.weight);
    leastShare = Math.min(leastShare, area / shot.weight);
    lightest = Math.min(lightest, shot.weight);
    if (shot.weight > heaviest) [heaviest, heroArea] = [shot.weight, area];
    else if (shot.weight === heaviest) heroArea = Math.max(heroArea, area);
    if (room.foldXMm !== null) fold += foldCost(box, room.foldXMm, room.mayCrossFold, style);
  }
  let size = 0;
  for (let index = 0; index < count; index += 1) {
    const box = boxes[index] as BoxMm;
    size += Math.abs(Math.log((box.widthMm * box.heightMm) / filled / ((shots[index] as Shot).weight / weights)));
  }
  const hero = heaviest > lightest ? Math.log(largest / heroArea) : 0;
  const offMm = Math.hypot(
    momentX / filled - room.xMm - room.widthMm / 2,
    momentY / filled - room.yMm - room.heightMm / 2,
  );
  const cost =
    (WEIGHTS.crop * crop) / count +
    (WEIGHTS.size * size) / count +
    WEIGHTS.hero * hero +
    whiteCost(filled, room) +
    WEIGHTS.small * small +
    WEIGHTS.ppi * ppi +
    TOO_FEW_PIXELS * blurred +
    WEIGHTS.fold * fold +
    (style.isEven === true ? unlikeCost(mostShare / leastShare) : 0) +
    (WEIGHTS.balance * offMm) / Math.hypot(room.widthMm, room.heightMm);
  // Edges are the dearest to count and never speak for it.
  return cost >= limit ? Infinity : cost + WEIGHTS.lines * (edgesAlong(boxes, 'x') + edgesAlong(boxes, 'y') - 4);
}

function foldCost(box: BoxMm, foldXMm: number, mayCross: boolean, { gapMm }: ArrangeStyle): number {
  const [from, to] = [box.xMm - foldXMm, box.xMm + box.widthMm - foldXMm];
  const crosses = from < -ON_FOLD_MM && to > ON_FOLD_MM;
  if (crosses && !mayCross) return Infinity;
  let cost = 0;
  for (const edge of [from, to])
    if (Math.abs(edge) > ON_FOLD_MM + gapMm && Math.abs(edge) < FOLD_NEAR_MM) cost += 1 - Math.abs(edge) / FOLD_NEAR_MM;
  // A sliver that reaches over is worse than an even share.
  return crosses ? cost + 0.15 + Math.max(0, 0.25 - Math.min(-from, to) / box.widthMm) * 3 : cost;
}

/** Puts one in its place among the cheapest so far, of which there are `most` at last. */
export function putAmong<T extends { readonly cost: number }>(best: T[], one: T, most: number): void {
  const place = best.findIndex((other) => other.cost > one.cost);
  best.splice(place < 0 ? best.length : place, 0, one);
  if (best.length > most) best.pop();
}

const SAME_EDGE_MM = 0.6;

function edgesAlong(boxes: readonly BoxMm[], axis: 'x' | 'y'): number {
  const edges = new Float64Array(2 * boxes.length);
  for (let index = 0; index < boxes.length; index += 1) {
    const { xMm, yMm, widthMm, heightMm } = boxes[index] as BoxMm;
    edges[2 * index] = axis === 'x' ? xMm : yMm;
    edges[2 * index + 1] = axis === 'x' ? xMm + widthMm : yMm + heightMm;
  }
  edges.sort();
  let found = 1;
  for (let index = 1; index < edges.length; index += 1)
    if ((edges[index] as number) - (edges[index - 1] as number) > SAME_EDGE_MM) found += 1;
  return found;
}
