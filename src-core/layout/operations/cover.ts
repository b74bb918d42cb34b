import { coverSizeMm, spineWidthMm } from '../../specs/book-geometry.ts';
import { panelsOf } from '../../composition/cover-panels.ts';
import { isThin, spineTextFromMm } from '../../composition/spine-room.ts';
import { printThresholds, type LayoutDocument, type PictureFrame, type TextFrame } from '../document.ts';
import { freshInside } from '../inside.ts';
import { isRefusal, refused, type Outcome } from '../refusal.ts';
import { framesInOrder } from '../surface-change.ts';
import { addText, styleText, writeText, type TextStyle } from './text.ts';

const USUAL_TYPEFACE = 'semiBold';

/**
 * The line on the spine, turned, centred between the folds less `spineTextMarginMm`; an empty one prints nothing. Refused on a spine that is
 * too thin for it (`spineTextFromMm`), with both widths.
 */
export function setSpineText(
  document: LayoutDocument,
  { text, ...style }: { readonly text: string } & TextStyle,
): Outcome {
  const spineMm = spineWidthMm(document.spec, document.order.length);
  const there = spineTextOf(document);
  const typeface = style.typeface ?? there?.[1].typeface ?? USUAL_TYPEFACE;
  const fromMm = spineTextFromMm(typeface, printThresholds(document));
  const line = text.replace(/\s+/g, ' ');
  const isEmpty = line.trim() === '';
  if (isEmpty && there === undefined) return document;
  if (!isEmpty && isThin(spineMm, fromMm))
    return refused({ key: 'layout.refused.thinSpine', params: { spineMm, fromMm } });
  if (there !== undefined) {
    const of = { surfaceId: 'spine', frameId: there[0] };
    const outcome = writeText(document, { ...of, text: line });
    return isRefusal(outcome) ? outcome : styleText(outcome, { surfaceId: 'spine', frameIds: [there[0]], ...style });
  }
  const { widthMm, heightMm } = panelsOf(document.spec, document.order.length).spine;
  return addText(document, {
    surfaceId: 'spine',
    box: { xMm: 0, yMm: 0, widthMm, heightMm },
    text: line,
    align: 'centre',
    vertical: 'middle',
    typeface: USUAL_TYPEFACE,
    turnDeg: 90,
    ...style,
  });
}

/** The text frame that is the spine's line. */
export function spineTextOf(document: LayoutDocument): readonly [string, TextFrame] | undefined {
  return framesInOrder(document.cover.spine).flatMap(([id, frame]): (readonly [string, TextFrame])[] =>
    frame.kind === 'text' ? [[id, frame]] : [],
  )[0];
}

type Wrap = Omit<PictureFrame, 'box'>;

/** One picture under everything, over the whole sheet of the cover; null takes it away. */
export function setWrap(document: LayoutDocument, { picture }: { readonly picture: string | null }): Outcome {
  const { cover } = document;
  if (picture === null) return cover.wrap === null ? document : { ...document, cover: { ...cover, wrap: null } };
  const given = document.pictures[picture];
  if (given === undefined) return refused({ key: 'layout.refused.noPicture' });
  if (cover.wrap?.picture === picture) return document;
  const wrap: Wrap = {
    kind: 'picture',
    locked: false,
    picture,
    show: 'fill',
    ...freshInside(given, coverSizeMm(document.spec, document.order.length)),
    border: null,
    cornerMm: 0,
    across: false,
    weight: 1,
  };
  return { ...document, cover: { ...cover, wrap } };
}

/** How the wrap's picture lies: zoom, focus, turn, straightening. */
export function changeWrap(
  document: LayoutDocument,
  change: Partial<Pick<Wrap, 'zoom' | 'focusX' | 'focusY' | 'turnDeg' | 'straightenDeg'>>,
): Outcome {
  const { wrap } = document.cover;
  if (wrap === null) return refused({ key: 'layout.refused.noWrap' });
  return (Object.keys(change) as (keyof typeof change)[]).every((key) => wrap[key] === change[key])
    ? document
    : { ...document, cover: { ...document.cover, wrap: { ...wrap, ...change } } };
}
