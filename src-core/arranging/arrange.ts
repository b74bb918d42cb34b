import { wholePpi } from '../preflight/checks/images/effective-ppi.ts';
import type { BoxMm } from '../specs/book-geometry.ts';
import { MM_PER_INCH } from '../units.ts';
import {
  layTree,
  leavesOf,
  naturalSize,
  readTree,
  treesOf,
  writtenTree,
  type LaidCut,
  type KnownSizes,
  type Laying,
  type NaturalSize,
  type SlicingTree,
} from './slicing-tree.ts';

// Pictures on one surface, without a template and without chance: the same pictures always lie the same.

/** A picture to be placed, as it is seen. */
export interface Shot {
  /** Of its frame. */
  readonly id: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** How much room it deserves beside the others: 1 is usual, a hero 2. */
  readonly weight: number;
  /** Frames of which width over height keep its heads: others it does not fill. Left out: all do. */
  readonly keepsHeads?: { readonly least: number; readonly most: number };
}

/** Whether a frame is one that a picture fills without losing a head. */
export const keepsHeads = ({ keepsHeads: range }: Shot, { widthMm, heightMm }: BoxMm): boolean =>
  range === undefined || (widthMm / heightMm >= range.least && widthMm / heightMm <= range.most);

export interface Room extends BoxMm {
  /** Where it is folded or bound; an edge close to it looks like a mistake. */
  readonly foldXMm: number | null;
  /** A picture may lie over the fold. */
  readonly mayCrossFold: boolean;
}

export interface ArrangeStyle {
  readonly gapMm: number;
  readonly smallestSideMm: number;
  /** A way in which a picture has fewer whole pixels an inch comes behind all in which none has. */
  readonly leastPpi: number;
  /** Of a picture's longer way, the share that may be cut off. */
  readonly mostCrop: number;
  /** The room is filled to its end, and pictures are cropped for it. */
  readonly isFull: boolean;
}

export interface Arranged {
  /** The tree with the names of its pictures: what `relaid` reads. */
  readonly signature: string;
  /** The tree alone: two arrangements of one shape look alike. */
  readonly shape: string;
  readonly cost: number;
  /** In the order of the shots. */
  readonly boxes: readonly BoxMm[];
}

/** More on one surface than it can show. */
export const MOST_ARRANGED = 12;
/** More pictures are parted over two rooms first: the number of trees grows fivefold with each. */
const MOST_IN_ONE = 6;
const ALTERNATIVES = 8;

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
} as const;
/** More than everything else together, for each picture: preflight would tell of it. */
const TOO_FEW_PIXELS = 100;
/** A shape that a surface shortly before has. */
const REPEATED = 1.6;

const aspectOf = ({ widthPx, heightPx }: Shot): number => Math.min(Math.max(widthPx / heightPx, 0.2), 5);

export interface ArrangeOptions {
  /** Ways that are wanted. */
  readonly most?: number;
  /** Shapes that lie near by already. */
  readonly avoid?: readonly string[];
}

/** The best arrangements first, each of another shape. Empty where there is no way that keeps to the style. */
export function arrangements(
  shots: readonly Shot[],
  room: Room,
  style: ArrangeStyle,
  { most = ALTERNATIVES, avoid = [] }: ArrangeOptions = {},
): Arranged[] {
  if (shots.length === 0 || shots.length > MOST_ARRANGED) return [];
  return shots.length <= MOST_IN_ONE ? inOne(shots, room, style, most, avoid) : inTwo(shots, room, style, most, avoid);
}

function inOne(
  shots: readonly Shot[],
  room: Room,
  style: ArrangeStyle,
  most: number,
  avoid: readonly string[],
): Arranged[] {
  const best: (Laid & { readonly tree: SlicingTree })[] = [];
  // What leaves least white first: the cheapest are met early, and nearly all others are given up unlaid.
  const begun = startsOf(shots, room, style).toSorted((a, b) => a.leastCost - b.leastCost);
  for (const start of begun) {
    const { tree } = start;
    const limit = best.length === most ? (best.at(-1)?.cost ?? Infinity) : Infinity;
    if (start.leastCost >= limit) break;
    const extra = avoid.length > 0 && shots.length > 1 && avoid.includes(shapeOf(tree)) ? REPEATED : 0;
    const laid = cheapestWay(start, shots, room, style, limit - extra);
    if (laid === null) continue;
    const cost = laid.cost + extra;
    const place = best.findIndex((other) => other.cost > cost);
    best.splice(place < 0 ? best.length : place, 0, { ...laid, cost, tree });
    if (best.length > most) best.pop();
  }
  const names = shots.map(({ id }) => id);
  return best.map(({ tree, cost, boxes }) => ({
    signature: writtenTree(tree, names),
    shape: shapeOf(tree),
    cost,
    boxes,
  }));
}

interface Start {
  readonly tree: SlicingTree;
  readonly size: NaturalSize;
  readonly ways: readonly BoxMm[];
  /** It costs no less, however it is laid. */
  readonly leastCost: number;
}

/** Every tree with the boxes that it may be laid into. */
function startsOf(shots: readonly Shot[], room: Room, style: ArrangeStyle): Start[] {
  const aspects = shots.map(aspectOf);
  const known: KnownSizes = new Map();
  return treesOf(shots.length).map((tree) => {
    const size = naturalSize(tree, aspects, style.gapMm, known);
    const ways = waysInto(size, room, style);
    return { tree, size, ways, leastCost: Math.min(...ways.map((way) => whiteCost(areaOf(way), room))) };
  });
}

const areaOf = ({ widthMm, heightMm }: BoxMm): number => widthMm * heightMm;
const whiteCost = (filledMm2: number, room: Room): number => WEIGHTS.white * (1 - filledMm2 / areaOf(room));

const shapes = new WeakMap<SlicingTree, string>();
function shapeOf(tree: SlicingTree): string {
  const before = shapes.get(tree);
  if (before !== undefined) return before;
  const shape = writtenTree(tree, []);
  shapes.set(tree, shape);
  return shape;
}

interface Laid {
  readonly cost: number;
  readonly boxes: readonly BoxMm[];
}

/** The tree laid in the cheapest of those ways. Null: none costs less than the limit. */
function cheapestWay(
  { tree, size, ways }: Pick<Start, 'tree' | 'size' | 'ways'>,
  shots: readonly Shot[],
  room: Room,
  style: ArrangeStyle,
  limit = Infinity,
): (Laid & { readonly way: BoxMm }) | null {
  let best: (Laid & { readonly way: BoxMm }) | null = null;
  let boxes: BoxMm[] = [];
  const laying: Laying = { gapMm: style.gapMm, put: (box) => boxes.push(box) };
  for (const way of ways) {
    const most = best?.cost ?? limit;
    if (whiteCost(areaOf(way), room) >= most) continue;
    boxes = [];
    if (!layTree(tree, size, way, laying)) continue;
    const cost = costOf(shots, boxes, room, style, most);
    if (cost < most) best = { cost, boxes, way };
  }
  return best;
}

const ALIKE = 0.02;

/** The whole room, the largest part of it that crops nothing, and what lies between them. */
function waysInto({ a, b }: NaturalSize, room: Room, { mostCrop, isFull }: ArrangeStyle): BoxMm[] {
  const whole: BoxMm = room;
  if (isFull) return [whole];
  const heightMm = Math.min(room.heightMm, (room.widthMm - b) / a);
  const widthMm = a * heightMm + b;
  if (!(heightMm > 0) || !(widthMm > 0)) return [];
  const inner = centred(room, widthMm, heightMm);
  const off = Math.abs(Math.log(room.widthMm / room.heightMm / (widthMm / heightMm)));
  if (off < ALIKE) return [whole];
  if (off > -2 * Math.log(1 - mostCrop)) return [inner];
  // Half of the difference cropped, half of it left white.
  const between = centred(room, (widthMm + room.widthMm) / 2, (heightMm + room.heightMm) / 2);
  return [whole, between, inner];
}

const centred = (room: BoxMm, widthMm: number, heightMm: number): BoxMm => ({
  xMm: room.xMm + (room.widthMm - widthMm) / 2,
  yMm: room.yMm + (room.heightMm - heightMm) / 2,
  widthMm,
  heightMm,
});

/** How near to the fold an edge looks like a mistake, and what lies on it. */
const FOLD_NEAR_MM = 12;
const ON_FOLD_MM = 0.5;

/** What speaks against it, added up; infinite when it may not be offered, or costs more than the limit. */
function costOf(
  shots: readonly Shot[],
  boxes: readonly BoxMm[],
  room: Room,
  style: ArrangeStyle,
  limit: number,
): number {
  const count = boxes.length;
  let [crop, small, ppi, fold, filled, momentX, momentY, weights] = [0, 0, 0, 0, 0, 0, 0, 0];
  let [largest, heaviest, lightest, heroArea, blurred] = [0, 0, Infinity, 0, 0];
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
    lightest = Math.min(lightest, shot.weight);
    if (shot.weight > heaviest) [heaviest, heroArea] = [shot.weight, area];
    else if (shot.weight === heaviest) heroArea = Math.max(heroArea, area);
    if (room.foldXMm !== null) fold += foldCost(box, room.foldXMm, room.mayCrossFold, style.gapMm);
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
    (WEIGHTS.balance * offMm) / Math.hypot(room.widthMm, room.heightMm);
  // Edges are the dearest to count and never speak for it.
  return cost >= limit ? Infinity : cost + WEIGHTS.lines * (edgesAlong(boxes, 'x') + edgesAlong(boxes, 'y') - 4);
}

function foldCost(box: BoxMm, foldXMm: number, mayCross: boolean, gapMm: number): number {
  const [from, to] = [box.xMm - foldXMm, box.xMm + box.widthMm - foldXMm];
  const crosses = from < -ON_FOLD_MM && to > ON_FOLD_MM;
  if (crosses && !mayCross) return Infinity;
  let cost = 0;
  for (const edge of [from, to])
    if (Math.abs(edge) > ON_FOLD_MM + gapMm && Math.abs(edge) < FOLD_NEAR_MM) cost += 1 - Math.abs(edge) / FOLD_NEAR_MM;
  // A sliver that reaches over is worse than an even share.
  return crosses ? cost + 0.15 + Math.max(0, 0.25 - Math.min(-from, to) / box.widthMm) * 3 : cost;
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

/** Two rooms beside or above each other, each with its own best ways; every parting of the order is tried. */
function inTwo(
  shots: readonly Shot[],
  room: Room,
  style: ArrangeStyle,
  most: number,
  avoid: readonly string[],
): Arranged[] {
  const found: Arranged[] = [];
  for (let first = shots.length - MOST_IN_ONE; first <= MOST_IN_ONE; first += 1)
    for (const { mark, parts, rooms } of partingsAt(shots, first, room, style)) {
      const [firsts, seconds] = [inOne(parts[0], rooms[0], style, 2, []), inOne(parts[1], rooms[1], style, 2, [])];
      for (const a of firsts)
        for (const b of seconds) {
          const shape = `${mark}(${a.shape},${b.shape})`;
          const cost = (a.cost * first + b.cost * (shots.length - first)) / shots.length;
          found.push({
            signature: `${mark}(${a.signature},${b.signature})`,
            shape,
            cost: cost + (avoid.includes(shape) ? REPEATED : 0),
            boxes: [...a.boxes, ...b.boxes],
          });
        }
    }
  return found.toSorted((a, b) => a.cost - b.cost).slice(0, most);
}

function partingsAt(shots: readonly Shot[], first: number, room: Room, style: ArrangeStyle) {
  const parts = [shots.slice(0, first), shots.slice(first)] as const;
  const share = weightOf(parts[0]) / weightOf(shots);
  const cuts = room.foldXMm === null ? (['across', 'down'] as const) : (['across'] as const);
  return cuts.map((cut) => ({
    mark: cut === 'across' ? '/|' : '/-',
    parts,
    rooms: halvesOf(room, cut, share, style.gapMm),
  }));
}

/**
 * What arranging runs of pictures on pages of one style costs, to compare one run with another: exact for as many as one tree takes; more
 * are parted in their middle alone. The same shapes in a room of the same size are looked for once. Infinite where there is no way.
 */
export function costsOfRuns(style: ArrangeStyle): (shots: readonly Shot[], room: Room) => number {
  const known = new Map<string, number>();
  const costInOne = (shots: readonly Shot[], room: Room): number => {
    const sizes = shots.map(({ widthPx, heightPx, weight }) => `${widthPx} ${heightPx} ${weight}`);
    const fold = room.foldXMm === null ? '' : `${room.foldXMm - room.xMm} ${room.mayCrossFold}`;
    const key = [room.widthMm, room.heightMm, fold, ...sizes].join();
    const before = known.get(key);
    if (before !== undefined) return before;
    const cost = inOne(shots, room, style, 1, [])[0]?.cost ?? Infinity;
    known.set(key, cost);
    return cost;
  };
  return (shots, room) => {
    if (shots.length <= MOST_IN_ONE) return costInOne(shots, room);
    const first = Math.floor(shots.length / 2);
    const costs = partingsAt(shots, first, room, style).map(
      ({ parts, rooms }) =>
        (costInOne(parts[0], rooms[0]) * first + costInOne(parts[1], rooms[1]) * (shots.length - first)) / shots.length,
    );
    return Math.min(...costs);
  };
}

const weightOf = (shots: readonly Shot[]): number => shots.reduce((sum, { weight }) => sum + weight, 0);

/** A spread is parted at its fold, a page where the weight of its pictures says. */
function halvesOf(room: Room, cut: 'across' | 'down', share: number, gapMm: number): readonly [Room, Room] {
  const { xMm, yMm, widthMm, heightMm, foldXMm } = room;
  const plain = { foldXMm: null, mayCrossFold: false };
  if (cut === 'down') {
    const topMm = (heightMm - gapMm) * share;
    return [
      { ...plain, xMm, yMm, widthMm, heightMm: topMm },
      { ...plain, xMm, yMm: yMm + topMm + gapMm, widthMm, heightMm: heightMm - topMm - gapMm },
    ];
  }
  const leftMm = foldXMm === null ? (widthMm - gapMm) * share : foldXMm - xMm - gapMm / 2;
  return [
    { ...plain, xMm, yMm, widthMm: leftMm, heightMm },
    { ...plain, xMm: xMm + leftMm + gapMm, yMm, widthMm: widthMm - leftMm - gapMm, heightMm },
  ];
}

/**
 * An arrangement laid anew: its pictures, its room, its gap or the places of its cuts are others. Boxes by the names in it; null when it
 * cannot be read or laid. Crops are what they become: the shape was chosen by hand.
 */
export function relaid(
  signature: string,
  shots: ReadonlyMap<string, Shot>,
  room: Room,
  style: ArrangeStyle,
  cuts: Readonly<Record<string, number>>,
): { readonly boxes: ReadonlyMap<string, BoxMm>; readonly cuts: readonly LaidCut[] } | null {
  const read = readTree(signature);
  const own = read?.names.map((name) => shots.get(name)) ?? [];
  if (read === null || own.some((shot) => shot === undefined)) return null;
  const laid = layChosen(read.tree, own as readonly Shot[], room, style, cuts, '');
  if (laid === null) return null;
  return { boxes: new Map(read.names.map((name, index) => [name, laid.boxes[index] as BoxMm])), cuts: laid.cuts };
}

function layChosen(
  tree: SlicingTree,
  shots: readonly Shot[],
  room: Room,
  style: ArrangeStyle,
  cuts: Readonly<Record<string, number>>,
  path: string,
): { readonly boxes: readonly BoxMm[]; readonly cuts: readonly LaidCut[] } | null {
  if (tree.cut !== 'leaf' && tree.parted === true) {
    const [one, two] = tree.kids;
    if (one === undefined || two === undefined) return null;
    const first = leavesOf(one);
    const halves = halvesOf(room, tree.cut, weightOf(shots.slice(0, first)) / weightOf(shots), style.gapMm);
    const a = layChosen(one, shots.slice(0, first), halves[0], style, cuts, `${path}0`);
    const b = layChosen(two, shots.slice(first), halves[1], style, cuts, `${path}1`);
    return a === null || b === null ? null : { boxes: [...a.boxes, ...b.boxes], cuts: [...a.cuts, ...b.cuts] };
  }
  const size = naturalSize(tree, shots.map(aspectOf), style.gapMm);
  const way = cheapestWay({ tree, size, ways: waysInto(size, room, style) }, shots, room, style)?.way ?? room;
  const boxes: BoxMm[] = [];
  const found: LaidCut[] = [];
  const laying = {
    gapMm: style.gapMm,
    cuts,
    put: (box: BoxMm) => boxes.push(box),
    onCut: (cut: LaidCut) => found.push(cut),
  };
  return layTree(tree, size, way, laying, path) ? { boxes, cuts: found } : null;
}
