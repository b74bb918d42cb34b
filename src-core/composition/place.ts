import type { Template } from '../contract/templates.ts';
import type { SpecGeometry } from '../specs/book-geometry.ts';
import { itemsOf, layBlock } from './block.ts';
import type { BoundValues } from './bound-values.ts';
import type { FlowCursor, PlacementWish } from './flow.ts';
import type { FieldFit } from './grow-element.ts';
import { fillingRows } from './grow-rows.ts';
import { mmOfPx, moved, pxOfMm, seenWithin, type TrimBox } from './lengths.ts';
import { bindingOf, pageFrame, pageStyleOf, sideIn } from './page-frame.ts';
import { partedBlock } from './part-block.ts';
import type { LaidItem, TextMeasure } from './sketch.ts';

export interface Placement {
  readonly pageNum: number;
  /** From the top left of the page's trim; of a spread all of them are the left page's. */
  readonly items: readonly LaidItem[];
}

export interface PlacedEntry {
  readonly cursor: FlowCursor;
  /** The page of its beginning, from 1. */
  readonly firstPage: number;
  /** It shares its first page with what was there. */
  readonly joined: boolean;
  readonly placements: readonly Placement[];
  readonly fits: readonly FieldFit[];
}

export interface EntryToPlace {
  readonly template: Template;
  readonly values: BoundValues;
  readonly spec: SpecGeometry;
  readonly cursor: FlowCursor;
  readonly wish: PlacementWish;
  readonly measure: TextMeasure;
}

/** Finds the place of one more entry behind those that the cursor stands for, and lays it out there. */
export function layEntry(entry: EntryToPlace): PlacedEntry {
  return entry.template.layoutRules.flow === undefined ? layPage(entry) : layFlow(entry);
}

/**
 * A layout that fills a page begins one and closes it. A wished side that the next page does not have leaves a blank page. One that
 * goes over both pages of a spread begins on the left, whatever side is wished, and closes both. Throws a RangeError for a spread in a
 * book that has none.
 */
function layPage({
  template: { layout, layoutRules },
  values,
  spec,
  cursor,
  wish,
  measure,
}: EntryToPlace): PlacedEntry {
  const isSpread = layoutRules.pages === 2;
  if (isSpread && bindingOf(spec) !== 'LAYFLAT') throw new RangeError('only LAYFLAT books have spreads');
  const trim = isSpread ? spreadTrim(spec) : trimOf(spec);
  const firstPage = nextPage(spec, cursor, isSpread ? { ...wish, side: 'left' } : wish);
  const limitMm = spec.innerTrimHeightMm - mmOfPx(layoutRules.margin.pageMargin.tail);
  const filling = { values, measure, page: null, ...(isSpread && { foldXMm: spec.innerTrimWidthMm }) };
  const block = layBlock(layout, filling, { closesHoles: false, limitMm, trim });
  const items = itemsOf(block).map((item) => seenWithin(item, trim));
  return {
    cursor: { pages: isSpread ? firstPage + 1 : firstPage, open: null },
    firstPage,
    joined: false,
    placements: [{ pageNum: firstPage, items: isSpread ? items.map(acrossFold) : items }],
    fits: block.fits,
  };
}

/** The same thing on both pages of a spread, painted once. */
export const acrossFold = (item: LaidItem): LaidItem => ({ ...item, across: true });

/** Of a spread, from the top left of its left page. */
const spreadTrim = (spec: SpecGeometry): TrimBox => ({
  ...trimOf(spec),
  widthMm: 2 * spec.innerTrimWidthMm,
  foldXMm: spec.innerTrimWidthMm,
});

/** Of a page, from its own top left. */
const trimOf = ({ innerTrimWidthMm, innerTrimHeightMm }: SpecGeometry): TrimBox => ({
  ...{ xMm: 0, yMm: 0 },
  ...{ widthMm: innerTrimWidthMm, heightMm: innerTrimHeightMm },
});

function nextPage(spec: SpecGeometry, cursor: FlowCursor, wish: PlacementWish): number {
  const next = cursor.pages + 1;
  return wish.side === null || sideIn(spec, next) === wish.side ? next : next + 1;
}

interface Column {
  readonly pageNum: number;
  readonly column: number;
  /** Of the columns of its page, below what spans them. */
  readonly fromMm: number;
  readonly usedMm: number;
}

function layFlow({ template, values, spec, cursor, wish, measure }: EntryToPlace): PlacedEntry {
  const { layout, layoutRules } = template;
  const style = pageStyleOf(template);
  const frameOf = (pageNum: number) => pageFrame(spec, layoutRules, sideIn(spec, pageNum));
  // Columns are as high and as wide on both sides: only their places differ.
  const { columnHeightMm, columnWidthMm, columnXsMm } = frameOf(1);
  const spanMm = (columnXsMm.at(-1) ?? 0) + columnWidthMm - (columnXsMm[0] ?? 0);
  const spans = fillingRows(layout.elements, values, measure.rules).some(({ span }) => span === true);
  // What spans the columns of a page stands in one column that is as wide as all of them.
  const columns = spans ? 1 : columnXsMm.length;
  const spareMm = spans ? 0 : Math.max(columnWidthMm - mmOfPx(layout.width), 0);
  const insetMm = spareMm * SHARE_BEFORE[layoutRules.flow?.itemAlign ?? 'left'];
  const after = (at: Column): Column =>
    at.column + 1 < columns
      ? { ...at, column: at.column + 1, usedMm: at.fromMm }
      : { pageNum: at.pageNum + 1, column: 0, fromMm: 0, usedMm: 0 };
  const roomsFrom = (at: Column): number[] => {
    const rooms = [columnHeightMm - at.usedMm];
    for (let next = after(at); next.pageNum === at.pageNum; next = after(next))
      rooms.push(columnHeightMm - next.usedMm);
    return rooms;
  };
  const blockAt = (at: Column, mayLeaveFirst: boolean) =>
    layBlock(
      layout,
      { values, measure, page: null },
      {
        closesHoles: layoutRules.shiftUpOnHide,
        limitMm: null,
        room: { roomsMm: roomsFrom(at), columnMm: columnHeightMm, spanMm, mayLeaveFirst },
      },
    );

  const spacingMm = mmOfPx(layoutRules.flow?.itemSpacing.size ?? 0);
  let first = firstColumn(spec, cursor, wish, style, columns, spacingMm);
  let block = blockAt(first, first.usedMm > 0);
  while (block.leavesFirst) {
    first = after(first);
    block = blockAt(first, first.usedMm > 0);
  }
  const parts = partedBlock(block, columnHeightMm, roomsFrom(first));

  let at = first;
  const placements = parts.map((part, index): Placement => {
    // An empty first part: nothing of it fitted where the entry before it ended.
    if (index > 0) at = after(at);
    const frame = frameOf(at.pageNum);
    const xMm = (frame.columnXsMm[at.column] ?? 0) + insetMm;
    const yMm = frame.topMm + at.usedMm;
    const items = part.items.map((item) => moved(item, xMm, yMm));
    at = { ...at, usedMm: Math.min(at.usedMm + part.heightMm, columnHeightMm) };
    return { pageNum: at.pageNum, items };
  });
  const begun = placements.find((_, index) => parts[index]?.isEmpty === false) ?? placements.at(-1);
  const firstPage = begun?.pageNum ?? at.pageNum;
  const fromMm = spans && columnXsMm.length > 1 ? Math.min(at.usedMm + spacingMm, columnHeightMm) : at.fromMm;
  return {
    cursor: {
      pages: at.pageNum,
      open: {
        pageStyle: style,
        column: at.column,
        usedPx: pxOfMm(at.usedMm),
        ...(fromMm > 0 && { fromPx: pxOfMm(fromMm) }),
      },
    },
    firstPage,
    joined: firstPage <= cursor.pages,
    placements: placements.filter(({ items }) => items.length > 0),
    fits: block.fits,
  };
}

const SHARE_BEFORE = { left: 0, center: 0.5, right: 1 } as const;

function firstColumn(
  spec: SpecGeometry,
  cursor: FlowCursor,
  wish: PlacementWish,
  style: string,
  columns: number,
  spacingMm: number,
): Column {
  const { open, pages } = cursor;
  const begun = { pageNum: nextPage(spec, cursor, wish), column: 0, fromMm: 0, usedMm: 0 };
  // In a column that a page has not for this entry, because it spans them, nothing of it has room.
  if (open === null || open.pageStyle !== style || wish.side !== null || open.column >= columns) return begun;
  const fromMm = mmOfPx(open.fromPx ?? 0);
  const own = { pageNum: pages, column: open.column, fromMm, usedMm: mmOfPx(open.usedPx) + spacingMm };
  if (wish.breakBefore === 'none') return own;
  return wish.breakBefore === 'column' && open.column + 1 < columns
    ? { ...own, column: open.column + 1, usedMm: fromMm }
    : begun;
}
