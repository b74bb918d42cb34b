import type { LayoutElement, Template } from '../contract/templates.ts';
import { otherForms } from './fitting-frames.ts';
import { fillingRows, growRows, type FlowRoom } from './grow-rows.ts';
import { boxOf, growElement, type FieldFit, type Filling, type GrownElement, type Piece } from './grow-element.ts';
import { mmOfPx, moved, type TrimBox } from './lengths.ts';
import { inBox, realFrames, type RealFrame } from './real-frames.ts';
import { hiddenElements } from './resolve-values.ts';
import type { LaidItem } from './sketch.ts';
import type { BoxMm } from '../specs/book-geometry.ts';
import { joinedLines, type TextItem } from './text-box.ts';

/** What must not be parted, in the block's own millimetres. `element` counts the layout's elements: the order of painting. */
export interface BlockPiece extends Piece {
  readonly element: number;
}

/** A layout filled with its values: from the top left of the block, or of the page's trim. */
export interface Block {
  readonly heightMm: number;
  readonly pieces: readonly BlockPiece[];
  /** Rectangles that other elements lie on: they are cut wherever those are parted. */
  readonly backdrops: readonly BlockPiece[];
  /** Elements whose pieces may come to stand in different columns although one could hold them. */
  readonly breakable: ReadonlySet<number>;
  /** Of the texts that are not set as they are drawn. */
  readonly fits: readonly FieldFit[];
  /** It stands better in the next column, although there is room in the first. */
  readonly leavesFirst: boolean;
}

export interface BlockRules {
  /** A flowing block closes the holes of what is left out. */
  readonly closesHoles: boolean;
  /** How far down content may grow; null where it flows on. */
  readonly limitMm: number | null;
  /** What is left of its page, spread or panel once that is cut and bound; left out: all is seen. */
  readonly trim?: TrimBox;
  /** Of a flowing block: into which columns. Left out: its rows of pictures are laid before it is known. */
  readonly room?: FlowRoom;
}

const ROUNDING_MM = 1e-6;

interface Placed {
  readonly index: number;
  readonly element: LayoutElement;
  readonly box: BoxMm;
  readonly grown: GrownElement;
  topMm: number;
  readonly leavesFirst?: boolean;
}

/**
 * Lays out one entry's elements. What grows moves what stands below it: in a flowing block everything, on a page only
 * what stands under it, and no further than the page's margin (text is set smaller instead).
 */
export function layBlock(
  layout: Pick<Template['layout'], 'elements' | 'height'>,
  filling: Filling,
  rules: BlockRules,
): Block {
  const forms = otherForms(layout.elements, filling.values);
  const hidden = hiddenElements(layout.elements, filling.values, filling.page);
  const grounds =
    rules.limitMm === null ? backdropsOf(layout.elements) : new Map<LayoutElement, readonly LayoutElement[]>();
  const content = layout.elements.filter(
    (element) => !hidden.has(element) && !forms.has(element) && !grounds.has(element),
  );
  const bands = rules.closesHoles
    ? emptyBands(
        content,
        [...hidden].filter((element) => !grounds.has(element) && !forms.has(element)),
      )
    : [];
  const frames = realFrames(
    layout.elements.filter((element) => !forms.has(element)),
    hidden,
    filling,
    rules.trim,
  );
  const placed = arranged(layout.elements, content, frames, bands, filling, rules);
  const backdrops = [...grounds].flatMap(([ground, on]) =>
    hidden.has(ground) ? [] : groundOf(layout.elements.indexOf(ground), ground, on, placed, filling),
  );

  const ownBottomMm = Math.max(0, ...placed.map(({ box }) => box.yMm + box.heightMm));
  const newBottomMm = Math.max(0, ...placed.map(({ topMm, grown }) => topMm + grown.heightMm));
  const closedMm = bands.reduce((sum, band) => sum + band.bottomMm - band.topMm, 0);
  // Where frames follow their pictures the block ends with what is there.
  const endMm = Math.max(newBottomMm, ...backdrops.map(({ bottomMm }) => bottomMm));
  return {
    heightMm: frames.size > 0 ? endMm : Math.max(mmOfPx(layout.height) - closedMm + newBottomMm - ownBottomMm, 0),
    pieces: placed.flatMap(({ index, box, grown, topMm }) =>
      grown.pieces.map((piece) => ({ element: index, ...movedPiece(piece, box.xMm, topMm) })),
    ),
    backdrops,
    breakable: new Set(placed.filter(({ grown }) => grown.mayBreak).map(({ index }) => index)),
    fits: placed.flatMap(({ grown }) => grown.fit ?? []),
    leavesFirst: placed.some(({ leavesFirst }) => leavesFirst === true),
  };
}

/** The items of pieces in the order of painting, the lines of one text together. */
export function paintedItems(pieces: readonly BlockPiece[]): LaidItem[] {
  const byElement = new Map<number, LaidItem[]>();
  for (const { element, items } of pieces) {
    const own = byElement.get(element) ?? [];
    own.push(...items);
    byElement.set(element, own);
  }
  return [...byElement].sort(([a], [b]) => a - b).flatMap(([, own]) => (own.every(isText) ? joinedLines(own) : own));
}

const isText = (item: LaidItem): item is TextItem => item.kind === 'text';

/** Everything of a block that is not parted. */
export const itemsOf = ({ pieces, backdrops }: Block): LaidItem[] => paintedItems([...pieces, ...backdrops]);

function arranged(
  all: readonly LayoutElement[],
  content: readonly LayoutElement[],
  frames: ReadonlyMap<LayoutElement, RealFrame>,
  bands: readonly Band[],
  filling: Filling,
  rules: BlockRules,
): Placed[] {
  const grow = (element: LayoutElement, cappedMm: number | null): Placed => {
    const drawn = boxOf(element);
    const { box, grown } = frames.get(element) ?? { box: drawn };
    const yMm = box.yMm - pulledUpMm(drawn.yMm, bands);
    return {
      index: all.indexOf(element),
      element,
      box: { ...box, yMm },
      grown: grown ?? growElement(frames.has(element) ? inBox(element, box) : element, filling, cappedMm),
      topMm: yMm,
    };
  };
  const { limitMm } = rules;
  const placed = content.map((element) => grow(element, null));
  pushDown(placed, limitMm !== null);
  if (limitMm === null) return withRows(placed, filling, rules.room);
  const overMm = Math.max(0, ...placed.map((one) => overflowOf(one, limitMm)));
  if (overMm <= ROUNDING_MM) return placed;
  let toSaveMm = overMm;
  const capped = placed.map(({ element, box, grown }) => {
    const growthMm = grown.heightMm - box.heightMm;
    if (element.type !== 'text' || element.isDynamic !== true || growthMm <= 0) return grow(element, null);
    const savedMm = Math.min(growthMm, toSaveMm);
    toSaveMm -= savedMm;
    return grow(element, grown.heightMm - savedMm);
  });
  pushDown(capped, true);
  return capped;
}

/**
 * The rows of pictures of a flowing block laid so that they fill the columns into which it flows, when it has one gallery of
 * them: where a second one would begin is not known before.
 */
function withRows(placed: readonly Placed[], { values, measure }: Filling, room: FlowRoom | undefined): Placed[] {
  const shown = placed.map(({ element }) => element);
  const [gallery, ...others] = room === undefined ? [] : fillingRows(shown, values, measure.rules);
  if (room === undefined || gallery === undefined || others.length > 0) return [...placed];
  const filled = placed.map((one): Placed => {
    const rows = one.element === gallery ? growRows(gallery, values, measure.rules, room, one.topMm) : null;
    return rows === null ? one : { ...one, ...rows };
  });
  pushDown(filled, false);
  return filled;
}

/** How far content that grew or was moved reaches beyond where it may. */
function overflowOf({ box, grown, topMm }: Placed, limitMm: number): number {
  return topMm + grown.heightMm - Math.max(limitMm, box.yMm + box.heightMm);
}

/** What stands below something that grew (or needs less) moves with its end, in the order from above. */
function pushDown(placed: readonly Placed[], onlyUnder: boolean): void {
  const order = [...placed].sort((a, b) => a.box.yMm - b.box.yMm);
  for (const own of order) {
    let shiftMm: number | null = null;
    for (const above of order) {
      if (above === own || above.box.yMm + above.box.heightMm > own.box.yMm + ROUNDING_MM) continue;
      if (onlyUnder && !standsUnder(own.box, above.box)) continue;
      const byMm = above.topMm - above.box.yMm + above.grown.heightMm - above.box.heightMm;
      shiftMm = Math.max(shiftMm ?? -Infinity, byMm);
    }
    // On a page nothing rises: what is below keeps its place when a text is short.
    own.topMm = own.box.yMm + (onlyUnder ? Math.max(shiftMm ?? 0, 0) : (shiftMm ?? 0));
  }
}

const standsUnder = (own: BoxMm, above: BoxMm): boolean =>
  own.xMm < above.xMm + above.widthMm - ROUNDING_MM && above.xMm < own.xMm + own.widthMm - ROUNDING_MM;

/** Rectangles that at least one text or picture lies on as a whole, with all that lies on them. */
function backdropsOf(elements: readonly LayoutElement[]): ReadonlyMap<LayoutElement, readonly LayoutElement[]> {
  const grounds = new Map<LayoutElement, readonly LayoutElement[]>();
  for (const ground of elements) {
    if (ground.type !== 'rectangle') continue;
    const on = elements.filter((other) => other !== ground && other.type !== 'rectangle' && liesOn(other, ground));
    if (on.length > 0) grounds.set(ground, on);
  }
  return grounds;
}

function liesOn(element: LayoutElement, ground: LayoutElement): boolean {
  const { x, y } = element.position;
  return (
    x >= ground.position.x &&
    y >= ground.position.y &&
    x + element.width <= ground.position.x + ground.width &&
    y + element.height <= ground.position.y + ground.height
  );
}

/** A rectangle as high as what lies on it has become; nothing when all of that was left out. */
function groundOf(
  index: number,
  ground: LayoutElement,
  on: readonly LayoutElement[],
  placed: readonly Placed[],
  filling: Filling,
): BlockPiece[] {
  const box = boxOf(ground);
  const shown = placed.filter(({ element }) => on.includes(element));
  const [first] = [...shown].sort((a, b) => a.topMm - b.topMm);
  if (first === undefined) return [];
  const above = Math.min(...on.map((element) => boxOf(element).yMm)) - box.yMm;
  const below = box.yMm + box.heightMm - Math.max(...on.map((element) => boxOf(element).yMm + boxOf(element).heightMm));
  const topMm = first.topMm - above;
  const bottomMm = Math.max(...shown.map((one) => one.topMm + one.grown.heightMm)) + below;
  const { pieces } = growElement({ ...ground, height: ground.height }, filling);
  const items = pieces.flatMap((piece) =>
    piece.items.map((item) => ({ ...item, box: { ...box, yMm: topMm, heightMm: bottomMm - topMm } })),
  );
  return [{ element: index, topMm, bottomMm, items }];
}

interface Band {
  readonly topMm: number;
  readonly bottomMm: number;
}

const pulledUpMm = (yMm: number, bands: readonly Band[]): number =>
  bands
    .filter(({ bottomMm }) => bottomMm <= yMm + ROUNDING_MM)
    .reduce((sum, { topMm, bottomMm }) => sum + bottomMm - topMm, 0);

/** From the top of a hidden element to the top of what comes next below it, where nothing that is shown stands beside. */
function emptyBands(shown: readonly LayoutElement[], hidden: readonly LayoutElement[]): Band[] {
  const bands: { topMm: number; bottomMm: number }[] = [];
  const shownBoxes = shown.map(boxOf);
  const hiddenBoxes = hidden.map(boxOf).sort((a, b) => a.yMm - b.yMm);
  for (const { yMm: topMm, heightMm } of hiddenBoxes) {
    const bottomMm = topMm + heightMm;
    if (
      shownBoxes.some((other) => other.yMm < bottomMm - ROUNDING_MM && other.yMm + other.heightMm > topMm + ROUNDING_MM)
    )
      continue;
    const below = [...shownBoxes, ...hiddenBoxes]
      .map((other) => other.yMm)
      .filter((yMm) => yMm >= bottomMm - ROUNDING_MM);
    const endMm = below.length === 0 ? bottomMm : Math.min(...below);
    const last = bands.at(-1);
    if (last !== undefined && last.bottomMm > topMm + ROUNDING_MM) last.bottomMm = Math.max(last.bottomMm, endMm);
    else bands.push({ topMm, bottomMm: endMm });
  }
  return bands;
}

const movedPiece = (
  { topMm, bottomMm, items, ...more }: Omit<BlockPiece, 'element'>,
  xMm: number,
  yMm: number,
): Omit<BlockPiece, 'element'> => ({
  ...more,
  topMm: topMm + yMm,
  bottomMm: bottomMm + yMm,
  items: items.map((item) => moved(item, xMm, yMm)),
});
