import { MM_PER_INCH } from '../units.ts';
import { PLACED_PAGE } from './bound-values.ts';
import { largestSides, type PictureItem } from './picture-place.ts';
import type { Sketches } from './sketch.ts';

/** A part of a picture as it is seen upright: shares of its width and height from its top left, 0 to 1. */
export interface PicturePart {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const WHOLE: PicturePart = { x: 0, y: 0, width: 1, height: 1 };

/** Pictures that are finer than `fromPpi` where they are placed largest are written with `toPpi` there, in pixels an inch. */
export interface Reduction {
  readonly toPpi: number;
  readonly fromPpi: number;
}

/**
 * To a resolution that was chosen: a picture that is up to a quarter finer stays as it is, since its own bytes are better
 * than any that are written anew.
 */
export const reductionTo = (ppi: number): Reduction => ({ toPpi: ppi, fromPpi: 1.25 * ppi });

/** What a press shows, measured against the pictures themselves on a raster of 300 ppi (docs/decisions/0054). */
export const PRINTED_PPI = 360;

/** How pictures go into a file. */
export interface PictureChoices {
  /** Null: all stay as they are. */
  readonly reduction: Reduction | null;
  /** `cut`: a picture that is hardly shown is written anew, and what no frame shows of it stays away. */
  readonly hidden: 'kept' | 'cut';
  /** `jpeg`: large PNGs through which nothing is seen become JPEGs. */
  readonly largePngs: 'kept' | 'jpeg';
  /** `sRGB`: pictures of another profile, or of inks, are translated. */
  readonly colours: 'kept' | 'sRGB';
  /** Of PDFs: `kept`: as they were drawn. `drawn`: as pictures. */
  readonly pages: 'kept' | 'drawn';
}

/** Of a layout's files, as was chosen for them: at most `maxPpi` where a picture is placed largest, or (null) all that it has. */
export const exportedWith = (maxPpi: number | null, colours: PictureChoices['colours']): PictureChoices => ({
  reduction: maxPpi === null ? null : reductionTo(maxPpi),
  hidden: 'cut',
  largePngs: maxPpi === null ? 'kept' : 'jpeg',
  colours,
  pages: 'kept',
});

/** A PNG of fewer bytes is no photograph, or a small one. */
export const LARGE_PNG_BYTES = 2_000_000;

/** Every picture as it came. */
export const AS_THEY_ARE: PictureChoices = {
  reduction: null,
  hidden: 'kept',
  largePngs: 'kept',
  colours: 'kept',
  pages: 'kept',
};

/** What is written of a picture that does not go in as it is. */
export interface WrittenAnew {
  readonly part: PicturePart;
  /** How many pixels the longer side of the whole picture would have; null: as many as it has. */
  readonly longSidePx: number | null;
}

/** Shown less than this a picture is written anew, and without its hidden part: that would weigh about as much as all that is seen. */
const HARDLY_SHOWN = 0.6;
/** Around what is shown, so that an edge that is moved a little on the press still has something beyond it. */
const SPARE_MM = 5;

/** The pictures of a file that do not go in byte for byte, by blob key. */
export function picturesWrittenAnew(
  sketches: Sketches,
  { reduction, hidden, pages }: Pick<PictureChoices, 'reduction' | 'hidden' | 'pages'>,
): ReadonlyMap<string, WrittenAnew> {
  const sides = largestSides(sketches);
  const shown = hidden === 'cut' ? shownParts(sketches) : null;
  const anew = new Map<string, WrittenAnew>();
  for (const item of sketches.flatMap(({ items }) => items)) {
    if (item.kind !== 'picture' || anew.has(item.picture.blobKey)) continue;
    const { blobKey, mimeType, widthPx, heightPx } = item.picture;
    if (mimeType === PLACED_PAGE && pages === 'kept') continue;
    const largestInches = (sides.get(blobKey) ?? 0) / MM_PER_INCH;
    const isFiner = reduction !== null && Math.max(widthPx, heightPx) > Math.round(largestInches * reduction.fromPpi);
    // A page has no pixels of its own to be drawn with.
    const isDrawn = mimeType === PLACED_PAGE && reduction !== null;
    const longSidePx = reduction !== null && (isFiner || isDrawn) ? Math.round(largestInches * reduction.toPpi) : null;
    const { seen, spare } = shown?.get(blobKey) ?? { seen: WHOLE, spare: WHOLE };
    const part = seen.width * seen.height < HARDLY_SHOWN ? spare : WHOLE;
    if (longSidePx !== null || part !== WHOLE) anew.set(blobKey, { part, longSidePx });
  }
  return anew;
}

interface ShownPart {
  readonly seen: PicturePart;
  readonly spare: PicturePart;
}

/** What the frames of each picture show of it together, and that with something to spare. */
function shownParts(sketches: Sketches): ReadonlyMap<string, ShownPart> {
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
