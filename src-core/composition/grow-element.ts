import type { GalleryElement, LayoutElement } from '../contract/templates.ts';
import type { BookRules } from './book-rules.ts';
import type { BoundPicture, BoundValues } from './bound-values.ts';
import { filledText, parametersIn, type PageValues } from './fill-text.ts';
import { arrangedIn } from './arranged-gallery.ts';
import { collageOf, gridOf, rowsOf, type PlacedPicture } from './galleries.ts';
import { colourOf, mmOfPx } from './lengths.ts';
import { pictureOf, picturesOf } from './resolve-values.ts';
import type { Frame, LaidItem, TextMeasure } from './sketch.ts';
import type { BoxMm } from '../specs/book-geometry.ts';
import { joinedLines, layText, type TextFit } from './text-box.ts';

/** Something that is never parted when a block is broken over columns: it reaches from `topMm` to `bottomMm`. */
export interface Piece {
  readonly topMm: number;
  readonly bottomMm: number;
  readonly items: readonly LaidItem[];
  /** It begins a column: the next one after that of the piece before it, or one so many further on. */
  readonly columnsOn?: number;
}

/** An element with its content, from its own top left. */
export interface GrownElement {
  /** What its content takes; the element's own height, unless it grows. */
  readonly heightMm: number;
  readonly pieces: readonly Piece[];
  /** Whether its pieces may come to stand in different columns although one could hold them. */
  readonly mayBreak: boolean;
  /** Of a text that its box could not hold as it is drawn. */
  readonly fit?: FieldFit | null;
}

/** How the text of a field fits. */
export interface FieldFit {
  /** The parameter that it was given by, or `title` of the book. */
  readonly field: string;
  /** It is the book's title: no entry can make it shorter. */
  readonly isOfBook: boolean;
  readonly fit: TextFit | LeftOut;
}

/** Why a text is not printed. */
export type LeftOut =
  /** Books of at most so many pages have too thin a spine for it; null: all that the book spec binds. */
  | { readonly kind: 'thinSpine'; readonly upToPages: number | null }
  /** A running title has no room even in two lines. */
  | { readonly kind: 'noRunningTitle'; readonly characters: number; readonly room: number };

export interface Filling {
  readonly values: BoundValues;
  readonly measure: TextMeasure;
  /** Known for base layers and covers. */
  readonly page: PageValues | null;
  /** Where the two pages of a spread meet, from the left of the layout. Left out: on one page. */
  readonly foldXMm?: number;
}

export const boxOf = ({ position, width, height }: LayoutElement): BoxMm => ({
  xMm: mmOfPx(position.x),
  yMm: mmOfPx(position.y),
  widthMm: mmOfPx(width),
  heightMm: mmOfPx(height),
});

/** Fills one element that is shown. `cappedMm` is the height that one that grows may take: text is set smaller rather than running out of the page. */
export function growElement(
  element: LayoutElement,
  { values, measure, page, foldXMm }: Filling,
  cappedMm: number | null = null,
): GrownElement {
  const { widthMm, heightMm } = boxOf(element);
  const box = { xMm: 0, yMm: 0, widthMm, heightMm };
  const whole = (items: readonly LaidItem[], ownMm = heightMm): GrownElement => ({
    heightMm: ownMm,
    pieces: [{ topMm: 0, bottomMm: ownMm, items }],
    mayBreak: false,
  });
  switch (element.type) {
    case 'rectangle':
      return whole([{ kind: 'rectangle', box, fill: colourOf(element.backgroundColor), ...frameOf(element) }]);
    case 'graphic':
      return whole([{ kind: 'graphic', box, source: element.imageSource, opacity: element.opacity }]);
    case 'photo': {
      const picture = pictureOf(element.fileName, values);
      return whole(picture === null ? [] : [framedPicture(element, element.fit, picture, box, measure.rules)]);
    }
    case 'text': {
      const text = filledText(element.text, values, page) ?? '';
      const setting = cappedMm === null ? element : { ...element, isDynamic: false };
      const laid = layText(text, setting, cappedMm === null ? box : { ...box, heightMm: cappedMm }, measure);
      const fit = fitOf(element.text, laid.fit);
      if (element.backgroundColor !== undefined) {
        const backdrop: LaidItem = {
          kind: 'rectangle',
          box: { ...box, heightMm: laid.heightMm },
          fill: colourOf(element.backgroundColor),
          border: null,
          cornerRadiusMm: 0,
        };
        return { ...whole([backdrop, ...joinedLines(laid.lines.map(({ item }) => item))], laid.heightMm), fit };
      }
      if (setting.isDynamic !== true)
        return { ...whole(joinedLines(laid.lines.map(({ item }) => item)), laid.heightMm), fit };
      // Lines are parted even where that is not wished when they are more than a column holds.
      return {
        heightMm: laid.heightMm,
        pieces: laid.lines.map(({ topMm, bottomMm, item }) => ({ topMm, bottomMm, items: [item] })),
        mayBreak: element.splittable === true,
      };
    }
    default:
      return growGallery(element, box, picturesOf(element.photos, values), measure.rules, foldXMm);
  }
}

export function fitOf(template: string, fit: FieldFit['fit'] | null): FieldFit | null {
  const [parameter] = parametersIn(template);
  if (fit === null) return null;
  if (parameter !== undefined) return { field: parameter, isOfBook: false, fit };
  return template.includes('@@bookTitle@@') ? { field: 'title', isOfBook: true, fit } : null;
}

/** A picture in its frame, which it fills since rules 5 cut where its subject is, and by any rules where somebody said. */
export function framedPicture(
  element: Parameters<typeof frameOf>[0],
  fit: 'cover' | 'contain',
  picture: BoundPicture,
  box: BoxMm,
  rules: BookRules,
): LaidItem {
  const isCutBySubject = fit === 'cover' && (rules >= 5 || picture.focus !== undefined);
  return {
    ...{ kind: 'picture', box, picture, fit: isCutBySubject ? 'subject' : fit, ...frameOf(element) },
    ...(rules >= 7 && isCutBySubject && { mayEnlarge: true }),
    ...(rules >= 11 && isCutBySubject && { mayBeRound: true }),
    ...(rules >= 12 && isCutBySubject && { mayMove: true }),
  };
}

function growGallery(
  element: GalleryElement,
  box: BoxMm,
  pictures: readonly BoundPicture[],
  rules: BookRules,
  foldXMm?: number,
): GrownElement {
  const { container } = element;
  const paddingMm = mmOfPx(container.padding);
  const gapMm = mmOfPx(container.itemGap);
  const inner = {
    xMm: paddingMm,
    yMm: paddingMm,
    widthMm: Math.max(box.widthMm - 2 * paddingMm, 0),
    heightMm: Math.max(box.heightMm - 2 * paddingMm, 0),
  };
  const painted = (placed: readonly PlacedPicture[], downMm: number): LaidItem[] =>
    placed.map(({ picture, box: own }) =>
      framedPicture(element, container.fit, picture, { ...own, yMm: own.yMm + downMm }, rules),
    );
  if (element.type !== 'rowGallery') {
    const isEven = rules >= 8;
    const ownFoldMm = foldXMm === undefined || !isEven ? null : foldXMm - mmOfPx(element.position.x);
    const isFolded = ownFoldMm !== null && ownFoldMm > inner.xMm && ownFoldMm < inner.xMm + inner.widthMm;
    const way = { gapMm, isEven, givesWay: rules >= 11, foldXMm: isFolded ? ownFoldMm : null };
    const placed =
      (rules >= 5 ? arrangedIn(pictures, inner, way) : null) ??
      (element.type === 'collageGallery' ? collageOf : gridOf)(pictures, inner, gapMm);
    return {
      heightMm: box.heightMm,
      pieces: [{ topMm: 0, bottomMm: box.heightMm, items: painted(placed, 0) }],
      mayBreak: false,
    };
  }
  const maxHeightMm = mmOfPx(container.row?.maxHeight ?? container.maxHeight);
  const rows = rowsOf(pictures, {
    widthMm: inner.widthMm,
    gapMm,
    maxHeightMm,
    fillMiddle: container.row?.fillMiddle ?? false,
  });
  const isFixed = element.heightMode === 'fixed';
  const neededMm = rows.reduce((sum, row) => sum + row.heightMm, 0) + gapMm * (rows.length - 1);
  // A fixed box holds all its rows: they get lower together, which crops their pictures.
  const factor = isFixed && neededMm > inner.heightMm ? inner.heightMm / neededMm : 1;
  let topMm = paddingMm;
  const pieces = rows.map((row) => {
    const heightMm = row.heightMm * factor;
    const placed = row.placed.map((one) => ({ ...one, box: { ...one.box, xMm: one.box.xMm + paddingMm, heightMm } }));
    const piece = { topMm, bottomMm: topMm + heightMm, items: painted(placed, topMm) };
    topMm += heightMm + gapMm * factor;
    return piece;
  });
  if (!isFixed) return { heightMm: neededMm + 2 * paddingMm, pieces, mayBreak: true };
  const spareMm = Math.max(inner.heightMm - neededMm, 0) * SHARE_ABOVE[container.align.vertical];
  const items = pieces.flatMap((piece) =>
    piece.items.map((item) => ({ ...item, box: { ...item.box, yMm: item.box.yMm + spareMm } })),
  );
  return { heightMm: box.heightMm, pieces: [{ topMm: 0, bottomMm: box.heightMm, items }], mayBreak: false };
}

const SHARE_ABOVE = { top: 0, center: 0.5, bottom: 1 } as const;

function frameOf(element: {
  readonly borderBrush?: string | undefined;
  readonly borderThickness?: number | undefined;
  readonly cornerRadius?: number | undefined;
}): Frame {
  const thicknessMm = mmOfPx(element.borderThickness ?? 0);
  return {
    border:
      element.borderBrush === undefined || thicknessMm === 0
        ? null
        : { colour: colourOf(element.borderBrush), thicknessMm },
    cornerRadiusMm: mmOfPx(element.cornerRadius ?? 0),
  };
}
