import { arrangements, isParted, MOST_IN_ONE, type Arranged, type ArrangeOptions } from '../arranging/arrange.ts';
import { areaOf, unlikeness } from '../arranging/arrangement-cost.ts';
import { keepsHeads, type ArrangeStyle, type Room, type Shot } from '../arranging/shot.ts';
import type { BoxMm } from '../specs/book-geometry.ts';
import type { BoundPicture } from './bound-values.ts';
import { aspectsThatKeepHeads } from './crop-window.ts';
import type { PlacedPicture } from './galleries.ts';
import { SHARP_FROM_PPI } from './sharpness.ts';

/** Smaller pictures look lost. */
export const SMALLEST_SIDE_MM = 25;

/** How a gallery is arranged: `isEven` since rules 8, `foldXMm` where the fold of a spread goes through its box, else null. */
export interface GalleryWay {
  readonly gapMm: number;
  readonly isEven: boolean;
  readonly foldXMm: number | null;
}

/**
 * Lays pictures out as a page of a layout does: each at its own proportions as nearly as a full box allows, or as they are with some
 * white around; heads are kept before anything else. Since rules 8 sizes are alike, which costs some crop or some white. Null where
 * there is no such way: too many of them, a box too small, a size that is not known.
 */
export function arrangedIn(
  pictures: readonly BoundPicture[],
  box: BoxMm,
  { gapMm, isEven, foldXMm }: GalleryWay,
): PlacedPicture[] | null {
  if (!pictures.every(({ widthPx, heightPx }) => widthPx > 0 && heightPx > 0)) return null;
  const shots = pictures.map(
    ({ widthPx, heightPx, subject }, index): Shot => ({
      ...{ id: String(index), widthPx, heightPx, weight: isEven && subject?.faces.length ? PEOPLE : 1 },
      ...(subject !== undefined && { keepsHeads: aspectsThatKeepHeads(widthPx / heightPx, subject.faces) }),
    }),
  );
  const room = { ...box, foldXMm, mayCrossFold: foldXMm !== null };
  const losesNone = ({ boxes }: Arranged) => shots.every((shot, index) => keepsHeads(shot, boxes[index] as BoxMm));
  const placed = ({ boxes }: Arranged) => pictures.map((picture, index) => ({ picture, box: boxes[index] as BoxMm }));
  const found: { readonly way: Arranged; readonly flaw: number }[] = [];
  for (const filling of isEven ? EVEN_FILLINGS : FILLINGS) {
    const { mostInOne = MOST_IN_ONE } = filling;
    if (mostInOne > MOST_IN_ONE && (shots.length <= MOST_IN_ONE || shots.length > mostInOne)) continue;
    const style = { gapMm, smallestSideMm: SMALLEST_SIDE_MM, leastPpi: SHARP_FROM_PPI, isEven, ...filling };
    for (const way of arrangements(shots, room, style, { most: isEven ? EVEN_WAYS : 1, mostInOne })) {
      const flaw = (losesNone(way) ? 0 : HEAD_LOST) + (isEven ? flawOf(way, shots, room, filling) : 0);
      if (flaw === 0) return placed(way);
      found.push({ way, flaw });
    }
  }
  const [first, ...others] = found;
  return first === undefined ? null : placed(others.reduce((a, b) => (b.flaw < a.flaw ? b : a), first).way);
}

type Filling = Pick<ArrangeStyle, 'mostCrop' | 'isFull'> & Pick<ArrangeOptions, 'mostInOne'>;

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
  { mostCrop: 0.2, isFull: false },
  { mostCrop: 0.02, isFull: false },
  { mostCrop: 0.2, isFull: true, mostInOne: 7 },
  { mostCrop: 0.3, isFull: true },
];
/** How much more room people get than what they saw. */
const PEOPLE = 1.6;
/** So many of the best are looked at for one that is well. */
const EVEN_WAYS = 8;
/** A picture that is larger than another by more than this makes a stamp of it. */
const MOST_UNLIKE = 5;
/** Of a box: what is shown in less of it looks forgotten. */
const LEAST_FILLED = 0.7;
/** Less of a picture on the other page of a spread looks like a mistake. */
const SLIVER_MM = 25;

/** More than all other flaws together. */
const HEAD_LOST = 1_000;
/** Two groups, each with its own white around, look like two mistakes. */
const TWO_GROUPS = 6;
const SLIVER_OVER_FOLD = 6;
const UNFILLED = 10;

/** How wrong an arrangement looks, beside another: 0 if nobody would wonder. */
function flawOf({ boxes, shape }: Arranged, shots: readonly Shot[], room: Room, { isFull }: Filling): number {
  const filled = boxes.reduce((sum, box) => sum + areaOf(box), 0) / areaOf(room);
  const hasSliver = boxes.some(({ xMm, widthMm }) => {
    const overMm = room.foldXMm === null ? 0 : Math.min(room.foldXMm - xMm, xMm + widthMm - room.foldXMm);
    return overMm > 0 && overMm < SLIVER_MM;
  });
  return (
    Math.max(0, unlikeness(shots, boxes) - MOST_UNLIKE) +
    (hasSliver ? SLIVER_OVER_FOLD : 0) +
    (isFull ? 0 : (isParted(shape) ? TWO_GROUPS : 0) + UNFILLED * Math.max(0, LEAST_FILLED - filled))
  );
}
