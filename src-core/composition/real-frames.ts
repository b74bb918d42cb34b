import type { Anchor, GalleryElement, LayoutElement, PhotoElement } from '../contract/templates.ts';
import type { BoxMm } from '../specs/book-geometry.ts';
import { filledText } from './fill-text.ts';
import { anchored, fittingFrame } from './fitting-frames.ts';
import { boxOf, fitOf, framedPicture, growElement, type Filling, type GrownElement } from './grow-element.ts';
import { huggingText, type HuggingElement } from './hugging-text.ts';
import { mmOfPx, moved, pxOfMm, seenWithin, type TrimBox } from './lengths.ts';
import type { LaidPicture } from './picture-place.ts';
import { pictureOf } from './resolve-values.ts';

/** Where an element lies that does not lie in the box it is drawn with. */
export interface RealFrame {
  readonly box: BoxMm;
  /** Its content, where that had to be laid out to know the box. */
  readonly grown?: GrownElement;
}

/** A text under a picture is as wide as it, but not narrower than words can be read in. */
const NARROWEST_MM = 60;

/**
 * The boxes that follow from the pictures: frames that fit them, what stands below those, cards on them and the pictures that give
 * such a card room. Empty for layouts that have nothing of the kind. `elements` are without the forms of pictures that are not shown;
 * what is `hidden` keeps a place all the same, for what stands below it.
 */
export function realFrames(
  elements: readonly LayoutElement[],
  hidden: ReadonlySet<LayoutElement>,
  filling: Filling,
  trim?: TrimBox,
): ReadonlyMap<LayoutElement, RealFrame> {
  const frames = new Map<LayoutElement, RealFrame>();
  const byId = new Map(elements.map((element) => [element.element_id, element]));
  const boxNow = (element: LayoutElement) => frames.get(element)?.box ?? boxOf(element);
  for (const element of elements) {
    const above = element.below?.elementIds.map((id) => byId.get(id)).find((one) => one !== undefined);
    if (element.below !== undefined && above !== undefined)
      frames.set(element, { box: boxUnder(element, boxNow(above), element.below) });
    if (element.type === 'photo' && element.fitting !== undefined) {
      const picture = pictureOf(element.fileName, filling.values);
      if (picture !== null) frames.set(element, { box: fittingFrame(boxNow(element), picture, element.fitting) });
    }
    if (isAnchored(element) && !hidden.has(element))
      frames.set(element, anchoredGallery(inBox(element, boxNow(element)), element.anchor, filling));
  }
  for (const element of elements) {
    if (!isHugging(element) || hidden.has(element)) continue;
    const photo = byId.get(element.hug.on);
    const under = photo?.type === 'photo' ? photo : null;
    const text = filledText(element.text, filling.values, filling.page) ?? '';
    const picture = under === null ? null : laidPicture(under, boxNow(under), filling, trim);
    const { card, items, fit, pictureEndsMm } = huggingText(text, element, boxOf(element), picture, filling.measure);
    const pieces = [{ topMm: 0, bottomMm: card.heightMm, items }];
    frames.set(element, {
      box: card,
      grown: { heightMm: card.heightMm, pieces, mayBreak: false, fit: fitOf(element.text, fit) },
    });
    if (under !== null && pictureEndsMm !== null) {
      const box = boxNow(under);
      frames.set(under, { box: { ...box, heightMm: pictureEndsMm - box.yMm } });
    }
  }
  return frames;
}

const isAnchored = (element: LayoutElement): element is GalleryElement & { readonly anchor: Anchor } =>
  'photos' in element && element.anchor !== undefined;

/** What the pictures of a gallery take together, at their place in its box. */
function anchoredGallery(element: LayoutElement, anchor: Anchor, filling: Filling): RealFrame {
  const { pieces } = growElement(element, filling);
  const items = pieces.flatMap((piece) => piece.items);
  const xMm = Math.min(...items.map(({ box }) => box.xMm));
  const yMm = Math.min(...items.map(({ box }) => box.yMm));
  const widthMm = Math.max(...items.map(({ box }) => box.xMm + box.widthMm)) - xMm;
  const heightMm = Math.max(...items.map(({ box }) => box.yMm + box.heightMm)) - yMm;
  const piece = { topMm: 0, bottomMm: heightMm, items: items.map((item) => moved(item, -xMm, -yMm)) };
  return {
    box: anchored(boxOf(element), { widthMm, heightMm }, anchor),
    grown: { heightMm, pieces: [piece], mayBreak: false },
  };
}

/** An element drawn in another box. */
export const inBox = (element: LayoutElement, { xMm, yMm, widthMm, heightMm }: BoxMm): LayoutElement => ({
  ...element,
  position: { x: pxOfMm(xMm), y: pxOfMm(yMm) },
  width: pxOfMm(widthMm),
  height: pxOfMm(heightMm),
});

const isHugging = (element: LayoutElement): element is HuggingElement =>
  element.type === 'text' && element.hug !== undefined;

function boxUnder(element: LayoutElement, above: BoxMm, { gap, asWide }: NonNullable<LayoutElement['below']>): BoxMm {
  const own = boxOf(element);
  const yMm = above.yMm + above.heightMm + mmOfPx(gap);
  if (!asWide) return { ...own, yMm };
  const widthMm = Math.min(Math.max(above.widthMm, NARROWEST_MM), own.widthMm);
  const xMm = above.xMm + (above.widthMm - widthMm) * shareBefore(element);
  const mostMm = own.xMm + own.widthMm - widthMm;
  return { ...own, xMm: Math.min(Math.max(xMm, own.xMm), mostMm), yMm, widthMm };
}

const SHARE_BEFORE = { left: 0, center: 0.5, right: 1 } as const;
const shareBefore = (element: LayoutElement) => (element.type === 'text' ? SHARE_BEFORE[element.textAlignment] : 0);

function laidPicture(
  photo: PhotoElement,
  box: BoxMm,
  { values, measure }: Filling,
  trim?: TrimBox,
): LaidPicture | null {
  const picture = pictureOf(photo.fileName, values);
  if (picture === null) return null;
  const framed = framedPicture(photo, photo.fit, picture, box, measure.rules);
  const seen = trim === undefined ? framed : seenWithin(framed, trim);
  return seen.kind === 'picture' ? seen : null;
}
