import { bindingOf } from '../composition/page-frame.ts';
import { gutterOf } from '../preflight/gutter.ts';
import type { BoxMm } from '../specs/book-geometry.ts';
import { arrangements, type ArrangeOptions, MOST_ARRANGED, relaid, type Arranged } from '../arranging/arrange.ts';
import type { ArrangeStyle, Room, Shot } from '../arranging/shot.ts';
import {
  printThresholds,
  surfaceOf,
  type Arrangement,
  type LayoutDocument,
  type PictureFrame,
  type SurfaceId,
} from './document.ts';
import { reboxed, seenPixels } from './inside.ts';
import { isRefusal, refused, type Outcome, type Refusal } from './refusal.ts';
import { readTree } from '../arranging/slicing-tree.ts';
import { isPanel, placesBeside, spreadOf } from './spreads.ts';
import {
  framesInOrder,
  liveOwnerOf,
  movedBox,
  openSurface,
  surfaceIds,
  withFrameOn,
  withoutFrames,
  withSurface,
} from './surface-change.ts';

// Surfaces that fill themselves: which frames belong to one, what room they have, and how they are laid into it.

/** A live surface: the page that keeps its arrangement, and the right page where it is a spread. */
export interface LiveSurface {
  readonly owner: SurfaceId;
  readonly right: SurfaceId | null;
  readonly arrangement: Arrangement;
  readonly room: Room;
  readonly style: ArrangeStyle;
  /** Picture frames that may be moved, in reading order, with the surface that each lies on. */
  readonly members: readonly Member[];
}

interface Member {
  readonly frameId: string;
  readonly surfaceId: SurfaceId;
  readonly frame: PictureFrame;
}

/** What a studio asks of arrangements beside the book's own style. */
export interface Asked {
  /** Fewer pixels an inch are too few: the threshold that preflight warns by in this studio. */
  readonly leastPpi?: number;
}

/** An arrangement in the style of the book. */
export const usualArrangement = ({ style }: LayoutDocument, { leastPpi }: Asked = {}): Arrangement => ({
  signature: '',
  surface: 'page',
  ...style,
  ...(leastPpi === undefined ? {} : { leastPpi }),
  cuts: {},
});

/** The frames of an arrangement as they are read. */
export const readingOf = ({ signature }: Arrangement): readonly string[] => readTree(signature)?.names ?? [];

/** The surface as it would be live with that arrangement, or why it cannot be. `reading`: another order than the arrangement's own. */
export function liveSurface(
  document: LayoutDocument,
  surfaceId: SurfaceId,
  arrangement: Arrangement,
  reading: readonly string[] = readingOf(arrangement),
): LiveSurface | Refusal {
  if (surfaceId === 'spine') return refused({ key: 'layout.refused.noArrangement' });
  const spread = arrangement.surface === 'spread' ? spreadOf(document, surfaceId) : undefined;
  if (arrangement.surface === 'spread' && ((spread?.left ?? null) === null || (spread?.right ?? null) === null))
    return refused({ key: 'layout.refused.noFold' });
  const owner = spread?.left ?? surfaceId;
  const right = spread?.right ?? null;
  for (const id of [owner, right]) {
    const open = id === null ? null : openSurface(document, id);
    if (open !== null && isRefusal(open)) return open;
  }
  const members = membersOf(document, owner, right, reading);
  if (members.length > MOST_ARRANGED)
    return refused({ key: 'layout.refused.tooManyToArrange', params: { count: members.length, most: MOST_ARRANGED } });
  const room = roomOf(document, owner, right, arrangement);
  return { owner, right, arrangement, room, style: styleOf(document, arrangement, room), members };
}

/** In the order in which they are read; what has joined since comes behind. */
function membersOf(
  document: LayoutDocument,
  owner: SurfaceId,
  right: SurfaceId | null,
  reading: readonly string[],
): Member[] {
  const found = [owner, right].flatMap((surfaceId) => {
    const surface = surfaceId === null ? undefined : surfaceOf(document, surfaceId);
    if (surfaceId === null || surface === undefined) return [];
    return framesInOrder(surface).flatMap(([frameId, frame]): Member[] =>
      frame.kind === 'picture' && !frame.locked ? [{ frameId, surfaceId, frame }] : [],
    );
  });
  const placeOf = ({ frameId }: Member) => (reading.includes(frameId) ? reading.indexOf(frameId) : reading.length);
  return found.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Inside the margins and out of the gutter; or the bleed. Of a panel its trim, from where what reaches an edge goes on by itself. */
function roomOf(
  document: LayoutDocument,
  owner: SurfaceId,
  right: SurfaceId | null,
  { bleed, marginMm }: Arrangement,
): Room {
  const { spec, order } = document;
  const thresholds = printThresholds({ spec });
  const place = placesBeside(document, owner).find(({ surfaceId }) => surfaceId === owner);
  const [pageMm, heightMm] = [place?.widthMm ?? spec.innerTrimWidthMm, place?.heightMm ?? spec.innerTrimHeightMm];
  const widthMm = right === null ? pageMm : 2 * pageMm;
  const isGlued = bindingOf(spec) === 'PUR';
  const outMm = bleed ? (isPanel(owner) ? 0 : -thresholds.of('bleedMm').value) : marginMm;
  let [leftMm, rightMm] = [outMm, outMm];
  if (!isPanel(owner) && right === null) {
    const gutterMm = isGlued ? gutterOf({ thresholds, pageCount: order.length }).value : 0;
    const boundMm = bleed ? (isGlued ? outMm : 0) : Math.max(marginMm, gutterMm);
    if (spreadOf(document, owner)?.left === owner) rightMm = boundMm;
    else leftMm = boundMm;
  }
  return {
    xMm: leftMm,
    yMm: outMm,
    widthMm: Math.max(1, widthMm - leftMm - rightMm),
    heightMm: Math.max(1, heightMm - 2 * outMm),
    foldXMm: right === null ? null : pageMm,
    mayCrossFold: !isGlued,
  };
}

/** Cropped by no more than nobody sees; or, where the room is the bleed, by a fifth. */
const CALM_CROP = 0.02;
const FULL_CROP = 0.2;
/** Smaller pictures look lost on their page. */
const SMALLEST_SHARE = 1 / 6;

function styleOf({ spec }: LayoutDocument, { bleed, gapMm, leastPpi }: Arrangement, room: Room): ArrangeStyle {
  return {
    gapMm,
    smallestSideMm: Math.min(room.widthMm, room.heightMm) * SMALLEST_SHARE,
    leastPpi: leastPpi ?? printThresholds({ spec }).of('imagePpiWarning').value,
    mostCrop: bleed ? FULL_CROP : CALM_CROP,
    isFull: bleed,
  };
}

/** A frame that waits takes the room of a usual picture. */
const WAITING = { acrossPx: 6000, downPx: 4000 };

export function shotsOf(document: LayoutDocument, { members }: Pick<LiveSurface, 'members'>): Shot[] {
  return members.map(({ frameId, frame }) => {
    const picture = frame.picture === null ? undefined : document.pictures[frame.picture];
    const { acrossPx, downPx } = picture === undefined ? WAITING : seenPixels(picture, frame.turnDeg);
    return { id: frameId, widthPx: acrossPx, heightPx: downPx, weight: frame.weight };
  });
}

/** What the surface may look like, the best first. */
export const waysOf = (document: LayoutDocument, live: LiveSurface): Arranged[] =>
  waysInto(live, shotsOf(document, live));

/** The best first. A bleed that leaves no way is arranged calmly inside it. */
export function waysInto(
  { room, style }: Pick<LiveSurface, 'room' | 'style'>,
  shots: readonly Shot[],
  options: ArrangeOptions = {},
): Arranged[] {
  const found = arrangements(shots, room, style, options);
  return found.length > 0 || !style.isFull ? found : arrangements(shots, room, calm(style), options);
}

const calm = (style: ArrangeStyle): ArrangeStyle => ({ ...style, isFull: false, mostCrop: CALM_CROP });

/** The live surface with its frames in these boxes, and the arrangement kept. */
export function withBoxesLaid(
  document: LayoutDocument,
  live: LiveSurface,
  boxes: ReadonlyMap<string, BoxMm>,
  arrangement: Arrangement,
): LayoutDocument {
  const pageMm = live.room.foldXMm ?? Infinity;
  const laid = live.members.reduce((now, { frameId, surfaceId, frame }) => {
    const box = boxes.get(frameId);
    if (box === undefined) return now;
    const isRight = live.right !== null && box.xMm >= pageMm - ON_FOLD_MM;
    const across = live.right !== null && !isRight && box.xMm + box.widthMm > pageMm + ON_FOLD_MM;
    const home = isRight && live.right !== null ? live.right : live.owner;
    const picture = frame.picture === null ? undefined : document.pictures[frame.picture];
    const next = { ...reboxed(frame, movedBox(box, isRight ? -pageMm : 0, 0), picture), across };
    if (home === surfaceId) return withFrame(now, surfaceId, frameId, next);
    const from = surfaceOf(now, surfaceId);
    return from === undefined
      ? now
      : withFrameOn(withSurface(now, surfaceId, withoutFrames(from, new Set([frameId]))), home, frameId, next);
  }, document);
  const owner = surfaceOf(laid, live.owner);
  return owner === undefined ? laid : withSurface(laid, live.owner, { ...owner, arrangement });
}

const ON_FOLD_MM = 0.5;

function withFrame(
  document: LayoutDocument,
  surfaceId: SurfaceId,
  frameId: string,
  frame: PictureFrame,
): LayoutDocument {
  const surface = surfaceOf(document, surfaceId);
  if (surface === undefined) return document;
  return withSurface(document, surfaceId, { ...surface, frames: { ...surface.frames, [frameId]: frame } });
}

/** The surface laid anew: as it was arranged where its pictures are still the same in number, else in the best way. */
export function filledAnew(
  document: LayoutDocument,
  surfaceId: SurfaceId,
  arrangement: Arrangement,
  reading = readingOf(arrangement),
): Outcome {
  const live = liveSurface(document, surfaceId, arrangement, reading);
  if (isRefusal(live)) return live;
  if (live.members.length === 0)
    return withBoxesLaid(document, live, new Map(), { ...arrangement, signature: '', cuts: {} });
  const shots = shotsOf(document, live);
  const names = readingOf(arrangement);
  const byId = new Map(shots.map((shot) => [shot.id, shot]));
  const kept =
    names.length === shots.length ? relaid(arrangement.signature, byId, live.room, live.style, arrangement.cuts) : null;
  if (kept !== null) return withBoxesLaid(document, live, kept.boxes, arrangement);
  const [best] = waysOf(document, live);
  if (best === undefined) return refused({ key: 'layout.refused.noArrangement' });
  return withArranged(document, live, best);
}

/** What a change of weights makes of a live surface: the best way anew, since a tree that was chosen leaves them little room. */
export function weighedAnew(document: LayoutDocument, surfaceId: SurfaceId): Outcome {
  const owner = liveOwnerOf(document, surfaceId);
  const arrangement = owner === undefined ? null : (surfaceOf(document, owner)?.arrangement ?? null);
  if (owner === undefined || arrangement === null) return document;
  const live = liveSurface(document, owner, arrangement);
  if (isRefusal(live)) return live;
  const [best] = waysOf(document, live);
  return best === undefined ? refused({ key: 'layout.refused.noArrangement' }) : withArranged(document, live, best);
}

export function withArranged(
  document: LayoutDocument,
  live: LiveSurface,
  { signature, boxes }: Arranged,
): LayoutDocument {
  const byId = new Map(live.members.map(({ frameId }, index) => [frameId, boxes[index] as BoxMm]));
  return withBoxesLaid(document, live, byId, { ...live.arrangement, signature, cuts: {} });
}

/**
 * The book in another order, or of another count: live pages that lie elsewhere beside the binding, or whose gutter another thickness asks
 * for, are laid anew. A locked page stays as it is, and one that no arrangement fits now.
 */
export function withRoomsFollowing(before: LayoutDocument, after: LayoutDocument): LayoutDocument {
  return after.order.reduce((now, pageId) => {
    const arrangement = now.pages[pageId]?.arrangement ?? null;
    if (arrangement === null) return now;
    const isSame =
      before.pages[pageId] !== undefined &&
      sameRoom(pageRoom(before, pageId, arrangement), pageRoom(after, pageId, arrangement));
    const laid = isSame ? now : filledAnew(now, pageId, arrangement);
    return isRefusal(laid) ? now : laid;
  }, after);
}

/** Of the surface as it is arranged. */
export const pageRoom = (document: LayoutDocument, pageId: SurfaceId, arrangement: Arrangement): Room =>
  roomOf(
    document,
    pageId,
    arrangement.surface === 'spread' ? (spreadOf(document, pageId)?.right ?? null) : null,
    arrangement,
  );

export const sameRoom = (a: Room, b: Room): boolean =>
  a.xMm === b.xMm && a.yMm === b.yMm && a.widthMm === b.widthMm && a.heightMm === b.heightMm && a.foldXMm === b.foldXMm;

/**
 * What an operation made, with every live surface laid anew whose pictures it changed: which there are, how they are turned.
 */
export function withLiveFollowing(before: LayoutDocument, outcome: Outcome): Outcome {
  if (isRefusal(outcome)) return outcome;
  const owners = new Set<SurfaceId>();
  for (const surfaceId of surfaceIds(outcome)) {
    if (surfaceOf(before, surfaceId) === surfaceOf(outcome, surfaceId) && before.pictures === outcome.pictures)
      continue;
    const owner = liveOwnerOf(outcome, surfaceId);
    if (owner !== undefined && picturesOn(before, surfaceId) !== picturesOn(outcome, surfaceId)) owners.add(owner);
  }
  return [...owners].reduce<Outcome>((now, owner) => {
    const arrangement = isRefusal(now) ? null : (surfaceOf(now, owner)?.arrangement ?? null);
    return isRefusal(now) || arrangement === null ? now : filledAnew(now, owner, arrangement);
  }, outcome);
}

/**
 * As `withLiveFollowing`, of a frame that has just been put on a surface: read at that place among the pictures of its live surface, 0
 * before all of them. A place beyond them is the nearest that there is; of a surface made by hand there are none.
 */
export function withLiveJoined(
  before: LayoutDocument,
  joined: LayoutDocument,
  { surfaceId, frameId, place }: { readonly surfaceId: SurfaceId; readonly frameId: string; readonly place: number },
): Outcome {
  const owner = liveOwnerOf(before, surfaceId);
  const arrangement = owner === undefined ? null : (surfaceOf(before, owner)?.arrangement ?? null);
  if (owner === undefined || arrangement === null) return withLiveFollowing(before, joined);
  const live = liveSurface(before, owner, arrangement);
  if (isRefusal(live)) return live;
  const others = live.members.map((member) => member.frameId);
  const at = Math.min(Math.max(Math.trunc(place), 0), others.length);
  const reading = others.toSpliced(at, 0, frameId);
  return filledAnew(withPaintOrder(joined, surfaceId, frameId, reading), owner, arrangement, reading);
}

/** The frame painted among the others of its surface as it is read, so that an arrangement that is begun anew reads it there too. */
function withPaintOrder(
  document: LayoutDocument,
  surfaceId: SurfaceId,
  frameId: string,
  reading: readonly string[],
): LayoutDocument {
  const surface = surfaceOf(document, surfaceId);
  if (surface === undefined) return document;
  const others = surface.order.filter((id) => id !== frameId);
  const behind = reading.slice(reading.indexOf(frameId) + 1);
  const next = others.findIndex((id) => behind.includes(id));
  const at = next < 0 ? others.length : next;
  return withSurface(document, surfaceId, { ...surface, order: others.toSpliced(at, 0, frameId) });
}

function picturesOn(document: LayoutDocument, surfaceId: SurfaceId): string {
  const surface = surfaceOf(document, surfaceId);
  if (surface === undefined) return '';
  return framesInOrder(surface)
    .flatMap(([id, frame]) => {
      if (frame.kind !== 'picture' || frame.locked) return [];
      const picture = frame.picture === null ? undefined : document.pictures[frame.picture];
      return [`${id} ${frame.picture} ${picture?.widthPx}x${picture?.heightPx} ${frame.turnDeg}`];
    })
    .join();
}
