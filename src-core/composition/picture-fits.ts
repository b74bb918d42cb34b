import { MM_PER_INCH } from '../units.ts';
import type { BoundPicture, BoundValues } from './bound-values.ts';
import { isHeadAt, OFF_FOLD_MM } from './crop-window.ts';
import { overlapOf } from './lengths.ts';
import { isShownWhole, pictureBox, type LaidPicture } from './picture-place.ts';
import { SHARP_FROM_PPI } from './sharpness.ts';
import type { BoxMm } from '../specs/book-geometry.ts';
import type { LaidItem } from './sketch.ts';

/** What sums of millimetres lose. */
const ROUNDING = 1e-6;

/** How a picture is printed that is not printed as its template draws it. */
export interface PictureFit {
  /** The parameter that it was given by. */
  readonly field: string;
  /** Which of several, from 1; null: it is the only one. */
  readonly number: number | null;
  readonly fit:
    | { readonly kind: 'whole' }
    /** The fold of the spread goes through a head, or lies less than 5 mm beside one. */
    | { readonly kind: 'folded' }
    /** Too few pixels for its place: so many an inch where it is placed largest, rounded down. */
    | { readonly kind: 'coarse'; readonly ppi: number }
    /** So much of it is cut off where most is, above an eighth or so; 0 to 1. */
    | { readonly kind: 'cut'; readonly share: number };
}

/** Nobody misses less of a picture. */
const MISSED_FROM = 0.12;

/**
 * Which of an entry's pictures are shown whole in a frame that they were to fill, which have a head at the fold of a spread, which lose
 * more than 12 % of themselves to their frame, and which are printed with fewer than 150 pixels an inch, in the order in which they were given.
 */
export function pictureFits(items: readonly LaidItem[], values: BoundValues): readonly PictureFit[] {
  // By the picture as it was bound: the same photo may be given twice, once with a focus.
  const ppi = new Map<BoundPicture, number>();
  const whole = new Set<BoundPicture>();
  const folded = new Set<BoundPicture>();
  const cut = new Map<BoundPicture, number>();
  for (const item of items) {
    if (item.kind !== 'picture') continue;
    const { picture } = item;
    const box = pictureBox(item);
    const placed = (picture.widthPx / box.widthMm) * MM_PER_INCH + ROUNDING;
    ppi.set(picture, Math.min(placed, ppi.get(picture) ?? Number.POSITIVE_INFINITY));
    if (isShownWhole(item)) whole.add(picture);
    if (isFolded(item, box)) folded.add(picture);
    const seen = overlapOf(box, item.seen ?? item.box);
    const lost = 1 - (seen.widthMm * seen.heightMm) / (box.widthMm * box.heightMm);
    cut.set(picture, Math.max(lost, cut.get(picture) ?? 0));
  }
  const told = (field: string, number: number | null, picture: BoundPicture): PictureFit[] => {
    const found = ppi.get(picture);
    const share = cut.get(picture) ?? 0;
    return [
      ...(whole.has(picture) ? [{ field, number, fit: { kind: 'whole' } } as const] : []),
      ...(folded.has(picture) ? [{ field, number, fit: { kind: 'folded' } } as const] : []),
      ...(share > MISSED_FROM + ROUNDING ? [{ field, number, fit: { kind: 'cut', share } } as const] : []),
      ...(found !== undefined && found < SHARP_FROM_PPI
        ? [{ field, number, fit: { kind: 'coarse', ppi: Math.floor(found) } } as const]
        : []),
    ];
  };
  return Object.entries(values).flatMap(([field, value]) => {
    if (value.kind === 'picture') return told(field, null, value.picture);
    if (value.kind === 'pictures') return value.pictures.flatMap((picture, at) => told(field, at + 1, picture));
    return [];
  });
}

const isFolded = ({ picture, foldXMm }: LaidPicture, { xMm, widthMm }: BoxMm): boolean =>
  foldXMm !== undefined &&
  isHeadAt(picture.subject?.faces ?? [], { x: (foldXMm - xMm) / widthMm, aside: OFF_FOLD_MM / widthMm });
