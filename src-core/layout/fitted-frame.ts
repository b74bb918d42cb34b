import type { Mm2 } from '../specs/book-geometry.ts';
import type { LayoutFrame, PictureFrame } from './document.ts';
import type { FaceFit } from './face-fit.ts';
import { freshInside, type Framed } from './inside.ts';

// A frame that is laid on a page of another size.

/** Type is not set smaller than this because its page is; what is smaller already stays as it is. */
const LEAST_PT = 7.5;
const [SMALLEST_PT, LARGEST_PT] = [3, 400];
const MOST_CORNER_MM = 500;
const MOST_BORDER_MM = 50;

/** The frame where the fit puts it, with type, corners and border of that size. */
export function fittedFrame(
  frame: LayoutFrame,
  { box: fit, scale }: FaceFit,
  picture: Framed | undefined,
): LayoutFrame {
  const box = fit(frame.box);
  if (frame.kind === 'text') return { ...frame, box, sizePt: typeAt(frame.sizePt, scale) };
  const look = {
    cornerMm: Math.min(frame.cornerMm * scale, MOST_CORNER_MM),
    border:
      frame.border === null || scale === 1
        ? frame.border
        : { ...frame.border, widthMm: Math.min(frame.border.widthMm * scale, MOST_BORDER_MM) },
  };
  return frame.kind === 'field'
    ? { ...frame, ...look, box }
    : { ...refilled(frame, frame.box, box, picture), ...look, box };
}

/** In tenths of a point, downwards: a line that fitted fits. */
function typeAt(sizePt: number, scale: number): number {
  if (scale === 1) return sizePt;
  const scaled = Math.floor(sizePt * scale * 10) / 10;
  return Math.min(Math.max(scaled, Math.min(sizePt, LEAST_PT), SMALLEST_PT), LARGEST_PT);
}

type Inner = Omit<PictureFrame, 'box'>;

/**
 * The picture in a frame of another size: where it lies as it began heads are looked for anew, since what stayed from a shape that is nearly
 * the same would pass for the choice of a hand the next time; what a hand chose stays in the middle.
 */
export function refilled<Frame extends Inner>(frame: Frame, from: Mm2, to: Mm2, picture: Framed | undefined): Frame {
  if (frame.show === 'whole' || isByHand(frame, from, picture)) return frame;
  const { focusX, focusY } = begunIn(frame, to, picture);
  return { ...frame, focusX, focusY };
}

/** Heads are found by sums of shares, which are not exact: in a frame of the same shape and another size they differ by the last digit. */
const SAME_FOCUS = 1e-9;

/** Whether the picture lies otherwise in a frame of that size than it would if nobody had touched it. */
function isByHand(frame: Inner, size: Mm2, picture: Framed | undefined): boolean {
  const { focusX, focusY } = begunIn(frame, size, picture);
  const isMoved = Math.abs(frame.focusX - focusX) > SAME_FOCUS || Math.abs(frame.focusY - focusY) > SAME_FOCUS;
  return frame.zoom !== 1 || frame.straightenDeg !== 0 || isMoved;
}

const begunIn = ({ turnDeg }: Inner, size: Mm2, picture: Framed | undefined) =>
  freshInside(picture, turnDeg === 0 ? size : null);
