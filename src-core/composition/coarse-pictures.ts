import { MM_PER_INCH } from '../units.ts';
import type { BoundPicture, BoundValues } from './bound-values.ts';
import { pictureBox } from './picture-place.ts';
import type { LaidItem } from './sketch.ts';

/** With fewer pixels an inch a picture is seen to be unsharp (GWG 2022 R0031: 149 on sheet-fed offset). */
export const SHARP_FROM_PPI = 150;

/** What sums of millimetres lose. */
const ROUNDING = 1e-6;

/** A picture that has too few pixels for its place. */
export interface CoarsePicture {
  /** The parameter that it was given by. */
  readonly field: string;
  /** Which of several, from 1; null: it is the only one. */
  readonly number: number | null;
  /** Pixels an inch where it is placed largest, rounded down. */
  readonly ppi: number;
}

/** Which of an entry's pictures are printed with fewer than 150 pixels an inch, in the order in which they were given. */
export function coarsePictures(items: readonly LaidItem[], values: BoundValues): readonly CoarsePicture[] {
  const ppi = new Map<string, number>();
  for (const item of items) {
    if (item.kind !== 'picture') continue;
    const { blobKey, widthPx } = item.picture;
    const placed = (widthPx / pictureBox(item).widthMm) * MM_PER_INCH + ROUNDING;
    ppi.set(blobKey, Math.min(placed, ppi.get(blobKey) ?? Number.POSITIVE_INFINITY));
  }
  const told = (field: string, number: number | null, { blobKey }: BoundPicture): CoarsePicture[] => {
    const found = ppi.get(blobKey);
    return found !== undefined && found < SHARP_FROM_PPI ? [{ field, number, ppi: Math.floor(found) }] : [];
  };
  return Object.entries(values).flatMap(([field, value]) => {
    if (value.kind === 'picture') return told(field, null, value.picture);
    if (value.kind === 'pictures') return value.pictures.flatMap((picture, at) => told(field, at + 1, picture));
    return [];
  });
}
