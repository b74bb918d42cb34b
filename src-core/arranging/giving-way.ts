import type { BoxMm } from '../specs/book-geometry.ts';
import { centred, MOST_ARRANGED, type Arranged } from './arrange.ts';
import { areaOf, costOf, whiteCost } from './arrangement-cost.ts';
import { aspectOf, type ArrangeStyle, type Room, type Shot } from './shot.ts';
import {
  calmTreesOf,
  layTree,
  wholeSize,
  type KnownSizes,
  type NaturalSize,
  type SlicingTree,
} from './slicing-tree.ts';

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

type Way = Pick<Arranged, 'cost' | 'boxes'>;

/** With the place of its tree among all: of ways that cost the same the one of the first tree is taken. */
interface Placed extends Way {
  readonly at: number;
}

/** What was tried with pictures that are cut by so much at most. */
interface Tried {
  readonly levels: readonly Level[];
  readonly full: readonly Placed[];
  /** Trees that do not become as wide as their room, and the level at which each comes nearest to that. */
  readonly others: readonly { readonly at: number; readonly tree: SlicingTree; readonly nearest: number }[];
}

/** How the pictures of a surface without a fold may give way. What fills it is looked for once, also where it need not be full. */
export class GivingWays {
  readonly #tried = new Map<number, Tried>();
  readonly #white = new Map<number, readonly Way[]>();

  /** `most`: so many of the cheapest ways are wanted. */
  constructor(
    private readonly shots: readonly Shot[],
    private readonly room: Room,
    private readonly style: Omit<ArrangeStyle, 'mostCrop' | 'isFull'>,
    private readonly most: number,
  ) {}

  /**
   * The cheapest ways, each picture cut by `mostCrop` at most and no head with it. Where nothing is left that may give way, a surface
   * that need not be full has white around. Empty where there is no such way.
   */
  arrangements({ mostCrop, isFull }: Pick<ArrangeStyle, 'mostCrop' | 'isFull'>): readonly Way[] {
    if (this.shots.length === 0 || this.shots.length > MOST_ARRANGED) return [];
    const tried = this.#tried.get(mostCrop) ?? this.#filling(mostCrop);
    this.#tried.set(mostCrop, tried);
    if (isFull) return tried.full;
    const found = this.#white.get(mostCrop) ?? this.#withWhite(mostCrop, tried);
    this.#white.set(mostCrop, found);
    return found;
  }

  #filling(mostCrop: number): Tried {
    const { shots, room, style } = this;
    const levels = levelsOf(shots, mostCrop);
    const full: Placed[] = [];
    const others: Tried['others'][number][] = [];
    for (const [at, tree] of calmTreesOf(shots.length).entries()) {
      const given = giveWay(tree, levels, room, style.gapMm);
      if ('nearest' in given) others.push({ at, tree, nearest: given.nearest });
      else this.#keep(full, at, mostCrop, given.boxes);
    }
    return { levels, full, others };
  }

  #withWhite(mostCrop: number, { levels, full, others }: Tried): Placed[] {
    const { room, most, style } = this;
    const best = [...full];
    for (const { at, tree, nearest } of others) {
      const size = sizeAt(tree, levels[nearest] as Level, style.gapMm);
      const heightMm = Math.min(room.heightMm, (room.widthMm - size.b) / size.a);
      const way = centred(room, size.a * heightMm + size.b, heightMm);
      const last = best.length === most ? best.at(-1) : undefined;
      // White alone costs more: it need not be laid.
      if (last !== undefined && whiteCost(areaOf(way), room) > last.cost) continue;
      this.#keep(best, at, mostCrop, boxesOf(tree, size, way, style.gapMm));
    }
    return best;
  }

  #keep(best: Placed[], at: number, mostCrop: number, boxes: readonly BoxMm[] | null): void {
    if (boxes === null) return;
    const { shots, room, style, most } = this;
    const last = best.length === most ? best.at(-1) : undefined;
    // One that costs the same as the last comes before it where its tree does.
    const limit = last === undefined ? Infinity : at < last.at ? last.cost * (1 + HAIR) : last.cost;
    const cost = costOf(shots, boxes, room, { ...style, isFull: true, mostCrop: mostCrop + ROUNDING }, limit);
    if (cost === Infinity) return;
    const place = best.findIndex((other) => other.cost > cost || (other.cost === cost && other.at > at));
    best.splice(place < 0 ? best.length : place, 0, { cost, boxes, at });
    if (best.length > most) best.pop();
  }
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

const sizeAt = (tree: SlicingTree, { aspects, known }: Level, gapMm: number): NaturalSize =>
  wholeSize(tree, aspects, gapMm, known);

function giveWay(
  tree: SlicingTree,
  levels: readonly Level[],
  room: Room,
  gapMm: number,
): { readonly boxes: BoxMm[] | null } | { readonly nearest: number } {
  const widthAt = (index: number): number => {
    const { a, b } = sizeAt(tree, levels[index] as Level, gapMm);
    return a * room.heightMm + b;
  };
  const last = levels.length - 1;
  if (widthAt(0) > room.widthMm) return { nearest: 0 };
  if (widthAt(last) < room.widthMm) return { nearest: last };
  let [narrow, wide] = [0, last];
  while (wide - narrow > 1) {
    const middle = (narrow + wide) >> 1;
    if (widthAt(middle) <= room.widthMm) narrow = middle;
    else wide = middle;
  }
  const size = sizeBetween(tree, levels[narrow] as Level, levels[wide] as Level, room, gapMm);
  return { boxes: boxesOf(tree, size, room, gapMm) };
}

/** As wide as the room: between two levels the width is nearly even, and a few steps find it. */
function sizeBetween(tree: SlicingTree, narrow: Level, wide: Level, room: Room, gapMm: number) {
  const at = (share: number) => {
    const aspects = narrow.aspects.map((aspect, index) => aspect + ((wide.aspects[index] ?? aspect) - aspect) * share);
    const size = wholeSize(tree, aspects, gapMm);
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

function boxesOf(tree: SlicingTree, size: NaturalSize, way: BoxMm, gapMm: number): BoxMm[] | null {
  const boxes: BoxMm[] = [];
  return layTree(tree, size, way, { gapMm, put: (box) => boxes.push(box) }) ? boxes : null;
}
