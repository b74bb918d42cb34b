import type { LayoutDocument, SurfaceId } from './document.ts';
import { spreadOf } from './spreads.ts';

/** Whether a page is empty, by templates too, may be changed, and has nothing of the other page of its spread on it. */
export function isFree(document: LayoutDocument, pageId: SurfaceId): boolean {
  const page = document.pages[pageId];
  if (document.themed !== null && document.order.indexOf(pageId) < document.themed.pages) return false;
  return page !== undefined && page.order.length === 0 && !page.locked && !isReachedFromLeft(document, pageId);
}

/** Whether pictures of the left page lie on this one, or are arranged over both. */
function isReachedFromLeft(document: LayoutDocument, pageId: SurfaceId): boolean {
  const spread = spreadOf(document, pageId);
  const left = spread?.right === pageId && spread.left !== null ? document.pages[spread.left] : undefined;
  if (left === undefined) return false;
  const foldMm = document.spec.innerTrimWidthMm;
  return Object.values(left.frames).some(
    (frame) =>
      frame.kind === 'picture' &&
      (left.arrangement?.surface === 'spread' || (frame.across && frame.box.xMm + frame.box.widthMm > foldMm)),
  );
}
