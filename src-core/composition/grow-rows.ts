import type { GalleryElement, LayoutElement } from '../contract/templates.ts';
import type { BookRules } from './book-rules.ts';
import type { BoundPicture, BoundValues } from './bound-values.ts';
import { aspectsThatKeepHeads } from './crop-window.ts';
import { SMALLEST_SIDE_MM } from './arranged-gallery.ts';
import { aspectOf } from './galleries.ts';
import { boxOf, framedPicture, type GrownElement, type Piece } from './grow-element.ts';
import { mmOfPx } from './lengths.ts';
import { picturesOf } from './resolve-values.ts';
import { rowsOverPages, type RowPicture } from './rows-over-pages.ts';

/** Columns into which a block flows, as far as they are known before it is parted. Millimetres. */
export interface FlowRoom {
  /** What is left of the first columns, in their order; those after them are `columnMm` high. */
  readonly roomsMm: readonly number[];
  readonly columnMm: number;
  /** Of all columns of a page with the gaps between them: how wide is what spans them. */
  readonly spanMm: number;
  /** The block may begin in the second column although there is room in the first. */
  readonly mayLeaveFirst: boolean;
}

/** Since these rules rows of pictures fill their columns (rows-over-pages.ts). */
const ROWS_FILL_SINCE = 6;
const MOST_CROP = 0.12;

/** The row galleries of a layout that go on over columns, when by its rules they fill them and they were given pictures. */
export function fillingRows(
  elements: readonly LayoutElement[],
  values: BoundValues,
  rules: BookRules,
): GalleryElement[] {
  if (rules < ROWS_FILL_SINCE) return [];
  return elements.flatMap((element) =>
    element.type === 'rowGallery' && element.heightMode === 'auto' && picturesOf(element.photos, values).length > 0
      ? [element]
      : [],
  );
}

/** A gallery whose rows fill the columns, from its own top left, and whether it wants the first of them to be left. */
export interface GrownRows {
  readonly grown: GrownElement;
  readonly leavesFirst: boolean;
}

/**
 * Fills a row gallery that begins `downMm` below the top of its block. Null where there is no room for rows: a column as
 * narrow as its gaps.
 */
export function growRows(
  element: GalleryElement,
  values: BoundValues,
  rules: BookRules,
  { roomsMm, columnMm, spanMm, mayLeaveFirst }: FlowRoom,
  downMm: number,
): GrownRows | null {
  const { container } = element;
  const pictures = picturesOf(element.photos, values);
  const paddingMm = mmOfPx(container.padding);
  const gapMm = mmOfPx(container.itemGap);
  const own = boxOf(element);
  const widthMm = (element.span === true ? spanMm - own.xMm : own.widthMm) - 2 * paddingMm;
  const rowMm = Math.min(mmOfPx(container.row?.maxHeight ?? container.maxHeight), columnMm);
  if (!(widthMm > 0) || !(rowMm > 0)) return null;
  const [firstMm = columnMm, ...others] = roomsMm;
  const columns = rowsOverPages(
    pictures.map(shapeOf),
    { widthMm, gapMm, columnMm, mayLeaveFirst, roomsMm: [firstMm - downMm - paddingMm, ...others] },
    { rowMm, leastSideMm: Math.min(SMALLEST_SIDE_MM, rowMm * SMALLEST_OF_ROW), mostCrop: MOST_CROP },
  );
  const pieces: Piece[] = [];
  let topMm = paddingMm;
  let left = 0;
  columns.forEach((column, index) => {
    if (index > 0) left += 1;
    column.forEach((row, inColumn) => {
      const line = pictures.slice(row.from, row.to);
      const widths = line.map((picture) => aspectOf(picture) * row.heightMm * row.widthShare);
      // Only a last column that stays open has rows that are narrower than it is.
      const filledMm = widths.reduce((sum, width) => sum + width, 0) + gapMm * (line.length - 1);
      let xMm = paddingMm + Math.max(widthMm - filledMm, 0) / 2;
      const items = line.map((picture, at) => {
        const box = { xMm, yMm: topMm, widthMm: widths[at] ?? 0, heightMm: row.heightMm };
        xMm += box.widthMm + gapMm;
        return framedPicture(element, container.fit, picture, box, rules);
      });
      const begins = inColumn === 0 && left > 0 ? { columnsOn: left } : {};
      if (inColumn === 0) left = 0;
      pieces.push({ topMm, bottomMm: topMm + row.heightMm, items, ...begins });
      topMm += row.heightMm + gapMm;
    });
  });
  return {
    grown: { heightMm: topMm - gapMm + paddingMm, pieces, mayBreak: true },
    leavesFirst: mayLeaveFirst && columns[0]?.length === 0,
  };
}

/** Where rows are wished low, pictures are small. */
const SMALLEST_OF_ROW = 0.6;

function shapeOf(picture: BoundPicture): RowPicture {
  const aspect = aspectOf(picture);
  const faces = picture.subject?.faces ?? [];
  return faces.length === 0 ? { aspect } : { aspect, keepsHeads: aspectsThatKeepHeads(aspect, faces) };
}
