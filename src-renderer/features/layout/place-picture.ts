import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import { readingOrderOf } from '../../../src-core/layout/insertions.ts';
import { liveOwnerOf, nextFrameId, type FrameOf } from '../../../src-core/layout/surface-change.ts';
import { takeFromAside } from '../../../src-core/layout/operations/pages.ts';
import { placePicture } from '../../../src-core/layout/operations/pictures.ts';
import { isRefusal, type Outcome } from '../../../src-core/layout/refusal.ts';
import { useLayout } from './layout-context.ts';
import type { DropTarget } from './stage/drop-target.ts';
import { surfaceAt, type StageSheet } from './stage/stage-sheet.ts';

/** What a picture of the tray is dragged as: its keys, parted by spaces. */
export const PICTURE_DRAG = 'application/x-book-picture';

/** What a frame that was set aside is dragged as: its id. */
export const ASIDE_DRAG = 'application/x-book-aside';

/** Says of one that it is a picture, before it is let go and its id can be read. */
export const ASIDE_PICTURE_DRAG = 'application/x-book-aside-picture';

/** A frame that was set aside, dropped on the page under the pointer. */
export function useDropAside(sheet: StageSheet) {
  const session = useLayout();
  return (frameId: string, at: { readonly xMm: number; readonly yMm: number }, target: DropTarget | null): void => {
    const page = surfaceAt(sheet, at.xMm);
    if (page === undefined) return;
    const there = { xMm: at.xMm - page.xMm, yMm: at.yMm - page.yMm };
    const [surfaceId, place] =
      target?.kind === 'join' ? [target.surfaceId, { place: target.insertion.place }] : [page.surfaceId, {}];
    if (session.do('takeFromAside', takeFromAside(session.document, { frameId, surfaceId, at: there, ...place })))
      session.selectFrame(frameId);
  };
}

/** Of a page's shorter side: how large a picture is dropped on an empty place. */
const DROPPED_SHARE = 0.45;

/**
 * Pictures dropped on the stage: into the frame under them, where the former picture goes back to the tray; between two of a live page; or
 * in new frames around the place. Several follow one another.
 */
export function useDropPicture(sheet: StageSheet) {
  const session = useLayout();
  return (
    keys: readonly string[],
    at: { readonly xMm: number; readonly yMm: number },
    target: DropTarget | null,
  ): void => {
    const { document } = session;
    const into = target?.kind === 'into' ? target.frame : null;
    const surfaceId = target?.kind === 'join' ? target.surfaceId : (into ?? surfaceAt(sheet, at.xMm))?.surfaceId;
    if (surfaceId === undefined) return;
    const place = target?.kind === 'join' ? target.insertion.place : placeBehind(document, into);
    const outcome = keys.reduce<Outcome>((now, key, index) => {
      if (isRefusal(now)) return now;
      if (into !== null && index === 0) return placePicture(now, { ...into, picture: key });
      const behind = place === undefined ? {} : { place: place + index };
      const near = { xMm: at.xMm + index * 8, yMm: at.yMm + index * 8 };
      return placedAt(now, sheet, { surfaceId, picture: key, ...behind }, near);
    }, document);
    // An arrangement gives it to whichever page it lies on.
    if (session.do('placePicture', outcome)) session.selectFrame(into?.frameId ?? nextFrameId(document));
  };
}

function placedAt(
  document: LayoutDocument,
  { places }: StageSheet,
  joining: { readonly surfaceId: string; readonly picture: string; readonly place?: number },
  at: { readonly xMm: number; readonly yMm: number },
): Outcome {
  const page = places.find((one) => one.surfaceId === joining.surfaceId);
  const picture = document.pictures[joining.picture];
  // A live page makes room by itself.
  if (page === undefined || picture === undefined || liveOwnerOf(document, joining.surfaceId) !== undefined)
    return placePicture(document, joining);
  const longer = Math.min(page.widthMm, page.heightMm) * DROPPED_SHARE * Math.SQRT2;
  const mmPerPx = longer / Math.hypot(picture.widthPx, picture.heightPx);
  const [widthMm, heightMm] = [picture.widthPx * mmPerPx, picture.heightPx * mmPerPx];
  return placePicture(document, {
    ...joining,
    box: { xMm: at.xMm - page.xMm - widthMm / 2, yMm: at.yMm - page.yMm - heightMm / 2, widthMm, heightMm },
  });
}

/** Where what follows that frame joins its live page; undefined: its page has no order of its own, or there is no such frame. */
export function placeBehind(document: LayoutDocument, frame: FrameOf | null): number | undefined {
  const at = frame === null ? -1 : readingOrderOf(document, frame.surfaceId).indexOf(frame.frameId);
  return at < 0 ? undefined : at + 1;
}
