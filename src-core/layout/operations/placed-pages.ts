import type { BoxMm, Mm2 } from '../../specs/book-geometry.ts';
import {
  printThresholds,
  type LayoutDocument,
  type PictureFrame,
  type PlacedPage,
  type Surface,
  type SurfaceId,
} from '../document.ts';
import { isFree } from '../free-pages.ts';
import { refused, type Outcome } from '../refusal.ts';
import { spreadOf, spreadsOf, type Spread } from '../spreads.ts';
import { newPictureFrame, unplacedPictures } from './pictures.ts';

/** Pages of PDFs that no page of the book shows, in the order of the tray. */
export const unplacedPages = (document: LayoutDocument): readonly string[] =>
  pagesAmong(document, unplacedPictures(document));

export const pagesAmong = ({ pictures }: LayoutDocument, keys: readonly string[]): readonly string[] =>
  keys.filter((key) => pictures[key]?.page !== undefined);

/** Cut so nearly as a page or a spread of the book that it lies on it in its own size. */
const SAME_SIZE_MM = 2;
/** Boxes that differ by less are one. */
const SAID_MM = 0.1;
/** So much wider or narrower for its height than the book it still fills it, a little of its bleed or its edge beyond the cut. */
const SAME_SHAPE = 1.03;
/** A page so much like a whole spread is one, if it is so much wider than a page of the book: pages of the same paper that lie on their side have that shape too. */
const SPREAD_SHAPE = 1.1;
const WIDE = 1.6;

/**
 * Pages of PDFs on empty pages of the book, one after the other from one of its pages on: cut where the book is cut, in their own size where that is
 * the book's, else filling the page, or whole on it where their shape is another. One that is as wide as two pages lies over a spread. What
 * finds no empty page stays in the tray. Refused when there is nothing to place or nowhere to place it.
 */
export function placePages(
  document: LayoutDocument,
  { keys, from = 0 }: { readonly keys: readonly string[]; readonly from?: number },
): Outcome {
  const wanted = pagesAmong(document, keys);
  if (wanted.length === 0) return refused({ key: 'layout.refused.nothingToFill' });
  const free = document.order.slice(from).filter((id) => isFree(document, id));
  const spreads = new Map(
    spreadsOf(document).flatMap((spread) => [[spread.left, spread] as const, [spread.right, spread] as const]),
  );
  const laid: Record<SurfaceId, Surface> = {};
  let { nextId } = document;
  for (const key of wanted) {
    const page = document.pictures[key]?.page;
    const surfaceId = page === undefined ? null : takenFrom(free, document, page, spreads);
    const surface = surfaceId === null ? undefined : document.pages[surfaceId];
    if (page === undefined || surfaceId === null || surface === undefined) continue;
    const id = `f${nextId++}`;
    laid[surfaceId] = { ...surface, order: [id], frames: { [id]: placedFrame(document, { key, page, surfaceId }) } };
  }
  return nextId === document.nextId
    ? refused({ key: 'layout.refused.noPageFromHere' })
    : { ...document, nextId, pages: { ...document.pages, ...laid } };
}

/** Where the page goes: the first place that has room for it, which is taken off `free` with all before it. Null: there is none. */
function takenFrom(
  free: SurfaceId[],
  document: LayoutDocument,
  page: PlacedPage,
  spreads: ReadonlyMap<SurfaceId | null, Spread>,
): SurfaceId | null {
  if (!isSpread(document, page)) return free.shift() ?? null;
  const at = free.findIndex((id, index) => {
    const { left = null, right = null } = spreads.get(id) ?? {};
    return left !== null && right !== null && [left, right].includes(free[index + 1] ?? '');
  });
  if (at < 0) return null;
  const [first] = free.splice(0, at + 2).slice(-2);
  return first === undefined ? null : (spreads.get(first)?.left ?? null);
}

const pageSize = ({ spec }: LayoutDocument): Mm2 => ({
  widthMm: spec.innerTrimWidthMm,
  heightMm: spec.innerTrimHeightMm,
});
const spreadSize = (document: LayoutDocument): Mm2 => {
  const { widthMm, heightMm } = pageSize(document);
  return { widthMm: 2 * widthMm, heightMm };
};

const unlike = (a: Mm2, b: Mm2): number => {
  const ratio = a.widthMm / a.heightMm / (b.widthMm / b.heightMm);
  return Math.max(ratio, 1 / ratio);
};

const isSpread = (document: LayoutDocument, { trim }: PlacedPage): boolean =>
  trim.widthMm >= WIDE * pageSize(document).widthMm &&
  unlike(trim, spreadSize(document)) <= SPREAD_SHAPE &&
  unlike(trim, spreadSize(document)) < unlike(trim, pageSize(document));

function placedFrame(
  document: LayoutDocument,
  { key, page, surfaceId }: { readonly key: string; readonly page: PlacedPage; readonly surfaceId: SurfaceId },
): PictureFrame {
  const across = isSpread(document, page);
  const size = across ? spreadSize(document) : pageSize(document);
  const trim = trimOf(document, page, size);
  const scale = scaleOf(page, trim, size);
  const whole: BoxMm = {
    xMm: (size.widthMm - trim.widthMm * scale) / 2 - trim.xMm * scale,
    yMm: (size.heightMm - trim.heightMm * scale) / 2 - trim.yMm * scale,
    widthMm: page.widthMm * scale,
    heightMm: page.heightMm * scale,
  };
  const box = shared(whole, roomOf(document, surfaceId, size, across));
  const filling = Math.max(box.widthMm / whole.widthMm, box.heightMm / whole.heightMm);
  return {
    ...newPictureFrame(key, box, undefined),
    across,
    zoom: Math.max(1, 1 / filling),
    focusX: (box.xMm + box.widthMm / 2 - whole.xMm) / whole.widthMm,
    focusY: (box.yMm + box.heightMm / 2 - whole.yMm) / whole.heightMm,
  };
}

/** Where the page is cut. Many print files are made in the size of the sheet and do not say that the bleed is part of it. */
function trimOf(document: LayoutDocument, { widthMm, heightMm, trim }: PlacedPage, size: Mm2): BoxMm {
  const bleedMm = printThresholds(document).of('bleedMm').value;
  const sheet = { widthMm: size.widthMm + 2 * bleedMm, heightMm: size.heightMm + 2 * bleedMm };
  const saysNothing = isSameSize(trim, { widthMm, heightMm }, SAID_MM);
  return saysNothing && isSameSize(sheet, { widthMm, heightMm }, SAME_SIZE_MM)
    ? { xMm: bleedMm, yMm: bleedMm, widthMm: widthMm - 2 * bleedMm, heightMm: heightMm - 2 * bleedMm }
    : trim;
}

const isSameSize = (a: Mm2, b: Mm2, withinMm: number): boolean =>
  Math.abs(a.widthMm - b.widthMm) <= withinMm && Math.abs(a.heightMm - b.heightMm) <= withinMm;

function scaleOf(page: PlacedPage, trim: BoxMm, size: Mm2): number {
  const [left, top] = [(size.widthMm - trim.widthMm) / 2 - trim.xMm, (size.heightMm - trim.heightMm) / 2 - trim.yMm];
  // Paper would show at a cut that the page does not reach.
  const reaches = left <= 0 && top <= 0 && left + page.widthMm >= size.widthMm && top + page.heightMm >= size.heightMm;
  if (reaches && isSameSize(trim, size, SAME_SIZE_MM)) return 1;
  const [across, down] = [size.widthMm / trim.widthMm, size.heightMm / trim.heightMm];
  return unlike(trim, size) <= SAME_SHAPE ? Math.max(across, down) : Math.min(across, down);
}

/** To the end of the sheet where it is cut, and to the fold; from the top left of the page's trim. */
function roomOf(document: LayoutDocument, surfaceId: SurfaceId, size: Mm2, across: boolean): BoxMm {
  const bleedMm = printThresholds(document).of('bleedMm').value;
  const isLeft = spreadOf(document, surfaceId)?.left === surfaceId;
  const [left, right] = across ? [bleedMm, bleedMm] : isLeft ? [bleedMm, 0] : [0, bleedMm];
  return {
    xMm: 0 - left,
    yMm: 0 - bleedMm,
    widthMm: size.widthMm + left + right,
    heightMm: size.heightMm + 2 * bleedMm,
  };
}

function shared(a: BoxMm, b: BoxMm): BoxMm {
  const [xMm, yMm] = [Math.max(a.xMm, b.xMm), Math.max(a.yMm, b.yMm)];
  return {
    xMm,
    yMm,
    widthMm: Math.min(a.xMm + a.widthMm, b.xMm + b.widthMm) - xMm,
    heightMm: Math.min(a.yMm + a.heightMm, b.yMm + b.heightMm) - yMm,
  };
}
