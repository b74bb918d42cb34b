import type { GalleryElement, LayoutElement, Template } from '../contract/templates.ts';
import type { BoundPicture, BoundValues } from './bound-values.ts';
import { filledText, parameterOf, parametersIn, type PageValues } from './fill-text.ts';
import { collageOf, gridOf, rowsOf, type PlacedPicture } from './galleries.ts';
import { colourOf, mmOfPx, moved } from './lengths.ts';
import type { BoxMm, Frame, PaintItem, TextMeasure } from './sketch.ts';
import { layText } from './text-box.ts';

/** Something that is never parted when a block is broken over columns: it reaches from `topMm` to `bottomMm`. */
interface Piece {
  readonly topMm: number;
  readonly bottomMm: number;
  readonly items: readonly PaintItem[];
}

/** A layout filled with its values: from the top left of the block, or of the page's trim. */
export interface Block {
  readonly heightMm: number;
  readonly pieces: readonly Piece[];
}

/** A part of a block that stands in one column as a whole. Items count from the slice's own top. */
export interface Slice {
  readonly heightMm: number;
  readonly items: readonly PaintItem[];
}

interface Grown {
  readonly element: LayoutElement;
  readonly box: BoxMm;
  /** Height that its content takes; the element's own, unless it grows. */
  readonly heightMm: number;
  /** From the element's top. */
  readonly pieces: readonly Piece[];
}

/** Lays out one entry's elements. `page` is known for base layers only. */
export function layBlock(
  { layout, layoutRules }: Pick<Template, 'layout' | 'layoutRules'>,
  values: BoundValues,
  measure: TextMeasure,
  page: PageValues | null = null,
): Block {
  const hidden = hiddenElements(layout.elements, values, page);
  const shown = layout.elements.filter((element) => !hidden.has(element));
  const closes = layoutRules.flow !== undefined && layoutRules.shiftUpOnHide;
  const grown = shown.map((element) => growElement(element, closes ? pulledUpMm(element, shown, hidden) : 0, values, measure, page));
  const tops = pushedDown(grown);
  const pieces = grown.flatMap(({ pieces: own, box }, index) => own.map((piece) => movedPiece(piece, box.xMm, tops[index] ?? box.yMm)));
  const ownBottomMm = Math.max(0, ...grown.map(({ box }) => box.yMm + box.heightMm));
  const newBottomMm = Math.max(0, ...grown.map(({ heightMm, box }, index) => (tops[index] ?? box.yMm) + heightMm));
  const pulledMm = closes ? closedMm(shown, hidden) : 0;
  return { heightMm: Math.max(mmOfPx(layout.height) - pulledMm + newBottomMm - ownBottomMm, 0), pieces };
}

/** Parts a block wherever nothing would be cut in two. */
export function slicesOf({ heightMm, pieces }: Block): Slice[] {
  const byTop = [...pieces].sort((a, b) => a.topMm - b.topMm);
  const cuts: number[] = [];
  let coveredMm = 0;
  for (const { topMm, bottomMm } of byTop) {
    if (topMm >= coveredMm - 1e-6 && topMm > 1e-6) cuts.push(topMm);
    coveredMm = Math.max(coveredMm, bottomMm);
  }
  const edges = [0, ...cuts, Math.max(heightMm, coveredMm)];
  return edges.slice(0, -1).map((topMm, index) => {
    const bottomMm = edges[index + 1] ?? heightMm;
    const own = pieces.filter((piece) => (piece.topMm >= topMm - 1e-6 || index === 0) && piece.topMm < bottomMm - 1e-6);
    return { heightMm: bottomMm - topMm, items: own.flatMap(({ items }) => items.map((item) => moved(item, 0, -topMm))) };
  });
}

export const itemsOf = ({ pieces }: Block): PaintItem[] => pieces.flatMap(({ items }) => items);

/** Elements whose parameter was not given or is off, and with them their whole group. */
function hiddenElements(elements: readonly LayoutElement[], values: BoundValues, page: PageValues | null): ReadonlySet<LayoutElement> {
  const own = elements.filter((element) => isLeftOut(element, values, page));
  const groups = new Set(own.map(({ groupName }) => groupName).filter((name) => name !== undefined));
  return new Set([...own, ...elements.filter(({ groupName }) => groupName !== undefined && groups.has(groupName))]);
}

function isLeftOut(element: LayoutElement, values: BoundValues, page: PageValues | null): boolean {
  if (element.visible !== undefined && !isOn(element.visible, values)) return true;
  switch (element.type) {
    case 'text':
      return filledText(element.text, values, page) === null;
    case 'photo':
      return pictureOf(element.fileName, values) === null;
    case 'graphic':
    case 'rectangle':
      return false;
    default:
      return picturesOf(element.photos, values).length === 0;
  }
}

function isOn(reference: string, values: BoundValues): boolean {
  return parametersIn(reference).every((name) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return false;
    return value.kind === 'boolean' ? value.value : value.kind !== 'text' || value.text.trim() !== '';
  });
}

function pictureOf(reference: string, values: BoundValues): BoundPicture | null {
  const name = parameterOf(reference);
  const value = name !== null && Object.hasOwn(values, name) ? values[name] : undefined;
  return value?.kind === 'picture' ? value.picture : null;
}

function picturesOf(reference: string, values: BoundValues): readonly BoundPicture[] {
  const name = parameterOf(reference);
  const value = name !== null && Object.hasOwn(values, name) ? values[name] : undefined;
  return value?.kind === 'pictures' ? value.pictures : [];
}

/** How far an element moves up because rows above it are empty: bands that only hidden elements filled. */
function pulledUpMm(element: LayoutElement, shown: readonly LayoutElement[], hidden: ReadonlySet<LayoutElement>): number {
  return emptyBands(shown, hidden)
    .filter(([, bottom]) => bottom <= element.position.y + 1e-6)
    .reduce((sum, [top, bottom]) => sum + mmOfPx(bottom - top), 0);
}

const closedMm = (shown: readonly LayoutElement[], hidden: ReadonlySet<LayoutElement>): number =>
  emptyBands(shown, hidden).reduce((sum, [top, bottom]) => sum + mmOfPx(bottom - top), 0);

/** From the top of a hidden element to the top of what comes next below it, where nothing that is shown stands beside. */
function emptyBands(shown: readonly LayoutElement[], hidden: ReadonlySet<LayoutElement>): (readonly [number, number])[] {
  const bands: [number, number][] = [];
  for (const { position, height } of [...hidden].sort((a, b) => a.position.y - b.position.y)) {
    const top = position.y;
    const bottom = position.y + height;
    if (shown.some((other) => other.position.y < bottom && other.position.y + other.height > top)) continue;
    const below = [...shown, ...hidden].map((other) => other.position.y).filter((y) => y >= bottom - 1e-6);
    const end = below.length === 0 ? bottom : Math.min(...below);
    const last = bands.at(-1);
    if (last && last[1] > top) last[1] = Math.max(last[1], end);
    else bands.push([top, end]);
  }
  return bands;
}

/** The new tops: what stands below something that grew moves down with its end, in the order from above. */
function pushedDown(grown: readonly Grown[]): number[] {
  const order = grown.map((_, index) => index).sort((a, b) => (grown[a]?.box.yMm ?? 0) - (grown[b]?.box.yMm ?? 0));
  const tops = grown.map(({ box }) => box.yMm);
  for (const index of order) {
    const own = grown[index];
    if (!own) continue;
    for (const above of order) {
      const other = grown[above];
      if (!other || other.box.yMm + other.box.heightMm > own.box.yMm + 1e-6) continue;
      const gapMm = own.box.yMm - other.box.yMm - other.box.heightMm;
      tops[index] = Math.max(tops[index] ?? 0, (tops[above] ?? 0) + other.heightMm + gapMm);
    }
  }
  return tops;
}

function growElement(element: LayoutElement, upMm: number, values: BoundValues, measure: TextMeasure, page: PageValues | null): Grown {
  const box = { xMm: mmOfPx(element.position.x), yMm: mmOfPx(element.position.y) - upMm, widthMm: mmOfPx(element.width), heightMm: mmOfPx(element.height) };
  const own = { xMm: 0, yMm: 0, widthMm: box.widthMm, heightMm: box.heightMm };
  const whole = (items: readonly PaintItem[]): Grown => ({ element, box, heightMm: box.heightMm, pieces: [{ topMm: 0, bottomMm: box.heightMm, items }] });
  switch (element.type) {
    case 'rectangle':
      return whole([{ kind: 'rectangle', box: own, fill: colourOf(element.backgroundColor), ...frameOf(element) }]);
    case 'graphic':
      return whole([{ kind: 'graphic', box: own, source: element.imageSource, opacity: element.opacity }]);
    case 'photo': {
      const picture = pictureOf(element.fileName, values);
      return whole(picture === null ? [] : [{ kind: 'picture', box: own, picture, fit: element.fit, ...frameOf(element) }]);
    }
    case 'text': {
      const text = filledText(element.text, values, page) ?? '';
      const laid = layText(text, element, own, measure);
      const backdrop: PaintItem[] =
        element.backgroundColor === undefined
          ? []
          : [{ kind: 'rectangle', box: { ...own, heightMm: Math.max(laid.heightMm, own.heightMm) }, fill: colourOf(element.backgroundColor), border: null, cornerRadiusMm: 0 }];
      if (element.isDynamic !== true) return whole([...backdrop, ...laid.lines]);
      const heightMm = Math.max(laid.heightMm, 0);
      if (element.splittable !== true || backdrop.length > 0) return { element, box, heightMm, pieces: [{ topMm: 0, bottomMm: heightMm, items: [...backdrop, ...laid.lines] }] };
      return { element, box, heightMm, pieces: laid.lines.map((line) => ({ topMm: line.box.yMm, bottomMm: line.box.yMm + line.box.heightMm, items: [line] })) };
    }
    default:
      return growGallery(element, box, own, picturesOf(element.photos, values));
  }
}

function growGallery(element: GalleryElement, box: BoxMm, own: BoxMm, pictures: readonly BoundPicture[]): Grown {
  const { container } = element;
  const paddingMm = mmOfPx(container.padding);
  const gapMm = mmOfPx(container.itemGap);
  const inner = { xMm: paddingMm, yMm: paddingMm, widthMm: Math.max(own.widthMm - 2 * paddingMm, 0), heightMm: Math.max(own.heightMm - 2 * paddingMm, 0) };
  const painted = (placed: readonly PlacedPicture[], downMm: number): PaintItem[] =>
    placed.map(({ picture, box: place }) => ({ kind: 'picture', box: { ...place, xMm: place.xMm, yMm: place.yMm + downMm }, picture, fit: container.fit, ...frameOf(element) }));
  if (element.type !== 'rowGallery') {
    const placed = (element.type === 'collageGallery' ? collageOf : gridOf)(pictures, inner, gapMm);
    return { element, box, heightMm: own.heightMm, pieces: [{ topMm: 0, bottomMm: own.heightMm, items: painted(placed, 0) }] };
  }
  const maxHeightMm = mmOfPx(container.row?.maxHeight ?? container.maxHeight);
  const rows = rowsOf(pictures, { widthMm: inner.widthMm, gapMm, maxHeightMm, fillMiddle: container.row?.fillMiddle ?? false });
  const neededMm = rows.reduce((sum, row) => sum + row.heightMm, 0) + gapMm * (rows.length - 1);
  // A fixed box holds all its rows: they get lower together, which crops them.
  const factor = element.heightMode === 'fixed' && neededMm > inner.heightMm ? inner.heightMm / neededMm : 1;
  let topMm = paddingMm;
  const pieces = rows.map((row) => {
    const heightMm = row.heightMm * factor;
    const placed = row.placed.map((one) => ({ ...one, box: { ...one.box, xMm: one.box.xMm + paddingMm, heightMm } }));
    const piece = { topMm, bottomMm: topMm + heightMm, items: painted(placed, topMm) };
    topMm += heightMm + gapMm * factor;
    return piece;
  });
  return { element, box, heightMm: element.heightMode === 'fixed' ? own.heightMm : neededMm + 2 * paddingMm, pieces };
}

function frameOf(element: { readonly borderBrush?: string | undefined; readonly borderThickness?: number | undefined; readonly cornerRadius?: number | undefined }): Frame {
  const thicknessMm = mmOfPx(element.borderThickness ?? 0);
  return {
    border: element.borderBrush === undefined || thicknessMm === 0 ? null : { colour: colourOf(element.borderBrush), thicknessMm },
    cornerRadiusMm: mmOfPx(element.cornerRadius ?? 0),
  };
}

const movedPiece = ({ topMm, bottomMm, items }: Piece, xMm: number, yMm: number): Piece => ({
  topMm: topMm + yMm,
  bottomMm: bottomMm + yMm,
  items: items.map((item) => moved(item, xMm, yMm)),
});
