import type { Template } from '../contract/templates.ts';
import type { BoxMm, SpecGeometry } from '../specs/book-geometry.ts';
import { itemsOf, layBlock } from './block.ts';
import type { BoundValues } from './bound-values.ts';
import type { FlowCursor, PlacementWish } from './flow.ts';
import type { FieldFit } from './grow-element.ts';
import { mmOfPx, moved, pxOfMm, seenWithin } from './lengths.ts';
import { pageFrame, pageStyleOf, sideIn } from './page-frame.ts';
import { partedBlock } from './part-block.ts';
import type { LaidItem, TextMeasure } from './sketch.ts';

export interface Placement {
  readonly pageNum: number;
  /** From the top left of the page's trim. */
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

/** A layout that fills a page begins one and closes it. A wished side that the next page does not have leaves a blank page. */
function layPage({
  template: { layout, layoutRules },
  values,
  spec,
  cursor,
  wish,
  measure,
}: EntryToPlace): PlacedEntry {
  const firstPage = nextPage(spec, cursor, wish);
  const limitMm = spec.innerTrimHeightMm - mmOfPx(layoutRules.margin.pageMargin.tail);
  const block = layBlock(layout, { values, measure, page: null }, { closesHoles: false, limitMm });
  return {
    cursor: { pages: firstPage, open: null },
    firstPage,
    joined: false,
    placements: [{ pageNum: firstPage, items: itemsOf(block).map((item) => seenWithin(item, trimOf(spec))) }],
    fits: block.fits,
  };
}

/** Of a page, from its own top left. */
const trimOf = ({ innerTrimWidthMm, innerTrimHeightMm }: SpecGeometry): BoxMm => ({
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
  readonly usedMm: number;
}

function layFlow({ template, values, spec, cursor, wish, measure }: EntryToPlace): PlacedEntry {
  const { layout, layoutRules } = template;
  const style = pageStyleOf(template);
  const columns = layoutRules.flow?.columns ?? 1;
  const frameOf = (pageNum: number) => pageFrame(spec, layoutRules, sideIn(spec, pageNum));
  // Columns are as high and as wide on both sides: only their places differ.
  const { columnHeightMm, columnWidthMm } = frameOf(1);
  const insetMm =
    Math.max(columnWidthMm - mmOfPx(layout.width), 0) * SHARE_BEFORE[layoutRules.flow?.itemAlign ?? 'left'];
  const after = (at: Column): Column =>
    at.column + 1 < columns
      ? { pageNum: at.pageNum, column: at.column + 1, usedMm: 0 }
      : { pageNum: at.pageNum + 1, column: 0, usedMm: 0 };

  const first = firstColumn(spec, cursor, wish, style, columns, mmOfPx(layoutRules.flow?.itemSpacing.size ?? 0));
  const block = layBlock(
    layout,
    { values, measure, page: null },
    { closesHoles: layoutRules.shiftUpOnHide, limitMm: null },
  );
  const parts = partedBlock(block, columnHeightMm, columnHeightMm - first.usedMm);

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
  return {
    cursor: { pages: at.pageNum, open: { pageStyle: style, column: at.column, usedPx: pxOfMm(at.usedMm) } },
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
  const canJoin = open !== null && open.pageStyle === style && wish.side === null;
  if (canJoin && wish.breakBefore === 'none')
    return { pageNum: pages, column: open.column, usedMm: mmOfPx(open.usedPx) + spacingMm };
  if (canJoin && wish.breakBefore === 'column' && open.column + 1 < columns)
    return { pageNum: pages, column: open.column + 1, usedMm: 0 };
  return { pageNum: nextPage(spec, cursor, wish), column: 0, usedMm: 0 };
}
