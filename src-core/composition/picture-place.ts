import type { BoundPicture } from './bound-values.ts';
import { cropWindow, foldBesideHeads, OFF_FOLD_MM, type CropWindow } from './crop-window.ts';
import type { LaidItem, PaintItem, Sketches } from './sketch.ts';
import type { BoxMm } from '../specs/book-geometry.ts';

export type PictureItem = Extract<PaintItem, { kind: 'picture' }>;

export type LaidPicture = Extract<LaidItem, { kind: 'picture' }>;

/** Where the whole picture lies, in its own proportions: over its frame (`cover`, `subject`) or within it (`contain`). */
export function pictureBox(item: LaidPicture): BoxMm {
  const { box, picture, fit, seen = box } = item;
  const window = fit === 'subject' ? subjectWindow(item) : null;
  if (window === 'whole') return besideFold(item, within(seen, picture));
  if (window === null) return fit === 'contain' ? within(box, picture) : over(box, picture);
  const widthMm = box.widthMm / window.width;
  const heightMm = box.heightMm / window.height;
  return { xMm: box.xMm - window.x * widthMm, yMm: box.yMm - window.y * heightMm, widthMm, heightMm };
}

/** Shown whole it leaves room in its frame, and moves aside as far as its frame is seen, so that no head lies at the fold. */
function besideFold({ box, picture, seen = box, foldXMm, mayMove }: LaidPicture, whole: BoxMm): BoxMm {
  if (mayMove !== true || foldXMm === undefined) return whole;
  const shareAt = (xMm: number) => (foldXMm - xMm) / whole.widthMm;
  const fold = { x: shareAt(whole.xMm), aside: OFF_FOLD_MM / whole.widthMm };
  const [least, most] = [shareAt(seen.xMm + seen.widthMm - whole.widthMm), shareAt(seen.xMm)];
  const x = foldBesideHeads(picture.subject?.faces ?? [], fold, least, most);
  return { ...whole, xMm: foldXMm - x * whole.widthMm };
}

/** Whether it is shown whole although it was to fill its frame, because no way to cut it keeps all heads. */
export const isShownWhole = (item: LaidPicture): boolean => item.fit === 'subject' && subjectWindow(item) === 'whole';

/** Null where there is nothing to choose: a frame without room, as galleries in a box that is all gaps have. */
function subjectWindow({ box, picture, seen = box, foldXMm, mayEnlarge }: LaidPicture): CropWindow | 'whole' | null {
  const { widthPx, heightPx, subject, focus } = picture;
  if (!(Math.min(box.widthMm, box.heightMm, widthPx, heightPx) > 0)) return null;
  return cropWindow({
    pictureAspect: widthPx / heightPx,
    frameAspect: box.widthMm / box.heightMm,
    faces: subject?.faces ?? [],
    focus: focus ?? null,
    attention: subject?.attention ?? null,
    unseen: {
      left: (seen.xMm - box.xMm) / box.widthMm,
      right: (box.xMm + box.widthMm - seen.xMm - seen.widthMm) / box.widthMm,
      top: (seen.yMm - box.yMm) / box.heightMm,
      bottom: (box.yMm + box.heightMm - seen.yMm - seen.heightMm) / box.heightMm,
    },
    mayEnlarge: mayEnlarge ?? false,
    fold: foldXMm === undefined ? null : { x: (foldXMm - box.xMm) / box.widthMm, aside: OFF_FOLD_MM / box.widthMm },
  });
}

const over = (box: BoxMm, picture: BoundPicture) => centred(box, picture, Math.max);
const within = (box: BoxMm, picture: BoundPicture) => centred(box, picture, Math.min);

function centred(
  box: BoxMm,
  { widthPx, heightPx }: BoundPicture,
  chosen: (across: number, down: number) => number,
): BoxMm {
  const mmPerPx = chosen(box.widthMm / widthPx, box.heightMm / heightPx);
  const widthMm = widthPx * mmPerPx;
  const heightMm = heightPx * mmPerPx;
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
  const {
    fit: _fit,
    seen: _seen,
    foldXMm: _foldXMm,
    mayEnlarge: _mayEnlarge,
    mayMove: _mayMove,
    mayBeRound,
    ...framed
  } = item;
  const placed: PictureItem = { ...framed, whole: pictureBox(item), turnDeg: 0 };
  return mayBeRound === true ? withCornersOfItsOwn(placed) : placed;
}

/** Of the shorter side. A corner that is larger is one of a circle, and so large a corner shows all of a picture. */
const CORNER = { most: 0.25, own: 0.08 };

/** What is shown whole in a round frame: its ends would be half circles and cut off who stands there. */
function withCornersOfItsOwn(item: PictureItem): PictureItem {
  const shorterMm = Math.min(item.whole.widthMm, item.whole.heightMm);
  return leavesRoom(item) && item.cornerRadiusMm > CORNER.most * shorterMm
    ? { ...item, cornerRadiusMm: CORNER.own * shorterMm }
    : item;
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
