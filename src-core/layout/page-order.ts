import { isThin, spineTextFromMm } from '../composition/spine-room.ts';
import { spineWidthMm } from '../specs/book-geometry.ts';
import { nearestPageCounts } from '../specs/page-rules.ts';
import { printThresholds, type LayoutDocument, type LayoutFrame, type Surface } from './document.ts';
import { withRoomsFollowing } from './live.ts';
import { emptySurface } from './new-document.ts';
import { refused, type Outcome, type Refusal } from './refusal.ts';
import { spreadOf } from './spreads.ts';
import { framesInOrder, uncrossed, withoutFrames, withSurface } from './surface-change.ts';

// What every change of a book's pages has in common.

/**
 * The book with those pages in that order, and blank ones behind them until the spec takes their number. Pages that are in the
 * order no more lose what is on them to what is set aside; the cover follows its spine. `changedAt`: where pages came or went. One
 * of the blank pages lies there when pictures over folds would otherwise lose their right page. Refused above the most pages, and
 * where a locked picture would end at its page.
 */
export function withOrder(
  document: LayoutDocument,
  order: readonly string[],
  added: Readonly<Record<string, Surface>> = {},
  changedAt = order.length,
): Outcome {
  const held = heldPages(document, order);
  if (held !== null) return held;
  const { above } = nearestPageCounts(document.spec, order.length);
  if (above === null)
    return refused({
      key: 'layout.refused.tooManyPages',
      params: { pages: order.length, most: document.spec.pageMax },
    });
  const blank = Array.from({ length: above - order.length }, (_, index) => `p${document.nextId + index}`);
  const following = [...order, ...blank];
  const keepingSides = [
    ...order.slice(0, changedAt),
    ...blank.slice(0, 1),
    ...order.slice(changedAt),
    ...blank.slice(1),
  ];
  const there = { ...document, pages: { ...document.pages, ...added } };
  const isTornLess = tornPages(there, keepingSides).length < tornPages(there, following).length;
  const next = isTornLess ? keepingSides : following;
  const locked = tornPages(there, next).filter((id) => isLockedOver(there.pages[id]));
  if (locked.length > 0) return refused({ key: 'layout.refused.locked', params: { count: locked.length } });
  const stays = new Set(order);
  const gone = document.order.filter((id) => !stays.has(id));
  const pages = Object.fromEntries([
    ...Object.entries(there.pages).filter(([id]) => stays.has(id)),
    ...blank.map((id) => [id, emptySurface()] as const),
  ]);
  const lost = gone.flatMap((id) => framesInOrder(document.pages[id] ?? emptySurface()));
  return settled(document, {
    ...document,
    order: next,
    pages,
    setAside: withAside(
      document.setAside,
      lost.map(([id, frame]) => [id, uncrossed(document, frame)]),
    ),
    nextId: document.nextId + blank.length,
  });
}

/** Pages that entries of templates take stay what they are: whoever wants them otherwise moves or takes out the entries. */
function heldPages({ themed, order: former }: LayoutDocument, order: readonly string[]): Refusal | null {
  const taken = Math.min(themed?.pages ?? 0, former.length);
  if (order.length < taken) return refused({ key: 'layout.refused.entriesNeed', params: { pages: taken } });
  const isSame = former.slice(0, taken).every((id, at) => order[at] === id);
  return isSame ? null : refused({ key: 'layout.refused.pagesOfEntries' });
}

/** What is set aside, with those frames. One that waits for its picture is nothing to keep. */
export function withAside(
  setAside: LayoutDocument['setAside'],
  frames: readonly (readonly [string, LayoutFrame])[],
): LayoutDocument['setAside'] {
  const kept = frames.filter(([, frame]) => frame.kind !== 'picture' || frame.picture !== null);
  return kept.length === 0 ? setAside : { ...setAside, ...Object.fromEntries(kept) };
}

function settled(before: LayoutDocument, after: LayoutDocument): LayoutDocument {
  return withSpineFollowing(before, withRoomsFollowing(before, after.order.reduce(withFoldFollowing, after)));
}

/** Pages whose pictures go over a fold, and which would have none in that order: no left page any more, or without a right one. */
export function tornPages(
  { pages, spec }: Pick<LayoutDocument, 'pages' | 'spec'>,
  order: LayoutDocument['order'],
): readonly string[] {
  return order.filter((id) => {
    const page = pages[id];
    if (page === undefined || !reachesOver(page)) return false;
    const spread = spreadOf({ order, spec }, id);
    return spread?.left !== id || spread.right === null;
  });
}

export const isLockedOver = (page: Surface | undefined): boolean =>
  page !== undefined &&
  Object.values(page.frames).some((frame) => frame.kind === 'picture' && frame.across && (frame.locked || page.locked));

/** What lay across a fold ends at its page's edge where the page has no right neighbour any more. */
function withFoldFollowing(document: LayoutDocument, pageId: string): LayoutDocument {
  const page = document.pages[pageId];
  if (page === undefined || !reachesOver(page)) return document;
  const spread = spreadOf(document, pageId);
  return spread?.left === pageId && spread.right !== null ? document : withoutFold(document, pageId);
}

/** What lies across the fold of that page ends at its page's edge. */
export function withoutFold(document: LayoutDocument, pageId: string): LayoutDocument {
  const page = document.pages[pageId];
  if (page === undefined) return document;
  const frames = Object.fromEntries(framesInOrder(page).map(([id, frame]) => [id, uncrossed(document, frame)]));
  const arrangement = page.arrangement?.surface === 'spread' ? null : page.arrangement;
  return withSurface(document, pageId, { ...page, frames, arrangement });
}

export const reachesOver = ({ arrangement, frames }: Surface): boolean =>
  arrangement?.surface === 'spread' || Object.values(frames).some((frame) => frame.kind === 'picture' && frame.across);

/**
 * Frames of the spine grow and shrink with it, and what reaches over it onto front and back with these; a spine too thin for text gives
 * its text back.
 */
export function withSpineFollowing(before: LayoutDocument, after: LayoutDocument): LayoutDocument {
  const [formerMm, nextMm] = [
    spineWidthMm(before.spec, before.order.length),
    spineWidthMm(after.spec, after.order.length),
  ];
  const { spine } = after.cover;
  const panelShare = after.spec.innerTrimWidthMm / before.spec.innerTrimWidthMm;
  if ((formerMm === nextMm && panelShare === 1) || spine.order.length === 0) return after;
  const thresholds = printThresholds(after);
  const lost = framesInOrder(spine).filter(
    ([, frame]) => frame.kind === 'text' && isThin(nextMm, spineTextFromMm(frame.typeface, thresholds)),
  );
  const alongSpine = (mm: number): number => {
    if (mm < 0) return mm * panelShare;
    if (mm > formerMm) return nextMm + (mm - formerMm) * panelShare;
    return formerMm > 0 ? (mm * nextMm) / formerMm : mm;
  };
  const frames = Object.fromEntries(
    framesInOrder(spine).map(([id, frame]) => {
      const { xMm, widthMm } = frame.box;
      const leftMm = alongSpine(xMm);
      return [id, { ...frame, box: { ...frame.box, xMm: leftMm, widthMm: alongSpine(xMm + widthMm) - leftMm } }];
    }),
  );
  const kept = withoutFrames({ ...spine, frames }, new Set(lost.map(([id]) => id)));
  return { ...withSurface(after, 'spine', kept), setAside: withAside(after.setAside, lost) };
}
