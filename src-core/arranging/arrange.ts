import type { BoxMm } from '../specs/book-geometry.ts';
import { areaOf, costOf, putAmong, unlikeCost, unlikeness, whiteCost } from './arrangement-cost.ts';
import { aspectOf, type ArrangeStyle, type Room, type Shot } from './shot.ts';
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
export const MOST_IN_ONE = 6;
const ALTERNATIVES = 8;
/** Of each half where both are to be alike: the best of one may go badly with the best of the other. */
const EVEN_WAYS = 8;

/** A shape that a surface shortly before has. */
const REPEATED = 1.6;

export interface ArrangeOptions {
  /** Ways that are wanted. */
  readonly most?: number;
  /** Shapes that lie near by already. */
  readonly avoid?: readonly string[];
  /** So many are looked at as one tree before they are parted over two rooms, which is dear from seven on. */
  readonly mostInOne?: number;
}

/** Of a shape: whether its pictures were parted over two rooms first. */
export const isParted = (shape: string): boolean => shape.startsWith('/');

/** The best arrangements first, each of another shape. Empty where there is no way that keeps to the style. */
export function arrangements(
  shots: readonly Shot[],
  room: Room,
  style: ArrangeStyle,
  { most = ALTERNATIVES, avoid = [], mostInOne = MOST_IN_ONE }: ArrangeOptions = {},
): Arranged[] {
  if (shots.length === 0 || shots.length > MOST_ARRANGED) return [];
  if (shots.length > mostInOne) return inTwo(shots, room, style, most, avoid);
  const found = inOne(shots, room, style, most, avoid);
  return room.foldXMm === null || style.isEven !== true
    ? found
    : cheapest([...found, ...inTwo(shots, room, style, most, avoid)], most);
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
    putAmong(best, { ...laid, cost, tree }, most);
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

export const centred = (room: BoxMm, widthMm: number, heightMm: number): BoxMm => ({
  xMm: room.xMm + (room.widthMm - widthMm) / 2,
  yMm: room.yMm + (room.heightMm - heightMm) / 2,
  widthMm,
  heightMm,
});

const cheapest = (found: readonly Arranged[], most: number): Arranged[] =>
  found.toSorted((a, b) => a.cost - b.cost).slice(0, most);

/** Two rooms beside or above each other, each with its own best ways; every parting of the order is tried. */
function inTwo(
  shots: readonly Shot[],
  room: Room,
  style: ArrangeStyle,
  most: number,
  avoid: readonly string[],
): Arranged[] {
  const found: Arranged[] = [];
  const ways = style.isEven === true ? EVEN_WAYS : 2;
  const last = Math.min(MOST_IN_ONE, shots.length - 1);
  for (let first = Math.max(1, shots.length - MOST_IN_ONE); first <= last; first += 1)
    for (const { mark, parts, rooms } of partingsAt(shots, first, room, style)) {
      const [firsts, seconds] = [
        inOne(parts[0], rooms[0], style, ways, []),
        inOne(parts[1], rooms[1], style, ways, []),
      ];
      for (const a of firsts)
        for (const b of seconds) {
          const shape = `${mark}(${a.shape},${b.shape})`;
          const boxes = [...a.boxes, ...b.boxes];
          const uneven = style.isEven === true ? unlikeCost(unlikeness(shots, boxes)) : 0;
          const cost = (a.cost * first + b.cost * (shots.length - first)) / shots.length + uneven;
          found.push({
            signature: `${mark}(${a.signature},${b.signature})`,
            shape,
            cost: cost + (avoid.includes(shape) ? REPEATED : 0),
            boxes,
          });
        }
    }
  return cheapest(found, most);
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
