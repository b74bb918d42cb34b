import { surfaceOf, type LayoutDocument } from '../../../src-core/layout/document.ts';
import { liveOwnerOf, nextFrameId } from '../../../src-core/layout/surface-change.ts';
import { takeFromAside } from '../../../src-core/layout/operations/pages.ts';
import { placePicture } from '../../../src-core/layout/operations/pictures.ts';
import { isRefusal, type Outcome } from '../../../src-core/layout/refusal.ts';
import { useLayout } from './layout-context.ts';
import { surfaceAt, type StageSheet } from './stage/stage-sheet.ts';

/** What a picture of the tray is dragged as: its keys, parted by spaces. */
export const PICTURE_DRAG = 'application/x-book-picture';

/** What a frame that was set aside is dragged as: its id. */
export const ASIDE_DRAG = 'application/x-book-aside';

/** A frame that was set aside, dropped on the page under the pointer. */
export function useDropAside(sheet: StageSheet) {
  const session = useLayout();
  return (frameId: string, at: { readonly xMm: number; readonly yMm: number }): void => {
    const place = surfaceAt(sheet, at.xMm);
    if (place === undefined) return;
    const { surfaceId, xMm, yMm } = place;
    const there = { xMm: at.xMm - xMm, yMm: at.yMm - yMm };
    if (session.do('takeFromAside', takeFromAside(session.document, { frameId, surfaceId, at: there })))
      session.selectFrame(frameId);
  };
}

/** Of a page's shorter side: how large a picture is dropped on an empty place. */
const DROPPED_SHARE = 0.45;

/**
 * Pictures dropped on the stage: into the frame under them, where the former picture goes back to the tray; or in new frames
 * around the place.
 */
export function useDropPicture(sheet: StageSheet) {
  const session = useLayout();
  return (
    keys: readonly string[],
    at: { readonly xMm: number; readonly yMm: number },
    over: { readonly surfaceId: string; readonly frameId: string } | null,
  ): void => {
    const { document } = session;
    const [first, ...others] = keys;
    if (first === undefined) return;
    const frame = over === null ? undefined : surfaceOf(document, over.surfaceId)?.frames[over.frameId];
    const intoFrame = over !== null && frame?.kind === 'picture';
    const surfaceId = intoFrame ? over.surfaceId : surfaceAt(sheet, at.xMm)?.surfaceId;
    if (surfaceId === undefined) return;
    const begun = intoFrame
      ? placePicture(document, { surfaceId, picture: first, frameId: over.frameId })
      : placedAt(document, sheet, surfaceId, first, at);
    const outcome = others.reduce<Outcome>(
      (now, key, index) =>
        isRefusal(now)
          ? now
          : placedAt(now, sheet, surfaceId, key, { xMm: at.xMm + (index + 1) * 8, yMm: at.yMm + (index + 1) * 8 }),
      begun,
    );
    if (session.do('placePicture', outcome))
      session.select({
        surfaceId,
        frameIds: [intoFrame ? over.frameId : nextFrameId(document)],
      });
  };
}

function placedAt(
  document: LayoutDocument,
  { places }: StageSheet,
  surfaceId: string,
  key: string,
  at: { readonly xMm: number; readonly yMm: number },
): Outcome {
  const place = places.find((one) => one.surfaceId === surfaceId);
  const picture = document.pictures[key];
  // A live page makes room by itself.
  if (place === undefined || picture === undefined || liveOwnerOf(document, surfaceId) !== undefined)
    return placePicture(document, { surfaceId, picture: key });
  const longer = Math.min(place.widthMm, place.heightMm) * DROPPED_SHARE * Math.SQRT2;
  const mmPerPx = longer / Math.hypot(picture.widthPx, picture.heightPx);
  const [widthMm, heightMm] = [picture.widthPx * mmPerPx, picture.heightPx * mmPerPx];
  return placePicture(document, {
    surfaceId,
    picture: key,
    box: { xMm: at.xMm - place.xMm - widthMm / 2, yMm: at.yMm - place.yMm - heightMm / 2, widthMm, heightMm },
  });
}
