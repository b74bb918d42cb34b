import { panelsOf, reaching } from '../composition/cover-panels.ts';
import { bindingOf } from '../composition/page-frame.ts';
import type { CoverSketch, PageSketch, PaintItem, TextMeasure } from '../composition/sketch.ts';
import { spineRoom } from '../composition/spine-room.ts';
import { fittedLine, spineLineOf, type FittedLine } from '../composition/text-box.ts';
import { anatomyOf } from '../specs/anatomy.ts';
import { spineWidthMm, type BoxMm } from '../specs/book-geometry.ts';
import { mmToPoints, pointsToMm } from '../units.ts';
import {
  printThresholds,
  surfaceOf,
  textRulesOf,
  type LayoutDocument,
  type LayoutFrame,
  type Panel,
  type SurfaceId,
  type TextFrame,
} from './document.ts';
import type { PictureItem } from '../composition/picture-place.ts';
import { wholeBoxOf, type FrameInside } from './inside.ts';
import { isPanel, spreadOf, spreadsOf } from './spreads.ts';
import { framesInOrder, movedBox } from './surface-change.ts';
import { layLines, layoutColour } from './text-lines.ts';
import { themedBook } from './themed/laid.ts';

/** What is painted of a frame. Where it is measured from is its surface's to say. */
export interface FrameItem {
  readonly frameId: string;
  readonly item: PaintItem;
}

/**
 * The book as it is painted: `sheetsOf` and the painter make its files of it, and the stage shows the very same. Pictures are named by
 * their keys. What templates make lies under what was laid out by hand. Of a right-bound LAYFLAT book the pages come in the order in which they lie on their sheets, left before right.
 */
export function sketchesOf(
  document: LayoutDocument,
  measure: TextMeasure,
): { readonly cover: CoverSketch; readonly pages: PageSketch[] } {
  const numbers = new Map(document.order.map((id, index) => [id, index + 1]));
  const inSheets = bindingOf(document.spec) === 'LAYFLAT' && document.spec.bindingEdge === 'right';
  const sides = new Map(
    spreadsOf(document).flatMap(({ left, right }) => [[left, 'left'] as const, [right, 'right'] as const]),
  );
  const order = inSheets ? spreadsOf(document).flatMap(({ left, right }) => [left, right]) : document.order;
  const made = themedBook(document, measure);
  return {
    cover: sketchOfCover(document, measure, made?.cover?.sketch ?? null),
    pages: order.flatMap((pageId): PageSketch[] => {
      const page = pageId === null ? undefined : document.pages[pageId];
      if (pageId === null || page === undefined) return [];
      const pageNum = numbers.get(pageId) ?? 0;
      const under = made?.pages[pageNum - 1];
      return [
        {
          pageNum,
          side: sides.get(pageId) ?? 'right',
          background: under?.isBegun === true ? under.background : layoutColour(page.ground),
          items: [
            ...(under?.items ?? []).map(({ item }) => item),
            ...pageItems(document, pageId, measure).map(({ item }) => item),
          ],
        },
      ];
    }),
  };
}

/**
 * What is painted on a page, the lowest first; from the top left of its trim. A picture across the fold of a LAYFLAT book is the left
 * page's; of a glued one both pages have it, each its own part, in the same place.
 */
export function pageItems(document: LayoutDocument, pageId: string, measure: TextMeasure): FrameItem[] {
  const own = itemsOf(document, pageId, measure, (box) => box);
  if (bindingOf(document.spec) === 'LAYFLAT') return own.map(withFold(document, pageId));
  const spread = spreadOf(document, pageId);
  const left = spread?.right === pageId ? spread.left : null;
  return left === null ? own : [...partsFrom(document, left, measure), ...own];
}

const withFold =
  (document: LayoutDocument, pageId: string) =>
  ({ frameId, item }: FrameItem): FrameItem => {
    const frame = document.pages[pageId]?.frames[frameId];
    const isAcross = item.kind === 'picture' && frame?.kind === 'picture' && frame.across;
    return { frameId, item: isAcross ? { ...item, across: true } : item };
  };

/** What reaches over from the left page, as the right page of a glued book has it. */
function partsFrom(document: LayoutDocument, left: string, measure: TextMeasure): FrameItem[] {
  const page = document.pages[left];
  const widthMm = document.spec.innerTrimWidthMm;
  if (page === undefined) return [];
  const across = framesInOrder(page).filter(
    ([, frame]) => frame.kind === 'picture' && frame.across && frame.box.xMm + frame.box.widthMm > widthMm,
  );
  return across.flatMap(([frameId, frame]) =>
    frameItems(document, frame, frame.box, measure).map((item) => ({
      frameId,
      item:
        item.kind === 'picture'
          ? { ...item, box: movedBox(item.box, -widthMm, 0), whole: movedBox(item.whole, -widthMm, 0) }
          : item,
    })),
  );
}

function itemsOf(
  document: LayoutDocument,
  surfaceId: SurfaceId,
  measure: TextMeasure,
  placed: (box: BoxMm, frame: LayoutFrame) => BoxMm,
): FrameItem[] {
  const surface = surfaceOf(document, surfaceId);
  if (surface === undefined) return [];
  return framesInOrder(surface).flatMap(([frameId, frame]) =>
    frameItems(document, frame, placed(frame.box, frame), measure).map((item) => ({ frameId, item })),
  );
}

/** One frame in its box. One that waits for its picture, or its text, is not painted. */
function frameItems(document: LayoutDocument, frame: LayoutFrame, box: BoxMm, measure: TextMeasure): PaintItem[] {
  switch (frame.kind) {
    case 'picture':
      return pictureItems(document, { ...frame, box });
    case 'field':
      return [{ kind: 'rectangle', box, fill: layoutColour(frame.fill), ...lookOf(frame) }];
    case 'text':
      return frame.text.trim() === '' ? [] : [layLines(frame, box, measure, textRulesOf(document)).item];
  }
}

type Looked =
  | Extract<LayoutFrame, { kind: 'field' }>
  | Pick<Extract<LayoutFrame, { kind: 'picture' }>, 'border' | 'cornerMm'>;
const lookOf = ({ border, cornerMm }: Pick<Looked, 'border' | 'cornerMm'>) => ({
  border: border === null ? null : { colour: layoutColour(border.colour), thicknessMm: border.widthMm },
  cornerRadiusMm: cornerMm,
});

function pictureItems(
  document: LayoutDocument,
  frame: FrameInside & { readonly picture: string | null } & Pick<Looked, 'border' | 'cornerMm'>,
): PictureItem[] {
  const picture = frame.picture === null ? undefined : document.pictures[frame.picture];
  if (frame.picture === null || picture === undefined) return [];
  const { mimeType, widthPx, heightPx } = picture;
  return [
    {
      kind: 'picture',
      box: frame.box,
      picture: { blobKey: frame.picture, mimeType, widthPx, heightPx },
      whole: wholeBoxOf(frame, picture),
      turnDeg: frame.turnDeg,
      ...(frame.straightenDeg === 0 ? {} : { straightenDeg: frame.straightenDeg }),
      ...lookOf(frame),
    },
  ];
}

/** What is painted on a panel of the cover; from the top left of the cover's sheet. What reaches an edge goes on over wrap and bleed. */
export function panelItems(document: LayoutDocument, panel: Panel, measure: TextMeasure): FrameItem[] {
  const place = panelsOf(document.spec, document.order.length)[panel];
  const onSheet = itemsOf(document, panel, measure, (box, frame) => {
    const there = movedBox(box, place.xMm, place.yMm);
    return frame.kind === 'text' ? there : reaching(there, place);
  });
  if (panel !== 'spine') return onSheet;
  return onSheet.flatMap(({ frameId, item }) => {
    const frame = document.cover.spine.frames[frameId];
    if (frame?.kind !== 'text' || item.kind !== 'text') return [{ frameId, item }];
    const line = spineLine(document, frame, measure)?.item ?? null;
    return line === null ? [] : [{ frameId, item: line }];
  });
}

/** The line of a spine as it is printed, and what had to be done so that it fits. */
export interface SpineLine {
  /** Null: its frame has no room for a single letter. */
  readonly item: Extract<PaintItem, { kind: 'text' }> | null;
  readonly fit: FittedLine['fit'];
}

/**
 * The line of a spine: in the middle between its folds less their margin, and as large as it is asked for where it has room for that,
 * down to the smallest type that is read; what has no room then is cut off its end. Null on a spine too thin for text, where it would
 * run onto the boards.
 */
export function spineLine(document: LayoutDocument, frame: TextFrame, measure: TextMeasure): SpineLine | null {
  const thresholds = printThresholds(document);
  const place = panelsOf(document.spec, document.order.length).spine;
  const room = spineRoom(spineWidthMm(document.spec, document.order.length), frame.typeface, thresholds);
  if (room === null) return null;
  const { marginMm, widthMm: roomMm, mostMm, leastMm } = room;
  const safeMm = thresholds.of('textSafetyMm').value;
  const fromMm = Math.max(frame.box.yMm, safeMm);
  const acrossMm = Math.min(frame.box.yMm + frame.box.heightMm, place.heightMm - safeMm) - fromMm;
  const askedMm = Math.max(leastMm, pointsToMm(frame.sizePt));
  const { text, sizeMm, fit } = fittedLine(
    spineLineOf(frame.text, frame.typeface, measure),
    { fullMm: Math.min(askedMm, mostMm), leastMm, acrossMm },
    { look: { typeface: frame.typeface, trackingEm: 0 }, measure },
  );
  if (text === '') return { item: null, fit };
  const line: TextFrame = { ...frame, text, sizePt: mmToPoints(sizeMm), turnDeg: 90, vertical: 'middle' };
  const box = { xMm: place.xMm + marginMm, yMm: place.yMm + fromMm, widthMm: roomMm, heightMm: acrossMm };
  const { item } = layLines(line, box, measure, textRulesOf(document), { isOneLine: true });
  return { item: { ...item, sizeMm }, fit };
}

/** The picture over the whole cover's sheet, under everything else; null: there is none. */
export function wrapItem(document: LayoutDocument): PictureItem | null {
  const { cover, spec, order } = document;
  if (cover.wrap === null) return null;
  const { sheet } = anatomyOf(spec, { kind: 'cover', pages: order.length });
  const box: BoxMm = { xMm: 0, yMm: 0, widthMm: sheet.rightMm, heightMm: sheet.bottomMm };
  return pictureItems(document, { ...cover.wrap, box })[0] ?? null;
}

/** `under`: the cover by its template, on which the panels lie. */
function sketchOfCover(document: LayoutDocument, measure: TextMeasure, under: CoverSketch | null): CoverSketch {
  const wrap = wrapItem(document);
  const grounds = under === null ? groundsOf(document) : under.items;
  return {
    background: under?.background ?? layoutColour(document.cover.back.ground),
    items: [
      ...(wrap === null ? [] : [wrap]),
      ...(wrap === null || under !== null ? grounds : []),
      ...(['back', 'front', 'spine'] as const).flatMap((panel) =>
        panelItems(document, panel, measure).map(({ item }) => item),
      ),
    ],
  };
}

/** Spine and front where they are of another colour than the back, which is the sheet's. */
function groundsOf({ cover, spec, order }: LayoutDocument): PaintItem[] {
  const places = panelsOf(spec, order.length);
  return (['spine', 'front'] as const).flatMap((panel): PaintItem[] => {
    const { reach } = places[panel];
    if (cover[panel].ground === cover.back.ground || reach.rightMm <= reach.leftMm) return [];
    return [
      {
        kind: 'rectangle',
        box: {
          xMm: reach.leftMm,
          yMm: reach.topMm,
          widthMm: reach.rightMm - reach.leftMm,
          heightMm: reach.bottomMm - reach.topMm,
        },
        fill: layoutColour(cover[panel].ground),
        border: null,
        cornerRadiusMm: 0,
      },
    ];
  });
}

/** What is painted on any surface: of a page from its trim, of a panel from the cover's sheet. */
export const surfaceItems = (document: LayoutDocument, surfaceId: SurfaceId, measure: TextMeasure): FrameItem[] =>
  isPanel(surfaceId) ? panelItems(document, surfaceId, measure) : pageItems(document, surfaceId, measure);
