import type { Template } from '../contract/templates.ts';
import type { SpecGeometry } from '../specs/book-geometry.ts';
import { itemsOf, layBlock, slicesOf, type Slice } from './block.ts';
import type { BoundValues } from './bound-values.ts';
import type { FlowCursor, PlacementWish } from './flow.ts';
import { mmOfPx, moved, pxOfMm, scaled } from './lengths.ts';
import { pageFrame, pageStyleOf, sideIn } from './page-frame.ts';
import type { PaintItem, TextMeasure } from './sketch.ts';

export interface Placement {
  readonly pageNum: number;
  /** From the top left of the page's trim. */
  readonly items: readonly PaintItem[];
}

export interface PlacedEntry {
  readonly cursor: FlowCursor;
  /** The page of its beginning, from 1. */
  readonly firstPage: number;
  /** It shares its first page with what was there. */
  readonly joined: boolean;
  readonly placements: readonly Placement[];
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
function layPage({ template, values, spec, cursor, wish, measure }: EntryToPlace): PlacedEntry {
  const firstPage = nextPage(spec, cursor, wish);
  const items = itemsOf(layBlock(template, values, measure));
  return { cursor: { pages: firstPage, open: null }, firstPage, joined: false, placements: [{ pageNum: firstPage, items }] };
}

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
  const { layoutRules } = template;
  const style = pageStyleOf(template);
  const columns = layoutRules.flow?.columns ?? 1;
  const spacingMm = mmOfPx(layoutRules.flow?.itemSpacing.size ?? 0);
  const frameOf = (pageNum: number) => pageFrame(spec, layoutRules, sideIn(spec, pageNum));
  // Columns are as high and as wide on both sides: only their places differ.
  const { columnHeightMm } = frameOf(1);
  const slices = slicesOf(layBlock(template, values, measure)).map((slice) => fitted(slice, columnHeightMm));

  const after = (at: Column): Column =>
    at.column + 1 < columns ? { pageNum: at.pageNum, column: at.column + 1, usedMm: 0 } : { pageNum: at.pageNum + 1, column: 0, usedMm: 0 };
  const fits = (at: Column, { heightMm }: Slice) => at.usedMm + heightMm <= columnHeightMm + 1e-6;

  let at = firstColumn(spec, cursor, wish, style, columns, spacingMm);
  const [first] = slices;
  if (first !== undefined && !fits(at, first)) at = after(at);
  const firstPage = at.pageNum;
  const placements: Placement[] = [];
  for (const slice of slices) {
    if (!fits(at, slice)) at = after(at);
    const frame = frameOf(at.pageNum);
    const { usedMm, column, pageNum } = at;
    placements.push({ pageNum, items: slice.items.map((item) => moved(item, frame.columnXsMm[column] ?? 0, frame.topMm + usedMm)) });
    at = { ...at, usedMm: usedMm + slice.heightMm };
  }
  return {
    cursor: { pages: at.pageNum, open: { pageStyle: style, column: at.column, usedPx: pxOfMm(at.usedMm) } },
    firstPage,
    joined: firstPage <= cursor.pages,
    placements,
  };
}

function firstColumn(spec: SpecGeometry, cursor: FlowCursor, wish: PlacementWish, style: string, columns: number, spacingMm: number): Column {
  const { open, pages } = cursor;
  const canJoin = open !== null && open.pageStyle === style && wish.side === null;
  if (canJoin && wish.breakBefore === 'none') return { pageNum: pages, column: open.column, usedMm: mmOfPx(open.usedPx) + spacingMm };
  if (canJoin && wish.breakBefore === 'column' && open.column + 1 < columns) return { pageNum: pages, column: open.column + 1, usedMm: 0 };
  return { pageNum: nextPage(spec, cursor, wish), column: 0, usedMm: 0 };
}

/** What is never parted and is higher than a column is made smaller as a whole, until it fits. */
function fitted(slice: Slice, columnHeightMm: number): Slice {
  if (slice.heightMm <= columnHeightMm) return slice;
  const factor = columnHeightMm / slice.heightMm;
  return { heightMm: columnHeightMm, items: slice.items.map((item) => scaled(item, factor)) };
}
