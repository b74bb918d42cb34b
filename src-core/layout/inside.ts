import { cropWindow, type PicturePoint } from '../composition/crop-window.ts';
import type { BoxMm, Mm2 } from '../specs/book-geometry.ts';
import { MM_PER_INCH } from '../units.ts';
import type { LayoutPicture, PictureFrame } from './document.ts';

/** What says how a picture lies in its frame. */
export type Inside = Pick<PictureFrame, 'show' | 'zoom' | 'focusX' | 'focusY' | 'turnDeg' | 'straightenDeg'>;
export type FrameInside = Inside & { readonly box: BoxMm };
type Pixels = Pick<LayoutPicture, 'widthPx' | 'heightPx' | 'page'>;

/** What a picture begins with in a new frame of this size: its own focus in the middle, else all heads whole, as far as they can be. */
export function freshInside(picture: Framed | undefined, size: Mm2 | null = null): Omit<Inside, 'show'> {
  const { x, y } = picture?.focus ?? (picture === undefined || size === null ? null : headsIn(picture, size)) ?? MIDDLE;
  return { zoom: 1, focusX: x, focusY: y, turnDeg: 0, straightenDeg: 0 };
}

/** What of a picture says how it lies in a frame that nobody has looked at yet. */
export type Framed = Pick<LayoutPicture, 'widthPx' | 'heightPx' | 'focus' | 'faces' | 'page'>;

const MIDDLE: PicturePoint = { x: 0.5, y: 0.5 };

/** The middle of what the frame is to show: all heads, or the largest where it cannot hold them. Null where there is nobody. */
function headsIn({ widthPx, heightPx, faces = [] }: Framed, { widthMm, heightMm }: Mm2): PicturePoint | null {
  if (faces.length === 0 || !(widthMm > 0) || !(heightMm > 0)) return null;
  const window = cropWindow({ pictureAspect: widthPx / heightPx, frameAspect: widthMm / heightMm, faces });
  if (window !== 'whole') return { x: window.x + window.width / 2, y: window.y + window.height / 2 };
  const largest = faces.reduce((one, other) => (other.width * other.height > one.width * one.height ? other : one));
  return { x: largest.x + largest.width / 2, y: largest.y + largest.height / 2 };
}

/** Shapes that agree to within this keep a crop that was made by hand. */
const SHAPES_AGREE = 1.05;

export function shapesAgree(a: Mm2, b: Mm2): boolean {
  const ratio = a.widthMm / a.heightMm / (b.widthMm / b.heightMm);
  return Math.max(ratio, 1 / ratio) <= SHAPES_AGREE;
}

/** The frame in another box: a crop by hand stays where the shapes agree, else the picture fills it anew. */
export function reboxed(frame: PictureFrame, box: BoxMm, picture: Framed | undefined): PictureFrame {
  return shapesAgree(frame.box, box)
    ? { ...frame, box }
    : { ...frame, box, ...freshInside(picture, frame.turnDeg === 0 ? box : null), turnDeg: frame.turnDeg };
}

/** Pixels across and down as it is seen once it is turned. */
export function seenPixels(picture: Pixels, turnDeg: Inside['turnDeg']) {
  const { widthPx, heightPx } = exactPixels(picture);
  return turnDeg === 90 || turnDeg === 270
    ? { acrossPx: heightPx, downPx: widthPx }
    : { acrossPx: widthPx, downPx: heightPx };
}

/** A page of a PDF has the shape of its millimetres, however few whole pixels it has. */
function exactPixels({ widthPx, heightPx, page }: Pixels): Pixels {
  if (page === undefined) return { widthPx, heightPx };
  const perMm = Math.max(widthPx / page.widthMm, heightPx / page.heightMm);
  return { widthPx: page.widthMm * perMm, heightPx: page.heightMm * perMm };
}

/**
 * Where the whole picture lies, in the frame's own coordinates: over its frame (`fill`) or within it (`whole`). A straightened
 * one is turned afterwards, by `straightenDeg` about the middle of its frame; it is as much larger as keeps the frame full.
 */
export function wholeBoxOf(frame: FrameInside, picture: Pixels): BoxMm {
  const { box, focusX, focusY } = frame;
  const { widthMm, heightMm } = wholeSizeOf(frame, picture);
  const needed = neededSize(frame);
  return {
    xMm: placedAlong(box.xMm + box.widthMm / 2, needed.widthMm, widthMm, focusX),
    yMm: placedAlong(box.yMm + box.heightMm / 2, needed.heightMm, heightMm, focusY),
    widthMm,
    heightMm,
  };
}

/** The upright box around the frame as the straightened picture sees it: what the picture has to fill. */
function neededSize({ box: { widthMm, heightMm }, straightenDeg }: FrameInside): Mm2 {
  const angle = (Math.abs(straightenDeg) * Math.PI) / 180;
  return {
    widthMm: widthMm * Math.cos(angle) + heightMm * Math.sin(angle),
    heightMm: widthMm * Math.sin(angle) + heightMm * Math.cos(angle),
  };
}

function wholeSizeOf(frame: FrameInside, picture: Pixels): Mm2 {
  const { acrossPx, downPx } = seenPixels(picture, frame.turnDeg);
  const needed = neededSize(frame);
  const [across, down] = [needed.widthMm / acrossPx, needed.heightMm / downPx];
  const mmPerPx = (frame.show === 'fill' ? Math.max(across, down) : Math.min(across, down)) * frame.zoom;
  return { widthMm: acrossPx * mmPerPx, heightMm: downPx * mmPerPx };
}

/** Where the picture begins: its focus in the middle as far as no paper shows, and in the middle itself where some has to. */
function placedAlong(middleMm: number, neededMm: number, lengthMm: number, focus: number): number {
  if (lengthMm <= neededMm) return middleMm - lengthMm / 2;
  return Math.min(Math.max(middleMm - focus * lengthMm, middleMm + neededMm / 2 - lengthMm), middleMm - neededMm / 2);
}

/** The focus that is really seen in the middle: what a drag begins with, so that it has no way to go before the picture moves. */
export function seenFocus(frame: FrameInside, picture: Pixels): Pick<Inside, 'focusX' | 'focusY'> {
  const { box } = frame;
  const whole = wholeBoxOf(frame, picture);
  const share = (fromMm: number, lengthMm: number) => Math.min(Math.max(fromMm / lengthMm, 0), 1);
  return {
    focusX: share(box.xMm + box.widthMm / 2 - whole.xMm, whole.widthMm),
    focusY: share(box.yMm + box.heightMm / 2 - whole.yMm, whole.heightMm),
  };
}

/** The frame's inside with the picture drawn along by so much on the page, as far as it goes. */
export function panned<F extends FrameInside>(frame: F, picture: Pixels, dxMm: number, dyMm: number): F {
  const whole = wholeSizeOf(frame, picture);
  const from = seenFocus(frame, picture);
  const [alongX, alongY] = unstraightened(frame, dxMm, dyMm);
  return settledFocus(frame, picture, from.focusX - alongX / whole.widthMm, from.focusY - alongY / whole.heightMm);
}

/** The frame with another zoom; what lies at this place, in millimetres from the frame's middle, stays there as far as it can. */
export function zoomedAbout<F extends FrameInside>(frame: F, picture: Pixels, zoom: number, atXMm = 0, atYMm = 0): F {
  const [alongX, alongY] = unstraightened(frame, atXMm, atYMm);
  const before = wholeSizeOf(frame, picture);
  const from = seenFocus(frame, picture);
  const next = { ...frame, zoom };
  const after = wholeSizeOf(next, picture);
  return settledFocus(
    next,
    picture,
    from.focusX + alongX / before.widthMm - alongX / after.widthMm,
    from.focusY + alongY / before.heightMm - alongY / after.heightMm,
  );
}

function settledFocus<F extends FrameInside>(frame: F, picture: Pixels, focusX: number, focusY: number): F {
  const within = (focus: number) => Math.min(Math.max(focus, 0), 1);
  const next = { ...frame, focusX: within(focusX), focusY: within(focusY) };
  return { ...next, ...seenFocus(next, picture) };
}

/** A way on the page, as the straightened picture sees it. */
function unstraightened({ straightenDeg }: Inside, xMm: number, yMm: number): readonly [number, number] {
  const angle = (-straightenDeg * Math.PI) / 180;
  return [xMm * Math.cos(angle) - yMm * Math.sin(angle), xMm * Math.sin(angle) + yMm * Math.cos(angle)];
}

/** Pixels an inch at which it is printed. */
export function effectivePpi(frame: FrameInside, picture: Pixels): number {
  const { acrossPx } = seenPixels(picture, frame.turnDeg);
  return (acrossPx * MM_PER_INCH) / wholeSizeOf(frame, picture).widthMm;
}

/** What a page of a PDF has that shows no pictures: drawn lines and letters are as fine as any press. */
export const DRAWN_PPI = 1_200;

/** Whether nothing of it has pixels, so that it is sharp in any size. */
export function isDrawn({ widthPx, heightPx, page }: Pixels): boolean {
  if (page === undefined) return false;
  const pixelsAMm = Math.max(widthPx / page.widthMm, heightPx / page.heightMm);
  return Math.round(pixelsAMm * MM_PER_INCH) >= DRAWN_PPI;
}

/** How large the frame may become, as it is cropped now, before it has fewer pixels an inch than this. */
export function sharpUpTo(frame: FrameInside, picture: Pixels, leastPpi: number): Mm2 {
  const factor = effectivePpi(frame, picture) / leastPpi;
  return { widthMm: frame.box.widthMm * factor, heightMm: frame.box.heightMm * factor };
}
