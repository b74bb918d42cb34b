import type { BoxMm } from '../specs/book-geometry.ts';
import { centred, MOST_ARRANGED, type Arranged } from './arrange.ts';
import { costOf, putAmong } from './arrangement-cost.ts';
import { aspectOf, type ArrangeStyle, type Room, type Shot } from './shot.ts';
import { calmTreesOf, layTree, naturalSize, type KnownSizes, type SlicingTree } from './slicing-tree.ts';

// Where pictures are cut so that they fill a surface, those give way that can: a head is no wider for it, a meadow is.

/** All pictures by one measure narrower or wider, each as far as it may be. */
interface Level {
  readonly aspects: readonly number[];
  readonly known: KnownSizes;
}

/** From pictures as they are to pictures as narrow, or as wide, as they may be. */
const STEPS = 5;
/** So exactly a tree is as wide as its room: a picture that may give way no further is then as wide as it may be. */
const EXACT_MM = 1e-9;
const MOST_TRIES = 12;
/** Sums are not exact: of a share that is cut, and of a frame's proportions that only just keep a head. */
const ROUNDING = 1e-6;
const HAIR = 1e-9;

/**
 * The cheapest ways to lay pictures on a surface without a fold, each cut by `mostCrop` at most and no head with it. Where nothing is
 * left that may give way, a surface that need not be full has white around. Empty where there is no such way.
 */
export function givingArrangements(
  shots: readonly Shot[],
  room: Room,
  style: ArrangeStyle,
  most: number,
): Pick<Arranged, 'cost' | 'boxes'>[] {
  if (shots.length === 0 || shots.length > MOST_ARRANGED) return [];
  const levels = levelsOf(shots, style.mostCrop);
  const judged = { ...style, mostCrop: style.mostCrop + ROUNDING };
  const best: Pick<Arranged, 'cost' | 'boxes'>[] = [];
  for (const tree of calmTreesOf(shots.length)) {
    const boxes = laid(tree, levels, room, style);
    if (boxes === null) continue;
    const limit = best.length === most ? (best.at(-1)?.cost ?? Infinity) : Infinity;
    const cost = costOf(shots, boxes, room, judged, limit);
    if (cost < limit) putAmong(best, { cost, boxes }, most);
  }
  return best;
}

function levelsOf(shots: readonly Shot[], mostCrop: number): Level[] {
  const reach = shots.map((shot) => {
    const aspect = aspectOf(shot);
    const { least = 0, most = Infinity } = shot.keepsHeads ?? {};
    return {
      aspect,
      least: Math.min(aspect, Math.max(aspect * (1 - mostCrop), least * (1 + HAIR))),
      most: Math.max(aspect, Math.min(aspect / (1 - mostCrop), most * (1 - HAIR))),
    };
  });
  return Array.from({ length: 2 * STEPS + 1 }, (_, index) => {
    const times = (1 - mostCrop) ** (1 - index / STEPS);
    const aspects = reach.map(({ aspect, least, most }) => Math.min(Math.max(aspect * times, least), most));
    return { aspects, known: new Map() };
  });
}

function laid(tree: SlicingTree, levels: readonly Level[], room: Room, { gapMm, isFull }: ArrangeStyle) {
  const sizeAt = (index: number) => {
    const { aspects, known } = levels[index] as Level;
    return naturalSize(tree, aspects, gapMm, known);
  };
  const widthAt = (index: number): number => {
    const { a, b } = sizeAt(index);
    return a * room.heightMm + b;
  };
  const last = levels.length - 1;
  const isTooWide = widthAt(0) > room.widthMm;
  if (isTooWide || widthAt(last) < room.widthMm) {
    if (isFull) return null;
    const size = sizeAt(isTooWide ? 0 : last);
    const heightMm = Math.min(room.heightMm, (room.widthMm - size.b) / size.a);
    return boxesOf(tree, size, centred(room, size.a * heightMm + size.b, heightMm), gapMm);
  }
  let [narrow, wide] = [0, last];
  while (wide - narrow > 1) {
    const middle = (narrow + wide) >> 1;
    if (widthAt(middle) <= room.widthMm) narrow = middle;
    else wide = middle;
  }
  return boxesOf(tree, sizeBetween(tree, levels[narrow] as Level, levels[wide] as Level, room, gapMm), room, gapMm);
}

/** As wide as the room: between two levels the width is nearly even, and a few steps find it. */
function sizeBetween(tree: SlicingTree, narrow: Level, wide: Level, room: Room, gapMm: number) {
  const at = (share: number) => {
    const aspects = narrow.aspects.map((aspect, index) => aspect + ((wide.aspects[index] ?? aspect) - aspect) * share);
    const size = naturalSize(tree, aspects, gapMm);
    return { share, size, overMm: size.a * room.heightMm + size.b - room.widthMm };
  };
  let [below, above] = [at(0), at(1)];
  for (let tries = 0; tries < MOST_TRIES && above.overMm - below.overMm > EXACT_MM; tries += 1) {
    const next = at(below.share + ((above.share - below.share) * -below.overMm) / (above.overMm - below.overMm));
    if (Math.abs(next.overMm) < EXACT_MM) return next.size;
    if (next.overMm < 0) below = next;
    else above = next;
  }
  return -below.overMm < above.overMm ? below.size : above.size;
}

function boxesOf(tree: SlicingTree, size: ReturnType<typeof naturalSize>, way: BoxMm, gapMm: number): BoxMm[] | null {
  const boxes: BoxMm[] = [];
  return layTree(tree, size, way, { gapMm, put: (box) => boxes.push(box) }) ? boxes : null;
}
