import type { BookSpec } from '../../contract/specs.ts';
import { coverSizeMm, type BoxMm, type Mm2 } from '../../specs/book-geometry.ts';
import { nearestPageCounts } from '../../specs/page-rules.ts';
import {
  printThresholds,
  surfaceOf,
  type Arrangement,
  type LayoutDocument,
  type LayoutFrame,
  type Surface,
  type SurfaceId,
} from '../document.ts';
import { faceOf, fitBetween, fitOverFold, withoutBleed, type FaceFit } from '../face-fit.ts';
import { fittedFrame, refilled } from '../fitted-frame.ts';
import { difference } from '../history.ts';
import { shapesAgree, type Framed } from '../inside.ts';
import { filledAnew, pageRoom, readingOf, sameRoom } from '../live.ts';
import { emptySurface } from '../new-document.ts';
import { isLockedOver, reachesOver, withAside, withoutFold, withSpineFollowing } from '../page-order.ts';
import { isRefusal, refused, type Outcome } from '../refusal.ts';
import { spreadOf } from '../spreads.ts';
import { framesInOrder, surfaceIdOf, surfaceIds, uncrossed, withSurface } from '../surface-change.ts';
import { refusedCount, setPageCount } from './book.ts';

// A book for another book spec: other sizes, another binding, other page counts.

/**
 * The page count that a book takes in another spec unless another is asked for: its own, or the next one that the spec takes, so that no page is lost
 * where that can be. Where pictures over folds would end in the other binding and a blank page before them keeps their sides, there is one for it.
 */
export function pageCountIn(document: LayoutDocument, spec: BookSpec): number {
  const own = document.order.length;
  const { below, above } = nearestPageCounts(spec, own);
  if (above === null) return below ?? spec.pageMax;
  if (above > own || partedPages(document, { spec, order: document.order }).length === 0) return above;
  const roomier = nearestPageCounts(spec, own + 1).above;
  const isBetter = roomier !== null && pagesFor(document, spec, roomier).order[0] !== document.order[0];
  return isBetter ? roomier : above;
}

const PRICES = ['priceCurrency', 'priceBase', 'pricePerIncrement', 'sandboxPriceBase', 'sandboxPricePerIncrement'];

/** Whether a book is the same for both but for what it costs, which an account and a day change. */
export const printsAlike = (a: BookSpec, b: BookSpec): boolean =>
  difference(a, b).every(({ path: [field = ''] }) => PRICES.includes(field));

/**
 * The book for that spec, with that many pages. What was made by hand keeps its shape within the safe zones and bleeds where it bled; type shrinks with it,
 * to 7.5 points at the least; live pages are arranged anew; pages that find no room are set aside; the cover and its spine follow. A locked page keeps
 * what lies on it and is made to fit as well: it cannot stay on paper that is no more. For the spec that it has this is `setPageCount`. Refused for a
 * count that the spec does not take, where a locked page would go, and where a locked picture over a fold would end at it.
 */
export function retarget(
  document: LayoutDocument,
  { spec, pageCount = pageCountIn(document, spec) }: { readonly spec: BookSpec; readonly pageCount?: number },
): Outcome {
  if (printsAlike(spec, document.spec)) return setPageCount(document, { pageCount });
  if (document.themed !== null) return refused({ key: 'layout.refused.themeRetarget' });
  const reason = refusedCount(spec, pageCount);
  if (reason !== null) return reason;
  const { order, blank, gone } = pagesFor(document, spec, pageCount);
  const target: Ordered = { spec, order };
  const numberOf = (id: string) => ({ page: document.order.indexOf(id) + 1 });
  const kept = gone.find((id) => document.pages[id]?.locked === true);
  if (kept !== undefined) return refused({ key: 'layout.refused.lockedPageGoes', params: numberOf(kept) });
  const parted = partedPages(document, target);
  const held = parted.find((id) => isLockedOver(document.pages[id]));
  if (held !== undefined) return refused({ key: 'layout.refused.lockedFoldEnds', params: numberOf(held) });
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
  const folded = withSpineFollowing(document, parted.reduce(withoutFold, laid));
  return surfaceIds(folded).reduce((now, surfaceId) => rearranged(document, now, surfaceId), folded);
}

/** Pages whose pictures go over a fold to a page that does not face them there. */
const partedPages = (document: LayoutDocument, target: Ordered): readonly string[] =>
  target.order.filter((id) => {
    const page = document.pages[id];
    if (page === undefined || !reachesOver(page)) return false;
    const [former, next] = [spreadOf(document, id), spreadOf(target, id)];
    return next?.left !== id || next.right === null || next.right !== former?.right;
  });

const trimOf = ({ spec }: Pick<LayoutDocument, 'spec'>): Mm2 => ({
  widthMm: spec.innerTrimWidthMm,
  heightMm: spec.innerTrimHeightMm,
});

type Ordered = Pick<LayoutDocument, 'order' | 'spec'>;

/** The pages in their order, blank ones to the count behind them; the first of those before them where fewer pictures over folds then end. */
function pagesFor(
  document: LayoutDocument,
  spec: BookSpec,
  pageCount: number,
): { readonly order: string[]; readonly blank: number; readonly gone: readonly string[] } {
  const { order, nextId } = document;
  const kept = order.slice(0, pageCount);
  const added = Array.from({ length: pageCount - kept.length }, (_, index) => `p${nextId + index}`);
  const behind = [...kept, ...added];
  const before = [...added.slice(0, 1), ...kept, ...added.slice(1)];
  const partedIn = (next: string[]) => partedPages(document, { spec, order: next }).length;
  return {
    order: partedIn(before) < partedIn(behind) ? before : behind,
    blank: added.length,
    gone: order.slice(pageCount),
  };
}

/** A surface with what lies on it as it lies on its new page; its arrangement is made anew behind that. */
function fitted(document: LayoutDocument, target: Ordered, surfaceId: SurfaceId, surface: Surface): Surface {
  const [from, to] = [faceOf(document, surfaceId), faceOf(target, surfaceId)];
  if (from === undefined || to === undefined) return surface;
  const fit = fitBetween(from, to);
  const textFit = fitBetween(withoutBleed(from), withoutBleed(to));
  const overFold = foldFit(document, target, surfaceId) ?? fit;
  const fitOf = (frame: LayoutFrame): FaceFit => {
    if (frame.kind === 'text') return textFit;
    return frame.kind === 'picture' && frame.across ? overFold : fit;
  };
  const { arrangement } = surface;
  return {
    ...surface,
    frames: Object.fromEntries(
      framesInOrder(surface).map(([id, frame]) => [id, fittedFrame(frame, fitOf(frame), pictureOf(document, frame))]),
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

const MOST_MARGIN_MM = 100;

/** As large to the page as it was, and out of the safe zone where it was. */
function marginFor(from: Pick<LayoutDocument, 'spec'>, to: Pick<LayoutDocument, 'spec'>, marginMm: number): number {
  const share = shorterMm(to) / shorterMm(from);
  if (share === 1) return marginMm;
  const safeMm = ({ spec }: Pick<LayoutDocument, 'spec'>) => printThresholds({ spec }).of('textPreferredMm').value;
  const scaled = Math.min(Math.round(marginMm * share), MOST_MARGIN_MM);
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

/**
 * A live surface laid anew where its room is another one: as it was arranged if its page has its shape still, else in the best way. What a
 * hand chose inside a frame stays. One that no arrangement fits stays fitted; so does one with texts, fields or locked pictures among its own, which would come to
 * lie over each other, and it is made by hand from then on.
 */
function rearranged(before: LayoutDocument, document: LayoutDocument, surfaceId: SurfaceId): LayoutDocument {
  const surface = surfaceOf(document, surfaceId);
  const [former, arrangement] = [surfaceOf(before, surfaceId)?.arrangement ?? null, surface?.arrangement ?? null];
  if (surface === undefined || former === null || arrangement === null) return document;
  if (sameRoom(pageRoom(before, surfaceId, former), pageRoom(document, surfaceId, arrangement))) return document;
  const isAlike = shapesAgree(trimOf(before), trimOf(document));
  const right = arrangement.surface === 'spread' ? (spreadOf(document, surfaceId)?.right ?? null) : null;
  const all = [surfaceId, right].flatMap((id) =>
    Object.values((id === null ? null : surfaceOf(document, id))?.frames ?? {}),
  );
  if (all.some((frame) => (frame.kind === 'picture' ? frame.locked : !isAlike)))
    return withSurface(document, surfaceId, { ...surface, arrangement: null });
  const next: Arrangement = isAlike ? arrangement : { ...arrangement, signature: '', cuts: {} };
  const outcome = filledAnew(document, surfaceId, next, readingOf(arrangement));
  return isRefusal(outcome) ? document : withHandsInside(before, outcome, [surfaceId, right]);
}

/**
 * Pictures that a hand moved inside their frames lie as it left them, and in all others heads are looked for anew. Which they are is asked of the
 * former book: a fitted box is another one already, and what was found for the former one would be taken for a choice.
 */
function withHandsInside(
  before: LayoutDocument,
  laid: LayoutDocument,
  surfaces: readonly (SurfaceId | null)[],
): LayoutDocument {
  return surfaces.reduce<LayoutDocument>((now, surfaceId) => {
    const surface = surfaceId === null ? undefined : surfaceOf(now, surfaceId);
    if (surfaceId === null || surface === undefined) return now;
    const frames = framesInOrder(surface).map(([id, frame]) => {
      const home = surfaceIdOf(before, id);
      const own = home === undefined ? undefined : surfaceOf(before, home)?.frames[id];
      if (frame.kind !== 'picture' || own?.kind !== 'picture') return [id, frame] as const;
      const { zoom, focusX, focusY, straightenDeg } = refilled(own, own.box, frame.box, pictureOf(before, own));
      return [id, { ...frame, zoom, focusX, focusY, straightenDeg }] as const;
    });
    return withSurface(now, surfaceId, { ...surface, frames: Object.fromEntries(frames) });
  }, laid);
}
