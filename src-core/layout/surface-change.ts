import type { BoxMm } from '../specs/book-geometry.ts';
import {
  PANELS,
  surfaceOf,
  type LayoutDocument,
  type LayoutFrame,
  type PictureFrame,
  type Surface,
  type SurfaceId,
} from './document.ts';
import { isRefusal, refused, type Outcome, type Refusal } from './refusal.ts';
import { isPanel, placesBeside, spreadOf } from './spreads.ts';

// What operations are made of: the document with one surface, or one frame of it, set anew.

/** Frames of one surface, as most operations are asked for. */
export interface FramesOf {
  readonly surfaceId: SurfaceId;
  readonly frameIds: readonly string[];
}

/** One frame. */
export interface FrameOf {
  readonly surfaceId: SurfaceId;
  readonly frameId: string;
}

export function withSurface(document: LayoutDocument, surfaceId: SurfaceId, surface: Surface): LayoutDocument {
  if (surfaceOf(document, surfaceId) === surface) return document;
  return isPanel(surfaceId)
    ? { ...document, cover: { ...document.cover, [surfaceId]: surface } }
    : { ...document, pages: { ...document.pages, [surfaceId]: surface } };
}

export const surfaceIds = ({ order }: Pick<LayoutDocument, 'order'>): readonly SurfaceId[] => [...PANELS, ...order];

/** The surface that a frame lies on; undefined: on none (any more). Frames keep their id when they change their page. */
export function surfaceIdOf(document: LayoutDocument, frameId: string): SurfaceId | undefined {
  return surfaceIds(document).find((surfaceId) => surfaceOf(document, surfaceId)?.frames[frameId] !== undefined);
}

/** Frames with their ids, the lowest first. */
export function framesInOrder({ order, frames }: Surface): readonly (readonly [string, LayoutFrame])[] {
  return order.flatMap((id) => {
    const frame = frames[id];
    return frame === undefined ? [] : [[id, frame] as const];
  });
}

/** A surface that may be changed, or why not. */
export function openSurface(document: LayoutDocument, surfaceId: SurfaceId): Surface | Refusal {
  const surface = surfaceOf(document, surfaceId);
  if (surface === undefined) return refused({ key: 'layout.refused.noSurface' });
  return surface.locked ? refused({ key: 'layout.refused.surfaceLocked' }) : surface;
}

/** Those of the frames that may be changed. What acts on many leaves locked ones alone; what would act on none is refused. */
export function openFrames(
  document: LayoutDocument,
  { surfaceId, frameIds }: FramesOf,
): { readonly surface: Surface; readonly frames: readonly (readonly [string, LayoutFrame])[] } | Refusal {
  const surface = openSurface(document, surfaceId);
  if (isRefusal(surface)) return surface;
  const known = framesInOrder(surface).filter(([id]) => frameIds.includes(id));
  if (known.length === 0) return refused({ key: 'layout.refused.noFrame' });
  const frames = known.filter(([, { locked }]) => !locked);
  return frames.length === 0
    ? refused({ key: 'layout.refused.locked', params: { count: known.length } })
    : { surface, frames };
}

/** The document with what `edit` makes of each of the frames that may be changed. The same document when that is nothing new. */
export function withFrames(
  document: LayoutDocument,
  of: FramesOf,
  edit: (frame: LayoutFrame, id: string) => LayoutFrame,
): Outcome {
  const open = openFrames(document, of);
  if (isRefusal(open)) return open;
  const changed = open.frames.flatMap(([id, frame]) => {
    const next = edit(frame, id);
    return next === frame ? [] : [[id, next] as const];
  });
  if (changed.length === 0) return document;
  const frames = { ...open.surface.frames, ...Object.fromEntries(changed) };
  return withSurface(document, of.surfaceId, { ...open.surface, frames });
}

/** As `withFrames`, of picture frames alone. Refused where none of the frames is one. */
export function withPictureFrames(
  document: LayoutDocument,
  of: FramesOf,
  edit: (frame: PictureFrame, id: string) => PictureFrame | Refusal,
): Outcome {
  let isOne = false;
  let reason: Refusal | null = null;
  const outcome = withFrames(document, of, (frame, id) => {
    if (frame.kind !== 'picture') return frame;
    isOne = true;
    const next = edit(frame, id);
    if (!isRefusal(next)) return next;
    reason = next;
    return frame;
  });
  if (isRefusal(outcome)) return outcome;
  if (reason !== null) return reason;
  return isOne ? outcome : refused({ key: 'layout.refused.noPictureFrame' });
}

/** A frame put on top of a surface, under the next id (`f12`). */
export function withNewFrame(document: LayoutDocument, surfaceId: SurfaceId, frame: LayoutFrame): Outcome {
  const surface = openSurface(document, surfaceId);
  if (isRefusal(surface)) return surface;
  if (surface.order.length >= MOST_FRAMES)
    return refused({ key: 'layout.refused.tooManyFrames', params: { most: MOST_FRAMES } });
  const id = nextFrameId(document);
  return {
    ...withSurface(document, surfaceId, {
      ...surface,
      order: [...surface.order, id],
      frames: { ...surface.frames, [id]: frame },
    }),
    nextId: document.nextId + 1,
  };
}

/** Of one surface, as the document's schema allows. */
const MOST_FRAMES = 500;

/** The id that the next new frame is given. */
export const nextFrameId = ({ nextId }: Pick<LayoutDocument, 'nextId'>): string => `f${nextId}`;

/** The surface without those frames. */
export function withoutFrames(surface: Surface, frameIds: ReadonlySet<string>): Surface {
  return {
    ...surface,
    order: surface.order.filter((id) => !frameIds.has(id)),
    frames: Object.fromEntries(Object.entries(surface.frames).filter(([id]) => !frameIds.has(id))),
  };
}

/** The page that keeps the arrangement of this surface: itself, or the left page of its spread. Undefined: it is made by hand. */
export function liveOwnerOf(document: LayoutDocument, surfaceId: SurfaceId): SurfaceId | undefined {
  if (surfaceOf(document, surfaceId)?.arrangement) return surfaceId;
  const left = isPanel(surfaceId) ? null : (spreadOf(document, surfaceId)?.left ?? null);
  return left !== null && document.pages[left]?.arrangement?.surface === 'spread' ? left : undefined;
}

/** Frames that were moved by hand stay where they were put: their surface does not re-fill itself any more. */
export function madeByHand(document: LayoutDocument, surfaceId: SurfaceId): LayoutDocument {
  const owner = liveOwnerOf(document, surfaceId);
  const surface = owner === undefined ? undefined : surfaceOf(document, owner);
  return owner === undefined || surface === undefined
    ? document
    : withSurface(document, owner, { ...surface, arrangement: null });
}

export const LEAST_SIDE_MM = 2;
/** More than three times the largest cover sheet: a figure with a digit too many. */
const MOST_SIDE_MM = 2_000;

/**
 * Puts a frame where it was dragged: it belongs to the page, or the panel, that its middle lies on. One across the fold belongs
 * to the left page. Refused when nothing of it would be seen, and when it is smaller than can be taken hold of or far larger than any
 * sheet.
 */
export function withBox(document: LayoutDocument, { surfaceId, frameId }: FrameOf, box: BoxMm): Outcome {
  const open = openFrames(document, { surfaceId, frameIds: [frameId] });
  if (isRefusal(open)) return open;
  const frame = open.surface.frames[frameId];
  if (frame === undefined) return refused({ key: 'layout.refused.noFrame' });
  if (sameBox(frame.box, box)) return document;
  if (box.widthMm < LEAST_SIDE_MM || box.heightMm < LEAST_SIDE_MM)
    return refused({ key: 'layout.refused.tooSmall', params: { leastMm: LEAST_SIDE_MM } });
  if (box.widthMm > MOST_SIDE_MM || box.heightMm > MOST_SIDE_MM)
    return refused({ key: 'layout.refused.tooLarge', params: { mostMm: MOST_SIDE_MM } });
  const places = placesBeside(document, surfaceId);
  const own = places.find((place) => place.surfaceId === surfaceId);
  if (own === undefined) return refused({ key: 'layout.refused.noSurface' });
  const there = movedBox(box, own.xMm, own.yMm);
  const reachMm = document.spec.bleedMm;
  if (!places.some((place) => overlaps(there, place, reachMm))) return refused({ key: 'layout.refused.offPage' });
  const home =
    frame.kind === 'picture' && frame.across
      ? own
      : (places.find((place) => holdsMiddle(place, there)) ?? nearestTo(places, there) ?? own);
  const next = { ...frame, box: movedBox(there, -home.xMm, -home.yMm) };
  // Texts and fields lie over an arrangement without ending it.
  const free = frame.kind === 'picture' ? madeByHand(document, surfaceId) : document;
  if (home.surfaceId === surfaceId) return withFrames(free, { surfaceId, frameIds: [frameId] }, () => next);
  const [from, to] = [openSurface(free, surfaceId), openSurface(free, home.surfaceId)];
  if (isRefusal(from)) return from;
  if (isRefusal(to)) return to;
  const moved = withFrameOn(
    withSurface(free, surfaceId, withoutFrames(from, new Set([frameId]))),
    home.surfaceId,
    frameId,
    next,
  );
  return frame.kind === 'picture' ? madeByHand(moved, home.surfaceId) : moved;
}

/** The frame, which has its id already, on top of that surface. */
export function withFrameOn(
  document: LayoutDocument,
  surfaceId: SurfaceId,
  frameId: string,
  frame: LayoutFrame,
): LayoutDocument {
  const surface = surfaceOf(document, surfaceId);
  if (surface === undefined) return document;
  return withSurface(document, surfaceId, {
    ...surface,
    order: [...surface.order, frameId],
    frames: { ...surface.frames, [frameId]: frame },
  });
}

const SAME_MM = 1e-6;
const sameBox = (a: BoxMm, b: BoxMm): boolean =>
  Math.abs(a.xMm - b.xMm) < SAME_MM &&
  Math.abs(a.yMm - b.yMm) < SAME_MM &&
  Math.abs(a.widthMm - b.widthMm) < SAME_MM &&
  Math.abs(a.heightMm - b.heightMm) < SAME_MM;

export const movedBox = (box: BoxMm, xMm: number, yMm: number): BoxMm => ({
  xMm: box.xMm + xMm,
  yMm: box.yMm + yMm,
  widthMm: box.widthMm,
  heightMm: box.heightMm,
});

const overlaps = (a: BoxMm, b: BoxMm, aroundMm: number): boolean =>
  a.xMm < b.xMm + b.widthMm + aroundMm &&
  a.xMm + a.widthMm > b.xMm - aroundMm &&
  a.yMm < b.yMm + b.heightMm + aroundMm &&
  a.yMm + a.heightMm > b.yMm - aroundMm;

const middleOf = (box: BoxMm) => box.xMm + box.widthMm / 2;
const holdsMiddle = (place: BoxMm, box: BoxMm): boolean =>
  middleOf(box) >= place.xMm && middleOf(box) < place.xMm + place.widthMm;

function nearestTo<Place extends BoxMm>(places: readonly Place[], box: BoxMm): Place | undefined {
  const away = (place: Place) => Math.abs(middleOf(place) - middleOf(box));
  return places.toSorted((a, b) => away(a) - away(b))[0];
}

/**
 * A frame that goes where there is no fold to lie across: it ends with its page and the bleed. One whose middle lies on the right
 * page lies as it lay there, and begins with it.
 */
export function uncrossed({ spec }: Pick<LayoutDocument, 'spec'>, frame: LayoutFrame): LayoutFrame {
  if (frame.kind !== 'picture' || !frame.across) return frame;
  const { box } = frame;
  const pageMm = spec.innerTrimWidthMm;
  const isOnRight = middleOf(box) >= pageMm;
  const [fromMm, toMm] = isOnRight
    ? [Math.max(box.xMm - pageMm, -spec.bleedMm), box.xMm + box.widthMm - pageMm]
    : [box.xMm, Math.min(box.xMm + box.widthMm, pageMm + spec.bleedMm)];
  return {
    ...frame,
    across: false,
    box: { ...box, xMm: fromMm, widthMm: Math.max(LEAST_SIDE_MM, toMm - fromMm) },
  };
}
