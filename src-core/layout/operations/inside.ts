import type { LayoutDocument, LayoutPicture, PictureFrame } from '../document.ts';
import { freshInside, panned, zoomedAbout } from '../inside.ts';
import { withLiveFollowing } from '../live.ts';
import { refused, type Outcome, type Refusal } from '../refusal.ts';
import { withPictureFrames, type FrameOf, type FramesOf } from '../surface-change.ts';

/** Of frames that hold a picture; the document's schema keeps the same limits. */
const MOST_ZOOM = 20;
const MOST_STRAIGHTEN_DEG = 15;

function withInside(
  document: LayoutDocument,
  of: FramesOf,
  edit: (frame: PictureFrame, picture: LayoutPicture) => PictureFrame | Refusal,
): Outcome {
  return withPictureFrames(document, of, (frame) => {
    const picture = frame.picture === null ? undefined : document.pictures[frame.picture];
    return picture === undefined ? refused({ key: 'layout.refused.emptyFrame' }) : edit(frame, picture);
  });
}

const one = ({ surfaceId, frameId }: FrameOf): FramesOf => ({ surfaceId, frameIds: [frameId] });

/** 1 is as large as the frame asks for. What lies at the given place, in millimetres from the frame's middle, stays there. */
export const zoomPicture = (
  document: LayoutDocument,
  {
    zoom,
    atXMm = 0,
    atYMm = 0,
    ...of
  }: FrameOf & { readonly zoom: number; readonly atXMm?: number; readonly atYMm?: number },
): Outcome =>
  withInside(document, one(of), (frame, picture) => {
    const next = Math.min(Math.max(zoom, 1), MOST_ZOOM);
    return next === frame.zoom ? frame : zoomedAbout(frame, picture, next, atXMm, atYMm);
  });

/** Draws the picture along within its frame, as far as no paper shows. */
export const panPicture = (
  document: LayoutDocument,
  { dxMm, dyMm, ...of }: FrameOf & { readonly dxMm: number; readonly dyMm: number },
): Outcome =>
  withInside(document, one(of), (frame, picture) => {
    const next = panned(frame, picture, dxMm, dyMm);
    return next.focusX === frame.focusX && next.focusY === frame.focusY ? frame : next;
  });

const QUARTERS = [0, 90, 180, 270] as const;

/** By quarters clockwise; what is in the middle stays there. */
export const turnPictures = (
  document: LayoutDocument,
  { quarters, ...of }: FramesOf & { readonly quarters: 1 | 2 | 3 },
): Outcome =>
  withLiveFollowing(
    document,
    withInside(document, of, (frame) => {
      let { focusX, focusY } = frame;
      for (let turn = 0; turn < quarters; turn += 1) [focusX, focusY] = [1 - focusY, focusX];
      const turnDeg = QUARTERS[(QUARTERS.indexOf(frame.turnDeg) + quarters) % 4] ?? 0;
      return { ...frame, turnDeg, focusX, focusY };
    }),
  );

/** Clockwise, at most 15 degrees; the picture grows until its frame is full again, so that only a full frame is straightened. */
export const straightenPicture = (
  document: LayoutDocument,
  { straightenDeg, ...of }: FrameOf & { readonly straightenDeg: number },
): Outcome =>
  withInside(document, one(of), (frame) => {
    if (frame.show === 'whole') return refused({ key: 'layout.refused.straightenWhole' });
    const next = Math.min(Math.max(straightenDeg, -MOST_STRAIGHTEN_DEG), MOST_STRAIGHTEN_DEG);
    return next === frame.straightenDeg ? frame : { ...frame, straightenDeg: next };
  });

/** `fill`: the frame is full; `whole`: all of the picture is seen, and straight as it was taken. */
export const setShow = (
  document: LayoutDocument,
  { show, ...of }: FramesOf & { readonly show: PictureFrame['show'] },
): Outcome =>
  withPictureFrames(document, of, (frame) =>
    frame.show === show
      ? frame
      : { ...frame, show, zoom: 1, straightenDeg: show === 'whole' ? 0 : frame.straightenDeg },
  );

/** As the picture came: not zoomed, not turned, its own focus in the middle, or its heads. */
export const resetInside = (document: LayoutDocument, of: FramesOf): Outcome =>
  withInside(document, of, (frame, picture) => {
    const fresh = freshInside(picture, frame.box);
    const isFresh =
      frame.zoom === 1 &&
      frame.focusX === fresh.focusX &&
      frame.focusY === fresh.focusY &&
      frame.turnDeg === 0 &&
      frame.straightenDeg === 0;
    return isFresh ? frame : { ...frame, ...fresh };
  });
