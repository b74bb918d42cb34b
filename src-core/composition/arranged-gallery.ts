import { arrangements, isParted, MOST_IN_ONE, type Arranged, type ArrangeOptions } from '../arranging/arrange.ts';
import { areaOf, unlikeness } from '../arranging/arrangement-cost.ts';
import { GivingWays } from '../arranging/giving-way.ts';
import { keepsHeads, type ArrangeStyle, type Room, type Shot } from '../arranging/shot.ts';
import type { FoundFace } from '../faces/find-faces.ts';
import type { BoxMm } from '../specs/book-geometry.ts';
import type { BoundPicture } from './bound-values.ts';
import { aspectsThatKeepHeads, peopleOn } from './crop-window.ts';
import type { PlacedPicture } from './galleries.ts';
import { SHARP_FROM_PPI } from './sharpness.ts';

/** Smaller pictures look lost. */
export const SMALLEST_SIDE_MM = 25;

/**
 * How a gallery is arranged: `isEven` since rules 8, `givesWay` since rules 11, `foldXMm` where the fold of a spread goes through its box,
 * else null.
 */
export interface GalleryWay {
  readonly gapMm: number;
  readonly isEven: boolean;
  readonly givesWay: boolean;
  readonly foldXMm: number | null;
}

/**
 * Lays pictures out as a page of a layout does: each at its own proportions as nearly as a full box allows, or as they are with some
 * white around; heads are kept before anything else. Since rules 8 sizes are alike, which costs some crop or some white; since rules
 * 11 those without people are cut first, where no fold goes through the box. Null where there is no such way: too many of them, a box too
 * small, a size that is not known.
 */
export function arrangedIn(
  pictures: readonly BoundPicture[],
  box: BoxMm,
  { gapMm, isEven, givesWay, foldXMm }: GalleryWay,
): PlacedPicture[] | null {
  if (!pictures.every(({ widthPx, heightPx }) => widthPx > 0 && heightPx > 0)) return null;
  // Of two none gives way to another: they would be cut for a page that is half empty all the same.
  const isGiving = givesWay && foldXMm === null && pictures.length > 2;
  const weightOf = (faces: readonly FoundFace[]): number => {
    if (isGiving) return 1 + EACH_PERSON * Math.min(peopleOn(faces), MOST_PERSONS);
    return isEven && faces.length > 0 ? PEOPLE : 1;
  };
  const shots = pictures.map(
    ({ widthPx, heightPx, subject }, index): Shot => ({
      ...{ id: String(index), widthPx, heightPx, weight: weightOf(subject?.faces ?? []) },
      ...(subject !== undefined && { keepsHeads: aspectsThatKeepHeads(widthPx / heightPx, subject.faces) }),
    }),
  );
  const room = { ...box, foldXMm, mayCrossFold: foldXMm !== null };
  const losesNone = ({ boxes }: Way) => shots.every((shot, index) => keepsHeads(shot, boxes[index] as BoxMm));
  const placed = ({ boxes }: Way) => pictures.map((picture, index) => ({ picture, box: boxes[index] as BoxMm }));
  const common = { gapMm, smallestSideMm: SMALLEST_SIDE_MM, leastPpi: SHARP_FROM_PPI, isEven };
  const giving = new GivingWays(shots, room, common, EVEN_WAYS);
  const found: { readonly way: Way; readonly flaw: number }[] = [];
  for (const filling of isGiving ? GIVING_FILLINGS : isEven ? EVEN_FILLINGS : FILLINGS) {
    const { mostInOne = MOST_IN_ONE, gives = false } = filling;
    if (mostInOne > MOST_IN_ONE && (shots.length <= MOST_IN_ONE || shots.length > mostInOne)) continue;
    const ways = gives
      ? giving.arrangements(filling)
      : arrangements(shots, room, { ...common, ...filling }, { most: isEven ? EVEN_WAYS : 1, mostInOne });
    for (const way of ways) {
      const flaw = (losesNone(way) ? 0 : HEAD_LOST) + (isEven ? flawOf(way, shots, room, filling) : 0);
      if (flaw === 0) return placed(way);
      found.push({ way, flaw });
    }
  }
  const [first, ...others] = found;
  return first === undefined ? null : placed(others.reduce((a, b) => (b.flaw < a.flaw ? b : a), first).way);
}

/** `shape` is left out where each picture gives way by itself: none of those is parted first. */
type Way = Pick<Arranged, 'boxes'> & Partial<Pick<Arranged, 'shape'>>;

interface Filling extends Pick<ArrangeStyle, 'mostCrop' | 'isFull'>, Pick<ArrangeOptions, 'mostInOne'> {
  /** Of a box that need not be full; what is shown in less of it looks forgotten. */
  readonly leastFilled?: number;
  /** Each picture by itself, and not all by one measure. */
  readonly gives?: boolean;
}

/** A box filled to its end by cutting a fifth off its pictures at most, or white around pictures that lose what nobody sees. */
const FILLINGS: readonly Filling[] = [
  { mostCrop: 0.2, isFull: true },
  { mostCrop: 0.02, isFull: false },
];
/**
 * What cuts least and keeps sizes alike. They are worth some white, and where that would lie between two groups a longer search and some
 * more crop.
 */
const EVEN_FILLINGS: readonly Filling[] = [
  { mostCrop: 0.12, isFull: true },
  { mostCrop: 0.2, isFull: true },
  { mostCrop: 0.2, isFull: false, leastFilled: 0.7 },
  { mostCrop: 0.02, isFull: false, leastFilled: 0.7 },
  { mostCrop: 0.2, isFull: true, mostInOne: 7 },
  { mostCrop: 0.3, isFull: true },
];
/**
 * First each picture gives way as far as it may; then all by one measure, in more trees than those that are calm; a little white is better than more
 * crop than single frames have.
 */
const GIVING_FILLINGS: readonly Filling[] = [
  { gives: true, mostCrop: 0.12, isFull: true },
  { mostCrop: 0.12, isFull: true },
  { gives: true, mostCrop: 0.12, isFull: false, leastFilled: 0.9 },
  { mostCrop: 0.2, isFull: true },
  { gives: true, mostCrop: 0.12, isFull: false, leastFilled: 0.8 },
  { gives: true, mostCrop: 0.2, isFull: true },
  { mostCrop: 0.2, isFull: false, leastFilled: 0.7 },
  { gives: true, mostCrop: 0.3, isFull: true },
  { mostCrop: 0.3, isFull: true },
  { mostCrop: 0.02, isFull: false, leastFilled: 0.7 },
];
/** How much more room people get than what they saw. */
const PEOPLE = 1.6;
/** The same for each of them: four faces want more room than one, and from so many on nobody wonders. */
const EACH_PERSON = 0.3;
const MOST_PERSONS = 3;
/** So many of the best are looked at for one that is well. */
const EVEN_WAYS = 8;
/** A picture that is larger than another by more than this makes a stamp of it. */
const MOST_UNLIKE = 5;
/** Less of a picture on the other page of a spread looks like a mistake. */
const SLIVER_MM = 25;

/** More than all other flaws together. */
const HEAD_LOST = 1_000;
/** Two groups, each with its own white around, look like two mistakes. */
const TWO_GROUPS = 6;
const SLIVER_OVER_FOLD = 6;
const UNFILLED = 10;

/** How wrong an arrangement looks, beside another: 0 if nobody would wonder. */
function flawOf(
  { boxes, shape = '' }: Way,
  shots: readonly Shot[],
  room: Room,
  { isFull, leastFilled = 0 }: Filling,
): number {
  const filled = boxes.reduce((sum, box) => sum + areaOf(box), 0) / areaOf(room);
  const hasSliver = boxes.some(({ xMm, widthMm }) => {
    const overMm = room.foldXMm === null ? 0 : Math.min(room.foldXMm - xMm, xMm + widthMm - room.foldXMm);
    return overMm > 0 && overMm < SLIVER_MM;
  });
  return (
    Math.max(0, unlikeness(shots, boxes) - MOST_UNLIKE) +
    (hasSliver ? SLIVER_OVER_FOLD : 0) +
    (isFull ? 0 : (isParted(shape) ? TWO_GROUPS : 0) + UNFILLED * Math.max(0, leastFilled - filled))
  );
}
