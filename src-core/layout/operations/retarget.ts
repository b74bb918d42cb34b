import type { BookSpec } from '../../contract/specs.ts';
import { coverSizeMm, type BoxMm, type Mm2 } from '../../specs/book-geometry.ts';
import { nearestPageCounts } from '../../specs/page-rules.ts';
import {
  printThresholds,
  surfaceOf,
  type Arrangement,
  type LayoutDocument,
  type LayoutFrame,
  type PictureFrame,
  type Surface,
  type SurfaceId,
} from '../document.ts';
import { faceOf, fitBetween, fitOverFold, type FaceFit } from '../face-fit.ts';
import { freshInside, shapesAgree, type Framed } from '../inside.ts';
import { filledAnew, readingOf } from '../live.ts';
import { emptySurface } from '../new-document.ts';
import { isLockedOver, tornPages, withAside, withFoldFollowing, withSpineFollowing } from '../page-order.ts';
import { isRefusal, refused, type Outcome } from '../refusal.ts';
import { spreadOf } from '../spreads.ts';
import { framesInOrder, surfaceIds, uncrossed } from '../surface-change.ts';
import { refusedCount } from './book.ts';

// A book for another book spec: other sizes, another binding, other page counts.

/** Type is not set smaller than this because its page is; what is smaller already stays as it is. */
const LEAST_PT = 7.5;
const [SMALLEST_PT, LARGEST_PT] = [3, 400];
const MOST_CORNER_MM = 500;

/**
 * The page count that a book takes in another spec unless another is asked for: its own, or the next one that the spec takes, so that no page is lost
 * where that can be. Where pictures over folds would end in the other binding and a blank page before them keeps their sides, there is one for it.
 */
export function pageCountIn(document: LayoutDocument, spec: BookSpec): number {
  const own = document.order.length;
  const { below, above } = nearestPageCounts(spec, own);
  if (above === null) return below ?? spec.pageMax;
  if (above > own || tornPages({ pages: document.pages, spec }, document.order).length === 0) return above;
  const roomier = nearestPageCounts(spec, own + 1).above;
  const isBetter = roomier !== null && pagesFor(document, spec, roomier).order[0] !== document.order[0];
  return isBetter ? roomier : above;
}

/**
 * The book for that spec, with that many pages. What was made by hand keeps its shape within the safe zones and bleeds where it bled; type shrinks with it,
 * to 7.5 points at the least; live pages are arranged anew; pages that find no room are set aside; the cover and its spine follow. A locked page keeps
 * what lies on it and is made to fit as well: it cannot stay on paper that is no more. Refused for a count that the spec does not take,
 * where a locked page would go, and where a locked picture over a fold would end at it.
 */
export function retarget(
  document: LayoutDocument,
  { spec, pageCount = pageCountIn(document, spec) }: { readonly spec: BookSpec; readonly pageCount?: number },
): Outcome {
  if (pageCount === document.order.length && JSON.stringify(spec) === JSON.stringify(document.spec)) return document;
  const reason = refusedCount(spec, pageCount);
  if (reason !== null) return reason;
  const { order, blank, gone } = pagesFor(document, spec, pageCount);
  if (gone.some((id) => document.pages[id]?.locked === true)) return refused({ key: 'layout.refused.surfaceLocked' });
  const stopped = tornPages({ pages: document.pages, spec }, order).filter((id) => isLockedOver(document.pages[id]));
  if (stopped.length > 0) return refused({ key: 'layout.refused.locked', params: { count: stopped.length } });
  const target: Ordered = { spec, order };
  const smaller = sizesBetween(document, target);
  const pages = Object.fromEntries(
    order.map((id) => {
      const page = document.pages[id];
      return [id, page === undefined ? emptySurface() : fitted(document, target, id, page)] as const;
    }),
  );
  const { back, spine, front, wrap } = document.cover;
  const lost = gone.flatMap((id) => framesInOrder(document.pages[id] ?? emptySurface()));
  const setAside = withAside(
    document.setAside,
    lost.map(([id, frame]) => [id, uncrossed(document, frame)]),
  );
  const laid: LayoutDocument = {
    ...document,
    ...target,
    pages,
    cover: {
      back: fitted(document, target, 'back', back),
      front: fitted(document, target, 'front', front),
      spine: spineAsHigh(spine, document, target),
      wrap: wrap === null ? null : wrapOver(document, wrap, target),
    },
    setAside: Object.fromEntries(
      Object.entries(setAside).map(([id, frame]) => [id, fittedFrame(frame, smaller, pictureOf(document, frame))]),
    ),
    style: { ...document.style, marginMm: marginFor(document, target, document.style.marginMm) },
    nextId: document.nextId + blank,
  };
  const folded = order.reduce(withFoldFollowing, laid);
  const isAlike = shapesAgree(trimOf(document), trimOf(target));
  return surfaceIds(folded).reduce(
    (now, surfaceId) => rearranged(now, surfaceId, isAlike),
    withSpineFollowing(document, folded),
  );
}

const trimOf = ({ spec }: Pick<LayoutDocument, 'spec'>): Mm2 => ({
  widthMm: spec.innerTrimWidthMm,
  heightMm: spec.innerTrimHeightMm,
});

type Ordered = Pick<LayoutDocument, 'order' | 'spec'>;

/** The pages in their order, blank ones to the count behind them; the first of those before them where fewer pictures over folds then end. */
function pagesFor(
  { order, pages, nextId }: LayoutDocument,
  spec: BookSpec,
  pageCount: number,
): { readonly order: string[]; readonly blank: number; readonly gone: readonly string[] } {
  const kept = order.slice(0, pageCount);
  const added = Array.from({ length: pageCount - kept.length }, (_, index) => `p${nextId + index}`);
  const behind = [...kept, ...added];
  const before = [...added.slice(0, 1), ...kept, ...added.slice(1)];
  const tornIn = (next: string[]) => tornPages({ pages, spec }, next).length;
  return {
    order: tornIn(before) < tornIn(behind) ? before : behind,
    blank: added.length,
    gone: order.slice(pageCount),
  };
}

/** A surface with what lies on it as it lies on its new page; its arrangement is made anew behind that. */
function fitted(document: LayoutDocument, target: Ordered, surfaceId: SurfaceId, surface: Surface): Surface {
  const [from, to] = [faceOf(document, surfaceId), faceOf(target, surfaceId)];
  if (from === undefined || to === undefined) return surface;
  const fit = fitBetween(from, to);
  const overFold = foldFit(document, target, surfaceId) ?? fit;
  const { arrangement } = surface;
  return {
    ...surface,
    frames: Object.fromEntries(
      framesInOrder(surface).map(([id, frame]) => {
        const isOver = frame.kind === 'picture' && frame.across;
        return [id, fittedFrame(frame, isOver ? overFold : fit, pictureOf(document, frame))];
      }),
    ),
    arrangement:
      arrangement === null ? null : { ...arrangement, marginMm: marginFor(document, target, arrangement.marginMm) },
  };
}

/** Of a page with a fold on its right. Where that goes, what lay over it is cut at its page afterwards (`withFoldFollowing`). */
function foldFit(document: LayoutDocument, target: Ordered, surfaceId: SurfaceId): FaceFit | null {
  const spread = spreadOf(document, surfaceId);
  if (spread === undefined || spread.left !== surfaceId || spread.right === null) return null;
  const [left, right] = [faceOf(document, spread.left), faceOf(document, spread.right)];
  const toLeft = faceOf(target, spread.left);
  const toRight = faceOf(target, spread.right) ?? toLeft;
  if (left === undefined || right === undefined || toLeft === undefined || toRight === undefined) return null;
  return fitOverFold([left, right], [toLeft, toRight]);
}

const pictureOf = ({ pictures }: LayoutDocument, frame: LayoutFrame): Framed | undefined =>
  frame.kind === 'picture' && frame.picture !== null ? pictures[frame.picture] : undefined;

function fittedFrame(frame: LayoutFrame, { box: fit, scale }: FaceFit, picture: Framed | undefined): LayoutFrame {
  const box = fit(frame.box);
  if (frame.kind === 'text') return { ...frame, box, sizePt: typeAt(frame.sizePt, scale) };
  const cornerMm = Math.min(frame.cornerMm * scale, MOST_CORNER_MM);
  return frame.kind === 'field'
    ? { ...frame, box, cornerMm }
    : { ...refilled(frame, frame.box, box, picture), box, cornerMm };
}

/** In tenths of a point, downwards: a line that fitted fits. */
function typeAt(sizePt: number, scale: number): number {
  const scaled = Math.floor(sizePt * scale * 10) / 10;
  return Math.min(Math.max(scaled, Math.min(sizePt, LEAST_PT), SMALLEST_PT), LARGEST_PT);
}

/**
 * The picture in a frame of another shape: where it lies as it began, heads are looked for anew; what a hand chose stays in the middle.
 */
function refilled<Frame extends Omit<PictureFrame, 'box'>>(
  frame: Frame,
  from: Mm2,
  to: Mm2,
  picture: Framed | undefined,
): Frame {
  if (frame.show === 'whole' || shapesAgree(from, to)) return frame;
  const begun = (size: Mm2) => freshInside(picture, frame.turnDeg === 0 ? size : null);
  const { focusX, focusY } = begun(from);
  const isAsBegun = frame.zoom === 1 && frame.focusX === focusX && frame.focusY === focusY;
  if (!isAsBegun) return frame;
  const next = begun(to);
  return { ...frame, focusX: next.focusX, focusY: next.focusY };
}

const wrapOver = (
  { spec, order, pictures }: LayoutDocument,
  wrap: NonNullable<LayoutDocument['cover']['wrap']>,
  target: Ordered,
) =>
  refilled(
    wrap,
    coverSizeMm(spec, order.length),
    coverSizeMm(target.spec, target.order.length),
    wrap.picture === null ? undefined : pictures[wrap.picture],
  );

/** The spine's frames as much higher as the book; how wide they are follows from the spine (`withSpineFollowing`). */
function spineAsHigh(spine: Surface, from: Ordered, to: Ordered): Surface {
  const share = to.spec.innerTrimHeightMm / from.spec.innerTrimHeightMm;
  if (share === 1) return spine;
  const higher = ({ xMm, yMm, widthMm, heightMm }: BoxMm): BoxMm => ({
    xMm,
    widthMm,
    yMm: yMm * share,
    heightMm: heightMm * share,
  });
  return {
    ...spine,
    frames: Object.fromEntries(framesInOrder(spine).map(([id, frame]) => [id, { ...frame, box: higher(frame.box) }])),
  };
}

/** As large to the page as it was, and out of the safe zone where it was. */
function marginFor(from: Pick<LayoutDocument, 'spec'>, to: Pick<LayoutDocument, 'spec'>, marginMm: number): number {
  const safeMm = ({ spec }: Pick<LayoutDocument, 'spec'>) => printThresholds({ spec }).of('textPreferredMm').value;
  const scaled = Math.round(marginMm * (shorterMm(to) / shorterMm(from)));
  return marginMm < safeMm(from) ? Math.min(scaled, marginMm) : Math.max(scaled, safeMm(to));
}

const shorterMm = ({ spec }: Pick<LayoutDocument, 'spec'>): number =>
  Math.min(spec.innerTrimWidthMm, spec.innerTrimHeightMm);

/** For what lies on no page. */
function sizesBetween(from: Ordered, to: Ordered): FaceFit {
  const scale = Math.min(
    to.spec.innerTrimWidthMm / from.spec.innerTrimWidthMm,
    to.spec.innerTrimHeightMm / from.spec.innerTrimHeightMm,
  );
  return {
    scale,
    box: ({ xMm, yMm, widthMm, heightMm }) => ({
      xMm: xMm * scale,
      yMm: yMm * scale,
      widthMm: widthMm * scale,
      heightMm: heightMm * scale,
    }),
  };
}

/** A live surface laid anew: as it was arranged where its page has its shape still, else in the best way. One that no arrangement fits stays fitted. */
function rearranged(document: LayoutDocument, surfaceId: SurfaceId, isAlike: boolean): LayoutDocument {
  const arrangement = surfaceOf(document, surfaceId)?.arrangement ?? null;
  if (arrangement === null) return document;
  const next: Arrangement = isAlike ? arrangement : { ...arrangement, signature: '', cuts: {} };
  const outcome = filledAnew(document, surfaceId, next, readingOf(arrangement));
  return isRefusal(outcome) ? document : outcome;
}
