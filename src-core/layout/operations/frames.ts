import type { BoxMm } from '../../specs/book-geometry.ts';
import { printThresholds, type LayoutDocument, type LayoutFrame, type SurfaceId } from '../document.ts';
import { weighedAnew, withLiveFollowing } from '../live.ts';
import { isRefusal, refused, type Outcome } from '../refusal.ts';
import { aroundAll } from '../spread-geometry.ts';
import { isPanel, placesBeside, spreadOf } from '../spreads.ts';
import {
  framesInOrder,
  madeByHand,
  nextFrameId,
  openFrames,
  openSurface,
  surfaceIdOf,
  withBox,
  withFrameOn,
  withFrames,
  withNewFrame,
  withoutFrames,
  withPictureFrames,
  withSurface,
  type FrameOf,
  type FramesOf,
} from '../surface-change.ts';

/** Each of the frames with the box that `boxOf` gives it; refused when one of them cannot lie there. */
function withBoxes(
  document: LayoutDocument,
  of: FramesOf,
  boxOf: (box: BoxMm, all: readonly BoxMm[]) => BoxMm,
): Outcome {
  const open = openFrames(document, of);
  if (isRefusal(open)) return open;
  const all = open.frames.map(([, { box }]) => box);
  return open.frames.reduce<Outcome>(
    (now, [frameId, { box }]) =>
      isRefusal(now) ? now : withBox(now, { surfaceId: of.surfaceId, frameId }, boxOf(box, all)),
    document,
  );
}

/** By so much, each onto the page that its middle then lies on. */
export const moveFrames = (
  document: LayoutDocument,
  { dxMm, dyMm, ...of }: FramesOf & { readonly dxMm: number; readonly dyMm: number },
): Outcome => withBoxes(document, of, (box) => ({ ...box, xMm: box.xMm + dxMm, yMm: box.yMm + dyMm }));

/** Millimetres from the top left of its page's trim. */
export const setBox = (document: LayoutDocument, { box, ...of }: FrameOf & { readonly box: BoxMm }): Outcome =>
  withBox(document, of, box);

export type Alignment = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom';

/** To what they have in common; a single frame to its page. */
export function alignFrames(document: LayoutDocument, { to, ...of }: FramesOf & { readonly to: Alignment }): Outcome {
  const page = placesBeside(document, of.surfaceId).find(({ surfaceId }) => surfaceId === of.surfaceId);
  if (page === undefined) return refused({ key: 'layout.refused.noSurface' });
  return withBoxes(document, of, (box, all) => {
    const around = all.length > 1 ? aroundAll(all) : { ...page, xMm: 0, yMm: 0 };
    switch (to) {
      case 'left':
        return { ...box, xMm: around.xMm };
      case 'centre':
        return { ...box, xMm: around.xMm + (around.widthMm - box.widthMm) / 2 };
      case 'right':
        return { ...box, xMm: around.xMm + around.widthMm - box.widthMm };
      case 'top':
        return { ...box, yMm: around.yMm };
      case 'middle':
        return { ...box, yMm: around.yMm + (around.heightMm - box.heightMm) / 2 };
      case 'bottom':
        return { ...box, yMm: around.yMm + around.heightMm - box.heightMm };
    }
  });
}

/** The same gap between all of them; the outermost stay. Refused for fewer than three. */
export function distributeFrames(
  document: LayoutDocument,
  { axis, ...of }: FramesOf & { readonly axis: 'x' | 'y' },
): Outcome {
  const open = openFrames(document, of);
  if (isRefusal(open)) return open;
  if (open.frames.length < 3) return refused({ key: 'layout.refused.distributeFrom', params: { least: 3 } });
  const from = (box: BoxMm) => (axis === 'x' ? box.xMm : box.yMm);
  const length = (box: BoxMm) => (axis === 'x' ? box.widthMm : box.heightMm);
  const sorted = open.frames.map(([, { box }]) => box).toSorted((a, b) => from(a) - from(b));
  const around = aroundAll(sorted);
  const gapMm = (length(around) - sorted.reduce((sum, box) => sum + length(box), 0)) / (sorted.length - 1);
  const places = new Map<BoxMm, number>();
  sorted.reduce((atMm, box) => {
    places.set(box, atMm);
    return atMm + length(box) + gapMm;
  }, from(around));
  return withBoxes(document, of, (box) => {
    const atMm = places.get(box) ?? from(box);
    return axis === 'x' ? { ...box, xMm: atMm } : { ...box, yMm: atMm };
  });
}

/** In paint order: `front` lies on top of everything else of its page. */
export function orderFrames(
  document: LayoutDocument,
  { to, ...of }: FramesOf & { readonly to: 'front' | 'forward' | 'backward' | 'back' },
): Outcome {
  const open = openFrames(document, of);
  if (isRefusal(open)) return open;
  const moving = new Set(open.frames.map(([id]) => id));
  const { order } = open.surface;
  const next = reordered(order, moving, to);
  return next.every((id, at) => id === order[at])
    ? document
    : withSurface(document, of.surfaceId, { ...open.surface, order: next });
}

function reordered(
  order: readonly string[],
  moving: ReadonlySet<string>,
  to: 'front' | 'forward' | 'backward' | 'back',
): string[] {
  const own = order.filter((id) => moving.has(id));
  const others = order.filter((id) => !moving.has(id));
  if (to === 'front') return [...others, ...own];
  if (to === 'back') return [...own, ...others];
  const next = to === 'forward' ? order.toReversed() : [...order];
  // One step past the neighbour that does not move; a block of them keeps together.
  for (let at = 1; at < next.length; at += 1) {
    const [before, id] = [next[at - 1] as string, next[at] as string];
    if (moving.has(id) && !moving.has(before)) [next[at - 1], next[at]] = [id, before];
  }
  return to === 'forward' ? next.toReversed() : next;
}

/** Locked frames are left alone by everything but this. */
export function lockFrames(
  document: LayoutDocument,
  { locked, ...of }: FramesOf & { readonly locked: boolean },
): Outcome {
  const surface = openSurface(document, of.surfaceId);
  if (isRefusal(surface)) return surface;
  const known = framesInOrder(surface).filter(([id]) => of.frameIds.includes(id));
  if (known.length === 0) return refused({ key: 'layout.refused.noFrame' });
  const changed = known.filter(([, frame]) => frame.locked !== locked);
  if (changed.length === 0) return document;
  const frames = { ...surface.frames, ...Object.fromEntries(changed.map(([id, frame]) => [id, { ...frame, locked }])) };
  return withSurface(document, of.surfaceId, { ...surface, frames });
}

const DUPLICATE_OFFSET_MM = 5;

/** A copy of each on top, a little to the lower right, under the next ids. */
export function duplicateFrames(document: LayoutDocument, of: FramesOf): Outcome {
  const open = openFrames(document, of);
  if (isRefusal(open)) return open;
  return open.frames.reduce<Outcome>(
    (now, [, frame]) => {
      if (isRefusal(now)) return now;
      const copied = withNewFrame(now, of.surfaceId, frame);
      const { box } = frame;
      const moved = { ...box, xMm: box.xMm + DUPLICATE_OFFSET_MM, yMm: box.yMm + DUPLICATE_OFFSET_MM };
      if (isRefusal(copied)) return copied;
      const placed = withBox(copied, { surfaceId: of.surfaceId, frameId: nextFrameId(now) }, moved);
      // Where there is no room for the offset it lies on what it was copied of.
      return isRefusal(placed) ? copied : placed;
    },
    madeByHand(document, of.surfaceId),
  );
}

/** First the picture, which goes back to the tray; frames that are empty, texts and fields go themselves. */
export function removeFrames(document: LayoutDocument, of: FramesOf): Outcome {
  const open = openFrames(document, of);
  if (isRefusal(open)) return open;
  const filled = open.frames.filter(([, frame]) => frame.kind === 'picture' && frame.picture !== null);
  if (filled.length > 0)
    return withFrames(document, { ...of, frameIds: filled.map(([id]) => id) }, (frame) =>
      frame.kind === 'picture' ? { ...frame, picture: null } : frame,
    );
  const gone = new Set(open.frames.map(([id]) => id));
  return withLiveFollowing(document, withSurface(document, of.surfaceId, withoutFrames(open.surface, gone)));
}

/** The whole page with its bleed. Of a panel: its trim, from where it goes on over wrap and bleed by itself. */
export function bleedBoxOf({ spec, order }: LayoutDocument, surfaceId: SurfaceId): BoxMm | null {
  const place = placesBeside({ spec, order }, surfaceId).find((own) => own.surfaceId === surfaceId);
  if (place === undefined) return null;
  const bleedMm = isPanel(surfaceId) ? 0 : printThresholds({ spec }).of('bleedMm').value;
  return {
    xMm: -bleedMm,
    yMm: -bleedMm,
    widthMm: place.widthMm + 2 * bleedMm,
    heightMm: place.heightMm + 2 * bleedMm,
  };
}

/** Over its whole page and the bleed; one across the fold, over the whole spread. A frame that lies so is drawn in to the margins. */
export function toBleed(document: LayoutDocument, of: FrameOf): Outcome {
  const open = openFrames(document, { surfaceId: of.surfaceId, frameIds: [of.frameId] });
  if (isRefusal(open)) return open;
  const frame = open.surface.frames[of.frameId];
  const page = bleedBoxOf(document, of.surfaceId);
  if (frame === undefined || page === null) return refused({ key: 'layout.refused.noFrame' });
  const isAcross = frame.kind === 'picture' && frame.across;
  const full = isAcross ? { ...page, widthMm: page.widthMm + document.spec.innerTrimWidthMm } : page;
  const { marginMm } = document.style;
  const bleedMm = -page.xMm;
  const insetMm = isFull(frame, full) ? bleedMm + marginMm : 0;
  return withBox(document, of, {
    xMm: full.xMm + insetMm,
    yMm: full.yMm + insetMm,
    widthMm: full.widthMm - 2 * insetMm,
    heightMm: full.heightMm - 2 * insetMm,
  });
}

const FULL_MM = 0.01;
const isFull = ({ box }: LayoutFrame, full: BoxMm): boolean =>
  box.xMm <= full.xMm + FULL_MM &&
  box.yMm <= full.yMm + FULL_MM &&
  box.xMm + box.widthMm >= full.xMm + full.widthMm - FULL_MM &&
  box.yMm + box.heightMm >= full.yMm + full.heightMm - FULL_MM;

/** Whether a picture goes on over the fold of its spread. It then belongs to the left page. */
export function setAcross(
  document: LayoutDocument,
  { across, ...of }: FrameOf & { readonly across: boolean },
): Outcome {
  const frameIds = [of.frameId];
  const spread = spreadOf(document, of.surfaceId);
  if (spread === undefined || spread.left === null || spread.right === null)
    return refused({ key: 'layout.refused.noFold' });
  const given = withPictureFrames(document, { surfaceId: of.surfaceId, frameIds }, (frame) => ({
    ...frame,
    across: false,
  }));
  if (isRefusal(given)) return given;
  const frame = openFrames(document, { surfaceId: of.surfaceId, frameIds });
  if (isRefusal(frame)) return frame;
  const box = frame.frames[0]?.[1].box;
  if (box === undefined) return refused({ key: 'layout.refused.noFrame' });
  const isRight = of.surfaceId === spread.right;
  const widthMm = document.spec.innerTrimWidthMm;
  if (!across) {
    const former = frame.frames[0]?.[1];
    if (former?.kind === 'picture' && !former.across) return document;
    // Onto the page that its middle lies on, and no further than the fold.
    const isOnRight = box.xMm + box.widthMm / 2 >= widthMm;
    const [fromMm, toMm] = isOnRight
      ? [Math.max(box.xMm, widthMm), box.xMm + box.widthMm]
      : [box.xMm, Math.min(box.xMm + box.widthMm, widthMm)];
    return withBox(given, of, { ...box, xMm: fromMm, widthMm: toMm - fromMm });
  }
  const left = spread.left;
  const moved = isRight ? ontoLeft(given, of.frameId, spread.right, left, widthMm) : madeByHand(given, of.surfaceId);
  if (isRefusal(moved)) return moved;
  const home = surfaceIdOf(moved, of.frameId) ?? left;
  return withPictureFrames(moved, { surfaceId: home, frameIds }, (own) => ({ ...own, across: true }));
}

function ontoLeft(document: LayoutDocument, frameId: string, right: string, left: string, widthMm: number): Outcome {
  const [from, to] = [openSurface(document, right), openSurface(document, left)];
  if (isRefusal(from)) return from;
  if (isRefusal(to)) return to;
  const frame = from.frames[frameId];
  if (frame === undefined) return refused({ key: 'layout.refused.noFrame' });
  const next = { ...frame, box: { ...frame.box, xMm: frame.box.xMm + widthMm } };
  const free = madeByHand(madeByHand(document, right), left);
  const without = withSurface(free, right, { ...withoutFrames(from, new Set([frameId])), arrangement: null });
  return withFrameOn(without, left, frameId, next);
}

export interface FrameLook {
  /** Null: none. It lies within the frame. */
  readonly border?: { readonly colour: string; readonly widthMm: number } | null;
  readonly cornerMm?: number;
}

/** Border and corners, of pictures and fields. */
export function setFrameLook(document: LayoutDocument, { border, cornerMm, ...of }: FramesOf & FrameLook): Outcome {
  let isOne = false;
  const outcome = withFrames(document, of, (frame) => {
    if (frame.kind === 'text') return frame;
    isOne = true;
    const next = {
      ...frame,
      ...(border === undefined ? {} : { border }),
      ...(cornerMm === undefined ? {} : { cornerMm }),
    };
    return sameLook(frame, next) ? frame : next;
  });
  return isRefusal(outcome) || isOne ? outcome : refused({ key: 'layout.refused.noBorderHere' });
}

type Looked = Exclude<LayoutFrame, { kind: 'text' }>;
const sameLook = (a: Looked, b: Looked): boolean =>
  a.cornerMm === b.cornerMm &&
  (a.border === b.border || (a.border?.colour === b.border?.colour && a.border?.widthMm === b.border?.widthMm));

/** How much larger than its neighbours an arrangement makes it: 1 is usual, 2 the hero. A live page is arranged by it at once. */
export function weighPictures(
  document: LayoutDocument,
  { weight, ...of }: FramesOf & { readonly weight: number },
): Outcome {
  const weighed = withPictureFrames(document, of, (frame) => (frame.weight === weight ? frame : { ...frame, weight }));
  return isRefusal(weighed) || weighed === document ? weighed : weighedAnew(weighed, of.surfaceId);
}
