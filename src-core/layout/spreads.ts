import { panelsOf } from '../composition/cover-panels.ts';
import { bindingOf } from '../composition/page-frame.ts';
import type { BoxMm } from '../specs/book-geometry.ts';
import { PANELS, type LayoutDocument, type SurfaceId } from './document.ts';

/** What lies open together. */
export interface Spread {
  readonly index: number;
  /** Pages by their id, as they are seen; null: there is none, as before the first page of a glued book. */
  readonly left: string | null;
  readonly right: string | null;
}

type Ordered = Pick<LayoutDocument, 'order' | 'spec'>;

/** PUR begins alone, LAYFLAT with two pages (specs/page-rules.ts). */
const pagesBefore = ({ spec }: Pick<LayoutDocument, 'spec'>): 0 | 1 => (bindingOf(spec) === 'PUR' ? 1 : 0);

/** All spreads of a book, from the first page to the last; of a right-bound one the page read first is on the right. */
export function spreadsOf(document: Ordered): Spread[] {
  const count = Math.ceil((document.order.length + pagesBefore(document)) / 2);
  return Array.from({ length: count }, (_, index) => spreadAt(document, index));
}

export function spreadAt(document: Ordered, index: number): Spread {
  const first = index * 2 - pagesBefore(document);
  const [earlier, later] = [document.order[first] ?? null, document.order[first + 1] ?? null];
  return document.spec.bindingEdge === 'left'
    ? { index, left: earlier, right: later }
    : { index, left: later, right: earlier };
}

/** The spread that a page lies on; undefined when there is no such page. */
export function spreadOf(document: Ordered, pageId: string): Spread | undefined {
  const at = document.order.indexOf(pageId);
  return at < 0 ? undefined : spreadAt(document, Math.floor((at + pagesBefore(document)) / 2));
}

/** The number of the spread that a page of the contents' PDF shows, from 1: LAYFLAT has a spread on each, PUR a page. */
export function spreadOfPdfPage(document: Pick<LayoutDocument, 'spec'>, pdfPage: number): number {
  const pagesASheet = bindingOf(document.spec) === 'LAYFLAT' ? 2 : 1;
  return Math.floor(((pdfPage - 1) * pagesASheet + pagesBefore(document)) / 2);
}

/** Where a surface's trim lies beside those that are seen with it. */
export interface SurfacePlace extends BoxMm {
  readonly surfaceId: SurfaceId;
}

export const isPanel = (surfaceId: SurfaceId): surfaceId is (typeof PANELS)[number] =>
  (PANELS as readonly string[]).includes(surfaceId);

/** Pages of a spread, from the top left of its left half: the right half begins where the left one ends, there or not. */
export function pagePlaces({ spec }: Ordered, { left, right }: Spread): SurfacePlace[] {
  const place = (surfaceId: string, xMm: number): SurfacePlace => ({
    surfaceId,
    xMm,
    yMm: 0,
    widthMm: spec.innerTrimWidthMm,
    heightMm: spec.innerTrimHeightMm,
  });
  return [...(left === null ? [] : [place(left, 0)]), ...(right === null ? [] : [place(right, spec.innerTrimWidthMm)])];
}

/** The surfaces that are seen with this one, itself among them: pages of its spread, or panels from the cover sheet's top left. */
export function placesBeside(document: Ordered, surfaceId: SurfaceId): SurfacePlace[] {
  if (isPanel(surfaceId)) {
    const places = panelsOf(document.spec, document.order.length);
    return PANELS.map((panel) => ({ surfaceId: panel, ...boxOf(places[panel]) }));
  }
  const spread = spreadOf(document, surfaceId);
  return spread === undefined ? [] : pagePlaces(document, spread);
}

const boxOf = ({ xMm, yMm, widthMm, heightMm }: BoxMm): BoxMm => ({ xMm, yMm, widthMm, heightMm });
