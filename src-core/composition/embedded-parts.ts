import { MM_PER_INCH } from '../units.ts';
import { largestSides, type PictureItem } from './picture-place.ts';
import type { PaintItem } from './sketch.ts';

/** A part of a picture as it is seen upright: shares of its width and height from its top left, 0 to 1. */
export interface PicturePart {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const WHOLE: PicturePart = { x: 0, y: 0, width: 1, height: 1 };

/** How pictures go into a file. */
export interface PictureChoices {
  /** Pictures that are finer than this where they are placed largest are reduced to it; null: none is. */
  readonly maxPpi: number | null;
  /** `cut`: what no frame shows of a picture that is written anew stays away, and one that is hardly shown is written anew. */
  readonly hidden: 'kept' | 'cut';
}

/** What is written of a picture that does not go in as it is. */
export interface WrittenAnew {
  readonly part: PicturePart;
  /** How many pixels the longer side of the whole picture would have; null: as many as it has. */
  readonly longSidePx: number | null;
}

/** Shown less than this a picture is written anew: its hidden part would weigh more than all that is seen. */
const HARDLY_SHOWN = 0.5;
/** Around what is shown, so that an edge that is moved a little on the press still has something beyond it. */
const SPARE_MM = 5;

/** The pictures of a file that do not go in byte for byte, by blob key. */
export function picturesWrittenAnew(
  sketches: readonly { readonly items: readonly PaintItem[] }[],
  { maxPpi, hidden }: PictureChoices,
): ReadonlyMap<string, WrittenAnew> {
  const sides = largestSides(sketches);
  const shown = hidden === 'cut' ? shownParts(sketches) : null;
  const anew = new Map<string, WrittenAnew>();
  for (const item of sketches.flatMap(({ items }) => items)) {
    if (item.kind !== 'picture' || anew.has(item.picture.blobKey)) continue;
    const { blobKey, widthPx, heightPx } = item.picture;
    const finestPx = maxPpi === null ? null : Math.round(((sides.get(blobKey) ?? 0) / MM_PER_INCH) * maxPpi);
    const longSidePx = finestPx !== null && finestPx < Math.max(widthPx, heightPx) ? finestPx : null;
    const { seen = WHOLE, spare = WHOLE } = shown?.get(blobKey) ?? {};
    if (longSidePx !== null || seen.width * seen.height < HARDLY_SHOWN) anew.set(blobKey, { part: spare, longSidePx });
  }
  return anew;
}

interface ShownPart {
  readonly seen: PicturePart;
  readonly spare: PicturePart;
}

/** What the frames of each picture show of it together, and that with something to spare. */
function shownParts(sketches: readonly { readonly items: readonly PaintItem[] }[]): ReadonlyMap<string, ShownPart> {
  const parts = new Map<string, ShownPart>();
  for (const item of sketches.flatMap(({ items }) => items)) {
    if (item.kind !== 'picture') continue;
    const { blobKey } = item.picture;
    const known = parts.get(blobKey);
    const [seen, spare] = [shownPart(item, 0), shownPart(item, SPARE_MM)];
    parts.set(
      blobKey,
      known === undefined ? { seen, spare } : { seen: around(known.seen, seen), spare: around(known.spare, spare) },
    );
  }
  return parts;
}

/** What a frame shows of its picture, and so much around it. */
function shownPart({ box, whole, turnDeg, straightenDeg = 0 }: PictureItem, spareMm: number): PicturePart {
  const angle = (Math.abs(straightenDeg) * Math.PI) / 180;
  const acrossMm = box.widthMm * Math.cos(angle) + box.heightMm * Math.sin(angle) + 2 * spareMm;
  const downMm = box.widthMm * Math.sin(angle) + box.heightMm * Math.cos(angle) + 2 * spareMm;
  const share = (fromMm: number, lengthMm: number, wholeFromMm: number, wholeMm: number) => {
    const from = Math.min(Math.max((fromMm - wholeFromMm) / wholeMm, 0), 1);
    return [from, Math.min(Math.max((fromMm + lengthMm - wholeFromMm) / wholeMm, from), 1) - from] as const;
  };
  const [x, width] = share(box.xMm + (box.widthMm - acrossMm) / 2, acrossMm, whole.xMm, whole.widthMm);
  const [y, height] = share(box.yMm + (box.heightMm - downMm) / 2, downMm, whole.yMm, whole.heightMm);
  return turnedPart({ x, y, width, height }, turnDeg === 0 ? 0 : ((360 - turnDeg) as PictureItem['turnDeg']));
}

/** Where a part lies once its picture is turned clockwise. */
export function turnedPart({ x, y, width, height }: PicturePart, turnDeg: PictureItem['turnDeg']): PicturePart {
  switch (turnDeg) {
    case 0:
      return { x, y, width, height };
    case 90:
      return { x: 1 - y - height, y: x, width: height, height: width };
    case 180:
      return { x: 1 - x - width, y: 1 - y - height, width, height };
    case 270:
      return { x: y, y: 1 - x - width, width: height, height: width };
  }
}

function around(a: PicturePart, b: PicturePart): PicturePart {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}
