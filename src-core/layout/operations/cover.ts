import type { Thresholds } from '../../preflight/thresholds.ts';
import { coverSizeMm, spineWidthMm } from '../../specs/book-geometry.ts';
import { panelsOf } from '../../composition/cover-panels.ts';
import type { LayoutDocument, PictureFrame, TextFrame } from '../document.ts';
import { freshInside } from '../inside.ts';
import { isRefusal, refused, type Outcome } from '../refusal.ts';
import { framesInOrder } from '../surface-change.ts';
import { addText, styleText, writeText, type TextStyle } from './text.ts';

/**
 * The line on the spine, turned, centred between the folds less `spineTextMarginMm`. Refused on a spine below `spineTextFromMm`, with both
 * widths.
 */
export function setSpineText(
  document: LayoutDocument,
  { text, thresholds, ...style }: { readonly text: string; readonly thresholds: Thresholds } & TextStyle,
): Outcome {
  const spineMm = spineWidthMm(document.spec, document.order.length);
  const fromMm = thresholds.of('spineTextFromMm').value;
  if (spineMm < fromMm) return refused({ key: 'layout.refused.thinSpine', params: { spineMm, fromMm } });
  const line = text.replace(/\s+/g, ' ');
  const there = spineTextOf(document);
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
    typeface: 'semiBold',
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
