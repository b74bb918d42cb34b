import type { Anchor, LayoutElement, PhotoElement, PictureShape } from '../contract/templates.ts';
import type { BoxMm } from '../specs/book-geometry.ts';
import type { BoundPicture, BoundValues } from './bound-values.ts';
import { aspectsThatKeepHeads } from './crop-window.ts';
import { pictureOf } from './resolve-values.ts';

/** Pictures nearer to a square than this are one: 8 × 10 is high, 9 × 10 is not. */
const SQUARE_UP_TO = 1.12;

const SHARE_BEFORE: Readonly<Record<Anchor, readonly [x: number, y: number]>> = {
  center: [0.5, 0.5],
  top: [0.5, 0],
  bottom: [0.5, 1],
  left: [0, 0.5],
  right: [1, 0.5],
  topLeft: [0, 0],
  topRight: [1, 0],
  bottomLeft: [0, 1],
  bottomRight: [1, 1],
};

/**
 * The largest frame in a slot that crops at most the share `mostCropped` of the picture, and none at all where that would cut a head
 * that is whole in the picture. A picture whose size is not known fills its slot.
 */
export function fittingFrame(
  slot: BoxMm,
  { widthPx, heightPx, subject }: BoundPicture,
  { mostCropped, anchor }: NonNullable<PhotoElement['fitting']>,
): BoxMm {
  if (!(Math.min(widthPx, heightPx, slot.widthMm, slot.heightMm) > 0)) return slot;
  const own = widthPx / heightPx;
  const heads = aspectsThatKeepHeads(own, subject?.faces ?? []);
  const least = Math.max(own * (1 - mostCropped), Math.min(heads.least, own));
  const most = Math.min(own / (1 - mostCropped), Math.max(heads.most, own));
  const aspect = Math.min(Math.max(slot.widthMm / slot.heightMm, least), most);
  const widthMm = Math.min(slot.widthMm, slot.heightMm * aspect);
  const heightMm = Math.min(slot.heightMm, slot.widthMm / aspect);
  return anchored(slot, { widthMm, heightMm }, anchor);
}

/** So large a box at its place in a slot. */
export function anchored(slot: BoxMm, { widthMm, heightMm }: Omit<BoxMm, 'xMm' | 'yMm'>, anchor: Anchor): BoxMm {
  const [across, down] = SHARE_BEFORE[anchor];
  return {
    xMm: slot.xMm + (slot.widthMm - widthMm) * across,
    yMm: slot.yMm + (slot.heightMm - heightMm) * down,
    widthMm,
    heightMm,
  };
}

const NEAREST: Readonly<Record<PictureShape, readonly PictureShape[]>> = {
  wide: ['wide', 'square', 'high'],
  square: ['square', 'wide', 'high'],
  high: ['high', 'square', 'wide'],
};

export function shapeOf({ widthPx, heightPx }: BoundPicture): PictureShape {
  if (!(widthPx > 0) || !(heightPx > 0)) return 'square';
  if (widthPx > heightPx * SQUARE_UP_TO) return 'wide';
  return heightPx > widthPx * SQUARE_UP_TO ? 'high' : 'square';
}

/** The photos of several forms of one parameter that are not shown, because another form is nearer to the picture's proportions. */
export function otherForms(elements: readonly LayoutElement[], values: BoundValues): ReadonlySet<LayoutElement> {
  const forms = elements.filter((element) => element.type === 'photo' && element.when !== undefined) as PhotoElement[];
  return new Set(
    forms.filter((form) => {
      const picture = pictureOf(form.fileName, values);
      if (picture === null) return false;
      const rank = (one: PhotoElement) => NEAREST[shapeOf(picture)].indexOf(one.when ?? 'square');
      return forms.some((other) => other.fileName === form.fileName && rank(other) < rank(form));
    }),
  );
}
