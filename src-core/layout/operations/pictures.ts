import type { BoxMm } from '../../specs/book-geometry.ts';
import {
  surfaceOf,
  type LayoutDocument,
  type LayoutFrame,
  type LayoutPicture,
  type PictureFrame,
  type SurfaceId,
} from '../document.ts';
import { freshInside, shapesAgree, type Framed } from '../inside.ts';
import { withLiveFollowing, withLiveJoined } from '../live.ts';
import { isRefusal, refused, type Outcome } from '../refusal.ts';
import { placesBeside } from '../spreads.ts';
import { picturesInEntries, withEntryPictures } from '../themed/uses.ts';
import {
  openFrames,
  surfaceIds,
  uncrossed,
  withBox,
  withFrameOn,
  withFrames,
  withoutFrames,
  withNewFrame,
  withPictureFrames,
  withSurface,
  type FrameOf,
  type FramesOf,
  nextFrameId,
} from '../surface-change.ts';

export type KeyedPicture = LayoutPicture & { readonly key: string };

/** Of one book, as the document's schema allows. */
const MOST_PICTURES = 20_000;

/** Takes pictures into the tray, behind those that are there. Those that are there already are left as they are. */
export function addPictures(
  document: LayoutDocument,
  { pictures }: { readonly pictures: readonly KeyedPicture[] },
): Outcome {
  const fresh = new Map<string, LayoutPicture>();
  for (const { key, ...picture } of pictures) if (document.pictures[key] === undefined) fresh.set(key, picture);
  if (fresh.size === 0) return document;
  if (document.pictureOrder.length + fresh.size > MOST_PICTURES)
    return refused({ key: 'layout.refused.tooManyPictures', params: { most: MOST_PICTURES } });
  return {
    ...document,
    pictures: { ...document.pictures, ...Object.fromEntries(fresh) },
    pictureOrder: [...document.pictureOrder, ...fresh.keys()],
  };
}

/** Takes pictures out of the book: frames that show them wait for another one. Refused where a locked frame shows one. */
export function removePictures(document: LayoutDocument, { keys }: { readonly keys: readonly string[] }): Outcome {
  const gone = new Set(keys.filter((key) => document.pictures[key] !== undefined));
  if (gone.size === 0) return refused({ key: 'layout.refused.noPicture' });
  if (isShownLocked(document, gone)) return refused({ key: 'layout.refused.pictureLocked' });
  const emptied = withEveryPictureFrame(document, (frame) =>
    frame.picture !== null && gone.has(frame.picture) ? { ...frame, picture: null, ...freshInside(undefined) } : frame,
  );
  return {
    ...withEntryPictures(emptied, (key) => (gone.has(key) ? null : key)),
    cover: dropWrap(emptied.cover, gone),
    pictures: Object.fromEntries(Object.entries(document.pictures).filter(([key]) => !gone.has(key))),
    pictureOrder: document.pictureOrder.filter((key) => !gone.has(key)),
  };
}

function dropWrap(cover: LayoutDocument['cover'], gone: ReadonlySet<string>): LayoutDocument['cover'] {
  const wrapped = cover.wrap?.picture ?? null;
  return wrapped !== null && gone.has(wrapped) ? { ...cover, wrap: null } : cover;
}

function isShownLocked(document: LayoutDocument, keys: ReadonlySet<string>): boolean {
  return surfaceIds(document).some((surfaceId) => {
    const surface = surfaceOf(document, surfaceId);
    return Object.values(surface?.frames ?? {}).some(
      (frame) =>
        frame.kind === 'picture' &&
        frame.picture !== null &&
        keys.has(frame.picture) &&
        (frame.locked || surface?.locked === true),
    );
  });
}

/**
 * Another file for a picture: found again elsewhere (the same bytes, so that only name and path are new), or a better version
 * of it, which every frame then shows in the same crop. The order of the tray stays.
 */
export function replacePicture(
  document: LayoutDocument,
  { key, picture: { key: nextKey, ...picture } }: { readonly key: string; readonly picture: KeyedPicture },
): Outcome {
  const former = document.pictures[key];
  if (former === undefined) return refused({ key: 'layout.refused.noPicture' });
  if (nextKey === key) return { ...document, pictures: { ...document.pictures, [key]: picture } };
  if (document.pictures[nextKey] !== undefined)
    return refused({ key: 'layout.refused.pictureThere', params: { name: picture.name } });
  if (isShownLocked(document, new Set([key]))) return refused({ key: 'layout.refused.pictureLocked' });
  const shown = withEveryPictureFrame(document, (frame) =>
    frame.picture === key ? { ...frame, picture: nextKey } : frame,
  );
  const { wrap } = shown.cover;
  const { [key]: _, ...others } = document.pictures;
  return withLiveFollowing(document, {
    ...withEntryPictures(shown, (other) => (other === key ? nextKey : other)),
    cover: wrap?.picture === key ? { ...shown.cover, wrap: { ...wrap, picture: nextKey } } : shown.cover,
    pictures: { ...others, [nextKey]: { ...picture, rating: former.rating } },
    pictureOrder: document.pictureOrder.map((other) => (other === key ? nextKey : other)),
  });
}

/** 0 to 5 stars. */
export function ratePictures(
  document: LayoutDocument,
  { keys, rating }: { readonly keys: readonly string[]; readonly rating: number },
): Outcome {
  const changed = keys.flatMap((key) => {
    const picture = document.pictures[key];
    return picture === undefined || picture.rating === rating ? [] : [[key, { ...picture, rating }] as const];
  });
  if (!keys.some((key) => document.pictures[key] !== undefined)) return refused({ key: 'layout.refused.noPicture' });
  return changed.length === 0
    ? document
    : { ...document, pictures: { ...document.pictures, ...Object.fromEntries(changed) } };
}

/** Each its own stars, 1 to 5; `isAlone`: all other pictures of the book lose theirs. Refused where none of them is in the book. */
export function chooseFavourites(
  document: LayoutDocument,
  { stars, isAlone }: { readonly stars: ReadonlyMap<string, number>; readonly isAlone: boolean },
): Outcome {
  if (![...stars.keys()].some((key) => document.pictures[key] !== undefined))
    return refused({ key: 'layout.refused.noPicture' });
  const changed = Object.entries(document.pictures).flatMap(([key, picture]) => {
    const rating = stars.get(key) ?? (isAlone ? 0 : picture.rating);
    return rating === picture.rating ? [] : [[key, { ...picture, rating }] as const];
  });
  return changed.length === 0
    ? document
    : { ...document, pictures: { ...document.pictures, ...Object.fromEntries(changed) } };
}

/** Those of the unplaced pictures that have stars, in the order of the tray: what *Fill* places while the tray shows only these. */
export const unplacedFavourites = (document: LayoutDocument): readonly string[] =>
  unplacedPictures(document).filter((key) => {
    const picture = document.pictures[key];
    return picture !== undefined && picture.rating > 0 && picture.page === undefined;
  });

/** Pictures that no page and no panel shows, in the order of the tray: what *Fill* places. */
export function unplacedPictures(document: LayoutDocument): readonly string[] {
  const uses = usesOf(document);
  return document.pictureOrder.filter((key) => !uses.has(key));
}

/** Pictures of those that nothing needs: no page and no panel shows them, and nothing that was set aside holds them. */
export function unneededPictures(document: LayoutDocument, keys: readonly string[]): readonly string[] {
  const needed = new Set(usesOf(document).keys());
  for (const frame of Object.values(document.setAside))
    if (frame.kind === 'picture' && frame.picture !== null) needed.add(frame.picture);
  return keys.filter((key) => document.pictures[key] !== undefined && !needed.has(key));
}

/** The number of the first page that shows a picture, from 1; null: only the cover does. */
export function firstPageShowing({ order, pages }: LayoutDocument, key: string): number | null {
  const at = order.findIndex((pageId) =>
    Object.values(pages[pageId]?.frames ?? {}).some((frame) => frame.kind === 'picture' && frame.picture === key),
  );
  return at < 0 ? null : at + 1;
}

/** How often each picture is shown on pages and cover. */
export function usesOf(document: LayoutDocument): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  const count = (key: string | null) => {
    if (key !== null) uses.set(key, (uses.get(key) ?? 0) + 1);
  };
  for (const surfaceId of surfaceIds(document))
    for (const frame of Object.values(surfaceOf(document, surfaceId)?.frames ?? {}))
      if (frame.kind === 'picture') count(frame.picture);
  count(document.cover.wrap?.picture ?? null);
  for (const key of picturesInEntries(document)) count(key);
  return uses;
}

/** Of a page its letters go to its edges: nothing of it is cut by itself. */
const usualShow = (of: Framed | undefined): PictureFrame['show'] => (of?.page === undefined ? 'fill' : 'whole');

export const newPictureFrame = (picture: string | null, box: BoxMm, of: Framed | undefined): PictureFrame => ({
  kind: 'picture',
  box,
  locked: false,
  picture,
  show: usualShow(of),
  ...freshInside(of, box),
  border: null,
  cornerMm: 0,
  across: false,
  weight: 1,
});

/** Into a frame, where the former picture goes back to the tray; or in a new frame, of this box or in the middle of the page. */
export function placePicture(
  document: LayoutDocument,
  {
    surfaceId,
    picture,
    frameId,
    box,
    place,
  }: {
    readonly surfaceId: SurfaceId;
    readonly picture: string;
    readonly frameId?: string;
    readonly box?: BoxMm;
    /** Of a live page: how many of its pictures are read before this one, as far as there are so many; left out: all of them. */
    readonly place?: number;
  },
): Outcome {
  const given = document.pictures[picture];
  if (given === undefined) return refused({ key: 'layout.refused.noPicture' });
  if (frameId !== undefined)
    return withLiveFollowing(
      document,
      withPictureFrames(document, { surfaceId, frameIds: [frameId] }, (frame) =>
        frame.picture === picture
          ? frame
          : {
              ...frame,
              picture,
              ...freshInside(given, frame.box),
              ...(given.page !== undefined && { show: usualShow(given) }),
            },
      ),
    );
  const page = placesBeside(document, surfaceId).find((own) => own.surfaceId === surfaceId);
  if (page === undefined) return refused({ key: 'layout.refused.noSurface' });
  const made = withNewFrame(
    document,
    surfaceId,
    box === undefined
      ? newPictureFrame(picture, middleBox(page, given), given)
      : { ...newPictureFrame(picture, NOWHERE, given), ...freshInside(given, box) },
  );
  if (isRefusal(made)) return made;
  const own = { surfaceId, frameId: nextFrameId(document) };
  if (box !== undefined) return withBox(made, own, box);
  // Without a box it joins a live page, which makes room for it.
  return place === undefined ? withLiveFollowing(document, made) : withLiveJoined(document, made, { ...own, place });
}

/** Before it is put at its box, so that the rules of boxes hold for it too. */
const NOWHERE: BoxMm = { xMm: 0, yMm: 0, widthMm: 0, heightMm: 0 };

/** As a new frame lies that nobody drew: whole, over half of its page. */
function middleBox(page: BoxMm, { widthPx, heightPx }: LayoutPicture): BoxMm {
  const mmPerPx = Math.min(page.widthMm / widthPx, page.heightMm / heightPx) / Math.SQRT2;
  const [widthMm, heightMm] = [widthPx * mmPerPx, heightPx * mmPerPx];
  return { xMm: (page.widthMm - widthMm) / 2, yMm: (page.heightMm - heightMm) / 2, widthMm, heightMm };
}

/** A picture's crop as it goes on in another frame: kept where the shapes agree, else only how it was turned. */
function carried(document: LayoutDocument, from: PictureFrame, to: PictureFrame) {
  const { zoom, focusX, focusY, turnDeg, straightenDeg } = from;
  if (shapesAgree(from.box, to.box)) return { zoom, focusX, focusY, turnDeg, straightenDeg };
  const picture = from.picture === null ? undefined : document.pictures[from.picture];
  return { ...freshInside(picture, turnDeg === 0 ? to.box : null), turnDeg };
}

const receiving = (document: LayoutDocument, from: PictureFrame, to: PictureFrame): PictureFrame => {
  const next = { ...to, picture: from.picture, ...carried(document, from, to) };
  // Only a full frame is straightened: in one that shows all of it, corners would stand out.
  return next.show === 'whole' ? { ...next, straightenDeg: 0 } : next;
};

/** The pictures of two frames change places; each fills its new frame anew, a crop by hand stays where the shapes agree. */
export function swapPictures(
  document: LayoutDocument,
  { from, to }: { readonly from: FrameOf; readonly to: FrameOf },
): Outcome {
  const [a, b] = [oneOpenFrame(document, from), oneOpenFrame(document, to)];
  if (isRefusal(a)) return a;
  if (isRefusal(b)) return b;
  if (a.kind !== 'picture' || b.kind !== 'picture') return refused({ key: 'layout.refused.noPictureFrame' });
  if (from.frameId === to.frameId) return document;
  const first = withFrames(document, framesOf(from), () => receiving(document, b, a));
  return isRefusal(first)
    ? first
    : withLiveFollowing(
        document,
        withFrames(first, framesOf(to), () => receiving(document, a, b)),
      );
}

const framesOf = ({ surfaceId, frameId }: FrameOf): FramesOf => ({ surfaceId, frameIds: [frameId] });

function oneOpenFrame(document: LayoutDocument, of: FrameOf) {
  const open = openFrames(document, framesOf(of));
  return isRefusal(open) ? open : (open.frames[0]?.[1] as LayoutFrame);
}

/** Every picture frame of pages, cover and what was set aside. Shares what `edit` gives back unchanged. */
function withEveryPictureFrame(document: LayoutDocument, edit: (frame: PictureFrame) => PictureFrame): LayoutDocument {
  const inAll = <Frames extends Readonly<Record<string, LayoutFrame>>>(frames: Frames): Frames => {
    const changed = Object.entries(frames).flatMap(([id, frame]) => {
      const next = frame.kind === 'picture' ? edit(frame) : frame;
      return next === frame ? [] : [[id, next] as const];
    });
    return changed.length === 0 ? frames : { ...frames, ...Object.fromEntries(changed) };
  };
  const shown = surfaceIds(document).reduce((now, surfaceId) => {
    const surface = surfaceOf(now, surfaceId);
    if (surface === undefined) return now;
    const frames = inAll(surface.frames);
    return frames === surface.frames ? now : withSurface(now, surfaceId, { ...surface, frames });
  }, document);
  const setAside = inAll(shown.setAside);
  return setAside === shown.setAside ? shown : { ...shown, setAside };
}

/**
 * The frame of another page, at the same place, when it was dragged onto that page in the strip. A live page that it leaves closes
 * the gap, and one that it comes to makes room for it as for any other picture.
 */
export function moveToSurface(
  document: LayoutDocument,
  { surfaceId, frameIds, to }: FramesOf & { readonly to: SurfaceId },
): Outcome {
  const open = openFrames(document, { surfaceId, frameIds });
  if (isRefusal(open)) return open;
  const target = surfaceOf(document, to);
  if (target === undefined) return refused({ key: 'layout.refused.noSurface' });
  if (target.locked) return refused({ key: 'layout.refused.surfaceLocked' });
  if (to === surfaceId) return document;
  const there = placeOf(document, to);
  if (there === undefined) return refused({ key: 'layout.refused.noSurface' });
  const without = withSurface(document, surfaceId, withoutFrames(open.surface, new Set(open.frames.map(([id]) => id))));
  const moved = open.frames.reduce((now, [id, frame]) => {
    const own = uncrossed(document, frame);
    return withFrameOn(now, to, id, { ...own, box: within(own.box, there) });
  }, without);
  return withLiveFollowing(document, moved);
}

const placeOf = (document: LayoutDocument, surfaceId: SurfaceId) =>
  placesBeside(document, surfaceId).find((place) => place.surfaceId === surfaceId);

/** Drawn in so far that its middle lies on the page: a spine is narrower than any page. */
function within(box: BoxMm, { widthMm, heightMm }: BoxMm): BoxMm {
  const along = (fromMm: number, lengthMm: number, roomMm: number) =>
    Math.min(Math.max(fromMm, -lengthMm / 2), roomMm - lengthMm / 2);
  return { ...box, xMm: along(box.xMm, box.widthMm, widthMm), yMm: along(box.yMm, box.heightMm, heightMm) };
}
