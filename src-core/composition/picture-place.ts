import type { LaidItem, PaintItem, Sketches } from './sketch.ts';
import type { BoxMm } from '../specs/book-geometry.ts';

export type PictureItem = Extract<PaintItem, { kind: 'picture' }>;

/** Where the whole picture lies, in its own proportions: over its frame (`cover`) or within it (`contain`). */
export function pictureBox({ box, picture, fit }: Extract<LaidItem, { kind: 'picture' }>): BoxMm {
  const across = box.widthMm / picture.widthPx;
  const down = box.heightMm / picture.heightPx;
  const mmPerPx = fit === 'cover' ? Math.max(across, down) : Math.min(across, down);
  const widthMm = picture.widthPx * mmPerPx;
  const heightMm = picture.heightPx * mmPerPx;
  return {
    xMm: box.xMm + (box.widthMm - widthMm) / 2,
    yMm: box.yMm + (box.heightMm - heightMm) / 2,
    widthMm,
    heightMm,
  };
}

/** An item whose place is final, as it is painted. */
export function settled(item: LaidItem): PaintItem {
  if (item.kind !== 'picture') return item;
  const { fit: _, ...framed } = item;
  return { ...framed, whole: pictureBox(item), turnDeg: 0 };
}

const SLACK_MM = 0.001;

/** Whether the picture lies within its frame and the page is seen beside it: then there is nothing to cut off. */
export const leavesRoom = ({ whole, box, straightenDeg = 0 }: PictureItem): boolean => {
  const acrossMm = box.widthMm - whole.widthMm;
  const downMm = box.heightMm - whole.heightMm;
  return straightenDeg === 0 && Math.min(acrossMm, downMm) >= -SLACK_MM && Math.max(acrossMm, downMm) > SLACK_MM;
};

/** What is seen of a picture, around which its border runs and whose corners are rounded: its frame, or all of it where that is smaller. */
export const seenBox = (item: PictureItem): BoxMm => (leavesRoom(item) ? item.whole : item.box);

/** The longer side of every picture where it is placed largest, in millimetres, by blob key. */
export function largestSides(sketches: Sketches): ReadonlyMap<string, number> {
  const sides = new Map<string, number>();
  for (const item of sketches.flatMap(({ items }) => items)) {
    if (item.kind !== 'picture') continue;
    const { whole, picture } = item;
    sides.set(picture.blobKey, Math.max(sides.get(picture.blobKey) ?? 0, whole.widthMm, whole.heightMm));
  }
  return sides;
}
